import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAsar } from './asar.ts';

/** How two packages differ; a difference names the first file. */
export type Comparison =
  | { readonly kind: 'same' }
  /** Control data and files are the same bytes, packed by another dpkg-deb or xz. */
  | { readonly kind: 'packedDifferently' }
  | { readonly kind: 'different'; readonly file: string; readonly how: string };

/** The archives inside a .deb: what the package manager is told and runs, and the files. */
const PARTS = ['ctrl', 'fsys'] as const;

/**
 * Compares two .deb files.
 * @throws when one of them is none
 */
export function compareDebs(published: string, built: string): Comparison {
  if (hashOf(published) === hashOf(built)) return { kind: 'same' };
  const work = mkdtempSync(join(tmpdir(), 'billfold-compare-'));
  try {
    for (const part of PARTS) {
      const [one, other] = [published, built].map((deb, at) => unpack(deb, part, work, at));
      if (one === undefined || other === undefined || hashOf(one.tar) === hashOf(other.tar))
        continue;
      return firstDifference(one, other);
    }
    return { kind: 'packedDifferently' };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Unpacked {
  readonly tar: string;
  readonly folder: string;
  /** Mode, owner, size and time of each entry, in its order. */
  readonly entries: readonly { readonly name: string; readonly traits: string }[];
}

function unpack(deb: string, part: (typeof PARTS)[number], work: string, at: number): Unpacked {
  const tar = join(work, `${part}-${at}.tar`);
  const folder = join(work, `${part}-${at}`);
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

function firstDifference(published: Unpacked, built: Unpacked): Comparison {
  const different = (file: string, how: string): Comparison => ({
    kind: 'different',
    file: file.replace(/^\.\//, ''),
    how,
  });
  for (const [at, { name, traits }] of published.entries.entries()) {
    const other = built.entries[at];
    if (other?.name !== name)
      return built.entries.some((entry) => entry.name === name)
        ? different(name, 'another order')
        : different(name, 'only in the published package');
    const [one, two] = [published, built].map(({ folder }) => join(folder, name));
    if (one === undefined || two === undefined) continue;
    if (traits.startsWith('-') && hashOf(one) !== hashOf(two))
      return name.endsWith('.asar')
        ? different(...differenceInAsar(name, one, two))
        : different(name, differentByte(one, two));
    if (other.traits !== traits) return different(name, `${traits}, built: ${other.traits}`);
  }
  const more = built.entries[published.entries.length];
  return more === undefined
    ? different('the archive', 'other bytes between its files')
    : different(more.name, 'only in the built package');
}

function differenceInAsar(name: string, one: string, two: string): [file: string, how: string] {
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

/** @param out a file descriptor in place of what is returned */
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
