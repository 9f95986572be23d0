import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

/** A package.json with its lock file, and the hash of the unpacked Chromium. */
export interface HeadlessSource {
  readonly folder: string;
  /** Hexadecimal SHA-256 of the unpacked program. */
  readonly sha256: string;
}

export const headlessSource: HeadlessSource = {
  folder: import.meta.dirname,
  sha256: '53a15d6c3a3d27dfb54c4ba60278b1683136f70cf1e67e989da7dfbd3d451ef0',
};

/** Fonts of the system first, then those of the package. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const PACKAGE = 'node_modules/@sparticuz/chromium/bin';

/**
 * Downloads the package of dev/headless with npm, which verifies the lock file's hash, and unpacks its
 * Chromium. The package's own code never runs: it would trust any /tmp/chromium.
 * @param target the folder to make; it appears only when it is complete
 * @returns null on success, else a sentence with the reason
 */
export async function fetchHeadless(
  target: string,
  source: HeadlessSource = headlessSource,
): Promise<string | null> {
  const work = join(dirname(target), 'fetching-chromium');
  try {
    // An interrupted attempt may have left files.
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(join(work, 'unpacked'), { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(source.folder, name), join(work, name));
    const problem = await installPackage(work);
    if (problem !== null) return problem;
    await unpack(join(work, PACKAGE), join(work, 'unpacked'));
    if (hashOf(join(work, 'unpacked/chromium')) !== source.sha256)
      return 'The fetched Chromium is not the one that was locked.';
    rmSync(target, { recursive: true, force: true, maxRetries: 5 });
    renameSync(join(work, 'unpacked'), target);
    return null;
  } catch (error) {
    return reasonOf(error, dirname(target));
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Reports npm's error code only; its full output belongs in a log. */
async function installPackage(work: string): Promise<string | null> {
  const quick = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = ['ci', '--ignore-scripts', '--loglevel=error', ...quick];
  const npm = spawn('npm', args, { cwd: work, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(npm, 'close');
  const said = await text(npm.stderr);
  const [status] = (await ended) as [number | null];
  if (status === 0) return null;
  if (said.includes('ENOSPC')) return noRoom(dirname(work));
  const code = /npm error code (\S+)/.exec(said)?.[1] ?? 'npm ended without a code';
  return `npm could not fetch a Chromium (67 MB) from its registry (${code}).`;
}

async function unpack(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(join(from, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(to, 'chromium'), { mode: 0o755 }),
  );
  // A minimal system lacks these libraries and this typeface.
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
    const input = brotliDecompressSync(readFileSync(join(from, name)));
    const args = ['-x', '--no-same-owner', '-C', to];
    const tar = spawnSync('tar', args, { input, encoding: 'utf8' });
    if (tar.status !== 0) throw tar.error ?? new Error(tar.stderr);
  }
  // Replaces the package's own file, which uses /tmp.
  writeFileSync(join(to, 'fonts.conf'), FONTS);
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function reasonOf(error: unknown, folder: string): string {
  const { message } = error as Error;
  return /ENOSPC|No space left/.test(message)
    ? noRoom(folder)
    : `The fetched Chromium could not be unpacked: ${message.trim()}.`;
}

function noRoom(folder: string): string {
  return `The disk is full: a Chromium to run without a window needs 300 MB in ${folder}.`;
}
