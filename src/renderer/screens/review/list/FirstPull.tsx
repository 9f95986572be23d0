import { memo, useState } from 'react';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useNow } from '../../../kit/hooks/use-now.ts';
import { messages } from '../../../kit/text/messages.ts';
import { formatDuration } from '../../../kit/ui/relative-time.ts';
import { ProgressBar } from '../../../kit/ui/ProgressBar.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import type { PullStatus } from '../../../core/mirror/idle-pull.ts';

/** Progress of the first crawl of payable bills. The list can be used meanwhile. */
export const FirstPull = memo(() => {
  const { workspace } = useData();
  const pull = useObservable(workspace.pull);
  if (pull.payableSyncedAtMs !== null || pull.kind !== 'crawling') return null;
  return <Progress pull={pull} />;
});

const REDRAW_MS = 1_000;

function Progress({ pull }: { readonly pull: PullStatus }) {
  const { locale } = useShell();
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

/** Minimum elapsed time for an estimate, milliseconds. Earlier estimates vary too much. */
const MIN_ELAPSED_MS = 1_500;

/**
 * Estimates the remaining time of a crawl from its pace so far.
 * @param expectedBills total number of bills; null when unknown
 * @param elapsedMs since the request for the first page
 * @returns milliseconds, or null when it is too early to tell
 */
export function pullTimeLeftMs(
  billsRead: number,
  expectedBills: number | null,
  elapsedMs: number,
): number | null {
  if (expectedBills === null || billsRead === 0 || elapsedMs < MIN_ELAPSED_MS) return null;
  return Math.max(0, ((expectedBills - billsRead) * elapsedMs) / billsRead);
}
