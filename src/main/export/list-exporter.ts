import { assertNever } from '../../base/assert-never.ts';
import type { Ids } from '../../base/random.ts';
import type { Result } from '../../base/result.ts';
import type {
  ListAppended,
  ListBegun,
  ListEnded,
  ListFailure,
  ListFormat,
  ListTarget,
  PageSetup,
} from '../../bridge/list-export.ts';
import type { FileProblem } from '../ports.ts';
import { baseName, whyNotWritten } from '../why-not-written.ts';
import type { NewFile, NewFiles } from '../files/new-files.ts';

/** Renders a document as pages. The document is Billfold's own HTML; no script in it ever runs. */
export interface PagePrinter {
  /** Renders a PDF; fails with a line for the log. */
  draw(html: string, setup: PageSetup): Promise<Result<Uint8Array, string>>;
  /** Prints through the system's dialog. */
  print(html: string): Promise<Printed>;
  /** Aborts the rendering under way. */
  close(): void;
}

export type Printed =
  | { readonly kind: 'printed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly technical: string };

export interface ListExporterDeps {
  readonly files: NewFiles;
  readonly ids: Ids;
  readonly printer: PagePrinter;
  /** Asks the user for a path; null when the user cancels. */
  readonly askWhereToSave: (name: string, format: ListFormat) => Promise<string | null>;
  /** Opens the folder of a file and selects the file. */
  readonly showInFolder: (path: string) => void;
}

/**
 * Turns lists into files and pages, piece by piece. One list at a time: a new one gives up the
 * previous one.
 */
export interface ListExporter {
  begin(name: string, target: ListTarget): Promise<ListBegun>;
  /** Adds text to a CSV file, or HTML to pages. */
  append(listId: string, text: string): Promise<ListAppended>;
  end(listId: string, setup: PageSetup): Promise<ListEnded>;
  giveUp(listId: string): Promise<void>;
  /** Shows the last saved file in its folder; does nothing before there is one. */
  showSaved(): void;
  /** Gives up the list under way, and leaves no partial file. */
  close(): Promise<void>;
}

// The file has bookkeeping data, so only the user who saved it may read it, unless the user changes the mode.
const FILE_MODE = 0o600;
/**
 * Maximum length of the document for pages, characters: some ten times the longest list on the
 * screens.
 */
const PAGES_MOST = 100_000_000;

interface Html {
  readonly pieces: string[];
  length: number;
}
type Begun = { readonly listId: string } & (
  | { readonly target: 'csv'; readonly path: string; readonly file: NewFile }
  | { readonly target: 'pdf'; readonly path: string; readonly file: NewFile; readonly html: Html }
  | { readonly target: 'printer'; readonly html: Html }
);
type BegunAs<Target extends ListTarget> = Extract<Begun, { target: Target }>;

/**
 * State of the exporter. After each await, compare `begun`: another call may have given up or
 * replaced the list.
 */
interface Current {
  readonly deps: ListExporterDeps;
  begun: Begun | null;
  savedLast: string | null;
}

const givenUp: ListFailure = { kind: 'failed', why: 'givenUp', technical: '' };

export function createListExporter(deps: ListExporterDeps): ListExporter {
  const current: Current = { deps, begun: null, savedLast: null };
  return {
    begin: async (name, target) => {
      await drop(current);
      if (target !== 'printer') return begin(current, name, target);
      const listId = deps.ids.next();
      current.begun = { target, listId, html: { pieces: [], length: 0 } };
      return { kind: 'begun', listId };
    },
    append: async (listId, text) =>
      current.begun?.listId === listId ? append(current, current.begun, text) : givenUp,
    end: async (listId, setup) =>
      current.begun?.listId === listId ? end(current, current.begun, setup) : givenUp,
    giveUp: async (listId) => {
      if (current.begun?.listId === listId) await drop(current);
    },
    showSaved: () => {
      if (current.savedLast !== null) deps.showInFolder(current.savedLast);
    },
    close: () => drop(current),
  };
}

async function drop(current: Current): Promise<void> {
  const dropped = current.begun;
  current.begun = null;
  if (dropped === null) return;
  // The pages being rendered are no longer needed.
  if (dropped.target !== 'csv') current.deps.printer.close();
  if (dropped.target !== 'printer') await dropped.file.discard();
}

async function fail(
  current: Current,
  list: Begun | null,
  why: ListFailure['why'],
  technical: string,
): Promise<ListFailure> {
  // The list was given up meanwhile, perhaps for a new one, which must continue.
  if (current.begun !== list) return givenUp;
  await drop(current);
  return { kind: 'failed', why, technical };
}

function notWritten(
  current: Current,
  list: Begun | null,
  { code }: FileProblem,
): Promise<ListFailure> {
  return fail(current, list, whyNotWritten(code), code);
}

async function begin(current: Current, name: string, format: ListFormat): Promise<ListBegun> {
  const { askWhereToSave, files, ids } = current.deps;
  const path = await askWhereToSave(safeFileName(name, format), format);
  if (path === null) return { kind: 'cancelled' };
  const created = await files.create(path, FILE_MODE);
  // Another call may have begun a list meanwhile. This list replaces it, because its dialog was answered last.
  await drop(current);
  if (!created.ok) return notWritten(current, null, created.error);
  const list = { listId: ids.next(), path, file: created.value };
  current.begun =
    format === 'csv'
      ? { target: 'csv', ...list }
      : { target: 'pdf', ...list, html: { pieces: [], length: 0 } };
  return { kind: 'begun', listId: list.listId };
}

async function append(current: Current, list: Begun, text: string): Promise<ListAppended> {
  if (list.target === 'csv') {
    const added = await list.file.append(new TextEncoder().encode(text));
    return added.ok ? { kind: 'appended' } : notWritten(current, list, added.error);
  }
  list.html.pieces.push(text);
  list.html.length += text.length;
  return list.html.length > PAGES_MOST ? fail(current, list, 'tooLong', '') : { kind: 'appended' };
}

function end(current: Current, list: Begun, setup: PageSetup): Promise<ListEnded> {
  switch (list.target) {
    case 'csv':
      return putInPlace(current, list);
    case 'pdf':
      return savePages(current, list, setup);
    case 'printer':
      return printPages(current, list);
    default:
      return assertNever(list);
  }
}

async function putInPlace(
  current: Current,
  list: BegunAs<'csv'> | BegunAs<'pdf'>,
): Promise<ListEnded> {
  const placed = await list.file.putInPlace();
  if (!placed.ok) return notWritten(current, list, placed.error);
  if (current.begun === list) current.begun = null;
  current.savedLast = list.path;
  return { kind: 'saved', file: baseName(list.path) };
}

async function savePages(
  current: Current,
  list: BegunAs<'pdf'>,
  setup: PageSetup,
): Promise<ListEnded> {
  const drawn = await current.deps.printer.draw(list.html.pieces.join(''), setup);
  if (current.begun !== list) return givenUp;
  if (!drawn.ok) return fail(current, list, 'notDrawn', drawn.error);
  const added = await list.file.append(drawn.value);
  return added.ok ? putInPlace(current, list) : notWritten(current, list, added.error);
}

async function printPages(current: Current, list: BegunAs<'printer'>): Promise<ListEnded> {
  const printed = await current.deps.printer.print(list.html.pieces.join(''));
  if (current.begun !== list) return givenUp;
  current.begun = null;
  return printed.kind === 'failed' ? { ...printed, why: 'notDrawn' } : printed;
}

/** Maximum length of a suggested name, bytes. File systems allow 255, and writing adds a suffix. */
const LONGEST_NAME = 160;

/**
 * Makes a safe file name from any suggestion of the page: it leads to no other folder, is valid on every file system,
 * and has the extension of its format.
 */
export function safeFileName(name: string, format: ListFormat): string {
  const plain = name
    .normalize('NFC')
    // Separators, characters that Windows rejects, and invisible characters such as line ends and bidirectional marks.
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s.-]+|[\s.-]+$/gu, '');
  const short = shorten(plain);
  if (short === '') return `list.${format}`;
  return `${DEVICE.test(short) ? 'list-' : ''}${short}.${format}`;
}

/** Names of Windows devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)/i;

/** Shortens a name to `LONGEST_NAME` bytes, without splitting a visible character. */
function shorten(name: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += encoder.encode(segment).length;
    if (bytes > LONGEST_NAME) return short;
    short += segment;
  }
  return short;
}
