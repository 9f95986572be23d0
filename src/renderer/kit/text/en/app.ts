import type { DigestCounts } from '../../../core/bills/figures/unapproved-bills.ts';
import type { SingleKeys } from '../../../../bridge/settings.ts';
import type { ShortcutCommand } from '../../actions/shortcuts.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { NoticeAbout, UnlockOutcome } from '../../../../bridge/app.ts';
import type { ActionGroup } from '../../actions/action-registry.ts';

export const app = {
  name: 'Billfold',
  loading: 'Loading Billfold…',
  loadingLong:
    'Loading takes longer than usual. If it doesn’t finish, free up disk space and restart Billfold.',
  /** Name of the service without a connection. */
  anyService: 'the service',
  sampleService: 'Sample Books',
  locked: {
    title: 'Billfold is locked',
    hint: 'Approvals aren’t sent while Billfold is locked.',
    unlock: 'Unlock',
    outcomes: {
      unlocked: 'Loading Billfold…',
      refused: 'Billfold is still locked. Try again.',
      keyringAway: 'The keyring isn’t available. Unlock it, then try again.',
    } satisfies Record<UnlockOutcome, string>,
  },
  skipToContent: 'Skip to content',
  screens: {
    review: 'Review',
    approvals: 'Approvals',
    reports: 'Reports',
    invoices: 'Customer invoices',
    settings: 'Settings',
  },
  navigation: 'Main navigation',
  organization: 'Organization',
  needAttention: (count: number) => plural(count, 'needs attention', 'need attention'),
  toReview: (count: number) => say`${formatCount(count)} to review`,
  dismiss: 'Close',
  justNow: 'just now',
  undo: 'Undo',
  undoLeft: (seconds: number) => say`${seconds}s`,
  approvedOne: (vendor: string, amount: string) => say`Approved ${vendor} · ${amount}`,
  approvedMany: (count: number) => say`Approved ${plural(count, 'bill', 'bills')}`,
  moreUndoable: (count: number) =>
    say`+ ${plural(count, 'earlier approval', 'earlier approvals')} can be undone`,
  takenBack: (count: number) => say`${plural(count, 'approval', 'approvals')} undone`,
  tooLateToUndo: 'Too late to undo. Under Approvals, you can cancel what isn’t sent yet.',
  tooLateToCancel: (count: number, canceled: number) =>
    canceled === 0
      ? say`Too late to cancel ${plural(count, 'approval', 'approvals')}. Check the status.`
      : say`${formatCount(canceled)} canceled. Too late for ${formatCount(count)}: check the status.`,
  undoOnceSaved: 'Undone once it is saved.',
  nothingToUndo: 'Nothing to undo.',
  technicalDetails: 'Technical details',
  page: (screen: string, name: string) => say`${screen} – ${name}`,
  close: 'Close',
  cancel: 'Cancel',
  sessionOver: {
    notSignedIn: {
      title: 'You’re signed out',
      whatToDo: 'Sign in to continue where you left off.',
    },
    meanwhile:
      'You can keep reviewing offline. Approvals are saved and sent only after you confirm.',
  },
  connectionFaults: {
    storageFull: {
      title: 'Disk full',
      whatToDo: 'Free up space to load your bills. Your approvals are safe.',
    },
    keyringAway: {
      title: 'Bills locked',
      whatToDo: 'Unlock your system’s keyring. Billfold is trying again; your approvals are safe.',
    },
    notOpened: {
      title: 'Couldn’t open local data',
      whatToDo:
        'The disk may be full. Free up space; if that doesn’t help, restart Billfold. Until then, Billfold keeps trying. Your approvals are safe.',
    },
    tryAgain: 'Try again',
  },
  /** Banner above the sample data. */
  sample: {
    title: 'Sample data',
    whatToDo: 'Nothing is sent to a real service.',
    connect: 'Connect your service',
    leave: 'Leave sample data',
    coach: {
      title: 'Three keys to try',
      steps: { nextBill: 'Next bill', approve: 'Approve', undo: 'Undo' },
      stepDone: 'Done',
      done: 'That’s all you need. Press ? for all shortcuts.',
      close: 'Close tips',
    },
  },
  earlierApprovals: {
    title: (count: number) =>
      say`${plural(count, 'unsent approval', 'unsent approvals')} from a previous session`,
    body: 'Approved before you signed in, possibly by another user. Send under your account? Each bill is checked again first.',
    mayHaveArrived: (count: number, service: string) =>
      say`${formatCount(count)} of these approvals may already have been sent. Check ${service} first.`,
    keepWaitingHint: 'Not sent until you decide. Listed under Approvals.',
    adopt: 'Send under my account',
    keepWaiting: 'Decide later',
    withdraw: 'Discard',
  },
  link: {
    copy: 'Copy link to bill',
    copied: 'Link copied',
    title: 'Bill from a link',
    view: 'View bill',
    notHere: 'That bill is not on this computer.',
    notHereHint: 'It may belong to another organization, or hasn’t been synced yet.',
  },
  resizePane: 'Width of details',
} as const;

