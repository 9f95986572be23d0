/** Formats a Markdown table, with each column padded to its widest cell. */
export function tableOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const all = [columns, columns.map(() => '---'), ...rows].map((row) => row.map(String));
  const widths = columns.map((_none, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all
    .map((row) => {
      const fill = row[0] === '---' ? '-' : ' ';
      return `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`;
    })
    .join('\n');
}
