import { useId } from 'react';
import { BareButton } from '../kit/ui/Button.tsx';
import type { QuotaView } from '../../bridge/quota.ts';
import { messages } from '../kit/text/messages.ts';
import { Opened, useOpener } from '../kit/ui/opener.tsx';
import { timeToCome } from '../kit/ui/relative-time.ts';
import { useSectionCount } from '../kit/hooks/use-approvals.ts';
import { useMinute } from '../kit/hooks/use-now.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import './quota-meter.css';
import { formatQuota } from '../kit/parts/format-quota.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';

/** Requests left in the service's window, and when the window resets. A press opens the details. */
export function QuotaMeter() {
  const { workspace } = useData();
  const { locale } = useShell();
  const quota = useObservable(workspace.quota);
  const session = useObservable(workspace.session);
  const nowMs = useMinute();
  const titleId = useId();
  const { opener, button } = useOpener('dialog');
  // The quota belongs to a session's token.
  if (quota === null || session.kind === 'signedOut') return null;
  const { limit, reserve, pausedUntilMs } = quota;
  const resetAtMs = quota.limitResetAtMs ?? quota.resetAtMs;
  const isPaused = quota.pause !== null && quota.pause !== 'spent';
  const remaining = isPaused ? 0 : quota.remaining;
  const text = isPaused ? messages.status.quotaPaused : messages.status.quota(remaining, limit);
  const when =
    pausedUntilMs === null
      ? resetAtMs && messages.status.resets(timeToCome(resetAtMs, nowMs, locale))
      : messages.status.pausedUntil(timeToCome(pausedUntilMs, nowMs, locale));
  const part = limit === 0 ? 0 : Math.min(1, remaining / limit);
  return (
    <>
      <BareButton {...button} className="status__item status__quota">
        <div
          className={remaining <= reserve ? 'quota quota--low' : 'quota'}
          role="meter"
          aria-label={messages.status.quotaName}
          aria-valuemin={0}
          aria-valuemax={Math.max(1, limit)}
          aria-valuenow={Math.min(remaining, limit)}
          aria-valuetext={text}
        >
          <div className="quota__fill" style={{ inlineSize: `${part * 100}%` }} />
        </div>
        <span>{text}</span>
        {when && <span className="faint status__when">{when}</span>}
      </BareButton>
      <Opened of={opener} placement="top end" labelId={titleId}>
        <QuotaDetails quota={quota} titleId={titleId} />
      </Opened>
    </>
  );
}

function QuotaDetails({ quota, titleId }: { readonly quota: QuotaView; readonly titleId: string }) {
  const { locale } = useShell();
  const { pause, facts, used } = formatQuota(quota, useSectionCount('waiting'), locale);
  return (
    // The popover itself is the dialog: a dialog inside the popover would exclude the closing button.
    <div className="quota-details">
      <h2 id={titleId} className="quota-details__title">
        {messages.quota.title}
      </h2>
      {pause?.map((sentence) => (
        <p key={sentence} className="quota-details__pause">
          {sentence}
        </p>
      ))}
      <dl className="quota-details__used">
        {used.map(({ what, count }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {facts.map((fact) => (
        <p key={fact} className="faint">
          {fact}
        </p>
      ))}
    </div>
  );
}
