/**
 * `npm run verify-release -- FILE.deb`: builds the package from the present checkout with the inputs that the
 * published package names, and compares them. Every byte must be the same. Needs Linux with dpkg-deb, and a
 * checkout of the release's tag.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { assertNever } from '../src/base/assert-never.ts';
import { parseJson } from '../src/base/parse-json.ts';
import {
  BUILD_INPUTS,
  buildInputsSchema,
  variablesOf,
  type BuildInputs,
} from './package/build-inputs.ts';
import { compareDebs, type Comparison } from './package/compare-debs.ts';
import { packageApp } from './package/package-app.ts';
import { runAndExit } from './package/run-and-exit.ts';

const root = resolve(import.meta.dirname, '..');

/** @returns the exit code */
async function verifyRelease(file: string | undefined): Promise<number> {
  if (file === undefined || !file.endsWith('.deb') || !existsSync(file))
    throw new Error('Name the package: npm run verify-release -- billfold-….deb');
  const work = mkdtempSync(join(tmpdir(), 'billfold-release-'));
  try {
    // Copy the package, because the build overwrites the folder in which it may be.
    const published = join(work, 'published.deb');
    copyFileSync(file, published);
    const inputs = readInputs(published);
    console.log(`The package says of itself: ${JSON.stringify(inputs, null, 2)}`);
    for (const line of reasonsToDiffer(inputs.version)) console.log(line);
    Object.assign(process.env, variablesOf(inputs));
    // Forces a new build.
    rmSync(join(root, 'out/.built-from'), { force: true });
    const { files } = await packageApp({ targets: ['deb'], version: inputs.version });
    const built = files.find((path) => path.endsWith('.deb')) ?? '';
    const { electron } = readInputs(built);
    if (electron !== inputs.electron)
      console.log(`This checkout has Electron ${electron}, the package ${inputs.electron}.`);
    console.log(`${sha256(published)}  published\n${sha256(built)}  built here`);
    const found = compareDebs(published, built);
    console.log(sentenceOf(found));
    return found.kind === 'different' ? 1 : 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function sentenceOf(found: Comparison): string {
  switch (found.kind) {
    case 'same':
      return 'The package is what this checkout builds, byte for byte.';
    case 'packedDifferently':
      return 'Each file and the control data are what this checkout builds; this dpkg-deb compresses them otherwise.';
    case 'different':
      return `The package is NOT what this checkout builds. First difference: ${found.file} (${found.how}).`;
    default:
      return assertNever(found);
  }
}

/** Reads the inputs a package was built with. @throws when it has none */
function readInputs(deb: string): BuildInputs {
  const path = `./opt/Billfold/resources/legal/${BUILD_INPUTS}`;
  const command = 'dpkg-deb --fsys-tarfile "$0" | tar -xO "$1"';
  const { stdout } = spawnSync('sh', ['-c', command, deb, path], { encoding: 'utf8' });
  const inputs = buildInputsSchema.safeParse(parseJson(stdout));
  if (inputs.success) return inputs.data;
  throw new Error('The package does not say what it was built with: it is not a .deb of Billfold.');
}

/** Reasons to expect a difference, as sentences. */
function reasonsToDiffer(version: string): readonly string[] {
  const git = (...args: readonly string[]): string =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const tag = `v${version}`;
  const isTag = git('tag', '--points-at', 'HEAD').split('\n').includes(tag);
  return [
    ...(isTag ? [] : [`This checkout is not the tag ${tag}. Check it out to compare the release.`]),
    ...(git('status', '--porcelain') === '' ? [] : ['This checkout has changes of its own.']),
  ];
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

await runAndExit(() => verifyRelease(process.argv[2]));
