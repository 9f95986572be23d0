import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAsar } from './asar.ts';

/** Result of a comparison; a difference names the first file. */
export type Comparison =
  | { readonly kind: 'same' }
  /** Control data and files are identical, but another dpkg-deb or xz packed them. */
  | { readonly kind: 'packedDifferently' }
  | { readonly kind: 'different'; readonly file: string; readonly how: string };

/** Archives inside a .deb: control data and scripts for the package manager, and the files. */
const PARTS = ['ctrl', 'fsys'] as const;

/**
 * Compares two .deb files.
 * @throws when one of them is not a .deb file
 */
export function compareDebs(published: string, built: string): Comparison {
  if (hashOf(published) === hashOf(built)) return { kind: 'same' };
  const work = mkdtempSync(join(tmpdir(), 'billfold-compare-'));
  try {
    const pairs = PARTS.map((part) => ({
      published: unpack(published, part, join(work, `${part}-published`)),
      built: unpack(built, part, join(work, `${part}-built`)),
    })).filter((pair) => hashOf(pair.published.tar) !== hashOf(pair.built.tar));
    if (pairs.length === 0) return { kind: 'packedDifferently' };
    // Compare contents before modes and times, because repacking a changed file changes those as well.
    const [file, how] = firstOf(pairs, contentDifference) ??
      firstOf(pairs, traitDifference) ?? ['the archive', 'other bytes between its files'];
    return { kind: 'different', file: file.replace(/^\.\/(?=.)/, ''), how };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Unpacked {
  readonly tar: string;
  readonly folder: string;
  /** Mode, owner, size and time of each entry, in archive order. */
  readonly entries: readonly { readonly name: string; readonly traits: string }[];
}

function unpack(deb: string, part: (typeof PARTS)[number], folder: string): Unpacked {
  const tar = `${folder}.tar`;
  mkdirSync(folder);
  const out = openSync(tar, 'w');
  run('dpkg-deb', [`--${part}-tarfile`, deb], out);
  closeSync(out);
  run('tar', ['-xf', tar, '-C', folder, '--no-same-owner', '--no-same-permissions']);
  const options = ['--numeric-owner', '--full-time', '--quoting-style=escape'];
  const entries = run('tar', ['-tvf', tar, ...options])
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, traits = '', name = ''] = /^((?:\S+\s+){4}\S+) (.*)$/.exec(line) ?? [];
      return { name, traits: traits.replaceAll(/\s+/g, ' ') };
    });
  return { tar, folder, entries };
}

interface Pair {
  readonly published: Unpacked;
  readonly built: Unpacked;
}
type Found = readonly [file: string, how: string];

function firstOf(pairs: readonly Pair[], find: (pair: Pair) => Found | null): Found | null {
  for (const pair of pairs) {
    const found = find(pair);
    if (found !== null) return found;
  }
  return null;
}

function contentDifference({ published, built }: Pair): Found | null {
  for (const { name, traits } of published.entries) {
    if (!built.entries.some((entry) => entry.name === name))
      return [name, 'only in the published package'];
    const [one, two] = [join(published.folder, name), join(built.folder, name)];
    if (traits.startsWith('-') && hashOf(one) !== hashOf(two))
      return name.endsWith('.asar')
        ? differenceInAsar(name, one, two)
        : [name, differentByte(one, two)];
  }
  const added = built.entries.find(
    ({ name }) => !published.entries.some((entry) => entry.name === name),
  );
  return added === undefined ? null : [added.name, 'only in the built package'];
}

function traitDifference({ published, built }: Pair): Found | null {
  for (const [at, { name, traits }] of published.entries.entries()) {
    const other = built.entries.find((entry) => entry.name === name);
    if (other?.traits !== traits) return [name, `${traits}, built: ${other?.traits}`];
    if (built.entries[at] !== other) return [name, 'another order'];
  }
  return null;
}

function differenceInAsar(name: string, one: string, two: string): Found {
  const [published, built] = [readAsar(one), readAsar(two)];
  const differs = published.find(
    (file) => built.find((each) => each.path === file.path)?.text !== file.text,
  );
  const added = built.find((file) => !published.some((each) => each.path === file.path));
  const found = differs ?? added;
  return found === undefined
    ? [name, differentByte(one, two)]
    : [
        `${name}/${found.path}`,
        differs === undefined ? 'only in the built package' : 'other bytes',
      ];
}

function differentByte(one: string, two: string): string {
  const [a, b] = [readFileSync(one), readFileSync(two)];
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return `from byte ${at === -1 ? a.length : at} on`;
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** @param out a file descriptor that receives standard output in place of the return value */
function run(program: string, args: readonly string[], out?: number): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', out ?? 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} cannot read the package: ${stderr.trim()}.`);
  return stdout ?? '';
}
