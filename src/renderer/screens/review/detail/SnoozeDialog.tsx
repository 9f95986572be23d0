import { submits } from '../../../kit/ui/Field.tsx';
import { useState } from 'react';
import { FieldError, Input, Label, TextField } from 'react-aria-components';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { longDate } from '../../../kit/ui/dates.ts';
import { readPlainDate, type PlainDate } from '../../../../base/days.ts';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import type { BillRow } from '../../../core/model/bill-row.ts';
import './annotations.css';
import { formatBills } from './format-annotation.ts';
import { readSnoozeDate, snoozeChoices } from '../../../core/local/snooze-choices.ts';
import '../../../kit/ui/field.css';

export interface SnoozeDialogProps {
  readonly rows: readonly BillRow[];
  readonly today: PlainDate;
  readonly onChoose: (until: PlainDate) => void;
  readonly onClose: () => void;
}

/** Asks until when to snooze: one press for usual days, or any other day. */
export function SnoozeDialog({ rows, today, onChoose, onClose }: SnoozeDialogProps) {
  const { locale } = useShell();
  const text = messages.annotations.dialog;
  const [only, ...others] = rows;
  const due = others.length > 0 ? null : readPlainDate(only?.bill.dueDate);
  return (
    <Dialog title={text.title(rows.length)} onClose={onClose}>
      {others.length === 0 && <p className="snooze__bill">{formatBills(rows)}</p>}
      <p className="faint">{text.lead(rows.length)}</p>
      <ul className="stack snooze__choices">
        {snoozeChoices(today, due).map(({ id, until }, at) => (
          <li key={id}>
            <Button {...(at === 0 ? { autoFocus: true } : {})} onPress={() => onChoose(until)}>
              <span className="snooze__choice">{text.choices[id]}</span>{' '}
              <span className="snooze__day">{longDate(until, locale)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <OwnDate today={today} onChoose={onChoose} />
    </Dialog>
  );
}

function OwnDate({ today, onChoose }: Pick<SnoozeDialogProps, 'today' | 'onChoose'>) {
  const text = messages.annotations.dialog;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<'noDate' | 'pastDate' | null>(null);
  const choose = (): void => {
    const date = readSnoozeDate(typed, today);
    if (date.ok) onChoose(date.value);
    else setProblem(date.error);
  };
  return (
    <form className="snooze__own" noValidate onSubmit={submits(() => choose())}>
      <TextField
        className="field"
        type="date"
        value={typed}
        onChange={(changed) => {
          setTyped(changed);
          setProblem(null);
        }}
        isInvalid={problem !== null}
        validationBehavior="aria"
      >
        <Label>{text.ownDate}</Label>
        <Input />
        <FieldError className="field__problem">{problem && text[problem]}</FieldError>
      </TextField>
      <Button type="submit">{text.snooze}</Button>
    </form>
  );
}
