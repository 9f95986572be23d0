import type { ConnectionProblem } from '../../../../bridge/session.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

const missingField = {
  serviceUrl: 'Enter the service URL.',
  authUrl: 'Enter the authorization URL.',
  clientId: 'Enter the client ID.',
  clientSecret: 'Enter the client secret.',
  redirectUri: 'Enter the redirect URI.',
} as const satisfies Record<ConnectionProblem['field'], string>;

const connectionFields = {
  serviceUrl: 'Service URL',
  authUrl: 'Authorization URL',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  redirectUri: 'Redirect URI',
} as const satisfies Record<ConnectionProblem['field'], string>;

const connectionProblems = {
  missing: (field: ConnectionProblem['field']): string => missingField[field],
  notAUrl: (field: ConnectionProblem['field']): string =>
    field === 'redirectUri'
      ? 'Enter the redirect URI as registered, e.g. http://127.0.0.1:8765/callback.'
      : 'Enter a full URL, e.g. https://books.example.com.',
  notHttps: () => 'Use https:// (http is allowed for localhost only).',
  hasUser: () => 'Remove the user name and password before “@”.',
  badPort: () => 'Use a port up to 65535.',
  hasQuery: () => 'Remove everything after “?” or “#”.',
  hasFragment: () => 'Remove everything after “#”.',
  notConfirmed: () => 'Choose Save and sign in again, then Connect, to confirm this address.',
  unknownClient: () =>
    'Unknown client ID or wrong secret. Enter both as the developer portal shows them.',
} as const satisfies Record<
  ConnectionProblem['problem'],
  (field: ConnectionProblem['field']) => string
>;

export const signin = {
  purpose: 'Accounts payable approvals',
  title: 'Approve bills anywhere, even offline',
  lead: 'Billfold syncs bills from your accounting service and sends your approvals when you’re online.',
  trySample: 'Explore with sample data',
  trySampleHint: 'No setup. Nothing leaves this computer.',
  seeSignIn: 'See how sign-in works',
  connect: 'Connect your accounting service',
  connectHint: 'You’ll need its URL, a client ID, and a client secret.',
  connectManagedHint: 'Set up by your organization. You’ll need the client secret.',
  startingSample: 'Loading sample data…',
  sampleFailed: {
    title: 'Couldn’t load the sample data',
    whatToDo: 'Try again. If it happens again, restart Billfold.',
  },
  noneAllowed: 'Your organization allows no service here. Ask your administrator.',
  promises: [
    'Approvals survive crashes and lost connections',
    'Nothing is approved twice unless you say so',
    'Changed bills are held for another look',
  ],
  form: {
    title: 'Connect your accounting service',
    editTitle: 'Edit connection',
    lead: 'Register Billfold in your service’s developer portal, then enter the values it shows.',
    managedLead: 'Managed by your organization. Enter the client secret you were given.',
    register: 'For the developer portal',
    scopeName: 'Scope',
    redirectUriHint:
      'Register this address, or enter the one you registered. If it isn’t on this computer, you’ll paste an address or a code to sign in.',
    copy: 'Copy redirect URI',
    copied: 'Copied',
    notCopied: 'Not copied. Check the redirect URI.',
    serviceUrlHint: 'Base URL of the API, e.g. https://books.example.com',
    sameUrl: 'Authorization URL is the same as the service URL',
    authUrlHint: 'Where users sign in, e.g. https://login.example.com',
    secretHint: 'Stored in your system’s keyring, if available. You can’t view it later.',
    showSecret: 'Show secret',
    name: 'Display name (optional)',
    nameHint: 'Shown in Billfold’s messages. Leave blank to use the host name.',
    submit: 'Save and sign in',
    back: 'Back',
    saving: 'Saving…',
    problems: (count: number) => say`${plural(count, 'field needs', 'fields need')} attention.`,
  },
  starting: { title: 'Opening your browser…' },
  continueAnyway: 'Continue anyway',
  finishing: {
    title: 'Finishing sign-in…',
    lead: (host: string) => say`Access was allowed. Waiting for ${host}, up to 30 seconds.`,
    cancel: 'Cancel',
  },
  waiting: {
    title: 'Continue in your browser',
    lead: (host: string) => say`Allow access at ${host}. This window continues automatically.`,
    pasteLead: (host: string) => say`Allow access at ${host}, then come back here.`,
    paste: {
      label: 'Paste the address of the page you landed on, or the code',
      hint: 'Even if the page doesn’t load, copy its full address.',
      submit: 'Finish sign-in',
      finishing: 'Signing in…',
      problems: {
        missing: 'Paste the address or the code.',
        noAnswer:
          'This address has no code. Allow access first, then paste the address of the next page, or the code it shows.',
        otherSignIn:
          'This address is from another sign-in. Choose Reopen browser, then paste the new address in full.',
        otherAddress:
          'This address is from another site. Paste the address of the page you landed on after you allowed access.',
        invalid: 'Paste only the full address, or only the code.',
        notWaiting: 'This sign-in has ended. Start again.',
      },
    },
    left: 'Expires in',
    openAgain: 'Reopen browser',
    copyLink: 'Copy link',
    copied: 'Link copied. Paste it into a browser on this computer.',
    cancel: 'Cancel',
  },
  signedOut: {
    earlierApprovals: (waiting: number, attention: number) => {
      const saved = say`${plural(waiting, 'pending approval is', 'pending approvals are')} saved`;
      if (attention === 0) return say`${saved}.`;
      return waiting === 0
        ? say`${plural(attention, 'approval needs', 'approvals need')} attention.`
        : say`${saved}; ${plural(attention, 'needs', 'need')} attention.`;
    },
    signIn: 'Sign in',
    connection: 'Connection',
    sampleConnection: 'Sample data on this computer',
    redirectUri: 'Redirect URI',
    change: 'Edit connection',
    startOver: 'Connect a different service',
    startOverTitle: 'Connect a different service?',
    startOverBody: 'Removes this connection and its client secret.',
    startOverKept: (count: number) =>
      say`${plural(count, 'approval is', 'approvals are')} kept and can be sent only through this connection.`,
    startOverConfirm: 'Remove connection',
  },
  connectionFields,
  connectionProblems,
} as const;

/** Asks the user for one more scope, from within the app. */
export const moreScopes = {
  title: (grants: string) => say`Permission required: ${grants}`,
  invoicesTitle: 'Allow access to invoices',
  invoicesNote: 'Billfold never changes invoices.',
  grants: 'Access:',
  lead: 'You’ll allow this in your browser. Nothing else changes.',
  waiting: (count: number) =>
    say`${plural(count, 'approval is', 'approvals are')} pending. You’ll confirm ${count === 1 ? 'it' : 'them'} after signing in.`,
  signIn: 'Sign in again',
  inBrowser: 'Continue in your browser',
  inBrowserLead: 'You can keep working here.',
  notGranted: {
    title: 'Permission not granted',
    whatToDo: 'Ask an administrator, then sign in again.',
  },
  opening: 'Opening your browser…',
} as const;
