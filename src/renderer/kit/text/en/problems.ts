import type { NotSentReason } from '../../../../bridge/approval.ts';
import type { SessionEnd } from '../../../../bridge/session.ts';
import { say, sayAll } from '../say.ts';
import { notices } from './notices.ts';
import type { MessageText } from '../message-text.ts';
import type { PauseReason } from '../../../core/mirror/pauses.ts';

const pauses = {
  offline: 'Offline. Sync resumes automatically.',
  signedOut: 'Sign in to resume sync.',
  quota: 'Sync paused (API limit)',
  unavailable: 'Sync paused (service unavailable)',
  asleep: 'Resuming sync…',
  storageFull: 'Disk full. Free up space and refresh.',
  discarding: 'Paused',
  closing: 'Closing…',
} as const satisfies Record<PauseReason | 'unavailable', string>;

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

const serviceErrors = {
  unauthenticated: (): MessageText => ({
    title: 'Your session has expired',
    whatToDo: 'Sign in again. Your approvals are kept.',
  }),
  forbidden: (scope: string | null): MessageText => ({
    title: 'You don’t have permission',
    whatToDo: scope
      ? say`Sign in again and allow “${scope}”, or ask an administrator for access.`
      : 'Ask an administrator for access, then sign in again.',
  }),
  notFound: (service: string): MessageText => ({
    title: say`Not found in ${service}`,
    whatToDo: 'Refresh to update the list.',
  }),
  invalid: (service: string): MessageText => ({
    title: say`${service} couldn’t process the request`,
    whatToDo: 'Try again. If it happens again, report it with the technical details.',
  }),
  validationFailed: (service: string): MessageText => ({
    title: say`${service} rejected the request`,
    whatToDo: 'Try again. If it happens again, report it with the technical details.',
  }),
  conflict: (service: string): MessageText => ({
    title: say`${service} reports a conflict`,
    whatToDo: say`The bill may already be approved. Check it in ${service} before you send again.`,
  }),
  rateLimitedByService: (service: string, time: string): MessageText => ({
    title: say`${service} is limiting requests`,
    whatToDo: say`Resumes automatically at ${time}.`,
  }),
  rateLimitedByBillfold: (time: string): MessageText => ({
    title: 'API limit reached',
    whatToDo: say`Sync resumes at ${time}. You can keep reviewing.`,
  }),
  serverFailed: (service: string): MessageText => ({
    title: say`${service} is having problems`,
    whatToDo: 'Retrying automatically. If it continues, contact its support.',
  }),
  signInNotAccepted: (service: string): MessageText => ({
    title: say`${service} doesn’t accept your sign-in right now`,
    whatToDo:
      'Retrying automatically. If it continues, check the client ID and secret, or sign out and in again.',
  }),
  malformedResponse: (): MessageText => ({
    title: 'Unexpected response',
    whatToDo:
      'If you’re on guest Wi-Fi, sign in to the network first. Otherwise check the service URL.',
  }),
  tooLarge: (service: string): MessageText => ({
    title: 'The list is too large to read',
    whatToDo: say`Retrying with smaller pages. If it continues, contact ${service}’s support.`,
  }),
  cached: (service: string): MessageText => ({
    title: say`${service} answered from a cache`,
    whatToDo:
      'Approvals can’t be checked against an old copy. Retrying automatically. If it continues, contact your network administrator.',
  }),
  unreachable: (service: string): MessageText => ({
    title: say`Can’t reach ${service}`,
    whatToDo: 'You can keep reviewing. Approvals are sent when the connection is back.',
  }),
  answerLost: (): MessageText => ({
    title: 'No response received',
    whatToDo: 'Check your connection and try again.',
  }),
  cancelled: (): MessageText => ({ title: 'Canceled', whatToDo: 'Try again when you’re ready.' }),
} as const satisfies Record<string, (...args: never[]) => MessageText>;

