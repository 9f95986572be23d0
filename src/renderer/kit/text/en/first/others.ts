import type { ListTarget } from '../../../../../bridge/list-export.ts';
import type { PauseReason } from '../../../../core/mirror/pauses.ts';
import type { Standing } from '../../../../core/outbox/standing.ts';
import { say } from '../../say.ts';
import type { MessageText } from '../../message-text.ts';

export const approvals = {
  /** States of an approval, on its badge. */
  standings: {
    held: 'Can be undone',
    queued: 'Queued',
    checking: 'Checking for changes',
    sending: 'Sending',
    changed: 'Bill changed',
    paid: 'Bill paid',
    void: 'Bill voided',
    notPayable: 'Not payable',
    notFound: 'Bill not found',
    unknown: 'Unconfirmed',
    rejected: 'Rejected',
    confirmed: 'Sent',
    differs: 'Approved, but changed',
    withdrawn: 'Canceled',
    otherSignIn: 'Other session',
    restored: 'Recovered',
    dataRestored: 'Check first',
    noOrganization: 'No access',
    overLimit: 'Above your limit',
    twice: 'Approved before?',
  } satisfies Record<Standing, string>,
} as const;

export const listExport = {
  menu: 'Export',
  actions: {
    csv: 'Export this list as CSV',
    pdf: 'Export this list as PDF',
    printer: 'Print this list',
  } satisfies Record<ListTarget, string>,
} as const;

export const help = {
  between: 'then',
  /** After a key that decides about a bill, pressed on a button or link. */
  keyNeedsList: 'Nothing done: this key works in the list. Press ↓ to go there.',
  /** Names of keys with more than a letter. */
  keyNames: { Ctrl: 'Ctrl', Shift: 'Shift', Space: 'Space' },
  commands: {
    skip: 'Skip',
  },
} as const;

export const limits = {
  batchOfGroup: 'Approve unflagged…',
  noneInBatch: {
    title: 'No unflagged bills within your limit here',
    whatToDo: 'Approve the others one at a time, or change the limit in Settings.',
  } satisfies MessageText,
} as const;

export const organizations = {
  all: 'All organizations',
  ofBill: 'Organization: ',
  /** Age of the organization synced longest ago. */
  asOf: (ago: string) => say`Synced ${ago} (oldest)`,
  notAllRead: 'Some organizations not synced yet',
} as const;

export const palette = {
  title: 'Command menu',
} as const;

const pauses = {
  offline: 'Offline. Sync resumes automatically.',
  signedOut: 'Sign in to resume sync.',
  quota: 'Sync paused (hourly limit)',
  asleep: 'Resuming sync…',
  storageFull: 'Disk full. Free up space and refresh.',
  closing: 'Closing…',
} as const satisfies Record<PauseReason, string>;

const startFailed = {
  title: 'Couldn’t open local data',
  whatToDo:
    'Nothing was deleted. Close other Billfold windows, check disk space, and restart Billfold.',
} as const;

const broken = {
  title: 'Something went wrong',
  whatToDo: 'Your approvals are safe. Try again or restart Billfold.',
  tryAgain: 'Try again',
} as const;

/** Problems. */
export const problems = { pauses, startFailed, broken } as const;
