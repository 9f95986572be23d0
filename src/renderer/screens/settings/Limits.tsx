import { useEffect, useMemo, useRef } from 'react';
import type { CurrencyLimit, Settings } from '../../../bridge/settings.ts';
import { queryFor } from '../../core/bills/lists/bill-list.ts';
import { compareCurrencies } from '../../core/model/currency-order.ts';
import { sayAll } from '../../kit/text/say.ts';
import { messages } from '../../kit/text/messages.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { AmountField } from '../../kit/ui/AmountField.tsx';
import { Button } from '../../kit/ui/Button.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { formatNotice } from '../../kit/ui/sentences.ts';
import { Section } from './Section.tsx';

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
  const named = unread.length < limitsUnread.length ? '' : sayAll(', ', unread);
  return (
    <Section title={text.title} part="limits">
      {limitsUnread.length > 0 && (
        <Message
          tone="danger"
          sentence={{
            ...formatNotice({ kind: 'limitsUnread', about: named }),
            whatToDo: text.unreadHere,
          }}
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
                  <td key={name} data-name={text.columns[name]}>
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
      <dl className="limits__hints">
        {limitNames.map((name) => (
          <div key={name} className="setting__hint">
            <dt>{text.columns[name]}</dt>
            <dd>{text.hints[name]}</dd>
          </div>
        ))}
      </dl>
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
  return [...new Set([...ofBills, ...ofLimits, ...unread])].toSorted(compareCurrencies);
}

interface LimitFieldProps {
  readonly label: string;
  readonly currency: string;
  /** Cents; null for no limit. */
  readonly cents: number | null;
  readonly onChange: (cents: number | null) => void;
}

/** A limit. A notice says when it is saved. */
function LimitField({ label, currency, cents, onChange }: LimitFieldProps) {
  const { showToast } = useShell();
  const asked = useRef<number | null | undefined>(undefined);
  // Main may refuse a limit, so report it as saved only when the settings contain it.
  useEffect(() => {
    if (asked.current !== cents) return;
    asked.current = undefined;
    showToast(messages.limits.saved(label));
  }, [cents, label, showToast]);
  const change = (next: number | null): void => {
    asked.current = next;
    onChange(next);
  };
  return <AmountField label={label} currency={currency} cents={cents} onChange={change} />;
}
