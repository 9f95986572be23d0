import { assertNever } from '../../../base/assert-never.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../contract/bill.ts';
import { sharesNumberForm } from '../../core/bills/flags/bill-keys.ts';
import { formatHold } from './format-override.ts';
import { formatStatus } from './StatusBadge.tsx';
import { messages } from '../text/messages.ts';
import { tellApart } from '../text/tell-apart.ts';
import { longDay } from '../ui/dates.ts';
import { textLocale } from '../ui/locale.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { dateAndTime, formatAgo } from '../ui/relative-time.ts';
import type {
  ChangedFlag,
  DuplicateFlag,
  Flag,
  ReturnedFlag,
  SeenChange,
  UnusualAmountFlag,
} from '../../core/model/flag.ts';

export interface FlagContext {
  readonly bill: Bill;
  /** Returns another bill by id; null when it is no longer there. */
  readonly billOf: (billId: string) => Bill | null;
  /** Bills that the user approved on this computer, by id. */
  readonly approved: { has(billId: string): boolean };
  /** Returns the name of an organization. */
  readonly organizationOf: (organizationId: string) => string;
  readonly nowMs: number;
  readonly locale: string;
}

/** Name of a flag, before its sentence. */
export function formatFlagName(flag: Flag): string {
  if (flag.kind === 'asked' && flag.isOverdue) return messages.flags.answerOverdue;
  const isLikely = flag.kind === 'duplicate' && flag.strength === 'exact';
  return isLikely ? messages.flags.likelyDuplicate : messages.flags.badges[flag.kind];
}

/** A flag's figures and reason as a sentence. */
export function formatFlag(flag: Flag, context: FlagContext): string {
  const { bill, locale } = context;
  const text = messages.flags;
  const money = (cents: number): string => formatMoney(cents, bill.currency, locale);
  const day = (date: string | null | undefined): string => longDay(date, locale) ?? text.nothing;
  switch (flag.kind) {
    case 'duplicate':
      return formatDuplicate(flag, context);
    case 'onHold':
    case 'asked':
      return formatHold(flag.hold, locale);
    case 'unusualAmount':
      return formatUnusual(flag, context);
    case 'changed':
      return formatChanged(flag, context);
    case 'returned':
      return formatReturned(flag, context);
    case 'reopened':
      return text.reopened(dateAndTime(flag.approvedAtMs, locale));
    case 'lookAlike':
      return text.lookAlike[flag.how](
        text.vendorWithBills(flag.otherName, flag.bills),
        flag.codePoint ?? '',
      );
    case 'otherOrganization': {
      const other = context.billOf(flag.otherId);
      const named = other
        ? formatOtherBill(other, context.approved)
        : text.otherBill(flag.otherId, null);
      return text.otherOrganization(named, context.organizationOf(flag.organizationId));
    }
    case 'splitBills': {
      const limit = money(flag.limitCents);
      const each = flag.isOwnLimit ? text.splitAtOwnLimit(limit) : text.splitAtCommonLimit(limit);
      return `${text.splitBills(flag.bills, flag.days, money(flag.totalCents))} ${each}`;
    }
    case 'otherCurrency':
      return text.otherCurrency(bill.currency, flag.usualCurrency, flag.bills);
    case 'newBankDetails':
      return text.newBankDetails(flag.paid);
    case 'shorterTerms':
      return text.shorterTerms(flag.days, flag.usualDays, flag.bills);
    case 'futureDate':
      return text.futureDate(day(bill.date), flag.days);
    case 'returningVendor':
      return text.returningVendor(day(flag.lastDate), flag.days);
    case 'approvedElsewhere':
    case 'stoppedElsewhere':
    case 'noVendor':
      return text[flag.kind];
    case 'dueAboveTotal':
      return text.dueAboveTotal(money(bill.amountDueCents), money(bill.totalCents));
    case 'fraction':
      return text.fraction(bill.currency);
    case 'dueBeforeDate':
      return text.dueBeforeDate(day(bill.dueDate), day(bill.date));
    case 'firstOfVendor':
      return text.firstOfVendor(vendorName(bill) ?? messages.review.noVendor);
    default:
      return assertNever(flag);
  }
}

/** A bill's number and status, or that the user approved it, for use in a sentence. */
export function formatOtherBill(bill: Bill, approved: FlagContext['approved']): string {
  const isLeft = isPayable(bill.status) && approved.has(bill.id);
  const status = isLeft ? messages.flags.approvedHere : formatStatus(bill.status);
  return bill.billNumber
    ? messages.flags.otherBill(bill.billNumber, status)
    : messages.flags.otherWithoutNumber(status);
}

function formatDuplicate(flag: DuplicateFlag, context: FlagContext): string {
  const { bill, billOf, locale } = context;
  const text = messages.flags;
  const [first = ''] = flag.otherIds;
  const other = billOf(first);
  const named = other ? formatOtherBill(other, context.approved) : text.otherBill(first, null);
  const same = listOf(
    flag.same.map((field) =>
      field === 'number' && other !== null && !sharesNumberForm(bill.billNumber, other.billNumber)
        ? text.sameWithoutSuffix
        : text.same[field],
    ),
    locale,
  );
  const sentence = text.duplicate(same, named);
  const more = flag.otherIds.length - 1;
  return more > 0 ? `${sentence} ${text.moreCopies(more)}` : sentence;
}

function formatUnusual(flag: UnusualAmountFlag, { bill, locale }: FlagContext): string {
  const { totalCents: total, currency } = bill;
  const isHigh = flag.direction === 'high';
  const factor = isHigh ? total / flag.medianCents : flag.medianCents / total;
  const times = factor.toLocaleString(locale, { maximumFractionDigits: factor < 10 ? 1 : 0 });
  const median = formatMoney(flag.medianCents, currency, locale);
  const basis = messages.flags.medianOf(flag.bills, flag.leftOut ?? 0);
  return isHigh
    ? messages.flags.unusualHigh(times, median, basis)
    : messages.flags.unusualLow(median, basis);
}

function formatChanged({ seenAtMs, changes }: ChangedFlag, context: FlagContext): string {
  const { nowMs, locale } = context;
  return messages.flags.changed(
    formatAgo(seenAtMs, nowMs, locale),
    formatChanges(changes, context),
  );
}

function formatReturned(flag: ReturnedFlag, context: FlagContext): string {
  const { locale } = context;
  return messages.flags.returned(
    dateAndTime(flag.approvedAtMs, locale),
    formatMoney(flag.approvedCents, flag.approvedCurrency, locale),
    formatChanges(flag.changes, context),
  );
}

export function formatChanges(
  changes: readonly SeenChange[],
  { bill, locale }: Pick<FlagContext, 'bill' | 'locale'>,
): string {
  const listed = changes.map(({ field, before, after, beforeCurrency }) => {
    const areTexts = typeof before === 'string' && typeof after === 'string';
    const [was, is] = areTexts ? tellApart(before, after) : [before, after];
    return messages.flags.change(
      messages.flags.seenFields[field],
      formatSeen(field, was, beforeCurrency, locale),
      formatSeen(field, is, bill.currency, locale),
    );
  });
  return listOf(listed, locale);
}

function formatSeen(
  field: SeenChange['field'],
  value: SeenChange['before'],
  currency: string,
  locale: string,
): string {
  if (value === null) return messages.flags.nothing;
  if (typeof value === 'number') return formatMoney(value, currency, locale);
  return field === 'date' || field === 'dueDate'
    ? (longDay(value, locale) ?? value)
    : messages.flags.quoted(value);
}

function listOf(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(textLocale(locale), { type: 'conjunction' }).format(items);
}
