import latin from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?inline';
import latinExt from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-ext-wght-normal.woff2?inline';
import { htmlText, printText } from './html-text.ts';
import { reportHtml, reportStyle } from './report-print.ts';
import { messages } from '../text/messages.ts';
import { say } from '../text/say.ts';
import { shortDate } from '../ui/dates.ts';
import { readPlainDate, type PlainDate } from '../../../base/days.ts';
import { textLocale } from '../ui/locale.ts';
import { formatMoney } from '../../../bridge/money.ts';
import type { CurrencyTotal } from '../../core/model/currency-totals.ts';
import { dateAndTime } from '../ui/relative-time.ts';
import {
  columnsFor,
  type TableColumn,
  type ListGroup,
  type ListTable,
  type RecordPage,
} from './list-table.ts';

interface PrintOptions {
  readonly locale: string;
  /** Time of printing, epoch milliseconds. */
  readonly nowMs: number;
  readonly today: PlainDate;
  /** Number of printed rows. If the list has more, the first page says so. */
  readonly rows: number;
}

/** A list as one HTML document, in pieces: head, any range of rows, end. */
interface ListPrint {
  readonly head: string;
  rows(from: number, to: number): string;
  readonly end: string;
}

/** The list for print: black on white, column headers on each page, totals at the end. */
export function printOf(table: ListTable, options: PrintOptions): ListPrint {
  const columns = columnsFor(table, 'print');
  const groupAt = new Map(table.groups.map((group) => [group.from, group]));
  const { locale } = options;
  const { pageOf, report } = table;
  if (report !== undefined)
    return {
      head: headOf(table, options),
      rows: () => '',
      end: `${reportHtml(report())}</body></html>`,
    };
  if (pageOf !== undefined) {
    return {
      head: headOf(table, options),
      rows: (from, to) => {
        let html = '';
        for (let row = from; row < Math.min(to, options.rows); row++) html += pageText(pageOf(row));
        return html;
      },
      end: '</body></html>',
    };
  }
  return {
    head: headOf(table, options) + tableHead(columns),
    rows: (from, to) => {
      let html = '';
      for (let row = from; row < Math.min(to, options.rows); row++) {
        const group = groupAt.get(row);
        if (group !== undefined) html += groupRow(group, columns.length, locale);
        const cells = columns.map(
          (column) => `${cellTag(column, row)}${cellText(column, row, options)}</td>`,
        );
        html += `<tr>${cells.join('')}</tr>`;
      }
      return html;
    },
    end: `</tbody></table>${totalsOf(table, options)}</body></html>`,
  };
}

/** One record: its title, and each part as lines of label and text. */
function pageText({ title, parts }: RecordPage): string {
  const sections = parts.map(({ title: part, lines }) => {
    const rows = lines.map(
      ([label, text]) =>
        `<tr><th scope="row"><bdi>${htmlText(label)}</bdi></th><td><bdi>${printText(text)}</bdi></td></tr>`,
    );
    return `<h3>${htmlText(part)}</h3><table>${rows.join('')}</table>`;
  });
  return `<article class="record"><h2><bdi>${htmlText(title)}</bdi></h2>${sections.join('')}</article>`;
}

