import type { ShortcutCommand } from '../../ui/shortcuts.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { NoticeAbout } from '../../../../bridge/app.ts';
import type { ActionGroup } from '../../action-registry.ts';

export const app = {
  name: 'Billfold',
  loading: 'Opening Billfold…',
  /** What the service is called where its host is no name. */
  anyService: 'the service',
  sampleService: 'Billfold Sample',
  skipToContent: 'Skip to content',
  screens: {
    review: 'Review',
    approvals: 'Approvals',
    insights: 'Insights',
    invoices: 'Invoices',
    settings: 'Settings',
  },
  navigation: 'Screens',
  organization: 'Organization',
  needAttention: (count: number) => plural(count, 'needs attention', 'need attention'),
  toReview: (count: number) => say`${formatCount(count)} to review`,
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  justNow: 'just now',
  undo: 'Undo',
  undoLeft: (seconds: number) => say`${seconds} s`,
  approvedOne: (vendor: string, amount: string) => say`Approved ${vendor} · ${amount}`,
  approvedMany: (count: number) => say`Approved ${plural(count, 'bill', 'bills')}`,
  moreUndoable: (count: number) => say`${formatCount(count)} before it can be undone too`,
  takenBack: (count: number) => say`${plural(count, 'approval', 'approvals')} taken back`,
  tooLateToUndo: 'Too late to undo: look under Approvals',
  technicalDetails: 'Technical details',
  sessionOver: {
    notSignedIn: { title: 'You are not signed in', whatToDo: 'Sign in to go on where you were.' },
    meanwhile:
      'Until then you can go on reviewing the bills on this computer. What you approve is kept, and you are asked before it is sent.',
  },
  trouble: {
    storageFull: {
      title: 'The disk is full',
      whatToDo: 'Free up space. Your bills open once there is room. Nothing you approved is lost.',
    },
    notOpened: {
      title: 'Billfold couldn’t open its data on this computer',
      whatToDo: 'Trying again. Nothing you approved is lost.',
    },
    tryAgain: 'Try again',
  },
  keptApprovals: {
    title: (count: number) =>
      say`${plural(count, 'approval', 'approvals')} from an earlier sign-in`,
    body: 'These were made before you signed in, possibly by another user. Send them under your account? Each bill is checked for changes again first.',
    mayHaveArrived: (count: number, service: string) =>
      say`${plural(count, 'approval', 'approvals')} of these may already have been sent. Check ${service} first.`,
    keepWaitingHint: 'Otherwise they stay under Approvals.',
    adopt: 'Send under my account',
    keepWaiting: 'Decide later',
    withdraw: 'Discard',
  },
  page: (screen: string, name: string) => say`${screen} – ${name}`,
} as const;

export const status = {
  region: 'Status',
  connectivity: { unknown: 'Connecting…', online: 'Online', offline: 'Offline' },
  signedOut: 'Not signed in',
  offlineCalm: 'Go on reviewing: approvals are sent later',
  reading: 'Reading bills…',
  asOf: (ago: string) => say`Bills read ${ago}`,
  neverRead: 'Bills not read yet',
  waiting: (count: number) => say`${plural(count, 'approval', 'approvals')} waiting`,
  nothingWaiting: 'Nothing waiting to be sent',
  sendingPaused: 'Sending is paused',
  cutShort: 'Bills may be missing',
  quota: (remaining: number, limit: number) =>
    say`${formatCount(remaining)} of ${formatCount(limit)} requests left`,
  quotaName: 'Requests left this hour',
  resets: (time: string) => say`full again at ${time}`,
  pausedUntil: (time: string) => say`paused until ${time}`,
  refresh: 'Read bills now',
  sample: 'Sample company',
} as const;

