import type { ShortcutCommand } from '../../ui/shortcuts.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';

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
  toReview: (count: number) => `${formatCount(count)} to review`,
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  justNow: 'just now',
  undo: 'Undo',
  undoLeft: (seconds: number) => `${seconds} s`,
  approvedOne: (what: string) => `Approved ${what}`,
  approvedMany: (count: number) => `Approved ${plural(count, 'bill', 'bills')}`,
  moreUndoable: (count: number) => `${formatCount(count)} before it can be undone too`,
  takenBack: (count: number) => `${plural(count, 'approval', 'approvals')} taken back`,
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
    title: (count: number) => `${plural(count, 'approval', 'approvals')} from an earlier sign-in`,
    body: 'These were made before you signed in, possibly by another user. Send them under your account? Each bill is checked for changes again first.',
    mayHaveArrived: (count: number, service: string) =>
      `${plural(count, 'approval', 'approvals')} of these may already have been sent. Check ${service} first.`,
    keepWaitingHint: 'Otherwise they stay under Approvals.',
    adopt: 'Send under my account',
    keepWaiting: 'Decide later',
    withdraw: 'Discard',
  },
  page: (screen: string, name: string) => `${screen} – ${name}`,
} as const;

export const status = {
  region: 'Status',
  connectivity: { unknown: 'Connecting…', online: 'Online', offline: 'Offline' },
  signedOut: 'Not signed in',
  offlineCalm: 'Go on reviewing: approvals are sent later',
  reading: 'Reading bills…',
  asOf: (ago: string) => `Bills read ${ago}`,
  neverRead: 'Bills not read yet',
  waiting: (count: number) => `${plural(count, 'approval', 'approvals')} waiting`,
  nothingWaiting: 'Nothing waiting to be sent',
  sendingPaused: 'Sending is paused',
  cutShort: 'Bills may be missing',
  quota: (remaining: number, limit: number) =>
    `${formatCount(remaining)} of ${formatCount(limit)} requests left`,
  quotaName: 'Requests left this hour',
  resets: (time: string) => `full again at ${time}`,
  pausedUntil: (time: string) => `paused until ${time}`,
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
    `In the list of bills, the arrow keys, Page Up, Page Down, Home and End work as well. Shift with an arrow key or a click selects on from the bill you are at, ${control} with a click selects one more, ${control} with A selects the whole list.`,
} as const;
