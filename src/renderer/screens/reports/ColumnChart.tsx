import { FigureLink } from './FigureLink.tsx';
import type { InsightFilter } from '../../core/bills/insight-filter.ts';

export interface Column {
  readonly key: string;
  /** Under the column. */
  readonly label: string;
  /** On top of the column, short. */
  readonly value: string;
  /** In full, for who points at it. */
  readonly title: string;
  readonly amountCents: number;
  readonly tone: 'overdue' | 'ahead';
  /** To its bills; null when there are none. */
  readonly link: { readonly filter: InsightFilter; readonly name: string } | null;
}

export interface ColumnChartProps {
  /** What there is to see, in a sentence; the figures are in the table beside the chart. */
  readonly summary: string;
  readonly columns: readonly Column[];
  /** An amount beside a line of the grid. */
  readonly formatAxis: (amountCents: number) => string;
}

const HEIGHT_PX = 176;
/** Over the highest column: its value may need two lines. */
const VALUE_PX = 38;
const PLOT_PX = HEIGHT_PX - VALUE_PX;
/** Even a small amount is seen. */
const LEAST_PX = 2;
/** Part of its share of the width that a column fills. */
const FILL = 0.62;

/**
 * Amounts of one currency beside one another. Places across are parts of the width, so that text keeps
 * its size in a wide and in a narrow window; values and labels are no part of the picture, so that they wrap
 * where "KWD 1.5M" has no room. Credits have no column, only their value. Links to the bills lie over the
 * columns: a picture can hold none that everybody finds.
 */
export function ColumnChart({ summary, columns, formatAxis }: ColumnChartProps) {
  const most = roundUp(Math.max(1, ...columns.map(({ amountCents }) => amountCents)));
  const share = 100 / columns.length;
  const heights = columns.map(({ amountCents }) =>
    amountCents > 0 ? Math.max(LEAST_PX, (amountCents / most) * PLOT_PX) : 0,
  );
  return (
    <div className="chart-frame">
      <ul className="chart-axis" aria-hidden="true" style={{ blockSize: HEIGHT_PX }}>
        {gridParts.map((part) => (
          <li key={part} style={{ insetBlockStart: HEIGHT_PX - part * PLOT_PX }}>
            {formatAxis(most * part)}
          </li>
        ))}
      </ul>
      <div className="chart-box">
        <svg className="chart" role="img" aria-label={summary} width="100%" height={HEIGHT_PX}>
          {gridParts.map((part) => (
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
                x={`${(at + (1 - FILL) / 2) * share}%`}
                width={`${FILL * share}%`}
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

interface WordsProps {
  readonly columns: readonly Column[];
  /** Where the value of a column stands, pixels from the top. */
  readonly bottomOf: (at: number) => number;
}

/** The value over each column and the label under it, for those who see the picture. */
function Words({ columns, bottomOf }: WordsProps) {
  const share = 100 / columns.length;
  return (
    <div aria-hidden="true">
      {columns.map(({ key, value }, at) => (
        <span
          key={key}
          className="chart__value"
          style={{
            insetBlockStart: bottomOf(at),
            insetInlineStart: `${at * share}%`,
            inlineSize: `${share}%`,
          }}
        >
          {value}
        </span>
      ))}
      <div className="chart__labels">
        {columns.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </div>
    </div>
  );
}

/** Where lines of the grid are, as parts of the height. */
const gridParts = [0.5, 1] as const;

/** The next amount whose first digit says it all, and whose half is round as well. */
function roundUp(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(cents));
  return ([1, 2, 3, 4, 6, 8, 10].find((step) => step * power >= cents) ?? 10) * power;
}
