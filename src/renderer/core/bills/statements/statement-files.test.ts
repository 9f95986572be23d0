import { expect, test } from 'vitest';
import { allSteps } from '../../../../base/testing/all-steps.ts';
import { openStatement, STATEMENT_MAX_BYTES } from './statement-file.ts';
import { recognizeLayout, bareLayout } from './statement-columns.ts';
import { readLines } from './statement-lines.ts';

type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16le-bom' | 'utf-16be-bom' | 'latin1';

function bytesOf(text: string, encoding: Encoding): Uint8Array {
  const marked = encoding.endsWith('-bom') ? `\uFEFF${text}` : text;
  if (encoding === 'latin1') return Uint8Array.from(Buffer.from(marked, 'latin1'));
  if (encoding.startsWith('utf-8')) return new TextEncoder().encode(marked);
  const bytes = Buffer.from(marked, 'utf16le');
  return Uint8Array.from(encoding.startsWith('utf-16be') ? bytes.swap16() : bytes);
}

/** Lines read from a file, as "number date cents currency", and skipped lines with their reason. */
function readFile(bytes: Uint8Array): readonly string[] {
  const opened = allSteps(openStatement(bytes));
  if (opened.kind === 'fault') return [`fault: ${opened.fault}`];
  const layout = recognizeLayout(opened.records, null);
  if (layout === null)
    return [`asks for columns, with ${JSON.stringify(bareLayout(opened.records).columns)}`];
  const { lines, skipped, ambiguousDate } = allSteps(readLines(opened.records, layout, null));
  return [
    ...lines.map(({ number, date, cents, currency }) =>
      [number ?? '-', date ?? '-', cents, currency ?? ''].join(' ').trim(),
    ),
    ...skipped.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...(ambiguousDate === null ? [] : [`asks about ${ambiguousDate}`]),
  ];
}

const plain =
  'Invoice No,Date,Amount,Currency\nSI-1,2026-05-03,"1,234.50",USD\nSI-2,2026-05-04,20,USD\n';
const plainRead = ['SI-1 2026-05-03 123450 USD', 'SI-2 2026-05-04 2000 USD'];
const german =
  'Rechnungsnr.;Belegdatum;F\u00e4lligkeit;Betrag \u20ac\nRE-7;03.05.2026;02.06.2026;1.234,50\n';
const germanRead = ['RE-7 2026-05-03 123450 EUR'];
/** A euro sign in Windows-1252 is byte 0x80, which Latin-1 writes as U+0080. */
const windows = german.replace('\u20ac', '\u0080');

