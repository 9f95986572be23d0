import { type FormEvent, useRef, useState } from 'react';
import { visibleText } from '../../../../base/controls.ts';
import { LONGEST_REASON } from '../../../../bridge/approval.ts';
import { readPlainDate } from '../../../../base/days.ts';
import type { Hold } from '../../../core/model/annotation.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { useToday } from '../../../kit/hooks/use-now.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { Field, isUnfinished } from '../../../kit/ui/Field.tsx';
import '../../../kit/ui/field.css';
import './annotations.css';
import './flags.css';
import { formatBills } from './format-annotation.ts';

export interface HoldDialogProps {
  readonly rows: readonly BillRow[];
  /** Number of further bills that keep their hold. */
  readonly kept: number;
  /** The present hold of a single bill; null for none. */
  readonly hold: Hold | null;
  /** @param withMail whether to open a mail draft about the bill, too */
  readonly onHold: (hold: Omit<Hold, 'atMs'>, withMail: boolean) => void;
  readonly onClose: () => void;
}

/** Maximum length of the person asked, characters. An email address has at most 254 (RFC 5321 §4.5.3.1). */
const LONGEST_WHOM = 254;

type HoldProblem = keyof typeof messages.annotations.hold.problems;

/** Field to correct. */
const fieldOf = {
  noReason: 'reason',
  noWhom: 'whom',
  noDate: 'answerBy',
  pastDay: 'answerBy',
} as const satisfies Record<HoldProblem, keyof Hold>;

/** Asks for the reason to hold the bills and, optionally, for the person asked and the day of the answer. */
export function HoldDialog({ rows, kept, hold, onHold, onClose }: HoldDialogProps) {
  const [reason, setReason] = useState(hold?.reason ?? '');
  const [whom, setWhom] = useState(hold?.whom ?? '');
  const [answerBy, setAnswerBy] = useState(hold?.answerBy ?? '');
  const [problem, setProblem] = useState<HoldProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const today = useToday();
  const text = messages.annotations.hold;
  const given = { reason: visibleText(reason), whom: visibleText(whom) };
  const day = readPlainDate(answerBy);
  const findProblem = (): HoldProblem | null => {
    if (isUnfinished(form.current, 'answerBy')) return 'noDate';
    if (answerBy !== '') {
      if (day === null) return 'noDate';
      // An overdue answer may keep its day.
      if (day < today && day !== hold?.answerBy) return 'pastDay';
      if (given.whom === '') return 'noWhom';
    }
    return given.reason === '' && given.whom === '' ? 'noReason' : null;
  };
  const done = (withMail: boolean): void => {
    const found = findProblem();
    setProblem(found);
    if (found === null) onHold({ ...given, answerBy: day }, withMail);
    else form.current?.querySelector<HTMLInputElement>(`[name=${fieldOf[found]}]`)?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    done(false);
  };
  const problemOf = (name: keyof Hold): string | null =>
    problem !== null && fieldOf[problem] === name ? text.problems[problem] : null;
  return (
    <Dialog
      title={text.title(rows.length)}
      onClose={onClose}
      decision={
        <>
          {rows.length === 1 && <Button onPress={() => done(true)}>{text.andMail}</Button>}
          <Button variant="primary" type="submit" form="hold">
            {text.hold}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="hold"
        className="stack"
        noValidate
        onChange={() => setProblem(null)}
        onSubmit={submit}
      >
        {rows.length === 1 && <p className="snooze__bill">{formatBills(rows)}</p>}
        {kept > 0 && <p>{text.kept(kept)}</p>}
        <p className="faint">{text.lead}</p>
        <Field
          label={text.reason}
          name="reason"
          value={reason}
          onChange={setReason}
          most={LONGEST_REASON}
          problem={problemOf('reason')}
          isFirst
        />
        <div className="reasons" role="group" aria-label={text.usual}>
          {Object.values(text.given).map((each) => (
            <Button
              key={each}
              size="small"
              aria-pressed={reason === each}
              onPress={() => {
                setReason(each);
                setProblem(null);
              }}
            >
              {each}
            </Button>
          ))}
        </div>
        <Field
          label={text.whom}
          name="whom"
          value={whom}
          onChange={setWhom}
          most={LONGEST_WHOM}
          hint={text.whomHint}
          problem={problemOf('whom')}
        />
        <Field
          label={text.answerBy}
          name="answerBy"
          type="date"
          value={answerBy}
          onChange={setAnswerBy}
          problem={problemOf('answerBy')}
        />
      </form>
    </Dialog>
  );
}
