import { useEffect, useMemo, useRef, useState } from 'react';
import { FieldError, Input, TextField } from 'react-aria-components';
import { formatMoney } from '../../../bridge/money.ts';
import type { CurrencyLimit, Settings } from '../../../bridge/settings.ts';
import { queryFor } from '../../core/bills/lists/bill-list.ts';
import { sayAll } from '../../kit/text/say.ts';
import { messages } from '../../kit/text/messages.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { formatNotice } from '../../kit/ui/sentences.ts';
import { readAmount, writeAmount } from '../../kit/ui/amount-input.ts';
import { Section } from './Section.tsx';
import '../../kit/ui/field.css';

type LimitName = Exclude<keyof CurrencyLimit, 'currency'>;
const limitNames = ['askAboveCents', 'bulkMostCents', 'batchMostCents'] as const;
const noLimit = { askAboveCents: null, bulkMostCents: null, batchMostCents: null };

type LimitSettings = Pick<Settings, 'limits' | 'limitsUnread'>;

export interface LimitsProps extends LimitSettings {
  /** The update function receives the latest limits, which may not be on screen yet. */
  readonly onChange: (next: (now: LimitSettings) => Partial<LimitSettings>) => void;
}

/** The user's own limits, a line per currency of their bills. */
export function Limits({ limits, limitsUnread, onChange }: LimitsProps) {
  const text = messages.limits;
  const currencies = useCurrencies({ limits, limitsUnread });
  const change = (currency: string, name: LimitName, cents: number | null): void =>
    onChange((now) => {
      const kept = now.limits.find((each) => each.currency === currency);
      const others = now.limits.filter((each) => each.currency !== currency);
      const next = { currency, ...noLimit, ...kept, [name]: cents };
      const isNone = limitNames.every((each) => next[each] === null);
      return { limits: isNone ? others : [...others, next] };
    });
  const unread = limitsUnread.filter((currency) => currency !== null);
  const named = unread.length < limitsUnread.length ? '' : sayAll(unread, ', ');
  return (
    <Section title={text.title} part="limits">
      {limitsUnread.length > 0 && (
        <Message
          tone="danger"
          sentence={formatNotice({ kind: 'limitsUnread', file: named })}
          actions={
            <Button size="small" onPress={() => onChange(() => ({ limitsUnread: [] }))}>
              {text.areSet}
            </Button>
          }
        />
      )}
      {currencies.length === 0 ? (
        <p className="setting__hint">{text.noBills}</p>
      ) : (
        <table className="limits">
          <thead>
            <tr>
              <th scope="col">{text.currency}</th>
              {limitNames.map((name) => (
                <th key={name} scope="col">
                  {text.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {currencies.map((currency) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                {limitNames.map((name) => (
                  <td key={name}>
                    <LimitField
                      label={text.field(text.columns[name], currency)}
                      currency={currency}
                      cents={limits.find((each) => each.currency === currency)?.[name] ?? null}
                      onChange={(cents) => change(currency, name, cents)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="setting__hint">{text.hint}</p>
    </Section>
  );
}

/** Currencies of payable bills, and those with a limit. */
function useCurrencies({ limits, limitsUnread }: LimitSettings): readonly string[] {
  const { bills } = useData().workspace;
  const version = useObservable(bills.version);
  const ofBills = useMemo(() => {
    const query = queryFor({ list: 'payable', search: '', sort: 'dueDate', descending: false });
    return version < 0 ? [] : bills.query(query).map(({ bill }) => bill.currency);
  }, [bills, version]);
  const unread = limitsUnread.filter((currency) => currency !== null);
  const ofLimits = limits.map(({ currency }) => currency);
  return [...new Set([...ofBills, ...ofLimits, ...unread])].toSorted();
}

interface LimitFieldProps {
  readonly label: string;
  readonly currency: string;
  /** Hundredths; null for no limit. */
  readonly cents: number | null;
  readonly onChange: (cents: number | null) => void;
}

/** An amount that is saved on leaving the field or on Enter. */
function LimitField({ label, currency, cents, onChange }: LimitFieldProps) {
  const { locale, showToast } = useShell();
  const asked = useRef<number | null | undefined>(undefined);
  // Main may refuse a limit, so only a limit in the settings is reported.
  useEffect(() => {
    if (asked.current !== cents) return;
    asked.current = undefined;
    showToast(messages.limits.saved(label));
  }, [cents, label, showToast]);
  const written = cents === null ? '' : writeAmount(cents, locale);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const keep = (): void => {
    if (typed === null) return;
    const read = typed.trim() === '' ? null : readAmount(typed, locale);
    const isBad = typed.trim() !== '' && (read === null || read < 0);
    setWrong(isBad);
    if (isBad) return;
    setTyped(null);
    if (read === cents) return;
    asked.current = read;
    onChange(read);
  };
  return (
    <TextField
      className="field"
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? written}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
      isInvalid={isWrong}
      validationBehavior="aria"
    >
      <span className="limits__sign" aria-hidden="true">
        {signOf(currency, locale)}
      </span>
      <Input className="limits__amount" spellCheck={false} />
      <FieldError className="field__problem">{messages.limits.notAmount}</FieldError>
    </TextField>
  );
}

/** Sign of the currency in this region, such as “$” or “CHF”. */
function signOf(currency: string, locale: string): string {
  return formatMoney(0, currency, locale).replaceAll(/[\p{Nd}\p{P}\s]/gu, '');
}
