import { assertNever } from '../../base/assert-never.ts';
import type { Ids } from '../../base/random.ts';
import type {
  ListAppended,
  ListBegun,
  ListEnded,
  ListFailure,
  ListFormat,
  ListTarget,
  Sheet,
} from '../../bridge/list-file.ts';
import type { FileProblem } from '../ports.ts';
import { baseName, whyNotWritten } from '../why-not-written.ts';
import type { NewFile, NewFiles } from './new-files.ts';
import type { PagePrinter } from './page-printer.ts';
import { safeFileName } from './safe-file-name.ts';

export interface ListDeskDeps {
  readonly files: NewFiles;
  readonly ids: Ids;
  readonly printer: PagePrinter;
  /** Asks the user for a place; null when they would rather not. */
  readonly askWhereToSave: (name: string, format: ListFormat) => Promise<string | null>;
}

/** Where lists become files and pages, piece by piece. One at a time: another one gives up the one before. */
export interface ListDesk {
  begin(name: string, target: ListTarget): Promise<ListBegun>;
  /** Of a sheet its text; of pages their HTML. */
  append(listId: string, text: string): Promise<ListAppended>;
  end(listId: string, sheet: Sheet): Promise<ListEnded>;
  giveUp(listId: string): Promise<void>;
  /** Leaves no half of a file behind. */
  close(): Promise<void>;
}

// Somebody's books: for the user who saved them, until they say otherwise.
const FILE_MODE = 0o600;
/** Pages are drawn from one document: characters of it, some ten times the longest list the screens offer. */
const PAGES_MOST = 100_000_000;

type Begun = { readonly listId: string } & (
  | { readonly target: 'csv'; readonly path: string; readonly file: NewFile }
  | { readonly target: 'pdf'; readonly path: string; readonly file: NewFile; readonly html: Html }
  | { readonly target: 'printer'; readonly html: Html }
);
type FileBegun = Exclude<Begun, { target: 'printer' }>;
interface Html {
  readonly pieces: string[];
  length: number;
}

const givenUp: ListFailure = { kind: 'failed', why: 'givenUp', technical: '' };

export function createListDesk({ files, ids, printer, askWhereToSave }: ListDeskDeps): ListDesk {
  let begun: Begun | null = null;

  const drop = async (): Promise<void> => {
    const dropped = begun;
    begun = null;
    if (dropped === null) return;
    // What is being drawn of it is for nobody any more.
    if (dropped.target !== 'csv') printer.close();
    if (dropped.target !== 'printer') await dropped.file.discard();
  };
  const fail = async (
    list: Begun | null,
    why: ListFailure['why'],
    technical: string,
  ): Promise<ListFailure> => {
    // Given up meanwhile, perhaps for another one: that one goes on.
    if (begun !== list) return givenUp;
    await drop();
    return { kind: 'failed', why, technical };
  };
  const notWritten = (list: Begun | null, { code }: FileProblem): Promise<ListFailure> =>
    fail(list, whyNotWritten(code), code);

  /** Does `work` with the list begun under this id, unless it was given up. */
  const withList = async <Answer>(
    listId: string,
    work: (list: Begun) => Promise<Answer | ListFailure>,
  ): Promise<Answer | ListFailure> => (begun?.listId === listId ? work(begun) : givenUp);

  const put = async (list: FileBegun): Promise<ListEnded> => {
    const placed = await list.file.putInPlace();
    if (!placed.ok) return notWritten(list, placed.error);
    if (begun === list) begun = null;
    return { kind: 'saved', file: baseName(list.path) };
  };

  const savePages = async (
    list: Extract<Begun, { target: 'pdf' }>,
    sheet: Sheet,
  ): Promise<ListEnded> => {
    const drawn = await printer.draw(list.html.pieces.join(''), sheet);
    if (begun !== list) return givenUp;
    if (!drawn.ok) return fail(list, 'notDrawn', drawn.error);
    const added = await list.file.append(drawn.value);
    return added.ok ? put(list) : notWritten(list, added.error);
  };

  const printPages = async (list: Extract<Begun, { target: 'printer' }>): Promise<ListEnded> => {
    const printed = await printer.print(list.html.pieces.join(''));
    if (begun !== list) return givenUp;
    begun = null;
    return printed.kind === 'failed' ? { ...printed, why: 'notDrawn' } : printed;
  };

  const open = async (name: string, format: ListFormat): Promise<ListBegun> => {
    const path = await askWhereToSave(safeFileName(name, format), format);
    if (path === null) return { kind: 'cancelled' };
    const created = await files.create(path, FILE_MODE);
    // A call that crossed this one has begun another list: the user's last word is this one.
    await drop();
    if (!created.ok) return notWritten(null, created.error);
    const file = { listId: ids.next(), path, file: created.value };
    begun =
      format === 'csv'
        ? { target: 'csv', ...file }
        : { target: 'pdf', ...file, html: { pieces: [], length: 0 } };
    return { kind: 'begun', listId: file.listId };
  };

  return {
    begin: async (name, target) => {
      await drop();
      if (target !== 'printer') return open(name, target);
      begun = { target, listId: ids.next(), html: { pieces: [], length: 0 } };
      return { kind: 'begun', listId: begun.listId };
    },
    append: (listId, text) =>
      withList<ListAppended>(listId, async (list) => {
        if (list.target === 'csv') {
          const added = await list.file.append(new TextEncoder().encode(text));
          return added.ok ? { kind: 'appended' } : notWritten(list, added.error);
        }
        list.html.pieces.push(text);
        list.html.length += text.length;
        return list.html.length > PAGES_MOST ? fail(list, 'tooLong', '') : { kind: 'appended' };
      }),
    end: (listId, sheet) =>
      withList<ListEnded>(listId, (list) => {
        switch (list.target) {
          case 'csv':
            return put(list);
          case 'pdf':
            return savePages(list, sheet);
          case 'printer':
            return printPages(list);
          default:
            return assertNever(list);
        }
      }),
    giveUp: async (listId) => {
      if (begun?.listId === listId) await drop();
    },
    close: drop,
  };
}