export const help = {
  between: 'then',
  /** After a key that decides about a bill, pressed on a button or link. */
  keyNeedsList: 'Nothing changed: this key works only in the list. Press ↓ to go there.',
  /** Names of keys with more than a letter. */
  keyNames: { Ctrl: 'Ctrl', Shift: 'Shift', Space: 'Space' },
  title: 'Keyboard shortcuts',
  groups: { review: 'Reviewing', anywhere: 'Global', go: 'Navigation' },
  commands: {
    skip: 'Skip',
    nextBill: 'Next bill',
    previousBill: 'Previous bill',
    approve: 'Approve (or approve selected)',
    selectBill: 'Select / deselect',
    firstBill: 'First bill',
    lastBill: 'Last bill',
    clearSelection: 'Clear selection or search, close bill',
    snooze: 'Snooze…',
    hide: 'Hide from inbox',
    hold: 'Put on hold…',
    note: 'Add note',
    filters: 'Filter',
    sort: 'Sort and group',
    views: 'Views',
    palette: 'Command menu',
    undo: 'Undo',
    search: 'Search',
    refresh: 'Refresh',
    scrollDown: 'Scroll bill down',
    scrollUp: 'Scroll bill up',
    back: 'Back to previous bill',
    help: 'Keyboard shortcuts',
    goReview: 'Review',
    goApprovals: 'Approvals',
    goReports: 'Reports',
    goInvoices: 'Customer invoices',
    goSettings: 'Settings',
  } satisfies Record<ShortcutCommand, string>,
  /** Keys of the list with their actions. */
  list: 'In the list',
  /** Search input with what it finds. */
  search: 'In the search',
  searchWords: [
    { keys: 'over 1000', what: 'Amount' },
    { keys: 'due friday', what: 'Due date' },
    { keys: 'overdue', what: 'State (also flagged, paid, snoozed)' },
    { keys: 'from water', what: 'Vendor' },
    { keys: 'gas or water', what: 'Either word' },
    { keys: '-gas', what: 'Without a word' },
  ],
  singleKeys: {
    on: 'Single keys work outside text fields; a, d, h, and z only in the list.',
    list: 'Single keys work only while a list has the focus.',
    off: 'Single keys are off.',
  } satisfies Record<SingleKeys, string>,
  changeKeys: 'Change in Settings',
  listKeys: (control: string) => [
    { keys: '↑ ↓', what: 'Move' },
    { keys: 'Home End', what: 'First / last' },
    { keys: 'PgUp PgDn', what: 'Move by a page' },
    { keys: 'Shift+↑ ↓', what: 'Extend selection (or Shift+click)' },
    { keys: say`${control}+A`, what: 'Select all' },
    { keys: say`${control}+click`, what: 'Add to selection' },
    { keys: 'Shift+F10', what: 'Menu (or right-click)' },
  ],
} as const;

/** System notifications. They may appear on a locked screen, so they contain only counts. */
export const notices = {
  sent: (count: number) => ({
    title: say`${plural(count, 'approval', 'approvals')} sent`,
    body:
      count === 1 ? 'Your queued approval went through.' : 'Your queued approvals went through.',
  }),
  attention: (count: number) => ({
    title: say`${plural(count, 'approval needs', 'approvals need')} attention`,
    body: count === 1 ? 'Open Billfold to review it.' : 'Open Billfold to review them.',
  }),
  dueTomorrow: (count: number) => ({
    title: say`${plural(count, 'unapproved bill', 'unapproved bills')} due tomorrow`,
    body: count === 1 ? 'Open Billfold to review it.' : 'Open Billfold to review them.',
  }),
} as const satisfies Record<
  Exclude<NoticeAbout, 'digest'>,
  (count: number) => { readonly title: string; readonly body: string }
>;

/** The daily digest. */
export const digest = {
  title: 'Open in Billfold',
  /** One text for each count above zero. */
  lines: (counts: DigestCounts): readonly string[] =>
    [
      counts.overdue > 0 && say`${plural(counts.overdue, 'bill', 'bills')} overdue`,
      counts.dueTomorrow > 0 && say`${plural(counts.dueTomorrow, 'bill', 'bills')} due tomorrow`,
      counts.answersOverdue > 0 &&
        plural(counts.answersOverdue, 'answer overdue', 'answers overdue'),
      counts.attention > 0 &&
        plural(counts.attention, 'approval needs attention', 'approvals need attention'),
    ].filter((line) => line !== false),
} as const;

