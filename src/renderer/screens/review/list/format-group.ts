import { assertNever } from '../../../../base/assert-never.ts';
import { messages } from '../../../kit/text/messages.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import type { ListGroup } from '../../../core/bills/lists/list-groups.ts';

export interface GroupText {
  readonly locale: string;
  /** Whether the list can hold paid and void bills, which are never overdue. */
  readonly withHistory: boolean;
  /** Returns an organization's name, or its id when it has none. */
  readonly organizationName: (organizationId: string) => string;
}

/** Text of a group's heading. */
export function formatGroup(group: ListGroup, options: GroupText): string {
  switch (group.by) {
    case 'dueDate':
      return group.group === 'past' && options.withHistory
        ? messages.review.pastInHistory
        : messages.review.groups[group.group];
    case 'age':
      return messages.views.ages[group.group];
    case 'vendor':
      return group.name ?? messages.review.noVendor;
    case 'amount':
      return formatBand(group, options.locale);
    case 'organization':
      return options.organizationName(group.organizationId);
    case 'similar':
      return messages.review.similar;
    default:
      return assertNever(group);
  }
}

function formatBand(
  { currency, band }: Extract<ListGroup, { by: 'amount' }>,
  locale: string,
): string {
  const { fromCents, toCents } = band;
  if (fromCents === null || toCents === null) return messages.views.bands.credits(currency);
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  return messages.views.bands.between(money(fromCents), money(toCents));
}
