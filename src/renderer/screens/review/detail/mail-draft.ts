import { billLinkOf } from '../../../../bridge/bill-link.ts';
import { mailAddressIn, type MailDraft } from '../../../../bridge/mail-draft.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import type { Hold } from '../../../core/model/annotation.ts';
import { messages } from '../../../kit/text/messages.ts';
import { say, sayAll } from '../../../kit/text/say.ts';
import { longDay } from '../../../kit/ui/dates.ts';

/** Maximum length of a name in a draft, characters. Longer ones are cut. */
const LONGEST_NAME = 80;

/** Draft of a question about a bill, with its facts and a link that opens it in a colleague's Billfold. */
export function mailDraft(
  bill: Bill,
  { reason, whom, answerBy }: Omit<Hold, 'atMs'>,
  locale: string,
): MailDraft {
  const text = messages.annotations.hold.mail;
  const { fields } = messages.review;
  const vendor = (vendorName(bill) ?? messages.review.noVendor).slice(0, LONGEST_NAME);
  const number = (bill.billNumber ?? messages.review.noNumber).slice(0, LONGEST_NAME);
  const due = formatMoney(bill.amountDueCents, bill.currency, locale);
  const by = longDay(answerBy, locale);
  const facts: readonly (readonly [string, string | null])[] = [
    [messages.review.columns.vendor, vendor],
    [messages.review.columns.number, number],
    [messages.review.columns.amount, due],
    [fields.date, longDay(bill.date, locale)],
    [fields.dueDate, longDay(bill.dueDate, locale)],
  ];
  const lines = [
    ...(reason === '' ? [] : [reason, '']),
    ...facts.flatMap(([name, value]) => (value === null ? [] : say`${name}: ${value}`)),
    ...(by === null ? [] : ['', text.answerBy(by)]),
  ];
  return {
    to: mailAddressIn(whom),
    subject: text.subject(sayAll(' · ', [vendor, number, due])),
    body: lines.join('\n'),
    link: billLinkOf(bill.id),
  };
}
