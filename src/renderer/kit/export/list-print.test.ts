import { expect, test } from 'vitest';
import { printText } from './html-text.ts';
import { printOf } from './list-print.ts';
import { columnsOver, type ListTable } from './list-table.ts';
import { isTagged, printChoice, paperSizeOf } from './print-size.ts';

interface Row {
  readonly vendor: string;
  readonly cents: number;
}

function tableOf(rows: readonly Row[], fields: Partial<ListTable> = {}): ListTable {
  const column = columnsOver(rows);
  return {
    title: 'Bills: To review',
    facts: ['Acme', 'Vendor Northwind'],
    columns: [
      column.text('Vendor', ({ vendor }) => vendor),
      column.text('Bill ID', () => 'sheet alone', { only: 'csv' }),
      column.amount('Amount due', ({ cents }) => ({ amountCents: cents, currency: 'EUR' })),
    ],
    rowCount: rows.length,
    formatRows: (count) => `${count} bills`,
    groups: [],
    totals: {
      label: 'Amount due',
      amounts: [
        { currency: 'EUR', amountCents: 300 },
        { currency: 'USD', amountCents: 100 },
      ],
    },
    ...fields,
  };
}

function drawn(table: ListTable, rows = table.rowCount): string {
  const options = { locale: 'en-US', nowMs: 0, today: '2026-11-20', rows } as const;
  const pages = printOf(table, options);
  return pages.head + pages.rows(0, rows) + pages.end;
}

/** Text of each element, without tags. */
const parts = (html: string, tag: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gu'))].map(([, inner = '']) =>
    inner.replaceAll(/<[^>]*>/gu, '').trim(),
  );

const two = [
  { vendor: 'Northwind', cents: 100 },
  { vendor: 'חברת המים', cents: 200 },
];

test('pages name their list, and end with the totals of each currency', () => {
  const html = drawn(tableOf(two));
  expect({
    title: parts(html, 'h1'),
    said: parts(html, 'p').slice(0, 2),
    count: parts(html, 'p').at(-1),
    heads: parts(parts(html, 'thead').length ? html.slice(0, html.indexOf('<tbody>')) : '', 'th'),
    cells: parts(html, 'td'),
    totals: parts(html, 'h2'),
    currencies: parts(html.slice(html.indexOf('<h2>')), 'th'),
  }).toEqual({
    title: ['Bills: To review'],
    said: ['Acme', 'Vendor Northwind'],
    count: '2 bills',
    heads: ['Vendor', 'Amount due'],
    cells: ['Northwind', '€1.00', 'חברת המים', '€2.00', '€3.00', '$1.00'],
    totals: ['Total: Amount due'],
    currencies: ['EUR', 'USD'],
  });
});

test('printed headings are above their rows, with count and totals', () => {
  const totals = [{ currency: 'EUR', amountCents: 200 }];
  const groups = [
    { from: 0, name: 'Overdue', note: '1 bill', totals: [] },
    { from: 1, name: '<Later>', note: '1 bill', totals },
  ];
  const html = drawn(tableOf(two, { groups, totals: null }));
  const rows = parts(html.slice(html.indexOf('<tbody>')), 'tr');
  expect(rows).toEqual([
    'Overdue 1 bill',
    'Northwind€1.00',
    '&lt;Later&gt; 1 bill €2.00',
    'חברת המים€2.00',
  ]);
});

test('a partial list says so on its first page, and labels the total as that of all rows', () => {
  const html = drawn(tableOf(two), 1);
  expect([parts(html, 'p').at(-1), parts(html, 'h2'), html.includes('חברת')]).toEqual([
    'First 1 of 2 bills',
    ['Total of all 2 bills'],
    false,
  ]);
});