/** Difficult files: name, text, expected lines, encoding. */
const files: readonly (readonly [string, string, readonly string[], Encoding?])[] = [
  ['plain', plain, plainRead],
  ['UTF-8 with a mark', plain, plainRead, 'utf-8-bom'],
  ['UTF-16 without a mark', plain, plainRead, 'utf-16le'],
  [
    'UTF-16 from Excel, with tabs',
    plain.replace('"1,234.50"', '1234.50').replaceAll(',', '\t'),
    plainRead,
    'utf-16le-bom',
  ],
  ['UTF-16 with the high byte first', plain, plainRead, 'utf-16be-bom'],
  ['German in UTF-8', german, germanRead],
  ['German in Windows-1252', windows, germanRead, 'latin1'],
  ["Excel's separator line", `sep=;\n${german}`, germanRead],
  ['bars between the fields', german.replaceAll(';', '|'), germanRead],
  ['line breaks of an old Mac', plain.replaceAll('\n', '\r'), plainRead],
  ['empty lines, and lines of separators', plain.replaceAll('\n', '\r\n,,,\r\n\r\n'), plainRead],
  [
    'every line quoted as a whole',
    'Number;Date;Amount\n1;2026-05-03;"2,50"\n'.replaceAll('"', '""').replaceAll(/^.+$/gmu, '"$&"'),
    ['1 2026-05-03 250'],
  ],
  [
    'line breaks and separators in a text',
    'No;Text;Amount\n7;"Lamps; ""blue""\nlarge";10,00\n8;x;1,00\n',
    ['7 - 1000', '8 - 100'],
  ],
  [
    'a quote in a text',
    'No;Text;Amount\n7;Pipe 12";10,00\n8;"Lamp 5" shade";1,00\n',
    ['7 - 1000', '8 - 100'],
  ],
  [
    'a quote that is never closed',
    'No;Text;Amount\n7;"Lamps;10,00\n8;x;1,00\n',
    ['7 - 1000', '8 - 100'],
  ],
  [
    'a quote that another line closes',
    'No;Text;Amount\n7;"Lamps;10,00\n8;"x";1,00\n',
    ['7 - 1000', '8 - 100'],
  ],
  [
    'letterhead, totals and footer',
    'Acme Ltd, Statement of account\nPrinted, 3 May 2026\n\nInvoice;Date;Amount\nOpening balance;;55,00\n7;1.5.26;10,00\n;;\nTotal;;65,00\nCurrent;30 days;60 days\n10,00;0,00;0,00\nPage 1 of 1;;\n',
    [
      '7 2026-05-01 1000',
      'line 5: total',
      'line 8: total',
      'line 9: noBill',
      'line 10: noBill',
      'line 11: total',
    ],
  ],
  ['heading on each page', 'No;Amount\n7;1,00\nNo;Amount\n8;2,00\n', ['7 - 100', '8 - 200']],
  ['heading on two lines', '"Invoice\nno.";"Open\namount"\n7;1,00\n', ['7 - 100']],
  [
    'debit and credit, with a running balance',
    'Date;Document;Debit;Credit;Balance\n2026-05-01;7;100.00;;100.00\n2026-05-02;7;;40.00;60.00\n2026-05-03;Payment 99;;-60.00;0.00\n',
    ['7 2026-05-01 10000', '7 2026-05-02 -4000', 'Payment 99 2026-05-03 -6000'],
  ],
  [
    'Soll and Haben',
    'Belegnr;Datum;Soll;Haben\n7;1.5.2026;1.000,00;\n8;2.5.2026;;50,00\n;2.5.2026;;950,00\n',
    ['7 2026-05-01 100000', '8 2026-05-02 -5000', '- 2026-05-02 -95000'],
  ],
  [
    'open amount beside the total',
    'Invoice,Total,Paid,Balance due\n7,100.00,60.00,40.00\n',
    ['7 - 4000'],
  ],
  ['minus after the number', 'Nr;Betrag\n7;1.234,56-\n8;12,30\n', ['7 - -123456', '8 - 1230']],
  [
    'credits in parentheses',
    'No,Amount\n7,(12.30)\n8,"$(1,000.00)"\n9,$5.00\n',
    ['7 - -1230', '8 - -100000', '9 - 500'],
  ],
  ['CR and DR', 'No,Amount\n7,12.30 CR\n8,USD 5.00 DR\n', ['7 - -1230', '8 - 500 USD']],
  ['S and H', 'Nr;Betrag\n7;12,30 H\n8;5,00 S\n', ['7 - -1230', '8 - 500']],
  [
    'Swiss amounts',
    "Nr;Betrag CHF\n7;1'234.50\n8;12.–\n9;Fr. 5.--\n10;1’000.-\n",
    ['7 - 123450 CHF', '8 - 1200 CHF', '9 - 500 CHF', '10 - 100000 CHF'],
  ],
  [
    'spaces between thousands',
    'Nr;Betrag\n7;1\u00a0234,50 €\n8;1\u202f000,00 €\n9;12 34\n',
    ['7 - 123450 EUR', '8 - 100000 EUR', 'line 4: unreadable'],
  ],
  [
    'thousands without cents',
    'No,Amount\n7,"1,234"\n8,"12,345,678"\n',
    ['7 - 123400', '8 - 1234567800'],
  ],
  [
    'four decimals from a database',
    'No;Amount\n7;1250.5000\n8;3.1250\n9;10.500\n',
    ['7 - 125050', '9 - 1050', 'line 3: unreadable'],
  ],
  ['lakhs', 'No;Amount\n7;"12,34,567.50"\n', ['7 - 123456750']],
  [
    'thousands that nobody quoted',
    'No,Amount,Text\n7,1,234.50,Lamps\n8,5.00,Lamps\n',
    ['8 - 500', 'line 2: unreadable'],
  ],
  [
    'day first',
    'No,Date,Amount\n7,03/04/2026,1.00\n8,25/04/2026,1.00\n',
    ['7 2026-04-03 100', '8 2026-04-25 100'],
  ],
  [
    'month first',
    'No,Date,Amount\n7,3/4/26,1.00\n8,4/25/26,1.00\n',
    ['7 2026-03-04 100', '8 2026-04-25 100'],
  ],
  [
    'an order that nothing shows',
    'No,Date,Amount\n7,5/5/2026,1.00\n8,03/04/2026,1.00\n',
    ['7 2026-05-05 100', '8 - 100', 'asks about 03/04/2026'],
  ],
  [
    'months in words',
    'No;Date;Amount\n7;3-May-26;1.00\n8;3. Mai 2026;1.00\n9;M\u00e4rz 2026;1.00\n10;May 3rd, 2026;1.00\n11;Mon, 03 Dez 2026;1.00\n',
    ['7 2026-05-03 100', '8 2026-05-03 100', '9 - 100', '10 2026-05-03 100', '11 2026-12-03 100'],
  ],
  [
    'times, numbers and digits for a day',
    'No;Date;Amount\n7;2026-05-03T00:00:00Z;1.00\n8;03.05.2026 14:30;1.00\n9;46145;1.00\n10;20260503;1.00\n',
    ['7 2026-05-03 100', '8 2026-05-03 100', '9 2026-05-03 100', '10 2026-05-03 100'],
  ],
  [
    'a number as a formula or a text',
    'No;Amount\n"=""00123""";1,00\n\'00124;2,00\n',
    ['00123 - 100', '00124 - 200'],
  ],
  [
    'a broken amount',
    'No;Amount\n7;#####\n8;\n9;1,00\n',
    ['9 - 100', 'line 2: unreadable', 'line 3: unreadable'],
  ],
  [
    'unknown headings',
    'Kundnr;Wann;Wieviel\nA-7;1.5.2026;10,00\nA-8;2.5.2026;11,00\n',
    ['asks for columns, with {"number":0,"date":1,"amount":2}'],
  ],
  [
    'no headings',
    '2026-05-01,A-17,10.00\n2026-05-02,A-18,11.00\n',
    ['asks for columns, with {"date":0,"number":1,"amount":2}'],
  ],
  ['a letter', 'Dear Sir or Madam\nplease find enclosed\n', ['fault: noTable']],
];

