import { useEffect, useRef, useState } from 'react';
import { LONGEST_REASON } from '../../../../bridge/approval.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { reasonsWith, useReview } from '../../../kit/services/review.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import '../../../kit/ui/field.css';
import './flags.css';

/** Offers reasons to approve flagged bills anyway. Approving needs none. */
export function ReasonChoice({ billIds }: { readonly billIds: readonly string[] }) {
  const { reasons } = useReview();
  const chosen = useObservable(reasons);
  const [isWriting, setWriting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWriting) field.current?.focus();
  }, [isWriting]);
  const text = messages.flags.reasons;
  const given = Object.values(text.given);
  const [reason = '', ...others] = new Set(billIds.map((id) => chosen.get(id) ?? ''));
  const own = others.length > 0 || given.includes(reason) ? '' : reason;
  const choose = (next: string): void => reasons.set(reasonsWith(reasons.get(), billIds, next));
  return (
    <div className="reasons" role="group" aria-label={text.label}>
      <span className="faint">{text.label}</span>
      {given.map((each) => (
        <Button
          key={each}
          size="small"
          aria-pressed={others.length === 0 && reason === each}
          onPress={() => {
            setWriting(false);
            choose(others.length === 0 && reason === each ? '' : each);
          }}
        >
          {each}
        </Button>
      ))}
      {isWriting || own !== '' ? (
        <input
          ref={field}
          className="reasons__own"
          aria-label={text.own}
          placeholder={text.own}
          maxLength={LONGEST_REASON}
          value={own}
          dir="auto"
          onChange={({ target }) => choose(target.value)}
          // Then the keys act on the bill again.
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      ) : (
        <Button size="small" aria-expanded={false} onPress={() => setWriting(true)}>
          {text.other}
        </Button>
      )}
    </div>
  );
}