function tableHead(columns: readonly TableColumn[]): string {
  const heads = columns.map(
    ({ kind, label }) => `<th scope="col" class="${kind}">${htmlText(label)}</th>`,
  );
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>`;
}

function headOf(table: ListTable, { locale, nowMs, rows }: PrintOptions): string {
  const text = messages.export;
  const count =
    rows < table.rowCount
      ? text.firstOf(rows.toLocaleString(locale), table.formatRows(table.rowCount))
      : table.formatRows(table.rowCount);
  const warning = table.warning ? [table.warning] : [];
  const facts = [...table.facts, ...warning, text.printed(dateAndTime(nowMs, locale))];
  const lines = facts.map((fact) => `<p>${printText(fact)}</p>`).join('');
  // Each part of a report has its own count.
  const counted = table.report === undefined ? `<p class="count">${htmlText(count)}</p>` : '';
  // The page footer names the list. CSS is the only way to put text there.
  const running = cssText(say`${messages.app.name} · ${table.title}`);
  return [
    `<!doctype html><html lang="${htmlText(textLocale(locale))}"><head><meta charset="utf-8">`,
    `<title>${htmlText(table.title)}</title>`,
    `<style>:root{--running:${running}}${typeface}${pageStyle}${table.report === undefined ? '' : reportStyle}</style></head><body>`,
    `<header><h1>${htmlText(table.title)}</h1>${lines}${counted}</header>`,
  ].join('');
}

function groupRow({ name, note, totals }: ListGroup, columns: number, locale: string): string {
  const sums = totals
    .map((total) => `<span class="sum">${moneyText(total, locale)}</span>`)
    .join(' ');
  return `<tr class="group"><th scope="rowgroup" colspan="${columns}"><bdi>${htmlText(name)}</bdi> <span class="note">${htmlText(note)}</span> ${sums}</th></tr>`;
}

function totalsOf(table: ListTable, { locale, rows }: PrintOptions): string {
  if (table.totals === null || table.totals.amounts.length === 0) return '';
  const { label, amounts } = table.totals;
  const lines = amounts.map(
    (total) =>
      `<tr><th scope="row">${htmlText(total.currency)}</th><td class="amount">${moneyText(total, locale)}</td></tr>`,
  );
  // If only part of the list is printed, the label says that the total is that of all rows.
  const of =
    rows < table.rowCount
      ? messages.export.totalOfAll(table.formatRows(table.rowCount))
      : messages.export.total(label);
  return `<section class="totals"><h2>${htmlText(of)}</h2><table>${lines.join('')}</table></section>`;
}

function cellTag(column: TableColumn, row: number): string {
  if (column.kind !== 'text') return `<td class="${column.kind}">`;
  const isWhole = column.isNumber && (column.cell(row) ?? '').length <= LONGEST_NUMBER;
  if (isWhole) return '<td class="number">';
  const words = `${column.cell(row) ?? ''} ${column.below?.(row) ?? ''}`.split(/\s/u);
  return words.every((word) => word.length <= LONGEST_WORD) ? '<td class="words">' : '<td>';
}

/** Longer words may be divided, because they would take the room of the other columns. Characters. */
const LONGEST_WORD = 12;

/** Longer bill numbers wrap, because they would take the room of the other columns. Characters. */
const LONGEST_NUMBER = 24;

function cellText(column: TableColumn, row: number, { locale, today }: PrintOptions): string {
  switch (column.kind) {
    case 'text': {
      // Isolated, so that a right-to-left name doesn't reorder the text around it.
      const text = `<bdi>${printText(column.cell(row) ?? '')}</bdi>`;
      const below = column.below?.(row) ?? '';
      return below === '' ? text : `${text}<br><bdi class="below">${printText(below)}</bdi>`;
    }
    case 'date': {
      const text = column.cell(row);
      const date = readPlainDate(text);
      return htmlText(date === null ? (text ?? '') : shortDate(date, today, locale));
    }
    case 'time': {
      const atMs = column.cell(row);
      return atMs === null ? '' : htmlText(dateAndTime(atMs, locale));
    }
    case 'amount': {
      const amount = column.cell(row);
      return amount === null ? '' : moneyText(amount, locale);
    }
    case 'count':
      return htmlText(column.cell(row)?.toLocaleString(locale) ?? '');
    default:
      return column satisfies never;
  }
}

function moneyText({ amountCents, currency }: CurrencyTotal, locale: string): string {
  return htmlText(formatMoney(amountCents, currency, locale).trim());
}

/** Text as a CSS string (CSS Syntax 3 §4.3.5), safe inside a `style` element as well. */
function cssText(text: string): string {
  // Escapes by code point every character that could end the string, the line or the element.
  const safe = text.replaceAll(
    /["\\<>&\p{Cc}]/gu,
    (mark) => `\\${mark.codePointAt(0)?.toString(16)} `,
  );
  return `"${safe}"`;
}

const fontFace = (data: string, range: string): string =>
  [
    "@font-face { font-family: 'IBM Plex Sans'; font-weight: 400 600; src: url(",
    data,
    ") format('woff2'); unicode-range: ",
    range,
    '; }',
  ].join('');

// The font is embedded, because the print window can fetch nothing.
const typeface = [
  fontFace(
    latin,
    'U+0000-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2212',
  ),
  fontFace(
    latinExt,
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2C60-2C7F,U+A720-A7FF',
  ),
].join('\n');

/** Print style sheet. A string instead of a file, for the same reason. */
const pageStyle = `
@page {
  margin: 14mm 12mm 16mm;
  @bottom-left {
    content: var(--running);
    font: 7.5pt var(--font);
    color: #555;
  }
  @bottom-right {
    content: counter(page) ' / ' counter(pages);
    font: 7.5pt var(--font);
    color: #555;
  }
}
:root { color-scheme: light; --font: 'IBM Plex Sans', system-ui, 'Segoe UI', 'Noto Sans', sans-serif; }
* { box-sizing: border-box; }
body {
  margin: 0;
  background: #fff;
  color: #000;
  font: 8.5pt/1.35 var(--font);
  font-variant-numeric: tabular-nums;
}
header { margin-block-end: 5mm; }
h1 { margin: 0 0 1.5mm; font-size: 15pt; line-height: 1.2; }
header p { margin: 0; color: #333; }
header .count { margin-block-start: 1.5mm; color: #000; font-weight: 600; }
table { inline-size: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
thead th { border-block-end: 1pt solid #000; vertical-align: bottom; }
tr { break-inside: avoid; }
th, td { padding: .9mm 1.5mm; text-align: start; vertical-align: top; font-weight: 400; }
th:first-child, td:first-child { padding-inline-start: 0; }
th:last-child, td:last-child { padding-inline-end: 0; }
thead th, .group th, h2 { font-weight: 600; }
td { border-block-end: .4pt solid #bbb; overflow-wrap: anywhere; }
.amount, .count:is(td, th) { text-align: end; white-space: nowrap; overflow-wrap: normal; }
.date, .time, .number { white-space: nowrap; overflow-wrap: normal; }
.words { overflow-wrap: normal; }
.whole { white-space: nowrap; }
.below { color: #444; font-size: 7.5pt; line-height: 1.2; }
.group th { padding-block: 3.5mm 1.2mm; border-block-end: .8pt solid #555; break-after: avoid; }
.group { break-after: avoid; }
.group .note, .group .sum { margin-inline-start: 2mm; font-weight: 400; color: #333; white-space: nowrap; }
.record + .record { break-before: page; }
.record h2 { margin: 0 0 3mm; font-size: 13pt; }
.record h3 { margin: 3.5mm 0 .5mm; font-size: 9.5pt; }
.record :is(th, td) { padding-block: .6mm; }
.record th { inline-size: 45mm; color: #333; border-block-end: .4pt solid #bbb; }
.totals { margin-block-start: 6mm; break-inside: avoid; }
.totals h2 { margin: 0 0 1mm; font-size: 10pt; }
.totals table { inline-size: auto; min-inline-size: 60mm; }
.totals th { font-weight: 400; border-block-end: .4pt solid #bbb; }
.totals td { font-weight: 600; }
`;
