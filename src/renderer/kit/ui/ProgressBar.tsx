import { ProgressBar as AriaProgressBar } from 'react-aria-components';
import './progress-bar.css';

export interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1, or null when the total is unknown. */
  readonly part: number | null;
  /** Text that screen readers read instead of the percentage. */
  readonly valueText?: string;
}

export function ProgressBar({ label, part, valueText }: ProgressBarProps) {
  const percent = part === null ? null : Math.min(100, Math.max(0, part * 100));
  return (
    <AriaProgressBar
      className="progress"
      aria-label={label}
      isIndeterminate={percent === null}
      value={percent ?? 0}
      {...(valueText === undefined ? {} : { valueLabel: valueText })}
    >
      <div
        className="progress__fill"
        style={percent === null ? undefined : { inlineSize: `${percent}%` }}
      />
    </AriaProgressBar>
  );
}
