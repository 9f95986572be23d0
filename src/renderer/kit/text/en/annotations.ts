import type { SnoozeChoiceId } from '../../../core/local/snooze-choices.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from './problems.ts';

const bills = (count: number): string => plural(count, 'bill', 'bills');

export const annotations = {
  here: 'On this computer',
  /** Beside the title: who gets to see it. */
  hereHint: 'Never sent to the service.',
  note: 'Note',
  notePlaceholder: 'Whom to ask, what to wait for…',
  noteLength: (length: number, most: number) =>
    say`${formatCount(length)} of ${formatCount(most)} characters`,
  notSaved: {
    title: 'A note is not saved yet',
    whatToDo:
      'This computer has no room to keep it. It stays here while Billfold is open: make room on the disk, then try again.',
  } satisfies MessageText,
  tryAgain: 'Try again',
  snooze: 'Snooze…',
  dismiss: 'Dismiss',
  putBack: 'Put back',
  putBackInInbox: 'Put back into the inbox',
  hiddenGroup: 'Put aside, on this computer',
  /** Beside the one of approvals, which has the same button. */
  undoRegion: 'Undo putting aside',
  hasNote: 'Has a note',
  snoozedUntil: (day: string) => say`Snoozed until ${day}`,
  backSince: (day: string) => say`Was snoozed until ${day}`,
  dismissed: 'Dismissed',
  stop: (sentence: string) => say`${sentence}.`,
  dismissedHint: 'On this computer only; back when the bill changes.',
  snoozedHint: 'On this computer only; back on that day, or when the bill changes.',
  dialog: {
    title: (count: number) => (count === 1 ? 'Snooze this bill' : say`Snooze ${bills(count)}`),
    lead: 'Out of the inbox until the day you choose, on this computer only. A bill that changes on the service comes back at once.',
    choices: {
      tomorrow: 'Tomorrow',
      nextMonday: 'Next Monday',
      inAWeek: 'In a week',
      dueDate: 'On the due date',
    } satisfies Record<SnoozeChoiceId, string>,
    ownDate: 'Another day',
    snooze: 'Snooze',
    noDate: 'Choose a day first.',
    pastDate: 'That day has come already. Choose a later one.',
  },
  done: {
    snoozed: (what: string, day: string) => say`Snoozed on this computer until ${day}: ${what}`,
    dismissed: (what: string) => say`Dismissed on this computer: ${what}`,
    putBack: (what: string) => say`Back in the inbox: ${what}`,
    many: (count: number) => bills(count),
    undone: 'As it was before',
  },
  /** For keys pressed where there is nothing to hide. */
  nothingToHide: 'Only bills that wait for a decision can be put aside.',
  nothingToPutBack: 'This bill is not put aside.',
  notKept: {
    title: 'Not put aside: this computer has no room to keep that',
    whatToDo: 'Make room on the disk, then try again. The bill is where it was.',
  } satisfies MessageText,
  bulk: {
    snooze: 'Snooze…',
    dismiss: 'Dismiss',
    putBack: 'Put back',
  },
  signOut: {
    stays:
      'Your notes, snoozes, dismissals and saved views stay on this computer for the next sign-in.',
    goes: 'Your notes, snoozes, dismissals and saved views are removed too. Nothing brings them back.',
    remove: 'Also remove my notes, snoozes and saved views from this computer',
  },
} as const;
