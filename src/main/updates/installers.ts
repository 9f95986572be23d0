import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Ids } from '../../base/random.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { createNewFiles } from '../files/new-files.ts';
import { attempt } from '../files/node-files.ts';
import type { Target } from './release.ts';
import type { Install } from './updater.ts';

/** Facts that show how this Billfold was installed. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Path of the running program. */
  readonly execPath: string;
  /** Path of the AppImage, from its runtime. */
  readonly appImage: string | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * File of a release that can replace this installation; null where another program or an
 * administrator installs Billfold.
 */
export function targetOf(installation: Installation): Target | null {
  const { platform, arch, execPath, appImage, exists } = installation;
  if (arch !== 'x64' && arch !== 'arm64') return null;
  if (platform === 'darwin') return { platform, arch, kind: 'zip' };
  if (platform === 'linux')
    return appImage !== undefined && isAbsolute(appImage)
      ? { platform, arch, kind: 'AppImage' }
      : null;
  // The installer for a single user puts its uninstaller here; a managed installation has none.
  const isOwn = platform === 'win32' && exists(join(dirname(execPath), 'Uninstall Billfold.exe'));
  return isOwn ? { platform: 'win32', arch, kind: 'nsis' } : null;
}

/** Replaces the running AppImage by the new one, atomically, under the same name. */
export function installAppImage(deps: {
  readonly appImage: string;
  readonly ids: Ids;
  readonly relaunch: (program: string) => void;
}): Install {
  return async (file, { relaunch }) => {
    const { appImage } = deps;
    const running = await attempt(() => stat(appImage));
    if (!running.ok) return fail(running.error.code);
    // Writes beside the old file first: after a failure or a crash the old one is still in place.
    const opened = await createNewFiles(deps.ids).create(appImage, running.value.mode & 0o777);
    if (!opened.ok) return fail(opened.error.code);
    const copied = await file.copyTo(opened.value.append);
    if (!copied.ok) {
      await opened.value.discard();
      return copied;
    }
    const put = await opened.value.putInPlace();
    if (!put.ok) return fail(put.error.code);
    if (relaunch) deps.relaunch(appImage);
    return succeed(undefined);
  };
}

/** Starts the installer, which waits for Billfold to end and replaces it. */
export function installNsis(deps: {
  readonly spawn: (program: string, args: readonly string[]) => Promise<Result<void, string>>;
}): Install {
  // Options of electron-builder's installers: silent, over the old version, and start it
  // afterwards.
  return async (file, { relaunch }) => {
    const copied = await file.copy();
    if (!copied.ok) return copied;
    return deps.spawn(copied.value, ['--updated', '/S', ...(relaunch ? ['--force-run'] : [])]);
  };
}

/** The part of Electron's `autoUpdater` (Squirrel.Mac) that Billfold uses. */
export interface Squirrel {
  setFeedURL(options: { url: string }): void;
  checkForUpdates(): void;
  quitAndInstall(): void;
  once(event: 'update-downloaded' | 'update-not-available', listener: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Passes the archive to Squirrel.Mac, which accepts it only from a server. Squirrel checks that it
 * has this app's signature, and installs it at the end.
 */
export function installZip(deps: { readonly squirrel: Squirrel; readonly ids: Ids }): Install {
  return async (file, { relaunch }) => {
    const { squirrel } = deps;
    const copied = await file.copy();
    if (!copied.ok) return copied;
    const path = copied.value;
    // Only Squirrel knows this random name, so no other program on this computer can request the
    // file.
    const name = `/${deps.ids.next()}/${basename(path)}`;
    const { createServer } = await import('node:http');
    const server = createServer((request, answer) => {
      if (request.url === name) createReadStream(path).pipe(answer);
      else if (request.url === `${name}.json`)
        answer.end(JSON.stringify({ url: at(server, name) }));
      else answer.writeHead(404).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const taken = await new Promise<Result<void, string>>((end) => {
      squirrel.once('update-downloaded', () => end(succeed(undefined)));
      squirrel.once('update-not-available', () => end(fail('Squirrel saw no update')));
      squirrel.once('error', (error) => end(fail(error.message)));
      squirrel.setFeedURL({ url: at(server, `${name}.json`) });
      squirrel.checkForUpdates();
    });
    server.close();
    if (taken.ok && relaunch) squirrel.quitAndInstall();
    return taken;
  };
}

function at(server: Server, path: string): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}