for (const [name, text, expected, encoding = 'utf-8'] of files)
  test(`B-1 a statement is read: ${name}`, () => {
    expect(readFile(bytesOf(text, encoding))).toEqual(expected);
  });

const fieldsRead = (csv: string): readonly string[] => readFile(bytesOf(csv, 'utf-8'));

test.each([
  ['3rd May 2026', '2026-05-03'],
  ['lundi 4 mai 2026', '2026-05-04'],
  ['1er juillet 2026', '2026-07-01'],
  ['3 de mayo de 2026', '2026-05-03'],
  ['15-ene-2026', '2026-01-15'],
  ['3 wrze\u015bnia 2026 r.', '2026-09-03'],
  ['3-out-2025', '2025-10-03'],
  ['13. 5. 2026', '2026-05-13'],
  ['3/May/2026', '2026-05-03'],
  ['May 14,2026', '2026-05-14'],
  ["3 May '26", '2026-05-03'],
  ['26-05-13', '2026-05-13'],
  ['13052026', '2026-05-13'],
])('B-1 a date is read: %s', (date, expected) => {
  expect(fieldsRead(`No;Date;Amount\n7;"${date}";1.00\n`)).toEqual([`7 ${expected} 100`]);
});

test.each([
  ['1\u00b4234.50', '123450'],
  ['="12.50"', '1250'],
  ['\u201150.00', '-5000'],
  ['\u20b9 1,23,456.00', '12345600 INR'],
  ['R$ 300,00', '30000 BRL'],
  ['300,00 z\u0142', '30000 PLN'],
  ['100.500 KWD', '10050 KWD'],
])('B-1 an amount is read: %s', (amount, expected) => {
  expect(fieldsRead(`No;Amount\n7;"${amount.replaceAll('"', '""')}"\n`)).toEqual([
    `7 - ${expected}`,
  ]);
});

test('B-1 a due date shows the order of day and month', () => {
  expect(fieldsRead('No;Date;Due Date;Amount\n7;05/03/2026;06/13/2026;1.00\n')).toEqual([
    '7 2026-05-03 100',
  ]);
});

const latin = (text: string): Uint8Array => bytesOf(text, 'latin1');

test.each([
  ['empty', new Uint8Array()],
  ['empty', latin(' \r\n\t\r\n')],
  ['tooLarge', new Uint8Array(STATEMENT_MAX_BYTES + 1)],
  ['pdf', latin('%PDF-1.7\n...')],
  ['spreadsheet', latin('PK\u0003\u0004...xl/workbook.xml')],
  ['spreadsheet', latin('\u00d0\u00cf\u0011\u00e0...')],
  ['image', latin('\u0089PNG\r\n')],
  ['image', latin('\u00ff\u00d8\u00ff\u00e0 JFIF')],
  ['image', latin('\0\0\0\u0018ftypheic')],
  ['webPage', latin('\n<html><table><tr><td>7')],
  ['notText', latin('No;Amount\n7;\u0001\u0002')],
])('B-2 a wrong file is named: %s', (fault, bytes) => {
  expect(readFile(bytes)).toEqual([`fault: ${fault}`]);
});
