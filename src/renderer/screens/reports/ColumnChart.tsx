import { FigureLink } from './FigureLink.tsx';
import type { ReportFilter } from '../../core/bills/figures/report-filter.ts';

export interface ChartColumn {
  readonly key: string;
  readonly label: string;
  /** Short text on top of the column. */
  readonly value: string;
  /** Full text of the tooltip. */
  readonly title: string;
  readonly amountCents: number;
  readonly tone: 'overdue' | 'ahead';
  /** Link to the column's bills; null when there are none. */
  readonly link: { readonly filter: ReportFilter; readonly name: string } | null;
}

export interface ColumnChartProps {
  /** The chart in a sentence. The table beside it has the figures. */
  readonly summary: string;
  readonly columns: readonly ChartColumn[];
  readonly formatAxis: (amountCents: number) => string;
}

const HEIGHT_PX = 176;
/** Space above the highest column for its value, which may need two lines. CSS pixels. */
const VALUE_PX = 38;
const PLOT_PX = HEIGHT_PX - VALUE_PX;
/** Minimum height of a column, so that a small amount is visible. CSS pixels. */
const MIN_PX = 2;
/** Width of a column as a share of its slot, 0 to 1. */
const COLUMN_SHARE = 0.62;

/**
 * Column chart for one currency. Horizontal positions are percentages, so that text keeps its size at any
 * window width. Values and labels are HTML, so that "KWD 1.5M" can wrap. Credits have no column, only a
 * value. The links to bills are HTML over the columns, because links inside an SVG are not accessible to
 * everyone.
 */
export function ColumnChart({ summary, columns, formatAxis }: ColumnChartProps) {
  const highest = Math.max(0, ...columns.map(({ amountCents }) => amountCents));
  const most = roundUp(Math.max(LEAST_MOST_CENTS, highest));
  // Credits have no column, so nothing would be read from a grid.
  const grid = highest > 0 ? gridParts : [];
  const share = 100 / columns.length;
  const heights = columns.map(({ amountCents }) =>
    amountCents > 0 ? Math.max(MIN_PX, (amountCents / most) * PLOT_PX) : 0,
  );
  return (
    <div className="chart-frame">
      <ul className="chart-axis" aria-hidden="true" style={{ blockSize: HEIGHT_PX }}>
        {grid.map((part) => (
          <li key={part} style={{ insetBlockStart: HEIGHT_PX - part * PLOT_PX }}>
            {formatAxis(most * part)}
          </li>
        ))}
      </ul>
      <div className="chart-box">
        <svg className="chart" role="img" aria-label={summary} width="100%" height={HEIGHT_PX}>
          {grid.map((part) => (
            <line
              key={part}
              className="chart__grid"
              x1="0"
              x2="100%"
              y1={HEIGHT_PX - part * PLOT_PX}
              y2={HEIGHT_PX - part * PLOT_PX}
            />
          ))}
          {columns.map(({ key, title, tone }, at) => (
            <g key={key} className={`chart__column chart__column--${tone}`}>
              <title>{title}</title>
              <rect
                className="chart__reach"
                x={`${at * share}%`}
                width={`${share}%`}
                y={0}
                height={HEIGHT_PX}
              />
              <rect
                className="chart__bar"
                x={`${(at + (1 - COLUMN_SHARE) / 2) * share}%`}
                width={`${COLUMN_SHARE * share}%`}
                y={HEIGHT_PX - (heights[at] ?? 0)}
                height={heights[at]}
                rx={2}
              />
            </g>
          ))}
          <line className="chart__base" x1="0" x2="100%" y1={HEIGHT_PX} y2={HEIGHT_PX} />
        </svg>
        <Words columns={columns} bottomOf={(at) => HEIGHT_PX - (heights[at] ?? 0)} />
        {columns.map(({ key, title, link }, at) =>
          link === null ? null : (
            <FigureLink
              key={key}
              className="chart__link"
              filter={link.filter}
              name={link.name}
              title={title}
              style={{ insetInlineStart: `${at * share}%`, inlineSize: `${share}%` }}
            />
          ),
        )}
      </div>
    </div>
  );
}

/** Maximum characters of a value in one line of its slot. Longer ones occur: German doesn’t shorten thousands. */
const MAX_SHORT = 7;

interface WordsProps {
  readonly columns: readonly ChartColumn[];
  /** Bottom of a column's value, pixels from the top. */
  readonly bottomOf: (at: number) => number;
}

/** Values above the columns and labels below, hidden from screen readers. */
function Words({ columns, bottomOf }: WordsProps) {
  const share = 100 / columns.length;
  const isLong = columns.some(({ value }) => value.length > MAX_SHORT);
  return (
    <div aria-hidden="true">
      {columns.map(({ key, value }, at) => (
        <span
          key={key}
          className={isLong ? 'chart__value chart__value--long' : 'chart__value'}
          style={{
            insetBlockStart: bottomOf(at),
            insetInlineStart: `${at * share}%`,
            inlineSize: `${share}%`,
          }}
        >
          {withItsSign(value)}
        </span>
      ))}
      <div className={isLong ? 'chart__labels chart__labels--long' : 'chart__labels'}>
        {columns.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </div>
    </div>
  );
}

/** Joins a currency sign to the word before it, so that “1,2 Mrd. €” breaks after the number. */
function withItsSign(value: string): string {
  return value.replace(/(?<=\s\S+)\s(?=\p{Sc}$)/u, '\u00a0');
}

/** Grid lines as shares of the height, 0 to 1. */
const gridParts = [0.5, 1] as const;
/** Minimum of the highest grid line: half of it is a whole unit, not a fraction of a cent. */
const LEAST_MOST_CENTS = 200;

/** Rounds up to an amount with one significant digit, whose half is also round. */
function roundUp(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(cents));
  return ([1, 2, 3, 4, 6, 8, 10].find((step) => step * power >= cents) ?? 10) * power;
}
