import type { Scope } from '../../../../contract/scopes.ts';
import type { TokenStorage } from '../../../../bridge/session.ts';
import type { Policy } from '../../../../bridge/policy.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const settings = {
  title: 'Settings',
  approving: {
    title: 'Approving',
    undo: 'Time to undo',
    undoHint: 'How long an approval waits before it goes on its way.',
    undoChoices: {
      0: 'None: send at once',
      5_000: '5 seconds',
      10_000: '10 seconds',
      30_000: '30 seconds',
      60_000: 'One minute',
    } as Readonly<Record<number, string>>,
    undoOther: (seconds: number) => plural(seconds, 'second', 'seconds'),
    sendAgain: 'Send again by itself when an answer was lost',
    sendAgainRisk:
      'Risk: the service may receive the same approval twice. It does not say what it does then. Left off, you decide each time under Approvals.',
    skipCheck: 'Send without checking for changes',
    skipChoices: {
      0: 'Off',
      1: 'If synced less than 1 minute ago',
      5: 'If synced less than 5 minutes ago',
      15: 'If synced less than 15 minutes ago',
    } as Readonly<Record<number, string>>,
    skipOther: (minutes: number) =>
      say`If synced less than ${plural(minutes, 'minute', 'minutes')} ago`,
    skipRisk: 'Risk: a bill that changed since the last sync is approved unseen.',
  },
  reading: {
    title: 'Reading bills',
    share: 'Share of the hourly limit for reading in the background',
    shareHint:
      'What is left serves your approvals and what you wait for. More is fresher bills, sooner used up.',
    percent: (share: number) => say`${Math.round(share * 100)} %`,
  },
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    density: 'Rows',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    densityHint: 'Compact shows about a third more bills at once. Text keeps its size.',
  },
  notifications: {
    title: 'Notifications',
    notifySent: {
      label: 'Approvals were sent',
      hint: 'When approvals that had to wait for the service have been sent: one notification for all of them.',
    },
    notifyAttention: {
      label: 'Approvals needing attention',
      hint: 'Rejected, changed, unconfirmed, or held approvals. At most every 5 minutes.',
    },
    notifyDueTomorrow: {
      label: 'Bills due tomorrow',
      hint: 'Once a day: how many bills that you have neither approved nor put aside are due the next day.',
    },
    privacy:
      'Notifications name counts only, never vendors or amounts, since they can stand on a locked screen. The system can silence them too.',
  },
  account: {
    title: 'Account',
    connection: 'Connection',
    sample: 'Sample company on this computer',
    serviceUrl: 'Service',
    authUrl: 'Sign-in',
    clientId: 'Client ID',
    redirectUri: 'Redirect URI',
    scopes: 'You allowed',
    kept: 'How the session is kept',
    storage: {
      sealed: 'Sealed by this computer’s keyring.',
      memoryOnly:
        'In memory only: this computer has no keyring. You sign in again each time Billfold starts.',
      weak: 'Weakly protected on disk, by your choice: whoever can read your files can use the session.',
    } satisfies Record<TokenStorage, string>,
    allowWeak: 'Keep the session although nothing can seal it',
    allowWeakWarning:
      'Not recommended. Without a keyring the session lies on disk almost in the open: any program you run, and anyone with your files, could read your bills and approve them until you sign out.',
    weakOn: 'Weak storage is allowed',
    signOut: 'Sign out',
    overHint: 'The session has ended; the bills are still here. Signing out removes them.',
  },
  scopes: {
    money_in: 'Invoices and receivables',
    money_out: 'Bills and payables',
    banking: 'Bank connections and transactions',
    accounting: 'Chart of accounts',
    journal_entries: 'Manual journal entries',
    transfers: 'Account transfers',
    taxes: 'Tax rates and settings',
    close_books: 'Period closing',
    reports: 'Financial reports',
    settings: 'Organization settings',
    team: 'Team members',
    payroll_view: 'View payroll',
    payroll_manage: 'Manage payroll',
    documents: 'Documents',
    time_tracking_view: 'View time entries',
    time_tracking_manage: 'Edit time entries',
    time_tracking_approve: 'Approve time entries',
  } satisfies Record<Scope, string>,
  managed: {
    title: 'Managed by your organization',
    lead: 'These settings can’t be changed here.',
    facts: {
      connection: 'Connection',
      sampleCompany: 'Sample company',
      weakTokenStorage: 'Session without a keyring',
      updates: 'Updates',
      logRetentionDays: 'Log entries',
      logFiles: 'Log files',
    } satisfies Record<keyof Policy, string>,
    off: 'Off',
    weakOff: 'Memory only. You sign in at each start.',
    days: (count: number) => say`Kept for ${plural(count, 'day', 'days')}`,
    files: (count: number) => say`At most ${formatCount(count)}`,
  },
  about: { title: 'About', version: 'Version' },
  saveFailed: 'The setting could not be saved. Try again.',
  signOut: {
    title: 'Sign out?',
    nothingWaiting:
      'Nothing is waiting to be sent. The bills kept on this computer are removed; the record of your approvals stays.',
    waiting: (count: number) =>
      say`${plural(count, 'approval is', 'approvals are')} not confirmed by the service yet.`,
    attention: (count: number) =>
      count === 1
        ? 'One more needs your attention; it stays kept.'
        : say`${formatCount(count)} more need your attention; they stay kept.`,
    choose: 'What should happen to them?',
    sendNow: 'Send them first',
    sendNowHint: 'Sign out when all have reached the service.',
    sendNowOffline: 'Not possible now: the service cannot be reached.',
    sendNowOther: 'Not possible now: this sign-in cannot send them.',
    othersKept: (count: number) =>
      say`${plural(count, 'approval', 'approvals')} cannot be sent now and would stay kept.`,
    /** @param names at least one */
    underWay: ([first = '', second, ...more]: readonly string[]) => {
      const names = second === undefined ? first : say`${first}, ${second}`;
      const others = more.length > 0 ? say` and ${formatCount(more.length)} more` : '';
      return say`Already being sent, so not discarded: ${names}${others}.`;
    },
    keep: 'Keep them',
    keepHint: 'They stay on this computer until you sign in again.',
    discard: 'Discard them',
    discardHint: 'They won’t be sent.',
    typeToDiscard: (word: string) => say`Type “${word}” to confirm`,
    discardWord: 'discard',
    sending: (left: number) => say`Sending… ${formatCount(left)} left`,
    sent: 'All sent.',
    confirm: 'Sign out',
    send: 'Send now',
    busy: 'Signing out…',
  },
} as const;
