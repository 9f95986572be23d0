import { useEffect, useRef, useState } from 'react';
import { LONGEST_REASON } from '../../../bridge/approval.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { reasonFor, reasonsWith, useReview } from '../services/review.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import '../ui/field.css';
import './reasons.css';

/** Offers reasons to approve this one bill. */
export function BillReasonChoice({ row }: { readonly row: BillRow }) {
  const { reasons } = useReview();
  return (
    <ReasonChoice
      reason={reasonFor(useObservable(reasons), row)}
      onChoose={(reason) => reasons.set(reasonsWith(reasons.get(), row, reason))}
    />
  );
}

interface ReasonChoiceProps {
  /** Empty for none. */
  readonly reason: string;
  readonly onChoose: (reason: string) => void;
}

/** Offers reasons to approve flagged bills anyway. Approving needs none. */
export function ReasonChoice({ reason, onChoose }: ReasonChoiceProps) {
  const [isWriting, setWriting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWriting) field.current?.focus();
  }, [isWriting]);
  const text = messages.flags.reasons;
  const given = Object.values(text.given);
  const own = given.includes(reason) ? '' : reason;
  return (
    <div className="reasons" role="group" aria-label={text.label}>
      <span className="faint">{text.label}</span>
      {given.map((each) => (
        <Button
          key={each}
          size="small"
          aria-pressed={reason === each}
          onPress={() => {
            setWriting(false);
            onChoose(reason === each ? '' : each);
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
          onChange={({ target }) => onChoose(target.value)}
          // Leaves the field, so that keys act on the bill again.
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter' || key === 'Escape') currentTarget.blur();
          }}
        />
      ) : (
        <Button size="small" aria-expanded={false} onPress={() => setWriting(true)}>
          {text.other}
        </Button>
      )}
    </div>
  );
}
