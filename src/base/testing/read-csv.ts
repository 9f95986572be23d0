/** Reads CSV as a spreadsheet does (RFC 4180): records of fields, without quotes and byte order mark. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let at = 0; at < body.length; at = field.lastIndex) {
    field.lastIndex = at;
    const found = field.exec(body);
    if (found === null) throw new Error(`No CSV at ${at}: ${body.slice(at, at + 40)}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
