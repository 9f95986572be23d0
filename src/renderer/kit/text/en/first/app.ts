import type { UnlockOutcome } from '../../../../../bridge/app.ts';
import { formatCount } from '../../count.ts';
import { say } from '../../say.ts';
import { plural } from '../plural.ts';

export const app = {
  name: 'Billfold',
  loading: 'Loading Billfold…',
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
  tooLateToUndo: 'Too late to undo. See Approvals.',
  nothingToUndo: 'Nothing to undo.',
  technicalDetails: 'Technical details',
  page: (screen: string, name: string) => say`${screen} – ${name}`,
} as const;

export const status = {
  region: 'Status',
  connectivity: { unknown: 'Connecting…', online: 'Online', offline: 'Offline' },
  signedOut: 'Signed out',
  offlineCalm: 'Approvals will be sent when you’re back online',
  reading: 'Syncing…',
  asOf: (ago: string) => say`Synced ${ago}`,
  neverRead: 'Not synced yet',
  waiting: (count: number) => say`${plural(count, 'approval', 'approvals')} pending`,
  nothingWaiting: 'No pending approvals',
  sendingPaused: 'Sending paused',
  storageSilent: 'Storage isn’t responding',
  cutShort: 'Bills may be missing',
  quota: (remaining: number, limit: number) =>
    say`API calls: ${formatCount(remaining)} of ${formatCount(limit)} left`,
  quotaName: 'API calls left this hour',
  resets: (time: string) => say`resets at ${time}`,
  pausedUntil: (time: string) => say`until ${time}`,
  refresh: 'Refresh',
} as const;
