/** `npm run build`: builds the app into `out/`, unless nothing it is built from has changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundledPackages, noticesOf } from './package/legal.ts';

const root = resolve(import.meta.dirname, '..');
const stampFile = join(root, 'out', '.built-from');
const products = [
  'out/main/index.js',
  'out/main/sandbox.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/legal/NOTICES.txt',
];

/** Builds when needed. @throws when the build fails; the builder has printed the reason */
// oxlint-disable-next-line import/no-default-export -- how Playwright takes its global setup
export default async function ensureBuilt(): Promise<void> {
  const stamp = hashOfSources();
  if (products.every((path) => existsSync(join(root, path))) && readStamp() === stamp) return;
  console.log('Building Billfold…');
  // Remove the stamp first, so that a failed build never counts as complete.
  rmSync(stampFile, { force: true });
  await runBuilder();
  mkdirSync(join(root, 'out/legal'), { recursive: true });
  writeFileSync(join(root, 'out/legal/NOTICES.txt'), noticesOf(bundledPackages()));
  writeFileSync(stampFile, stamp);
}

function hashOfSources(): string {
  const sources = globSync(
    ['src/**/*', 'CHANGELOG*.md', 'electron.vite.config.ts', 'package-lock.json', 'package.json'],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash('sha256');
  // These values are part of the build, too.
  for (const name of ['BILLFOLD_UPDATE_FEED', 'BILLFOLD_UPDATE_KEY', 'BILLFOLD_UNMINIFIED'])
    hash.update(`${name}=${process.env[name] ?? ''}\0`);
  for (const path of sources) hash.update(path).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

function runBuilder(): Promise<void> {
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  return new Promise((done, failed) => {
    const builder = spawn(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
    });
    builder.once('error', failed);
    builder.once('exit', (code) =>
      code === 0 ? done() : failed(new Error('Billfold could not be built; the reason is above.')),
    );
  });
}

function readStamp(): string | null {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
}

if (import.meta.main)
  await ensureBuilt().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
