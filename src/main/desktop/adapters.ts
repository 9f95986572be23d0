import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
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

// Everything is bundled into out/main, so this module runs from there.
const main = import.meta.dirname.replace(/chunks$/, '');

/** The built files that main hands to others. */
export const builtFiles = {
  preload: join(main, '../preload/index.cjs'),
  renderer: join(main, '../renderer'),
  sandbox: join(main, 'sandbox.js'),
  /** Packed, they lie beside the program for whoever looks for them there. */
  notices: join(app.isPackaged ? process.resourcesPath : join(main, '..'), 'legal/NOTICES.txt'),
} as const;

/**
 * The way out: by the system's proxy, to whom the system trusts.
 * @param more certificates the organization's policy names, PEM
 */
export const networkFetch = (more: readonly string[]): Fetch =>
  createNetworkFetch({
    // A session of no page: the pages' own proxy takes no connection (lock-down.ts).
    resolveProxy: (url) => session.fromPartition('network').resolveProxy(url),
    authorities: () => {
      // Imported, it reads all of Node's own authorities, and the window would wait for them.
      const { getCACertificates } = process.getBuiltinModule('node:tls');
      return [...getCACertificates('default'), ...getCACertificates('system'), ...more];
    },
  });

/**
 * Documents kept by electron-store in `folder` (an absolute path), each `<name>.json`, owner only. The work is done in
 * `settings/conf-document.ts`, which Node's tests run over electron-store's base.
 */
export const documentsIn = (folder: string): { open(name: string): DocumentStore } => ({
  open: (name) => createConfDocument(folder, name, (options) => new Store(options)),
});

/** How addresses leave for the system's browser, or for the program in its place. */
export const browserParts: Omit<SystemBrowserDeps, 'command'> = {
  openExternal: (url) => shell.openExternal(url),
  spawn: (program, args) => spawn(program, args, { stdio: 'ignore', detached: true }),
};

/** How the sample company's process starts. */
export const sampleParts: Pick<SampleServiceDeps, 'fork' | 'modulePath'> = {
  fork: (path, args, options) => utilityProcess.fork(path, args, options),
  modulePath: builtFiles.sandbox,
};

/** Opens the folder of a file, with the file chosen. */
export const showInFolder = (path: string): void => shell.showItemInFolder(path);

/** Puts text on the system's clipboard. */
export const copy = (text: string): Promise<void> => clipboard.writeText(text);

/** What Billfold, what it runs in, and the system are. */
export function versions(): Record<keyof Program['versions'], string | undefined> {
  const { electron, chrome, node } = process.versions;
  return {
    billfold: `${app.getVersion()}${app.isPackaged ? '' : ', not packaged'}`,
    ...{ electron, chrome, node },
    system: `${process.platform} ${process.getSystemVersion?.() ?? release()} ${process.arch}`,
  };
}

/** What Billfold is made of. */
export const describeProgram = async (): Promise<Program> => ({
  versions: versions(),
  licenses: await readFile(builtFiles.notices, 'utf8').catch(() => ''),
});

/** Set when Billfold is built, and by nothing afterwards; empty where there is no place for releases. */
declare const BUILT_UPDATE_FEED: string;
declare const BUILT_UPDATE_KEY: string;

/** Where to look for releases, and how one takes this installation's place. */
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
      target === null ? async () => fail('not installed by itself') : installs[target.kind](ids),
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

/** Starts a program that outlives this one. */
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
