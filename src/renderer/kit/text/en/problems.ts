import type { NotSentReason } from '../../../../bridge/approval.ts';
import type { AppInfo } from '../../../../bridge/app.ts';
import type { ConnectionProblem, SessionEnd } from '../../../../bridge/session.ts';
import type { PauseReason } from '../../../core/mirror/pauses.ts';
import { say } from '../say.ts';

/** A sentence that says what is the case, and one that says what to do. */
export interface MessageText {
  readonly title: string;
  readonly whatToDo: string;
}

const serviceErrors = {
  unauthenticated: {
    title: 'The service no longer accepts this sign-in',
    whatToDo: 'Sign in again. Your approvals are kept.',
  },
  forbidden: (scope: string | null): MessageText => ({
    title: 'This sign-in is not allowed to do that',
    whatToDo: scope
      ? say`Sign in again and allow “${scope}”, or ask an administrator of the organization for it.`
      : 'Ask an administrator of the organization for the right to manage bills, then sign in again.',
  }),
  notFound: {
    title: 'The service could not find it',
    whatToDo: 'Read the bills again to see what is there now.',
  },
  invalid: {
    title: 'The service did not accept the request',
    whatToDo: 'Try again. If it happens again, report it with the technical details.',
  },
  validationFailed: {
    title: 'The service checked it and refused',
    whatToDo: 'Look at the bill on the service, put right what it names, then try again.',
  },
  rateLimitedByService: (time: string): MessageText => ({
    title: 'The service asks for a pause',
    whatToDo: say`Nothing to do: Billfold goes on by itself at ${time}.`,
  }),
  rateLimitedByBillfold: (time: string): MessageText => ({
    title: 'This hour’s requests are used up',
    whatToDo: say`Nothing to do: Billfold goes on by itself at ${time}. Reviewing and approving work meanwhile.`,
  }),
  serverFailed: {
    title: 'The service has trouble of its own',
    whatToDo: 'Billfold tries again by itself. If it lasts, ask whoever runs the service.',
  },
  malformedResponse: {
    title: 'Something other than the service answered',
    whatToDo:
      'On a guest network, open a web page and log in to the network first. Otherwise check the service URL.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    whatToDo:
      'Check the network. You can go on reviewing: approvals are kept and sent when it is back.',
  },
  answerLost: {
    title: 'The answer was lost on the way',
    whatToDo: 'Check the network, then try again.',
  },
  cancelled: { title: 'It was cancelled', whatToDo: 'Try again when you like.' },
} as const;

const signInProblems = {
  cancelled: {
    title: 'Sign-in was cancelled',
    whatToDo: 'Press Sign in to start again.',
  },
  timedOut: {
    title: 'Nobody answered in the browser',
    whatToDo: 'Press Sign in, then finish in the browser within five minutes.',
  },
  denied: {
    title: 'Access was refused in the browser',
    whatToDo:
      'Press Sign in and choose to allow access. Billfold needs it to read and approve bills.',
  },
  refused: {
    title: 'The service refused to start the sign-in',
    whatToDo:
      'Check the client ID, and that the redirect URI registered with the service is exactly the one shown here. Then sign in again.',
  },
  wrongClient: {
    title: 'The service does not know this client ID or secret',
    whatToDo:
      'Choose Change connection and enter both again, as the service’s developer portal shows them.',
  },
  exchangeFailed: {
    title: 'The service did not complete the sign-in',
    whatToDo:
      'Sign in again. If it fails again, check the authorization URL and the registered redirect URI.',
  },
  portTaken: (port: number): MessageText => ({
    title: say`Port ${port} is used by another program`,
    whatToDo:
      'Close the other program and sign in again, or choose Change connection and use another port – and register its redirect URI with the service.',
  }),
  serviceUnreachable: {
    title: 'The service cannot be reached',
    whatToDo: 'Check the network and the authorization URL, then sign in again.',
  },
  serviceFailed: {
    title: 'The service answered with an error',
    whatToDo:
      'Sign in again in a few minutes. If the error continues, check the authorization URL or contact the service’s support.',
  },
  malformedAnswer: {
    title: 'Unexpected response to the sign-in',
    whatToDo:
      'If you’re on guest Wi-Fi, sign in to the network first. Otherwise check the authorization URL, then sign in again.',
  },
  browserNotOpened: {
    title: 'The browser could not be opened',
    whatToDo: 'Choose Sign in, then Copy link, and paste it into a browser on this computer.',
  },
  noConnection: {
    title: 'No service is set up yet',
    whatToDo: 'Choose a sample company or connect to your service.',
  },
} as const;

