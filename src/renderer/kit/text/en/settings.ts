import type { Program } from '../../../../bridge/app.ts';
import type { Scope } from '../../../../contract/scopes.ts';
import type { TokenStorage } from '../../../../bridge/session.ts';
import type { Policy } from '../../../../bridge/policy.ts';
import type { Settings } from '../../../../bridge/settings.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const settings = {
  title: 'Settings',
  approving: {
    title: 'Approvals',
    undo: {
      label: 'Undo period',
      hint: 'Delay before an approval is sent.',
      choices: {
        0: 'Off',
        5_000: '5 seconds',
        10_000: '10 seconds',
        30_000: '30 seconds',
        60_000: '1 minute',
      } as Readonly<Record<number, string>>,
      other: (ms: number) => plural(ms / 1_000, 'second', 'seconds'),
    },
    sendAgain: {
      label: 'Automatically resend unconfirmed approvals',
      hint: 'Could send an approval twice. When off, you decide each time.',
    },
    skipCheck: {
      label: 'Send without checking for changes',
      hint: 'Risk: you could approve a bill that changed after the last sync.',
      choices: {
        0: 'Off',
        1: 'If synced less than 1 minute ago',
        5: 'If synced less than 5 minutes ago',
        15: 'If synced less than 15 minutes ago',
      } as Readonly<Record<number, string>>,
      other: (minutes: number) =>
        say`If synced less than ${plural(minutes, 'minute', 'minutes')} ago`,
    },
  },
  flags: {
    title: 'Flags',
    hint: 'A flag that is off isn’t shown. Its bills still don’t count as routine.',
  },
  reading: {
    title: 'Sync',
    share: 'Background sync limit',
    shareHint:
      'How much of the hourly API limit background sync may use. More keeps bills more current.',
  },
  appearance: {
    title: 'Appearance',
    theme: { label: 'Theme', choices: { system: 'System', light: 'Light', dark: 'Dark' } },
    density: {
      label: 'Density',
      hint: 'Compact fits about a third more bills.',
      choices: { comfortable: 'Comfortable', compact: 'Compact' },
    },
    language: {
      label: 'Language',
      /** Each language in its own words, for users who read no other. */
      choices: {
        system: 'System',
        en: 'English',
        de: 'Deutsch',
      } satisfies Record<Settings['language'], string>,
    },
  },
  keyboard: {
    title: 'Keyboard',
    singleKeys: {
      label: 'Single-key shortcuts',
      hint: 'Keys such as a, j, or /. Turn them off if you dictate or use a screen reader; the command menu does the same. a, d, h, and z never act while a button or link has the focus.',
      choices: {
        on: 'On',
        list: 'Only in lists',
        off: 'Off',
      } satisfies Record<Settings['singleKeys'], string>,
    },
  },
  locking: {
    title: 'Lock',
    after: {
      label: 'Lock when idle',
      hint: 'Also locks with your screen. Approvals aren’t sent while Billfold is locked.',
      choices: {
        0: 'Never',
        5: 'After 5 minutes',
        15: 'After 15 minutes',
        60: 'After 1 hour',
      } as Readonly<Record<number, string>>,
      other: (minutes: number) => say`After ${plural(minutes, 'minute', 'minutes')}`,
    },
  },
  notifications: {
    title: 'Notifications',
    notifySent: {
      label: 'Queued approvals sent',
      hint: 'One summary when pending approvals go through.',
    },
    notifyAttention: {
      label: 'Approvals needing attention',
      hint: 'Rejected, changed, unconfirmed, or held. At most every 5 minutes.',
    },
    notifyDueTomorrow: {
      label: 'Bills due tomorrow',
      hint: 'Daily count of unapproved bills.',
    },
    notifyDigest: {
      label: 'Daily digest',
      hint: 'Sends one notification now, then one a day, about overdue bills, bills due tomorrow, overdue answers, and approvals needing attention.',
    },
    privacy: 'Notifications never show vendors or amounts.',
  },
  desktop: {
    title: 'Desktop',
    keepSending: {
      label: 'Keep sending in the background',
      hint: 'Closing the window hides it, and pending approvals are still sent. Billfold stays in the tray or menu bar until you quit it there.',
    },
    openAtLogin: {
      label: 'Open at login',
      hint: 'Opens Billfold when you log in, hidden if “Keep sending in the background” is on.',
    },
  },
  account: {
    title: 'Account',
    connection: 'Connection',
    sample: 'Sample data on this computer',
    serviceUrl: 'Service URL',
    authUrl: 'Authorization URL',
    clientId: 'Client ID',
    redirectUri: 'Redirect URI',
    scopes: 'Permissions',
    kept: 'Session storage',
    storage: {
      sealed: 'Encrypted (system keyring)',
      memoryOnly: 'Memory only. You sign in at each start, and notes aren’t kept.',
      weak: 'Not encrypted (your choice)',
    } satisfies Record<TokenStorage, string>,
    allowWeak: 'Stay signed in without encryption',
    allowWeakWarning:
      'Not recommended. Anyone with access to your files could read and approve your bills.',
    weakOn: 'Unencrypted storage is on',
    signOut: 'Sign out',
    overHint: 'Session expired. Signing out removes the bills from this computer.',
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
      ownService: 'Your own service',
      sampleCompany: 'Sample data',
      weakTokenStorage: 'Session without a keyring',
      updates: 'Updates',
      certificateFile: 'Trusted certificates',
      lockAfterMinutes: 'Lock when idle',
      journalRetentionDays: 'Audit log',
      logRetentionDays: 'Log entries',
      logFiles: 'Log files',
    } satisfies Record<keyof Policy, string>,
    off: 'Off',
    weakOff: 'Memory only. You sign in at each start.',
    days: (count: number) => say`Kept for ${plural(count, 'day', 'days')}`,
    files: (count: number) => say`At most ${formatCount(count)}`,
  },
  about: {
    title: 'About Billfold',
    versions: {
      billfold: 'Version',
      electron: 'Electron',
      chrome: 'Chromium',
      node: 'Node.js',
      system: 'System',
    } satisfies Record<keyof Program['versions'], string>,
    data: 'Data folder',
    showData: 'Show',
    licenses: 'Licenses',
  },
  billPage: {
    label: 'Bill page URL',
    hint: 'Adds “Open in …” to each bill. Use {id} or {number}, for example https://books.example/bills/{id}',
    problems: {
      notHttps: 'Enter an https:// address whose host has no placeholder.',
      noPlace: 'Include {id} or {number}.',
    },
    save: 'Save',
  },
  saveFailed: 'Couldn’t save the setting. Try again.',
  signOut: {
    title: 'Sign out?',
    nothingWaiting: 'Bills are removed from this computer. Your audit log is kept.',
    waiting: (count: number) =>
      say`${plural(count, 'approval isn’t', 'approvals aren’t')} confirmed yet.`,
    unsent: (count: number) =>
      say`${plural(count, 'approval isn’t', 'approvals aren’t')} sent yet.`,
    attention: (count: number) =>
      say`${plural(count, 'approval needing attention is', 'approvals needing attention are')} kept.`,
    choose: 'Pending approvals',
    sendNow: 'Send, then sign out',
    sendNowHint: 'You’re asked to sign out when all are sent.',
    sendNowOffline: 'Unavailable offline.',
    sendNowOther: 'Unavailable in this session.',
    othersKept: (count: number) =>
      say`${plural(count, 'approval', 'approvals')} can’t be sent now and would be kept.`,
    /** @param names at least one */
    underWay: ([first = '', second, ...more]: readonly string[]) => {
      const names = second === undefined ? say`${first}` : say`${first}, ${second}`;
      return more.length === 0
        ? say`Being sent now: ${names}. A request that has left can’t be stopped.`
        : say`Being sent now: ${names} and ${formatCount(more.length)} more. Requests that have left can’t be stopped.`;
    },
    keep: 'Keep for next sign-in',
    keepHint: 'Kept on this computer, not sent.',
    discard: 'Discard',
    discardHint: 'Not sent.',
    typeToDiscard: (word: string) => say`Type “${word}” to confirm`,
    discardWord: 'discard',
    sending: (left: number) => say`Sending… ${formatCount(left)} left`,
    sent: 'All sent.',
    confirm: 'Sign out',
    send: 'Send now',
    busy: 'Signing out…',
  },
} as const;
