import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { z } from 'zod';
import { LINK_SCHEME } from '../../src/bridge/bill-link.ts';
import { APP_ID } from '../../src/main/profile/installed.ts';
import type { BuildInputs } from './build-inputs.ts';
import { setFuses } from './fuses.ts';

const here = import.meta.dirname;

export interface PackagePlan {
  /** Folder that becomes app.asar, and the folder with licenses. */
  readonly app: string;
  readonly legal: string;
  /** Folder with the files that .deb and .rpm install outside Billfold's own folder. */
  readonly linux: string;
  readonly output: string;
  readonly inputs: BuildInputs;
  /** Folder to use in place of the runtime that electron-builder would download; null for none. */
  readonly runtime: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Configuration of electron-builder. Billfold opens no files, and the only links it handles are those to
 * bills. Its sign-in returns over loopback.
 */
export function configOf({ app, legal, linux, output, inputs, runtime, env }: PackagePlan) {
  return {
    appId: APP_ID,
    productName: 'Billfold',
    copyright: 'Copyright © The Billfold authors',
    electronVersion: inputs.electron,
    // Otherwise electron-builder would take the hashes from the download server.
    electronDownload: { checksums: electronHashes() },
    ...(runtime === null ? {} : { electronDist: runtime }),
    directories: { app, output, buildResources: here },
    // Main, preload and page are bundles, so there are no modules to install or rebuild.
    npmRebuild: false,
    // For macOS and Linux; on Windows Billfold registers the scheme itself.
    protocols: { name: 'Link to a bill', schemes: [LINK_SCHEME] },
    asar: true,
    // Languages of the screens. By default Chromium's own texts, such as a field's menu, come in 55.
    electronLanguages: ['en-US', 'de'],
    files: ['**/*', '!**/node_modules/**'],
    extraResources: [{ from: legal, to: 'legal' }],
    artifactName: 'billfold-${version}-${os}-${arch}.${ext}',
    afterExtract: dropDefaultApp,
    afterPack,
    // The legacy toolset starts every AppImage without a sandbox.
    toolsets: { appimage: '1.0.3' },
    deb: {
      depends: DEPENDS.deb,
      // Recommended, because without a keyring the sign-in ends when Billfold quits.
      recommends: ['gnome-keyring | kwalletmanager'],
      packageCategory: 'net',
      synopsis: 'approval of vendor bills, online and offline',
      fpm: [`${linux}/=/`],
      // A package for inspection compresses in a quarter of the time.
      compression: runtime === null ? 'xz' : 'gz',
    },
    rpm: { depends: DEPENDS.rpm, fpm: [`${linux}/usr/share/metainfo/=/usr/share/metainfo`] },
    linux: {
      target: ['deb', 'rpm', 'AppImage'],
      icon: join(here, 'icons/linux'),
      category: 'Office;Finance',
      maintainer: inputs.maintainer,
      vendor: 'The Billfold authors',
      executableName: 'billfold',
      syncDesktopName: true,
    },
    mac: {
      target: [
        { target: 'dmg', arch: 'universal' },
        { target: 'zip', arch: 'universal' },
      ],
      icon: join(here, 'icons/icon.icns'),
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      entitlements: join(here, 'entitlements.plist'),
      entitlementsInherit: join(here, 'entitlements.plist'),
      notarize: missingFor('notarization', env).length === 0,
    },
    win: { target: ['nsis', 'msi'], icon: join(here, 'icons/icon.ico') },
    // Installs for one user, without an administrator. Uninstalling keeps the profile.
    nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
    // For software distribution in a company.
    msi: { oneClick: false, perMachine: true },
    publish: null,
  } satisfies Configuration;
}

/** SHA-256 of each of Electron's downloads, from its npm package. */
function electronHashes(): Record<string, string> {
  const file = join(here, '../../node_modules/electron/checksums.json');
  return z.record(z.string(), z.hash('sha256')).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Dependencies. electron-builder's lists lack the last two of each, and a minimal system has none of them. */
const DEPENDS = {
  deb: [
    'libc6',
    'libgtk-3-0',
    'libnotify4',
    'libnss3',
    'libxss1',
    'libxtst6',
    'xdg-utils',
    'libatspi2.0-0',
    'libuuid1',
    'libsecret-1-0',
    'libgbm1',
    'libasound2 | libasound2t64',
  ],
  rpm: [
    'glibc',
    'gtk3',
    'libnotify',
    'nss',
    '(libXScrnSaver or libXss1)',
    '(libXtst or libXtst6)',
    'xdg-utils',
    'at-spi2-core',
    '(libuuid or libuuid1)',
    'libsecret',
    '(mesa-libgbm or libgbm1)',
    '(alsa-lib or libasound2)',
  ],
};

/** Signing steps, and the variables from which electron-builder reads their secrets. */
const SECRETS = {
  'a signature on macOS': ['CSC_LINK', 'CSC_KEY_PASSWORD'],
  notarization: ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  'a signature on Windows': ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
} as const;
type Signing = keyof typeof SECRETS;

/** Variables that a signing step lacks. */
function missingFor(what: Signing, env: PackagePlan['env']): readonly string[] {
  return SECRETS[what].filter((name) => (env[name] ?? '') === '');
}

/** Signatures that a system's packages will lack, as sentences. */
export function unsigned(platform: NodeJS.Platform, env: PackagePlan['env']): readonly string[] {
  const wanted: Partial<Record<NodeJS.Platform, readonly Signing[]>> = {
    darwin: ['a signature on macOS', 'notarization'],
    win32: ['a signature on Windows'],
  };
  return (wanted[platform] ?? [])
    .map((what) => ({ what, missing: missingFor(what, env) }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ what, missing }) => `No ${what.replace(/^a /, '')}: ${missing.join(', ')} not set.`);
}

/** The older runtime contains an app that starts others (dev/real-electron). */
async function dropDefaultApp({ appOutDir }: AfterPackContext): Promise<void> {
  rmSync(join(appOutDir, 'resources', 'app'), { recursive: true, force: true });
}

/** Hook of electron-builder, called before signing. */
async function afterPack({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  // Skip the halves of a universal app; the whole one follows.
  if (appOutDir.endsWith('-temp')) return;
  await setFuses(programIn(appOutDir, electronPlatformName));
}

/** Path of the program in a packaged folder; it holds the fuses. */
export function programIn(folder: string, platform: string): string {
  if (platform === 'linux') return join(folder, 'billfold');
  const end = platform === 'darwin' ? '.app' : '.exe';
  const name = readdirSync(folder).find((entry) => entry === `Billfold${end}`);
  if (name === undefined) throw new Error(`No program in ${folder}.`);
  return join(folder, name);
}
