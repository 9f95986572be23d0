import type { SnoozeChoiceId } from '../../../core/local/snooze-choices.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import { firstScreen } from './first/first.ts';

const bills = (count: number): string => plural(count, 'bill', 'bills');

export const annotations = {
  ...firstScreen.annotations,
  putBackInInbox: 'Return to inbox',
  hold: {
    title: (count: number) => (count === 1 ? 'Hold this bill' : say`Hold ${bills(count)}`),
    lead: 'Held bills stay in your inbox and out of bulk and routine approvals.',
    reason: 'Reason',
    usual: 'Usual reasons',
    given: {
      notReceived: 'Goods not received',
      price: 'Price differs from order',
      quantity: 'Quantity differs',
      account: 'Bank details to confirm',
    },
    whom: 'Asked (optional)',
    whomHint: 'Name or email address',
    answerBy: 'Answer expected by (optional)',
    noReason: 'Enter a reason, or the person you asked.',
    hold: 'Hold',
    andMail: 'Hold and write email',
    /** Asks before approving a held bill. */
    approve: {
      title: 'This bill is on hold',
      body: 'Approve anyway?',
      approve: 'Approve anyway',
    },
    mail: {
      subject: (bill: string) => say`Question about a bill: ${bill}`,
      answerBy: (day: string) => say`Please answer by ${day}.`,
    },
  },
  dialog: {
    title: (count: number) => (count === 1 ? 'Snooze this bill' : say`Snooze ${bills(count)}`),
    lead: (count: number) =>
      count === 1
        ? 'This bill leaves your inbox until the date you choose, or until it changes.'
        : 'These bills leave your inbox until the date you choose. One that changes returns earlier.',
    choices: {
      tomorrow: 'Tomorrow',
      nextMonday: 'Next Monday',
      inAWeek: 'In a week',
      dueDate: 'On the due date',
    } satisfies Record<SnoozeChoiceId, string>,
    ownDate: 'Pick a date',
    snooze: 'Snooze',
    noDate: 'Pick a date.',
    pastDate: 'Pick a future date.',
  },
  bulk: {
    snooze: 'Snooze…',
    dismiss: 'Hide',
    putBack: 'Return to inbox',
  },
  signOut: {
    stays: 'Your notes, snoozes, hidden bills, and saved views stay on this computer.',
    goes: 'Your notes, snoozes, hidden bills, and saved views are deleted. This can’t be undone.',
    remove: 'Also delete notes, snoozes, hidden bills, and saved views',
  },
} as const;
