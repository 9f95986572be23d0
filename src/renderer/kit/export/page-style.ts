/**
 * How a list looks on paper. Text, not a file of its own: the document it stands in is drawn apart from
 * the window, where nothing can be fetched.
 */
export const pageStyle = `
@page {
  margin: 14mm 12mm 16mm;
  @bottom-left {
    content: var(--running);
    font: 7.5pt system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    color: #555;
  }
  @bottom-right {
    content: counter(page) ' / ' counter(pages);
    font: 7.5pt system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    color: #555;
  }
}
:root { color-scheme: light; }
* { box-sizing: border-box; }
body {
  margin: 0;
  background: #fff;
  color: #000;
  font: 8.5pt/1.35 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
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
th, td { padding: 1.2mm 1.5mm; text-align: start; vertical-align: top; font-weight: 400; }
th:first-child, td:first-child { padding-inline-start: 0; }
th:last-child, td:last-child { padding-inline-end: 0; }
thead th, .group th, h2 { font-weight: 600; }
td { border-block-end: .4pt solid #bbb; overflow-wrap: anywhere; }
.amount, .count:is(td, th) { text-align: end; white-space: nowrap; overflow-wrap: normal; }
.date, .moment { white-space: nowrap; overflow-wrap: normal; }
.group th { padding-block: 3.5mm 1.2mm; border-block-end: .8pt solid #555; break-after: avoid; }
.group { break-after: avoid; }
.group .note, .group .sum { margin-inline-start: 2mm; font-weight: 400; color: #333; white-space: nowrap; }
.totals { margin-block-start: 6mm; break-inside: avoid; }
.totals h2 { margin: 0 0 1mm; font-size: 10pt; }
.totals table { inline-size: auto; min-inline-size: 60mm; }
.totals th { font-weight: 400; border-block-end: .4pt solid #bbb; }
.totals td { font-weight: 600; }
`;
