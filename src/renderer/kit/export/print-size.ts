import type { PageSetup } from '../../../bridge/list-export.ts';

/** Billfold asks before it prints a list longer than this. Rows. */
const PRINT_ASKS_ROWS = 5_000;
/** Maximum number of rows in one document. Drawing more takes minutes and gigabytes. */
export const PRINT_MAX_ROWS = 20_000;
/**
 * Maximum number of rows for a tagged PDF. Tags for screen readers make drawing five times slower, about a
 * second for this many.
 */
const TAGGED_MAX_ROWS = 1_000;
/** Average rows per page of list-print.ts, including headings and memos below the names. */
const ROWS_A_PAGE = 28;

/** Printing options for a list of this length. */
export interface PrintChoice {
  /** Whether to ask first, because there are many pages. */
  readonly asks: boolean;
  readonly first: { readonly rows: number; readonly pages: number };
  /** Null when the whole list is too long. */
  readonly all: { readonly pages: number } | null;
}

export function printChoice(rows: number): PrintChoice {
  const first = Math.min(rows, PRINT_ASKS_ROWS);
  return {
    asks: rows > PRINT_ASKS_ROWS,
    first: { rows: first, pages: pagesFor(first) },
    all: rows > PRINT_MAX_ROWS ? null : { pages: pagesFor(rows) },
  };
}

/** Estimated number of pages, rounded to tens from ten on. */
function pagesFor(rows: number): number {
  const pages = Math.max(1, Math.ceil(rows / ROWS_A_PAGE));
  return pages < 10 ? pages : Math.round(pages / 10) * 10;
}

export function isTagged(rows: number): boolean {
  return rows <= TAGGED_MAX_ROWS;
}

// CLDR's territories that print on US Letter; A4 everywhere else.
const letterRegions: ReadonlySet<string> = new Set(
  'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '),
);

/** Usual paper size of the user's region. */
export function paperSizeOf(locale: string): PageSetup['paper'] {
  const { region } = new Intl.Locale(locale).maximize();
  return region !== undefined && letterRegions.has(region) ? 'Letter' : 'A4';
}
