import { plural } from './plural.ts';
import { say } from '../say.ts';

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
    redirectUriName: 'Redirect URI',
    scopeName: 'Scope',
    copy: 'Copy',
    copied: 'Copied',
    serviceUrlHint: 'Base URL of the API, e.g. https://books.example.com',
    sameUrl: 'Authorization URL is the same as the service URL',
    authUrlHint: 'Where users sign in, e.g. https://login.example.com',
    secretHint: 'Encrypted with your system’s keyring, if it has one. Not shown again.',
    showSecret: 'Show secret',
    portHint: 'Port in the redirect URI. 0 = any free port (if the service allows it).',
    redirectUri: (port: string) =>
      port === '0' ? 'http://127.0.0.1/callback' : say`http://127.0.0.1:${port}/callback`,
    name: 'Display name (optional)',
    nameHint: 'What messages call this service. Default: its host.',
    submit: 'Save and sign in',
    back: 'Back',
    saving: 'Saving…',
    problems: (count: number) => say`${plural(count, 'field needs', 'fields need')} attention.`,
  },
  starting: { title: 'Opening your browser…' },
  waiting: {
    title: 'Continue in your browser',
    lead: (host: string) => say`Allow access at ${host}. This window continues automatically.`,
    left: 'Expires in',
    openAgain: 'Reopen browser',
    copyLink: 'Copy link',
    copied: 'Link copied. Paste it into a browser on this computer.',
    cancel: 'Cancel',
  },
  signedOut: {
    keptApprovals: (waiting: number, attention: number) => {
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
} as const;

/** Asking the user for one more scope, from within the app. */
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