const notYetSignedIn: MessageText = {
  title: 'Sign in to your service',
  whatToDo: 'Billfold opens your browser for it and never sees your password.',
};

const sessionEnds = {
  signedOut: {
    title: 'You are signed out',
    whatToDo: 'Sign in to see your bills again.',
  },
  tokensLeft: {
    title: 'You are signed out, but your session is still stored on this computer',
    whatToDo:
      'The disk refused to delete it, and Billfold would take it up again when it starts next. It goes on trying to delete it while it is open; check that the disk can be written to.',
  },
  refused: {
    title: 'The service ended your session',
    whatToDo: 'Sign in again to go on where you were.',
  },
  notKept: {
    title: 'Your session ended when Billfold was closed',
    whatToDo:
      'This computer has no keyring to keep it safely. Sign in again; under Settings you can choose to have it kept anyway.',
  },
  keyringChanged: {
    title: 'The stored session cannot be opened any more',
    whatToDo: 'The keyring of this computer has changed. Sign in again.',
  },
  storeUnreadable: {
    title: 'The stored session could not be read',
    whatToDo: 'It was set aside, not deleted. Sign in again.',
  },
} as const satisfies Record<SessionEnd, MessageText>;

const notSentReasons = {
  unreachable: {
    title: 'Waiting for the network',
    whatToDo: 'It is sent by itself as soon as the service can be reached.',
  },
  quota: {
    title: 'Waiting for the service’s hourly limit',
    whatToDo: 'It is sent by itself when the service takes requests again.',
  },
  signedOut: { title: 'Waiting for you to sign in', whatToDo: 'Sign in, and it is sent.' },
  otherSignIn: {
    title: 'Made under another sign-in',
    whatToDo: 'Decide whether it is to be sent as whom you are signed in now.',
  },
  journalUnwritable: {
    title: 'Not sent: the journal cannot be written',
    whatToDo:
      'Make room on the disk or allow Billfold to write there, then read bills again. Without the journal nothing is sent.',
  },
  recheck: {
    title: 'Checking for changes before sending',
    whatToDo: 'It is sent if the bill is unchanged.',
  },
  dataRestored: {
    title: 'On hold: data on this computer was restored',
    whatToDo: 'Check the bill, then send or discard the approval.',
  },
  closing: {
    title: 'Kept when Billfold was closing',
    whatToDo: 'It is sent by itself.',
  },
} as const satisfies Record<NotSentReason, MessageText>;

const pauses = {
  offline: 'Offline: reading goes on when the service is back.',
  signedOut: 'Signed out: reading goes on when you sign in.',
  quota: 'The share of the hourly limit for reading is used up: it goes on by itself.',
  asleep: 'The computer was asleep: reading goes on in a moment.',
  storageFull: 'The disk is full: make room, then read bills again. Nothing is lost.',
  closing: 'Billfold is closing.',
} as const satisfies Record<PauseReason, string>;

type NoticeKind = AppInfo['notices'][number]['kind'];