const obstacles = {
  untrustedCertificate: (host: string, issuer: string | null): MessageText => ({
    title: say`Can’t verify ${host}`,
    whatToDo:
      issuer === null
        ? say`This computer doesn’t trust the certificate of ${host}, which names no issuer. Contact your administrator. Nothing was sent.`
        : say`This computer doesn’t trust the certificate of ${host}, issued by ${issuer}. Contact your administrator. Nothing was sent.`,
  }),
  proxySignIn: (schemes: readonly string[]): MessageText => ({
    title: 'Proxy sign-in not supported',
    whatToDo: say`Your network’s proxy requires ${schemes.length === 0 ? 'a sign-in' : sayAll(' or ', schemes)}, which Billfold doesn’t support. Contact your administrator. Nothing was sent.`,
  }),
} as const;

const signInProblems = {
  cancelled: (): MessageText => ({
    title: 'Sign-in canceled',
    whatToDo: 'Choose Sign in to start again.',
  }),
  timedOut: (): MessageText => ({
    title: 'Sign-in timed out',
    whatToDo: 'Choose Sign in, then finish in the browser within five minutes.',
  }),
  denied: (): MessageText => ({
    title: 'Access denied',
    whatToDo: 'Choose Sign in and allow access. Billfold needs it to sync and approve bills.',
  }),
  refused: (service: string): MessageText => ({
    title: 'Sign-in couldn’t start',
    whatToDo: say`Check the client ID, and that the redirect URI registered in ${service} is exactly the one shown here. Then sign in again.`,
  }),
  scopeRefused: (service: string): MessageText => ({
    title: 'Permission not available',
    whatToDo: say`In ${service}’s developer portal, give this app the permission to manage bills. Then sign in again.`,
  }),
  wrongClient: (): MessageText => ({
    title: 'Invalid client ID or secret',
    whatToDo:
      'Choose Edit connection and enter both again, as shown in your service’s developer portal.',
  }),
  keyringAway: (): MessageText => ({
    title: 'The keyring isn’t available',
    whatToDo: 'Unlock your system’s keyring, then sign in again.',
  }),
  exchangeFailed: (): MessageText => ({
    title: 'Sign-in failed',
    whatToDo:
      'Sign in again. If it fails again, check the authorization URL and the registered redirect URI.',
  }),
  portTaken: (port: number): MessageText => ({
    title: say`Port ${port} is in use`,
    whatToDo:
      'Close the other program and sign in again. Or choose Edit connection, use another port in the redirect URI, and register it.',
  }),
  hostUnreachable: (host: string, isOffline: boolean): MessageText => ({
    title: say`Can’t reach ${host}`,
    whatToDo: isOffline
      ? 'You’re offline. Connect to the internet, then sign in.'
      : 'Check your connection and the authorization URL. Continue anyway if your browser can open it.',
  }),
  serviceUnreachable: (service: string): MessageText => ({
    title: say`Can’t reach ${service}`,
    whatToDo: 'Check your connection and the authorization URL, then sign in again.',
  }),
  serviceFailed: (service: string): MessageText => ({
    title: say`${service} is having problems`,
    whatToDo:
      'Sign in again in a few minutes. If it continues, check the authorization URL or contact its support.',
  }),
  /** @param minutes wait that the service asks for; 0 for none */
  limited: (service: string, minutes: number): MessageText => ({
    title: say`${service} limits sign-ins right now`,
    whatToDo:
      minutes === 0
        ? 'Sign in again in a few minutes.'
        : minutes === 1
          ? 'Sign in again in a minute.'
          : say`Sign in again in ${minutes} minutes.`,
  }),
  malformedAnswer: (): MessageText => ({
    title: 'Unexpected response to the sign-in',
    whatToDo:
      'If you’re on guest Wi-Fi, sign in to the network first. Otherwise check the authorization URL, then sign in again.',
  }),
  browserNotOpened: (): MessageText => ({
    title: 'Couldn’t open your browser',
    whatToDo: 'Choose Sign in, then Copy link, and paste it into a browser on this computer.',
  }),
  noConnection: (): MessageText => ({
    title: 'Not connected',
    whatToDo: 'Connect your accounting service or try sample data.',
  }),
} as const;

const notYetSignedIn: MessageText = {
  title: 'Sign in',
  whatToDo: 'You’ll sign in securely in your browser. Billfold never sees your password.',
};

