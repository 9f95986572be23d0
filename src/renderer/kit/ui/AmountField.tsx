import { useState } from 'react';
import { FieldError, Input, Label, TextField } from 'react-aria-components';
import { formatMoney, moneyDigits } from '../../../bridge/money.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { readMoney, writeAmount } from './amount-input.ts';
import './field.css';

export interface AmountFieldProps {
  readonly label: string;
  /** Shows the label above the field instead of leaving it to screen readers. */
  readonly showLabel?: boolean;
  readonly currency: string;
  /** Cents; null for an empty field. */
  readonly cents: number | null;
  readonly onChange: (cents: number | null) => void;
}

/** An amount that is saved on leaving the field or on Enter. */
export function AmountField({
  label,
  showLabel = false,
  currency,
  cents,
  onChange,
}: AmountFieldProps) {
  const { locale } = useShell();
  const digits = moneyDigits(cents ?? 0, currency);
  const written = cents === null ? '' : writeAmount(cents, locale, digits);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<'notAmount' | 'otherCurrency' | null>(null);
  const keep = (): void => {
    if (typed === null) return;
    const money = typed.trim() === '' ? null : readMoney(typed, currency, locale);
    const read = money !== null && Number(money) < 0 ? 'notAmount' : money;
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read === 'string') return;
    setTyped(null);
    if (read !== cents) onChange(read);
  };
  return (
    <TextField
      className="field"
      {...(showLabel ? {} : { 'aria-label': label })}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? written}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
      isInvalid={problem !== null}
      validationBehavior="aria"
    >
      {showLabel && <Label>{label}</Label>}
      <div className="amount-field">
        <span className="amount-field__sign" aria-hidden="true">
          {formatMoney(0, currency, locale).replaceAll(/[\p{Nd}\p{P}\s]/gu, '')}
        </span>
        <Input spellCheck={false} />
      </div>
      <FieldError className="field__problem">
        {problem === 'otherCurrency'
          ? messages.limits.otherCurrency(currency)
          : messages.limits.notAmount}
      </FieldError>
    </TextField>
  );
}
