import { memo, useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { useNow } from '../../kit/hooks/use-now.ts';
import { messages } from '../../kit/text/messages.ts';
import { formatDuration } from '../../kit/ui/relative-time.ts';
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { PullStatus } from '../../core/mirror/idle-pull.ts';

/** Until all payable bills have been read once: how far it is. The list can be used meanwhile. */
export const FirstPull = memo(() => {
  const { workspace } = useServices();
  const pull = useObservable(workspace.pull);
  if (pull.payableAsOfMs !== null || pull.kind !== 'crawling') return null;
  return <Progress pull={pull} />;
});

const REDRAW_MS = 1_000;

function Progress({ pull }: { readonly pull: PullStatus }) {
  const { locale } = useServices();
  const nowMs = useNow(REDRAW_MS);
  const [startedMs] = useState(nowMs);
  const text = messages.review.firstPull;
  const { bills, pages, expectedBills } = pull;
  const leftMs = pullTimeLeftMs(bills, expectedBills, nowMs - startedMs);
  return (
    <div className="first-pull">
      <p className="first-pull__title">
        {text.title}
        {bills > 0 && <span className="faint">{text.usable}</span>}
      </p>
      <ProgressBar
        label={text.bar}
        part={expectedBills ? bills / expectedBills : null}
        valueText={text.progress(bills, pages)}
      />
      <p className="first-pull__numbers">
        {text.progress(bills, pages)} {expectedBills !== null && text.expected(expectedBills)}
        {leftMs !== null && <span>{text.timeLeft(formatDuration(leftMs, locale))}</span>}
      </p>
    </div>
  );
}

/** Below this the estimate jumps about too much to be worth saying. */
const LEAST_ELAPSED_MS = 1_500;

/**
 * How long the rest of a pull takes at the pace so far.
 * @param expectedBills how many there will be, or null when nobody knows
 * @param elapsedMs since the first page was asked for
 * @returns milliseconds, or null when it cannot be said yet
 */
export function pullTimeLeftMs(
  billsRead: number,
  expectedBills: number | null,
  elapsedMs: number,
): number | null {
  if (expectedBills === null || billsRead === 0 || elapsedMs < LEAST_ELAPSED_MS) return null;
  return Math.max(0, ((expectedBills - billsRead) * elapsedMs) / billsRead);
}