test('text from the service is escaped in elements, in the title and in the style', () => {
  const evil = `</style><script>alert(1)</script>"'&\\`;
  const html = drawn(tableOf([{ vendor: evil, cents: 1 }], { title: evil, facts: [evil] }));
  expect({
    scripts: html.match(/<script/gu),
    styles: html.match(/<\/style>/gu)?.length,
    vendor: parts(html, 'bdi'),
    running: /--running:("[^"]*")/u.exec(html)?.[1],
  }).toEqual({
    scripts: null,
    styles: 1,
    vendor: ['&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\'],
    running: `"Billfold · \\3c /style\\3e \\3c script\\3e alert(1)\\3c /script\\3e \\22 '\\26 \\5c "`,
  });
});

test('printing hundreds of pages asks first, and more than a document holds is not offered', () => {
  expect([40, 5_000, 5_001, 20_000, 100_000].map(printChoice)).toEqual([
    { asks: false, first: { rows: 40, pages: 2 }, all: { pages: 2 } },
    { asks: false, first: { rows: 5_000, pages: 180 }, all: { pages: 180 } },
    { asks: true, first: { rows: 5_000, pages: 180 }, all: { pages: 180 } },
    { asks: true, first: { rows: 5_000, pages: 180 }, all: { pages: 720 } },
    { asks: true, first: { rows: 5_000, pages: 180 }, all: null },
  ]);
});

test('the paper size is usual in the user’s region', () => {
  expect(['en-US', 'es-MX', 'fr-CA', 'de-DE', 'en', 'ar-EG', 'de'].map(paperSizeOf)).toEqual([
    'Letter',
    'Letter',
    'Letter',
    'A4',
    'Letter',
    'A4',
    'A4',
  ]);
});

test('a PDF is tagged for screen readers if tagging takes at most about a second', () => {
  expect([isTagged(1_000), isTagged(1_001)]).toEqual([true, false]);
});

test('records have a page each, with every text as text', () => {
  const pageOf = (row: number) => ({
    title: `Bill ${row}`,
    parts: [{ title: 'On the screen', lines: [['Vendor', '<b>Acme</b>']] as const }],
  });
  const html = drawn(tableOf(two, { pageOf, totals: null }));
  expect({
    titles: parts(html, 'h2'),
    heads: parts(html, 'h3'),
    cells: parts(html, 'td'),
    breaks: html.includes('.record + .record { break-before: page; }'),
  }).toEqual({
    titles: ['Bill 0', 'Bill 1'],
    heads: ['On the screen', 'On the screen'],
    cells: ['&lt;b&gt;Acme&lt;/b&gt;', '&lt;b&gt;Acme&lt;/b&gt;'],
    breaks: true,
  });
});

test('a bill’s memo is printed below its vendor, and its number is never broken', () => {
  const column = columnsOver([
    { vendor: 'Northwind', number: 'INV-2026-2481', memo: 'Roof <east>' },
  ]);
  const html = drawn(
    tableOf([], {
      columns: [
        column.textOver(
          'Vendor',
          ({ vendor }) => vendor,
          ({ memo }) => memo,
        ),
        column.number('Bill no.', ({ number }) => number),
      ],
      rowCount: 1,
    }),
  );
  expect(html).toContain('<bdi>Northwind</bdi><br><bdi class="below">Roof &lt;east&gt;</bdi>');
  expect(html).toContain('<td class="number"><bdi>INV-2026-2481</bdi></td>');
  expect(html).toMatch(/\.number \{ white-space: nowrap/u);
});

test('a page divides words only if they are long', () => {
  const column = columnsOver(['Partially paid', 'Donaudampfschiff']);
  const html = drawn(
    tableOf([], { columns: [column.text('Status', (text) => text)], rowCount: 2 }),
  );
  expect(html).toContain('<td class="words"><bdi>Partially paid</bdi></td>');
  expect(html).toContain('<td><bdi>Donaudampfschiff</bdi></td>');
  expect(html).toMatch(/\.words \{ overflow-wrap: normal/u);
});

test('a printed report has its charts and tables, escaped, in place of a list', () => {
  const html = drawn(
    tableOf(two, {
      report: () => [
        {
          title: 'AP aging <EUR>',
          note: '2 bills · €3.00',
          bars: [
            { label: 'Current', text: '€3.00', value: 300, isOverdue: false },
            { label: '1–30 days', text: '€0.00', value: 0, isOverdue: true },
          ],
          head: ['Period', 'Bills', 'Amount due'],
          rows: [['Current', '2', '€3.00']],
          total: ['Total', '2', '€3.00'],
        },
      ],
    }),
  );
  expect({
    titles: parts(html, 'h2'),
    chart: parts(html, 'text'),
    cells: parts(html, 'td'),
    isCounted: html.includes('2 bills</p>'),
  }).toEqual({
    titles: ['AP aging &lt;EUR&gt; 2 bills · €3.00'],
    chart: ['€3.00', 'Current', '1–30 days'],
    cells: ['Current', '2', '€3.00'],
    isCounted: false,
  });
});

test('a line of print never ends inside an amount', () => {
  const texts = ['credits -€127,687.92 · +CA$5.00', '-SEK\u00a012.00 (-€1)', 'A-$ -ABC 7-8 <-€1>'];
  expect(texts.map(printText)).toEqual([
    'credits <span class="whole">-€127,687.92</span> · <span class="whole">+CA$5.00</span>',
    '<span class="whole">-SEK\u00a012.00</span> (<span class="whole">-€1</span>)',
    'A-$ -ABC 7-8 &lt;<span class="whole">-€1</span>&gt;',
  ]);
  const note = 'credits -€127,687.92';
  const section = { title: 'Sent', note, bars: [], head: [], rows: [], total: null };
  const html = drawn(tableOf([], { report: () => [section], warning: note }));
  expect(html.split('credits <span class="whole">-€127,687.92</span>')).toHaveLength(3);
});
