import type { PageSetup } from '../../../bridge/list-export.ts';

/** A longer list is asked about before it becomes pages. */
export const PRINT_ASKS_ROWS = 5_000;
/** The longest that becomes one document: drawing more takes minutes and gigabytes. */
export const PRINT_MOST_ROWS = 20_000;
/** With the structure for those who listen, drawing takes five times as long: a second for this many. */
const TAGGED_MOST_ROWS = 1_000;
/** As list-print.ts lays them out, headings and wrapped names included. */
const ROWS_A_PAGE = 35;

/** What can be done with a list of this length on paper. */
export interface PrintChoice {
  /** It is asked first: the pages of it are many. */
  readonly asks: boolean;
  readonly first: { readonly rows: number; readonly pages: number };
  /** Null when all of it is too much. */
  readonly all: { readonly pages: number } | null;
}

export function printChoice(rows: number): PrintChoice {
  const first = Math.min(rows, PRINT_ASKS_ROWS);
  return {
    asks: rows > PRINT_ASKS_ROWS,
    first: { rows: first, pages: pagesFor(first) },
    all: rows > PRINT_MOST_ROWS ? null : { pages: pagesFor(rows) },
  };
}

/** An estimate, and said like one: from ten pages on in tens. */
function pagesFor(rows: number): number {
  const pages = Math.max(1, Math.ceil(rows / ROWS_A_PAGE));
  return pages < 10 ? pages : Math.round(pages / 10) * 10;
}

export function isTagged(rows: number): boolean {
  return rows <= TAGGED_MOST_ROWS;
}

// CLDR's territories that print on US Letter; A4 everywhere else.
const letterRegions: ReadonlySet<string> = new Set(
  'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '),
);

/** The paper people have where the reader lives. */
export function paperOf(locale: string): PageSetup['paper'] {
  const { region } = new Intl.Locale(locale).maximize();
  return region !== undefined && letterRegions.has(region) ? 'Letter' : 'A4';
}