export const help = {
  title: 'Keyboard shortcuts',
  groups: { review: 'Reviewing', anywhere: 'Anywhere', go: 'Go to a screen' },
  between: 'then',
  commands: {
    nextBill: 'Next in the list',
    previousBill: 'Previous in the list',
    approve: 'Approve and go to the next, or all selected',
    selectBill: 'Select the bill, or not',
    clearSelection: 'Clear the selection',
    skip: 'Skip to the next bill',
    snooze: 'Snooze the bill until a day',
    dismiss: 'Dismiss the bill, on this computer',
    note: 'Write a note',
    filters: 'Filter the list',
    palette: 'Find any action',
    undo: 'Undo the last approval',
    search: 'Search the list',
    refresh: 'Read bills now',
    help: 'Show this list',
    goReview: 'Review',
    goApprovals: 'Approvals',
    goInsights: 'Insights',
    goInvoices: 'Invoices',
    goSettings: 'Settings',
  } satisfies Record<ShortcutCommand, string>,
  listKeys: (control: string) =>
    say`In the list of bills, the arrow keys, Page Up, Page Down, Home and End work as well. Shift with an arrow key or a click selects on from the bill you are at, ${control} with a click selects one more, ${control} with A selects the whole list.`,
} as const;

/** What the system says in Billfold's name, also on a locked screen: counts alone. */
export const notices = {
  sent: (count: number) => ({
    title: say`${plural(count, 'approval was', 'approvals were')} sent`,
    body:
      count === 1
        ? 'It had waited on this computer for the service.'
        : 'They had waited on this computer for the service.',
  }),
  attention: (count: number) => ({
    title: say`${plural(count, 'approval needs', 'approvals need')} attention`,
    body: 'Open Billfold to review them.',
  }),
  dueTomorrow: (count: number) => ({
    title: say`${plural(count, 'bill is', 'bills are')} due tomorrow`,
    body: count === 1 ? 'You have not approved it yet.' : 'You have not approved them yet.',
  }),
} as const satisfies Record<
  NoticeAbout,
  (count: number) => { readonly title: string; readonly body: string }
>;

export const palette = {
  title: 'Find any action',
  field: 'Action',
  hint: 'Type what you want to do',
  list: 'Actions',
  recent: 'Used last',
  groups: {
    review: 'List',
    bill: 'Bill',
    approvals: 'Approvals',
    go: 'Go to',
    view: 'View',
    app: 'Billfold',
  } satisfies Record<ActionGroup, string>,
  none: (typed: string) => say`No action is called “${typed}”.`,
  count: (count: number) => plural(count, 'action', 'actions'),
  showAllOrganizations: 'Show all organizations',
  showOrganization: (name: string) => say`Show ${name}`,
  theme: {
    system: 'Theme as the system',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  density: { comfortable: 'Comfortable rows', compact: 'Compact rows' },
  verifyJournal: 'Verify the journal',
  exportJournal: { csv: 'Export the journal as CSV', json: 'Export the journal as JSON' },
  changeConnection: 'Change the connection',
  account: 'Connection and account',
  notifications: 'Choose notifications',
  signIn: 'Sign in',
  signOut: 'Sign out…',
} as const;

export const quota = {
  title: 'Requests to the service',
  left: (remaining: number, limit: number) =>
    say`${formatCount(remaining)} of ${formatCount(limit)} left in this window`,
  resets: (time: string) => say`The next window begins at ${time}`,
  resetUnknown: 'When the next window begins is not known yet',
  reserve: (reserve: number) => say`${plural(reserve, 'is', 'are')} kept for approvals`,
  used: {
    approval: 'Approvals',
    recheck: 'Checking for changes',
    waiting: 'What you waited for',
    background: 'Reading in the background',
  },
  backgroundLeft: (count: number) => say`${formatCount(count)} more may go to the background`,
  shared: 'Another program uses the same quota, so background reading is slower.',
  paused: {
    refused: (time: string) =>
      say`The service refused a request. Nothing is sent before ${time}, then approvals go first.`,
    spent: (time: string) =>
      say`This window is used up. Nothing is sent before ${time}, then approvals go first.`,
  },
  approvalsWaiting: (count: number) =>
    say`${plural(count, 'approval waits', 'approvals wait')}, ahead of everything else.`,
  cost: (approvals: number, percent: string) =>
    say`${plural(approvals, 'approval uses', 'approvals use')} ${percent} of this hour’s requests.`,
  costBeyond: (approvals: number, now: number, time: string) =>
    say`${plural(approvals, 'approval needs', 'approvals need')} more requests than are left: ${formatCount(now)} can go now, the others from ${time} on.`,
  costBeyondUnknown: (approvals: number, now: number) =>
    say`${plural(approvals, 'approval needs', 'approvals need')} more requests than are left: ${formatCount(now)} can go now, the others in the next window.`,
} as const;