const sessionEnds = {
  signedOut: { title: 'You’re signed out', whatToDo: 'Sign in to see your bills again.' },
  tokensLeft: {
    title: 'Signed out, but the saved session couldn’t be deleted',
    whatToDo: 'Check disk permissions. Billfold keeps trying while it’s open.',
  },
  refused: { title: 'Your session has expired', whatToDo: 'Sign in to continue.' },
  notSaved: {
    title: 'Session not saved',
    whatToDo:
      'No secure storage (keyring) is available. Sign in again, or allow less secure storage in Settings.',
  },
  keyringChanged: {
    title: 'Saved session is no longer valid',
    whatToDo: 'This computer’s keyring has changed. Sign in again.',
  },
  storeUnreadable: {
    title: 'Couldn’t read the saved session',
    whatToDo: 'Sign in again.',
  },
} as const satisfies Record<SessionEnd, MessageText>;

const notSentReasons = {
  unreachable: { title: 'Waiting for connection', whatToDo: 'Sends automatically.' },
  serviceFailed: {
    title: 'Last check failed',
    whatToDo: 'Sends automatically.',
  },
  quota: {
    title: 'Waiting for the API limit',
    whatToDo: 'Sends automatically.',
  },
  unavailable: { title: 'Service unavailable', whatToDo: 'Sends automatically.' },
  signedOut: { title: 'Signed out', whatToDo: 'Sign in to send.' },
  otherSignIn: {
    title: 'From another session',
    whatToDo: 'Choose whether to send it under your account.',
  },
  journalUnwritable: {
    title: 'On hold: can’t write the audit log',
    whatToDo: 'Free disk space or restore permissions, then refresh.',
  },
  recheck: {
    title: 'Checking for changes before sending',
    whatToDo: 'Sent if the bill is unchanged.',
  },
  notOnPage: { title: 'Looking for the bill', whatToDo: 'Sent once it’s found unchanged.' },
  dataRestored: {
    title: 'On hold: check before sending',
    whatToDo: 'Check the bill, then send or discard the approval.',
  },
  overLimit: {
    title: 'On hold: above your limit',
    whatToDo: 'Confirm and send it, or discard it.',
  },
  twice: {
    title: 'On hold: the bill was approved before',
    whatToDo: 'Check the bill. Then confirm and send, or discard.',
  },
  closing: { title: 'Saved when Billfold closed', whatToDo: 'Sends automatically.' },
} as const satisfies Record<NotSentReason | 'unavailable', MessageText>;

const diskFull = {
  title: 'Not saved: disk is full',
  whatToDo:
    'Free up space on this computer, then try again. Keep Billfold open until then: approvals you undid or canceled are not sent.',
} as const;

const storageRefused = {
  title: 'Not saved: storage failed',
  whatToDo:
    'Check that this computer’s disk has free space, then try again. Keep Billfold open until then: approvals you undid or canceled are not sent.',
} as const;

const storageSilent = {
  title: 'This computer’s storage isn’t responding',
  whatToDo:
    'Saving and sending continue when it responds. If it doesn’t, check the disk, then restart Billfold.',
} as const;

const quote = (service: string, message: string): string => say`${service}: “${message}”`;

/** Next steps after a refused approval. */
const resending = {
  later: 'Resend later, or discard.',
  cleared: (service: string) =>
    say`Clear this up in ${service} or with an administrator. Then resend or discard.`,
  otherForm: (service: string) =>
    say`Resend, and Billfold sends the approval in the form that ${service} asks for. Or discard.`,
  never: (service: string) => say`Resending won’t help. Approve it in ${service}, then discard.`,
} as const;

/** Texts of every problem, by its union type. `ui/sentences.ts` chooses among them. */
export const problems = {
  resending,
  pauses,
  startFailed,
  broken,
  serviceErrors,
  obstacles,
  quote,
  signInProblems,
  notYetSignedIn,
  sessionEnds,
  notSentReasons,
  notices,
  diskFull,
  storageRefused,
  storageSilent,
} as const;
