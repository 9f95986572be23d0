import { vendorName } from '../../../../contract/bill.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { shortDate } from '../../../kit/ui/dates.ts';
import { readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { OrganizationBill } from '../../../core/model/bill-row.ts';
import type { Annotation } from '../../../core/model/annotation.ts';
import { outOfInboxAs } from '../../../core/local/out-of-inbox.ts';

/** One or two words for how a bill left the inbox; null while it is there. */
export function formatOutOfInbox(
  annotation: Annotation | null,
  today: PlainDate,
  locale: string,
): string | null {
  const how = outOfInboxAs(annotation, today);
  if (annotation === null || how === null) return null;
  if (how === 'hidden') return messages.annotations.hidden;
  return messages.annotations.snoozedUntil(formatDay(annotation.snoozedUntil, today, locale));
}

/** Text for the end of a snooze; null when there was none. */
export function formatBack(
  annotation: Annotation | null,
  today: PlainDate,
  locale: string,
): string | null {
  if (
    annotation === null ||
    annotation.snoozedUntil === null ||
    outOfInboxAs(annotation, today) !== null
  )
    return null;
  return messages.annotations.backSince(formatDay(annotation.snoozedUntil, today, locale));
}

/** Names one bill by vendor and number, several by their number. */
export function formatBills(bills: readonly OrganizationBill[]): string {
  const [only, ...others] = bills;
  if (only === undefined || others.length > 0) return messages.annotations.done.many(bills.length);
  const { bill } = only;
  const names = [vendorName(bill), bill.billNumber].filter((name) => !!name) as string[];
  return sayAll(' · ', names) || bill.id;
}

function formatDay(day: string | null, today: PlainDate, locale: string): string {
  const date = readPlainDate(day);
  return date === null ? (day ?? '') : shortDate(date, today, locale);
}
