/**
 * Start of a formula that a spreadsheet would run: an operator, full-width forms included, where a cell may begin. A
 * cell begins at the start of the text, and after any character that another program may read as a separator. Invisible
 * characters and quotes before the operator do not count.
 */
const FORMULA = /((?:^|[;|\t\r\n])[\p{C}\p{Z}"]*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/gu;

/**
 * One field of a CSV file (RFC 4180). A bill's vendor is foreign text: an apostrophe before the start of a formula
 * turns it back into text. Billfold's own numbers stay numbers; every text is quoted.
 */
export function csvField(value: string | number): string {
  return typeof value === 'number' ? String(value) : quoted(value);
}

/**
 * One cell between tabs, as spreadsheets paste it from the clipboard. Only a text with a quote is quoted, so that
 * others read well in other programs. No text can end its cell or its line.
 */
export function tabCell(value: string | number): string {
  const text = String(value).replaceAll(/[\t\r\n]+/g, ' ');
  if (typeof value === 'number') return text;
  return text.includes('"') ? quoted(text) : harmless(text);
}

const harmless = (text: string): string => text.replace(FORMULA, "$1'");
const quoted = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`;

/** A record of fields from `csvField`. Lines end in CRLF (RFC 4180 §2). */
export function csvLine(fields: readonly string[], separator: ',' | ';' = ','): string {
  return `${fields.join(separator)}\r\n`;
}
