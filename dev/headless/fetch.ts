import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { npmCi } from '../npm-ci.mjs';

/** A package.json with its lock file, and the hash of the unpacked Chromium. */
export interface HeadlessSource {
  readonly folder: string;
  /** Hexadecimal SHA-256 of the unpacked program. */
  readonly sha256: string;
}

const headlessSource: HeadlessSource = {
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

const PARCEL = { name: 'a Chromium (67 MB)', megabytes: 300 };
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
    const problem = await npmCi(work, PARCEL, { args: ['--ignore-scripts'] });
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

async function unpack(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(join(from, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(to, 'chromium'), { mode: 0o755 }),
  );
  // Libraries and typeface that a minimal system lacks.
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
    ? `The disk is full: unpacking ${PARCEL.name} takes ${PARCEL.megabytes} MB in ${folder}.`
    : `The fetched Chromium could not be unpacked: ${message.trim()}.`;
}
