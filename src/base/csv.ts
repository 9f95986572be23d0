/**
 * What a spreadsheet would run: an operator, full-width forms included, where a cell may begin. A cell begins
 * with the text, and where another program takes a character in it for a separator; what cannot be seen, and
 * quotes, count for nothing.
 */
const FORMULA = /((?:^|[;|\t\r\n])[\p{C}\p{Z}"]*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/gu;

/**
 * One field of a CSV file (RFC 4180). A bill's vendor is somebody else's text: an apostrophe before what
 * begins a formula makes it text again. Numbers of ours stay numbers; every text is quoted.
 */
export function csvField(value: string | number): string {
  return typeof value === 'number' ? String(value) : quoted(value);
}

/**
 * One cell between tabs, as spreadsheets take it from the clipboard. A text with a quote is quoted, any other
 * stands as it is, so that it reads well elsewhere too; it cannot end its cell or its line.
 */
export function tabCell(value: string | number): string {
  const text = String(value).replaceAll(/[\t\r\n]+/g, ' ');
  if (typeof value === 'number') return text;
  return text.includes('"') ? quoted(text) : harmless(text);
}

const harmless = (text: string): string => text.replace(FORMULA, "$1'");
const quoted = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`;

/** A record of fields already written by `csvField`. RFC 4180 §2: lines end in CRLF. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}
