import { TIME_LIMIT_MS, type Measurement } from './measure.ts';

const columns = ['scenario', 'contender', 'click', '429', 'failed', 'total', 'ideal', 'ratio', ''];

/** One line of the table. */
export function rowOf(measured: Measurement, misses: readonly string[]): string[] {
  const { clickMs, totalMs, idealMs } = measured;
  const others = measured.othersRefused > 0 ? ` (+${measured.othersRefused} other's)` : '';
  return [
    measured.scenario,
    measured.contender,
    clickMs === null ? 'never' : `${Math.round(clickMs)} ms`,
    `${measured.refused}${others}`,
    String(measured.failed),
    totalMs === null ? `> ${TIME_LIMIT_MS / 1000} s` : `${seconds(totalMs)} s`,
    `${seconds(idealMs)} s`,
    totalMs === null ? '' : (totalMs / idealMs).toFixed(3),
    misses.length === 0 ? 'reaches all' : `misses ${misses.join(', ')}`,
  ];
}

/** A table in Markdown. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const all = [columns, columns.map(() => '---'), ...rows];
  const widths = columns.map((_none, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all
    .map((row) => {
      const isRule = row[0] === '---';
      const cells = row.map((cell, at) => cell.padEnd(widths[at] ?? 0, isRule ? '-' : ' '));
      return `| ${cells.join(' | ')} |`;
    })
    .join('\n');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
