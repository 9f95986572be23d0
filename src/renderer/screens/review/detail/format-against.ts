import { cached } from '../../../../base/cached.ts';
import type { PlainDate } from '../../../../base/days.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { AgainstLast } from '../../../core/bills/flags/against-last.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { shortDate } from '../../../kit/ui/dates.ts';

/** Compares a bill with the vendor's previous one: "+$16.67 (+1.2%) vs. October 20 · number +1 · 30 days apart". */
export function formatAgainst(
  against: AgainstLast,
  bill: Bill,
  today: PlainDate,
  locale: string,
): string {
  const { lastDate, changeCents, share, days } = against;
  const text = messages.flags.against;
  const day = lastDate === null ? text.undated : shortDate(lastDate, today, locale);
  return sayAll(' · ', [
    changeCents === null
      ? text.otherCurrency(day)
      : changeCents === 0
        ? text.sameAmount(day)
        : text.changed(
            signed(formatMoney(Math.abs(changeCents), bill.currency, locale), changeCents),
            formatShare(share, locale),
            day,
          ),
    ...(bill.billNumber === null || isFar(against) ? [] : [formatStep(against)]),
    ...(days === null ? [] : [text.daysApart(days)]),
  ]);
}

/** Whether the numbers are too far apart to be a vendor's series of one customer. */
function isFar({ step }: AgainstLast): boolean {
  return step?.kind === 'counter' && step.by > MAX_STEP;
}

const MAX_STEP = 1_000;

function formatStep({ step, isSameNumber }: AgainstLast): string {
  const text = messages.flags.against;
  if (isSameNumber) return text.sameNumber;
  if (step === null) return text.astray;
  return step.kind === 'counter' ? text.counter(step.by) : text[step.kind];
}

/** Text with its sign. The minus is a hyphen, as in other amounts. */
function signed(amount: string, sign: number): string {
  return `${sign > 0 ? '+' : '-'}${amount}`;
}

function formatShare(share: number | null, locale: string): string {
  if (share === null) return '–';
  const make = () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const percent = cached(percents, locale, make);
  const least = 0.001;
  return Math.abs(share) < least / 2
    ? `<${percent.format(least)}`
    : signed(percent.format(Math.abs(share)), share);
}

// Cached: each bill shown would otherwise create a format.
const percents = new Map<string, Intl.NumberFormat>();