const notices = {
  settingsQuarantined: (file: string): MessageText => ({
    title: 'The settings file could not be read',
    whatToDo: say`It was kept as ${file}, and Billfold started with the usual settings. Check them under Settings.`,
  }),
  connectionQuarantined: (file: string): MessageText => ({
    title: 'The connection was reset',
    whatToDo: say`Connect to your service again. The unreadable file was saved as ${file}.`,
  }),
  tokensQuarantined: (file: string): MessageText => ({
    title: 'The stored session could not be read',
    whatToDo: say`It was kept as ${file}. Sign in again; your approvals are kept.`,
  }),
  journalRepaired: (file: string): MessageText => ({
    title: 'The journal was cut short and has been repaired',
    whatToDo: say`The last, unfinished line of ${file} was set aside. Approvals it concerned are listed under Approvals if they need you.`,
  }),
  journalBroken: (file: string): MessageText => ({
    title: 'The journal has been changed from outside',
    whatToDo: say`The chain of ${file} does not hold any more. Nothing was deleted: keep a copy of the file and tell your administrator.`,
  }),
  journalGone: (): MessageText => ({
    title: 'The audit log is gone',
    whatToDo:
      'Its files were deleted or emptied while Billfold was closed. A new log was started; contact your administrator. Review pending approvals before you send them.',
  }),
  journalCut: (): MessageText => ({
    title: 'Entries are missing from the audit log',
    whatToDo:
      'They were removed, or older files were put back, while Billfold was closed. Contact your administrator. Review pending approvals before you send them.',
  }),
  journalFull: (): MessageText => ({
    title: 'Disk full',
    whatToDo:
      'The audit log can’t be written, so no approvals are sent. Free up space, then refresh.',
  }),
  journalUnwritable: (): MessageText => ({
    title: 'Can’t write the audit log',
    whatToDo:
      'No approvals are sent until it can be written. Restore Billfold’s access to its data folder, then refresh.',
  }),
  profileRestored: (): MessageText => ({
    title: 'This data was restored or copied',
    whatToDo:
      'Pending approvals may have been sent already. Review them under Approvals before you send them.',
  }),
  profileStale: (): MessageText => ({
    title: 'This data may be out of date',
    whatToDo:
      'Billfold was last used more than a week ago, or the clock was changed. Review pending approvals before you send them.',
  }),
} as const satisfies Record<NoticeKind, (file: string) => MessageText>;

const connectionFields = {
  serviceUrl: 'Service URL',
  authUrl: 'Authorization URL',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  redirectPort: 'Redirect port',
} as const satisfies Record<ConnectionProblem['field'], string>;

const connectionProblems = {
  missing: (field: string) =>
    say`Enter the ${field.toLowerCase().replace(' id', ' ID').replace('url', 'URL')}.`,
  notAUrl: () => 'Enter a whole address, such as https://books.example.com.',
  notHttps: () => 'Use an address that begins with https://. Only this computer may do without.',
  hasQuery: () => 'Leave out everything from “?” or “#” on.',
  notAPort: () => 'Enter a number from 1 to 65535, or 0 to use any free port.',
} as const satisfies Record<ConnectionProblem['problem'], (field: string) => string>;

const startFailed = {
  title: 'Billfold could not open what it keeps on this computer',
  whatToDo:
    'Nothing was deleted. Close other windows of Billfold, make sure the disk has room, and start it again.',
} as const;

const diskFull = {
  title: 'Not saved: disk is full',
  whatToDo: 'Free up space on this computer, then try again.',
} as const;

const broken = {
  title: 'Something in Billfold broke',
  whatToDo:
    'Your approvals are safe on this computer. Try again; if it comes back, restart Billfold.',
  tryAgain: 'Try again',
} as const;

const serviceSaid = (message: string): string => say`The service said: “${message}”`;

/** Every problem as text, by the union it belongs to. `ui/sentences.ts` chooses among them. */
export const problems = {
  serviceErrors,
  serviceSaid,
  signInProblems,
  notYetSignedIn,
  sessionEnds,
  notSentReasons,
  pauses,
  notices,
  connectionFields,
  connectionProblems,
  startFailed,
  diskFull,
  broken,
} as const;