export const palette = {
  title: 'Command menu',
  field: 'Command',
  hint: 'Search commands, vendors, and bills',
  list: 'Commands',
  finds: { recent: 'Recent', vendors: 'Vendors', bills: 'Bills' },
  groups: {
    review: 'List',
    bill: 'Bill',
    approvals: 'Approvals',
    go: 'Go to',
    view: 'View',
    app: 'General',
  } satisfies Record<ActionGroup, string>,
  none: (typed: string) => say`No results for “${typed}”`,
  count: (count: number) => plural(count, 'result', 'results'),
  /** Further search words for commands. */
  also: {
    about: 'version licenses legal notices electron chromium',
    whatsNew: 'changelog release notes news version',
    copyDiagnostics: 'support debug version',
    approve: 'accept release',
    hide: 'ignore archive duplicate',
    hold: 'block question ask dispute email',
    filters: 'narrow',
    goApprovals: 'outbox pending sent needs attention rejected unconfirmed',
    goReports: 'aging cash requirements analytics',
    goInvoices: 'receivables sales',
    goSettings: 'preferences options',
    help: 'help hotkeys keys',
    lock: 'screen password',
    note: 'comment',
    refresh: 'sync reload update',
    search: 'find',
    signIn: 'log in login',
    signOut: 'log out logout',
    snooze: 'later postpone remind',
    sort: 'order arrange columns',
    undo: 'revert',
    verifyJournal: 'check integrity history',
    'bills.approveUnflagged': 'bulk batch all everything',
    'bill.selectGroup': 'approve all everything',
    'export.csv': 'excel spreadsheet download',
    'export.pdf': 'acrobat download',
    'language de': 'german deutsch sprache',
    'language en': 'english englisch',
    'view overdue': 'late past due',
    'view dueThisWeek': 'urgent soon',
    'view overAmount': 'large big',
    'view hidden': 'dismissed ignored',
    'flag duplicate': 'duplicates copies twice',
    'flag firstOfVendor': 'first new supplier',
    'theme dark': 'night mode appearance',
    'theme light': 'day mode appearance',
  },
  /** Other words for each organization. */
  alsoOrganization: 'switch change company entity client',
  setting: (name: string) => say`Settings: ${name}`,
  language: (name: string) => say`Language: ${name}`,
  showFlag: (flag: string) => say`Show: ${flag}`,
  showAllOrganizations: 'Show all organizations',
  showOrganization: (name: string) => say`Show ${name}`,
  theme: {
    system: 'Use system theme',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  density: { comfortable: 'Comfortable density', compact: 'Compact density' },
  verifyJournal: 'Verify audit log',
  exportJournal: { csv: 'Export audit log (CSV)', json: 'Export audit log (JSON)' },
  changeConnection: 'Edit connection',
  account: 'Account',
  notifications: 'Notification settings',
  lock: 'Lock Billfold',
  copyDiagnostics: 'Copy diagnostics',
  removeEverything: 'Remove all data…',
  signIn: 'Sign in',
  signOut: 'Sign out…',
} as const;

export const quota = {
  title: 'API usage this hour',
  left: (remaining: number, limit: number) =>
    say`${formatCount(remaining)} of ${formatCount(limit)} remaining`,
  resets: (time: string) => say`Resets at ${time}`,
  resetUnknown: 'Reset time unknown',
  reserve: (reserve: number) => say`${formatCount(reserve)} reserved for approvals`,
  used: {
    approval: 'Approvals',
    recheck: 'Checks for changes',
    waiting: 'On-screen requests',
    background: 'Background sync',
  },
  backgroundLeft: (count: number) => say`${formatCount(count)} left for background sync`,
  shared: 'Another app shares this limit. Background sync is slowed.',
  paused: {
    refused: (time: string) => say`Rate-limited until ${time}. Approvals go first.`,
    unavailable: (time: string) => say`Service unavailable. Next attempt at ${time}.`,
    spent: (time: string) =>
      say`Hourly limit reached. Sending resumes at ${time}; approvals go first.`,
  },
  approvalsWaiting: (count: number) =>
    say`${plural(count, 'approval goes', 'approvals go')} first.`,
  costPaused: {
    refused: (time: string) => say`Sent after ${time} (rate-limited).`,
    unavailable: (time: string) => say`Sent after ${time} (service unavailable).`,
  },
  costBeyond: (now: number, time: string) =>
    now === 0
      ? say`Sent after ${time} (hourly limit).`
      : say`${plural(now, 'approval is', 'approvals are')} sent now, the rest after ${time} (hourly limit).`,
  costBeyondUnknown: (now: number) =>
    now === 0
      ? 'Sent when the hourly limit resets.'
      : say`${plural(now, 'approval is', 'approvals are')} sent now, the rest when the hourly limit resets.`,
} as const;

export const status = {
  region: 'Status',
  connectivity: {
    unknown: 'Connecting…',
    online: 'Online',
    offline: 'Offline',
    limited: 'Waiting for the API limit',
  },
  signedOut: 'Signed out',
  offlineCalm: 'Approvals will be sent when you’re back online',
  reading: 'Syncing…',
  synced: (ago: string) => say`Synced ${ago}`,
  neverRead: 'Not synced yet',
  waiting: (count: number) => say`${plural(count, 'approval', 'approvals')} pending`,
  nothingWaiting: 'No pending approvals',
  sendingPaused: 'Sending paused',
  storageSilent: 'Storage isn’t responding',
  cutShort: 'Bills may be missing',
  quota: (remaining: number, limit: number) =>
    say`API calls: ${formatCount(remaining)} of ${formatCount(limit)} left`,
  quotaPaused: 'API calls: paused',
  quotaName: 'API calls left this hour',
  resets: (time: string) => say`resets at ${time}`,
  pausedUntil: (time: string) => say`until ${time}`,
  refresh: 'Refresh',
} as const;
