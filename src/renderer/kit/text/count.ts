let format = new Intl.NumberFormat('en');

/**
 * Counts are written as the reader writes numbers. Said once, before anything is drawn: the catalogue is
 * plain functions, and the engine's own default locale may be another than the window's.
 */
export function writeCountsIn(readerLocale: string): void {
  format = new Intl.NumberFormat(readerLocale);
}

/** A count with the reader's digits and separators: "2,400", "2.400". */
export function formatCount(count: number): string {
  return format.format(count);
}

/** "1 bill", "2,400 bills": the count in the reader's digits with the form that fits it. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
