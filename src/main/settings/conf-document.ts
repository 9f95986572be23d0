import { isObject } from '../../base/is-object.ts';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { DocumentProblem, DocumentStore } from '../ports.ts';

/** The part of `Conf` (and of electron-store, which extends it) that a document needs. */
export interface ConfShaped {
  store: Record<string, unknown>;
}

/**
 * Options of every document: readable by its owner only, and never wiped because it cannot be read.
 */
export interface ConfOptions {
  readonly cwd: string;
  readonly name: string;
  readonly configFileMode: number;
  readonly clearInvalidConfig: false;
}

/**
 * One JSON document `<folder>/<name>.json` behind the `DocumentStore` port. Conf writes atomically.
 * This function adds what Conf lacks: it quarantines a file that Conf cannot read, or would read as
 * an empty store (`[]`, `null`, a number), before a write replaces it, and it makes the rename
 * durable.
 * @param open makes the store; called once, when the file is known to be readable
 */
export function createConfDocument(
  folder: string,
  name: string,
  open: (options: ConfOptions) => ConfShaped,
): DocumentStore {
  const path = join(folder, `${name}.json`);
  let conf: ConfShaped | null = null;
  removeTornWrites(folder, `${name}.json`);

  const opened = (): ConfShaped =>
    (conf ??= open({ cwd: folder, name, configFileMode: OWNER_ONLY, clearInvalidConfig: false }));

  const quarantine = (): Result<string | null, DocumentProblem> =>
    attempt(() => {
      conf = null;
      return existsSync(path) ? quarantineFile(folder, name) : null;
    });

  const check = (): Result<boolean, DocumentProblem> => {
    const found = attempt(() => inspect(path));
    if (!found.ok || found.value.kind !== 'unreadable') {
      return found.ok ? succeed(found.value.kind === 'object') : found;
    }
    const kept = quarantine();
    if (!kept.ok) return kept;
    return fail({
      kind: 'unreadable',
      quarantinedAs: kept.value ?? `${name}.json`,
      technical: found.value.technical,
    });
  };

  return {
    read: () => {
      const checked = check();
      if (!checked.ok) return checked;
      return checked.value ? attempt(() => ({ ...opened().store })) : succeed(null);
    },
    write: (value) => {
      if (!isObject(value)) throw new Error(`The document ${name} can hold only an object.`);
      // Quarantines a file that was damaged after the last read, because the write would overwrite it.
      const checked = check();
      if (!checked.ok && checked.error.kind === 'unwritable') return checked;
      return attempt(() => {
        replaceLink(path);
        opened().store = value;
        syncFolder(folder);
      });
    },
    quarantine,
    remove: () =>
      attempt(() => {
        conf = null;
        if (!existsSync(folder)) return;
        for (const torn of tornWrites(folder, `${name}.json`)) unlinkSync(torn);
        if (existsSync(path)) unlinkSync(path);
        syncFolder(folder);
      }),
  };
}

/** Maximum size of a document's file, bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Only the owner may read and write. */
const OWNER_ONLY = 0o600;

type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'object' }
  | { readonly kind: 'unreadable'; readonly technical: string };

function inspect(path: string): Found {
  if (!existsSync(path)) return { kind: 'nothing' };
  // The parser's message is replaced, because it quotes the file, whose secrets must not reach the log. Reading a pipe
  // or device would never end.
  const stats = statSync(path);
  if (!stats.isFile()) return { kind: 'unreadable', technical: 'not a regular file' };
  // Parsing a file of 100 MB can end Billfold at every start.
  if (stats.size > MAX_BYTES) return { kind: 'unreadable', technical: 'larger than 16 MB' };
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    return isObject(value)
      ? { kind: 'object' }
      : { kind: 'unreadable', technical: 'not a JSON object' };
  } catch (cause) {
    if (cause instanceof SyntaxError) return { kind: 'unreadable', technical: 'not valid JSON' };
    throw cause;
  }
}

/** Renames the file to the first free number. */
function quarantineFile(folder: string, name: string): string {
  const path = join(folder, `${name}.json`);
  for (let number = 1; ; number++) {
    const quarantinedAs = `${name}.set-aside-${number}.json`;
    const aside = join(folder, quarantinedAs);
    if (lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    if (lstatSync(path).isDirectory()) renameSync(path, aside);
    else if (!moveByLink(path, aside)) continue;
    syncFolder(folder);
    return quarantinedAs;
  }
}

/** Makes a hard link, then removes the old name: a link never replaces a file. Returns false if the new name is taken. */
function moveByLink(path: string, aside: string): boolean {
  try {
    linkSync(path, aside);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw cause;
  }
  unlinkSync(path);
  return true;
}

/** Replaces a link by a copy of its file, because Conf would write to the link's target. */
function replaceLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  if (!existsSync(path)) return unlinkSync(path);
  const copy = `${path}.tmp-link`;
  copyFileSync(path, copy);
  renameSync(copy, path);
}

/** Removes temporary files of atomic writes that were killed; no other code does. */
function removeTornWrites(folder: string, file: string): void {
  const torn = attempt(() => (existsSync(folder) ? tornWrites(folder, file) : []));
  if (torn.ok) for (const each of torn.value) attempt(() => unlinkSync(each));
}

function tornWrites(folder: string, file: string): string[] {
  const torn = readdirSync(folder).filter((entry) => entry.startsWith(`${file}.tmp-`));
  return torn.map((entry) => join(folder, entry));
}

/**
 * Makes the rename durable, so that a power cut cannot undo it. Windows cannot open folders, and
 * does not need it.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function attempt<Value>(action: () => Value): Result<Value, DocumentProblem> {
  try {
    return succeed(action());
  } catch (cause) {
    return fail({ kind: 'unwritable', technical: codeOf(cause) });
  }
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
