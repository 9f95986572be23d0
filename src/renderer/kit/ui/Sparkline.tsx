import './sparkline.css';

export interface SparklineProps {
  /** The chart as a sentence, for screen readers. */
  readonly label: string;
  /** Values of one kind, not negative, oldest first, each with its tooltip. */
  readonly values: readonly { readonly value: number; readonly title: string }[];
  /** Index of the highlighted value. */
  readonly current: number;
  /** The usual value, drawn as a horizontal line; null for none. */
  readonly usual: number | null;
}

const BAR = 8;
const GAP = 3;
const HEIGHT = 32;
const LEAST = 2;

// Bars are cut at this multiple of the usual value, because one outlier would flatten all others.
const CUT_AT = 3;

/** A small bar chart with one bar highlighted. */
export function Sparkline({ label, values, current, usual }: SparklineProps) {
  const highest = Math.max(1, usual ?? 0, ...values.map(({ value }) => value));
  const most = usual === null || usual === 0 ? highest : Math.min(highest, CUT_AT * usual);
  const width = values.length * (BAR + GAP) - GAP;
  const heightOf = (value: number): number =>
    Math.min(HEIGHT, Math.max(LEAST, (value / most) * HEIGHT));
  const usualY = usual === null ? null : Math.min(HEIGHT - 1, HEIGHT - heightOf(usual)) + 0.5;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      {values.map(({ value, title }, at) => (
        // Bars have no id except their index.
        <g key={at}>
          <title>{title}</title>
          <rect
            className={at === current ? 'sparkline__bar sparkline__bar--current' : 'sparkline__bar'}
            x={at * (BAR + GAP)}
            y={HEIGHT - heightOf(value)}
            width={BAR}
            height={heightOf(value)}
            rx={1}
          />
          {value > most && (
            <path
              className="sparkline__cut"
              d={`M${at * (BAR + GAP) - 1} 8 l${BAR + 2} -4`}
              aria-hidden="true"
            />
          )}
        </g>
      ))}
      {usualY !== null && (
        <line className="sparkline__usual" x1={0} x2={width} y1={usualY} y2={usualY} />
      )}
    </svg>
  );
}
