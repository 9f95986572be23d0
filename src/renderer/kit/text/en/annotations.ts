import type { SnoozeChoiceId } from '../../../core/local/snooze-choices.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import { formatCount } from '../count.ts';
import type { MessageText } from '../message-text.ts';

const bills = (count: number): string => plural(count, 'bill', 'bills');

export const annotations = {
  here: 'Private note',
  /** Beside the title: who can see the note. */
  hereHint: 'Stays on this computer.',
  note: 'Note',
  notePlaceholder: 'Add a note or #tag',
  tags: 'Tags',
  showTag: (tag: string) => say`Show bills with #${tag}`,
  noteLength: (length: number, most: number) =>
    say`${formatCount(length)} of ${formatCount(most)} characters`,
  noteNotSaved: {
    title: 'Note not saved',
    whatToDo: 'Disk is full. Free up space and try again; the note is kept while Billfold is open.',
  } satisfies MessageText,
  tryAgain: 'Try again',
  snooze: 'Snooze…',
  placeOnHold: 'Hold…',
  hide: 'Hide',
  hideTip: (service: string) => say`Hide from inbox. Nothing changes in ${service}.`,
  returnToInbox: 'Return to inbox',
  hiddenGroup: 'Snooze, hide, or skip',
  /** Distinguishes this region from the one that undoes approvals, which has the same button. */
  undoRegion: 'Undo last change',
  noteForOne: 'Select one bill to add a note.',
  hasNote: 'Has a note',
  snoozedUntil: (day: string) => say`Snoozed until ${day}`,
  backSince: (day: string) => say`Snooze ended ${day}`,
  hidden: 'Hidden',
  stop: (sentence: string) => say`${sentence}.`,
  hiddenHint: 'Returns if the bill changes.',
  snoozedHint: 'Returns on that day, or when the bill changes.',
  done: {
    snoozed: (what: string, day: string) => say`Snoozed until ${day} · ${what}`,
    hidden: (what: string) => say`Hidden · ${what}`,
    returnToInbox: (what: string) => say`Returned to inbox · ${what}`,
    held: (what: string) => say`On hold · ${what}`,
    released: (what: string) => say`Hold released · ${what}`,
    many: (count: number) => bills(count),
    noted: (what: string) => say`Note changed · ${what}`,
    undone: (what: string) => say`Undone: ${what}`,
  },
  /** Announced when a key finds nothing to hide. */
  nothingToHide: 'Only unapproved bills can be snoozed or hidden.',
  alreadyHidden: 'Already hidden.',
  nothingToHold: 'Only unapproved bills can be put on hold.',
  nothingToReturn: 'This bill is already in your inbox.',
  noMail: {
    title: 'Couldn’t open the mail program',
    whatToDo: 'The bill is on hold. Check which program opens email links on this computer.',
  } satisfies MessageText,
  notSaved: {
    title: 'Couldn’t save: disk is full',
    whatToDo: 'Free up space and try again.',
  } satisfies MessageText,
  hold: {
    title: (count: number) => (count === 1 ? 'Hold this bill' : say`Hold ${bills(count)}`),
    lead: 'Held bills stay in your inbox and out of bulk and routine approvals.',
    /** @param count number of selected bills */
    kept: (count: number) =>
      count === 1
        ? '1 selected bill is on hold already and stays as it is.'
        : say`${formatCount(count)} selected bills are on hold already and stay as they are.`,
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
    problems: {
      noReason: 'Enter a reason, or the person you asked.',
      noWhom: 'Enter the person you asked, or clear the date.',
      noDate: 'Enter a full date.',
      pastDay: 'Pick today or a later date.',
    },
    hold: 'Hold',
    andMail: 'Hold and write email',
    /** Asks before approving held bills. */
    approve: {
      title: (count: number) =>
        count === 1 ? 'This bill is on hold' : say`${bills(count)} are on hold`,
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
    hide: 'Hide',
    returnToInbox: 'Return to inbox',
  },
  signOut: {
    stays:
      'Your notes, holds, snoozes, hidden bills, saved views, and cash plan stay on this computer.',
    goes: 'Your notes, holds, snoozes, hidden bills, saved views, and cash plan are deleted. This can’t be undone.',
    remove: 'Also delete notes, holds, snoozes, hidden bills, saved views, and cash plan',
  },
} as const;
