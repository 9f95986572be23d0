/**
 * One field of a CSV file (RFC 4180). A spreadsheet runs a text that starts like a formula, and a bill's
 * vendor is somebody else's text: an apostrophe makes it text again. Numbers of ours stay numbers.
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A record of fields already written by `csvField`. RFC 4180 §2: lines end in CRLF. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}
