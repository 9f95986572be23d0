import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { app, autoUpdater, clipboard, session, shell, utilityProcess } from 'electron';
import Store from 'electron-store';
import type { Ids } from '../../base/random.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { createNetworkFetch } from '../network/network-fetch.ts';
import type { Program } from '../../bridge/app.ts';
import type { DocumentStore, Fetch } from '../ports.ts';
import { createConfDocument } from '../settings/conf-document.ts';
import { installAppImage, installNsis, installZip, targetOf } from '../updates/installers.ts';
import type { Target } from '../updates/release.ts';
import type { UpdateFeed, UpdaterDeps } from '../updates/updater.ts';
import type { SampleServiceDeps } from './sample-service.ts';
import type { SystemBrowserDeps } from './system-browser.ts';

// The build bundles this module into out/main or out/main/chunks.
const main = import.meta.dirname.replace(/chunks$/, '');

/** Built files that main passes to other processes and programs. */
export const builtFiles = {
  preload: join(main, '../preload/index.cjs'),
  renderer: join(main, '../renderer'),
  sandbox: join(main, 'sandbox.js'),
  /** Packages contain the notices beside the program, where users find them. */
  notices: join(app.isPackaged ? process.resourcesPath : join(main, '..'), 'legal/NOTICES.txt'),
} as const;

/**
 * Fetch over the network, through the system's proxy, to servers that the system trusts.
 * @param more certificates from the organization's policy, PEM
 */
export const networkFetch = (more: readonly string[]): Fetch =>
  createNetworkFetch({
    // A session without a page, because the proxy of the pages accepts no connection (lock-down.ts).
    resolveProxy: (url) => session.fromPartition('network').resolveProxy(url),
    authorities: () => {
      // An import of `node:tls` would read all of Node's own authorities, and delay the window.
      const { getCACertificates } = process.getBuiltinModule('node:tls');
      return [...getCACertificates('default'), ...getCACertificates('system'), ...more];
    },
  });

/**
 * Documents that electron-store saves in `folder` (an absolute path), each as `<name>.json`, readable by the owner
 * only. `settings/conf-document.ts` does the work; Node's tests run it with electron-store's base.
 */
export const documentsIn = (folder: string): { open(name: string): DocumentStore } => ({
  open: (name) => createConfDocument(folder, name, (options) => new Store(options)),
});

/** Opens addresses in the system's browser, or in the program that replaces it. */
export const browserParts: Omit<SystemBrowserDeps, 'clock' | 'command' | 'onFlood'> = {
  openExternal: (url) => shell.openExternal(url),
  spawn: (program, args) => spawn(program, args, { stdio: 'ignore', detached: true }),
};

/** Starts the process of the sample company. */
export const sampleParts: Pick<SampleServiceDeps, 'fork' | 'modulePath'> = {
  fork: (path, args, options) => utilityProcess.fork(path, args, options),
  modulePath: builtFiles.sandbox,
};

/** Frees the memory of bills that main no longer uses, which would otherwise stay until main needs memory. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Opens the folder of a file and selects the file. */
export const showInFolder = (path: string): void => shell.showItemInFolder(path);

/** Copies text to the system's clipboard. */
export const copy = (text: string): Promise<void> => clipboard.writeText(text);

/** Versions of Billfold, of its runtime and of the system. */
export function versions(): Record<keyof Program['versions'], string | undefined> {
  const { electron, chrome, node } = process.versions;
  return {
    billfold: `${app.getVersion()}${app.isPackaged ? '' : ', not packaged'}`,
    electron,
    chrome,
    node,
    system: `${process.platform} ${process.getSystemVersion?.() ?? release()} ${process.arch}`,
  };
}

/** Versions and licenses of Billfold's parts. */
export const describeProgram = async (): Promise<Program> => ({
  versions: versions(),
  licenses: await readFile(builtFiles.notices, 'utf8').catch(() => ''),
});

/** Set only by the build; empty when there is no release server. */
declare const BUILT_UPDATE_FEED: string;
declare const BUILT_UPDATE_KEY: string;

/** The release server, and the installer that replaces this installation. */
export function updateParts(
  given: UpdateFeed | null,
  ids: Ids,
): Pick<UpdaterDeps, 'feed' | 'install' | 'relaunch' | 'target' | 'version'> {
  const appImage = process.env['APPIMAGE'];
  const { platform, arch, execPath } = process;
  const target = targetOf({ platform, arch, execPath, appImage, exists: existsSync });
  const built = { url: BUILT_UPDATE_FEED, key: BUILT_UPDATE_KEY };
  return {
    version: app.getVersion(),
    feed: given ?? (built.url === '' ? null : built),
    target,
    install:
      target === null
        ? async () => fail('another program installs Billfold here')
        : installs[target.kind](ids),
    relaunch: () => app.relaunch(appImage === undefined ? {} : { execPath: appImage }),
  };
}

const installs: Record<Target['kind'], (ids: Ids) => UpdaterDeps['install']> = {
  AppImage: (ids) =>
    installAppImage({
      appImage: process.env['APPIMAGE'] ?? '',
      ids,
      relaunch: (program) => app.relaunch({ execPath: program, args: [] }),
    }),
  nsis: () => installNsis({ spawn: started }),
  zip: (ids) => installZip({ squirrel: autoUpdater, ids }),
};

/** Starts a program that keeps running after this one ends. */
function started(program: string, args: readonly string[]): Promise<Result<void, string>> {
  return new Promise((end) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', (error) => end(fail(error.message)));
    child.once('spawn', () => {
      child.unref();
      end(succeed(undefined));
    });
  });
}
