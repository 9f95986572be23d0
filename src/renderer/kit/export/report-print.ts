import { htmlText, printText } from './html-text.ts';

/** One part of a printed report: a title, a chart, and a table. All texts are formatted. */
export interface ReportSection {
  readonly title: string;
  /** Number of bills and their total. */
  readonly note: string;
  /** Bars of the chart, in order; none for a part without a chart. */
  readonly bars: readonly ReportBar[];
  /** Column headers; empty for a part without a table. */
  readonly head: readonly string[];
  /** Number of leading columns with text; the others have figures. Default: 1. */
  readonly textColumns?: number;
  readonly rows: readonly (readonly string[])[];
  /** Sums of the columns; null where a sum means nothing. */
  readonly total: readonly string[] | null;
}

export interface ReportBar {
  readonly label: string;
  readonly text: string;
  /** Height, cents of one currency; below zero for credits. */
  readonly value: number;
  readonly isOverdue: boolean;
}

export function reportHtml(sections: readonly ReportSection[]): string {
  return sections.map(sectionHtml).join('');
}

function sectionHtml(section: ReportSection): string {
  const { title, note, bars, head, rows, total, textColumns = 1 } = section;
  const figure = (at: number): string => (at < textColumns ? '' : ' class="amount"');
  const cellsHtml = (cells: readonly string[], tag: 'td' | 'th'): string =>
    cells.map((text, at) => `<${tag}${figure(at)}><bdi>${printText(text)}</bdi></${tag}>`).join('');
  const heads = head.map((text, at) => `<th scope="col"${figure(at)}>${htmlText(text)}</th>`);
  const lines = rows.map((cells) => `<tr>${cellsHtml(cells, 'td')}</tr>`);
  const foot = total === null ? '' : `<tr class="sum">${cellsHtml(total, 'th')}</tr>`;
  const isDense = head.length > MAX_ROOMY ? ' dense' : '';
  return [
    `<section class="report"><h2><bdi>${htmlText(title)}</bdi> <span class="note">${printText(note)}</span></h2>`,
    chartHtml(bars),
    ...(head.length === 0
      ? []
      : [
          `<table class="figures${isDense}"><thead><tr>${heads.join('')}</tr></thead>`,
          `<tbody>${lines.join('')}${foot}</tbody></table>`,
        ]),
    '</section>',
  ].join('');
}

/** Maximum number of columns that fit a page at the usual type size. */
const MAX_ROOMY = 4;

// Size of the chart in its own units. It is drawn as wide as the page.
const WIDTH = 1_000;
const HEIGHT = 200;
const TOP = 22;
const FOOT = 24;
const WIDEST_BAR = 90;

/** A column chart. Screen readers skip it: the table below has the same figures. */
function chartHtml(bars: readonly ReportBar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  if (most === 0) return '';
  const step = WIDTH / bars.length;
  const width = Math.min(WIDEST_BAR, step * 0.7);
  const columns = bars.map(({ label, text, value, isOverdue }, at) => {
    const middle = step * (at + 0.5);
    const height = value <= 0 ? 0 : Math.max(1, (value / most) * (HEIGHT - TOP - FOOT));
    const top = HEIGHT - FOOT - height;
    return [
      `<rect class="${isOverdue ? 'late' : 'ahead'}" x="${middle - width / 2}" y="${top}" width="${width}" height="${height}" rx="2"/>`,
      value === 0 ? '' : `<text x="${middle}" y="${top - 6}">${htmlText(text)}</text>`,
      `<text class="label" x="${middle}" y="${HEIGHT - 6}">${htmlText(label)}</text>`,
    ].join('');
  });
  const base = HEIGHT - FOOT;
  return `<svg aria-hidden="true" viewBox="0 0 ${WIDTH} ${HEIGHT}">${columns.join('')}<path d="M0 ${base}H${WIDTH}"/></svg>`;
}

/** Rules for reports, added to the style sheet of the page. */
export const reportStyle = `
.report { margin-block-end: 7mm; }
.report h2 { margin: 0 0 1.5mm; font-size: 11pt; break-after: avoid; }
.report .note { margin-inline-start: 2mm; font-size: 8.5pt; font-weight: 400; color: #333; }
.report svg { display: block; inline-size: 100%; margin-block: 1mm 2mm; break-inside: avoid; break-after: avoid; }
.report svg text { font-size: 15px; text-anchor: middle; fill: #000; }
.report svg .label { fill: #444; }
.report svg path { stroke: #555; fill: none; }
.report svg .ahead { fill: #11695a; }
.report svg .late { fill: #a9291f; }
.report .figures { font-size: 8.5pt; }
.report .dense { font-size: 7pt; }
.report :is(th, td) { padding-block: .7mm; }
.report .dense :is(th, td):not(:first-child, :last-child) { padding-inline: .8mm; }
.report .sum th { font-weight: 600; border-block-start: .8pt solid #000; }
`;
