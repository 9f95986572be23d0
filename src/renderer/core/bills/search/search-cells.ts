/** A cell that is an amount with cents, or a date in digits or with its month. */
const valueCell =
  /^[-−]?(?:\p{L}{0,3}\p{Sc}|\p{Lu}{3})? ?\d[\d.,'’]*[.,]\d\d(?: ?(?:\p{Sc}|\p{Lu}{3}))?$|^\d{1,4}[./-]\d{1,2}[./-]\d{0,4}$|^\d{1,2}\.? \p{L}{3,}\.?(?: \d{4})?$|^\p{L}{3,}\.? \d{1,2}(?:, \d{4})?$/u;

/**
 * The lines of a table with tabs between their cells, of the same length: “PS-3399 | 18 Nov | £12,450.00”, and lines of
 * a CSV file. “Gas | water” stays, since its cells are alternatives.
 */
export function withTabs(search: string): string {
  const quoted = search.replaceAll(quotedLine, (line) =>
    line.replaceAll(/"[,;]"/gu, ' \t ').replaceAll('"', ' '),
  );
  return [/ \| /u, /;(?=\S)/u].reduce(withTabsFor, quoted);
}

const quotedLine = /(?<=^|\n|, )"[^"\n]*"(?:[,;]"[^"\n]*")+(?=$|\r?\n|, )/gu;

/** @param border separator of cells; a tab takes the place of its sign */
function withTabsFor(search: string, border: RegExp): string {
  const cells = search.split(border).map((cell) => cell.trim());
  const values = cells.filter((cell) => valueCell.test(cell)).length;
  const isRow = values > 0 && values < cells.length;
  return isRow
    ? search.replaceAll(new RegExp(border, 'gu'), (all) => all.replace(/[|;]/u, '\t'))
    : search;
}
