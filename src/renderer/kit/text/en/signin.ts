import { plural } from './plural.ts';
import { say } from '../say.ts';

export const signin = {
  title: 'Review your bills anywhere',
  lead: 'Billfold reads the bills of your accounting service, keeps them on this computer, and sends your approvals when there is a network.',
  trySample: 'Try with a sample company',
  trySampleHint:
    'Nothing to set up. A made-up company with about 2,400 bills, on this computer only.',
  connect: 'Connect to your service',
  connectHint:
    'You need the service’s address and the client ID and secret from its developer portal.',
  connectManagedHint: 'Your organization has set it up. You need the client secret.',
  startingSample: 'Starting the sample company…',
  sampleFailed: {
    title: 'The sample company could not be started',
    whatToDo: 'Try again. If it happens again, restart Billfold.',
  },
  promises: [
    'Nothing you approve is lost, even if the computer crashes.',
    'Nothing is approved twice without you saying so.',
    'Nothing is approved that you did not see.',
  ],
  form: {
    title: 'Connect to your service',
    editTitle: 'Change connection',
    lead: 'Your service’s developer portal shows these values when you register Billfold there.',
    managedLead: 'Managed by your organization. Enter the client secret you were given.',
    serviceUrlHint: 'Where the bills are, such as https://books.example.com',
    authUrlHint: 'Where you sign in; often the same address',
    secretHint: 'Goes to Billfold’s protected part and is never shown again.',
    portHint: 'Register this redirect URI with the service:',
    anyPort: 'With 0 any free port is used. The service has to allow that.',
    redirectUri: (port: string) => say`http://127.0.0.1:${port}/callback`,
    submit: 'Connect',
    back: 'Back',
    saving: 'Checking…',
    problems: (count: number) =>
      say`${plural(count, 'field needs', 'fields need')} your attention.`,
  },
  starting: { title: 'Opening your browser…' },
  waiting: {
    title: 'Finish signing in in your browser',
    lead: (host: string) =>
      say`Billfold has opened ${host} in your browser. Allow access there, and come back: this window goes on by itself.`,
    left: 'Time left',
    openAgain: 'Open the browser again',
    copyLink: 'Copy link',
    copied: 'Link copied. Paste it into a browser on this computer.',
    cancel: 'Cancel',
  },
  signedOut: {
    keptApprovals: (count: number) =>
      say`${plural(count, 'approval is', 'approvals are')} kept on this computer.`,
    signIn: 'Sign in',
    connection: 'Connection',
    sampleConnection: 'Sample company on this computer',
    redirectUri: 'Redirect URI',
    change: 'Change connection',
    startOver: 'Use another service',
    startOverTitle: 'Use another service?',
    startOverBody:
      'Billfold forgets this connection and its client secret and goes back to the start.',
    startOverKept: (count: number) =>
      say`${plural(count, 'approval stays', 'approvals stay')} kept, and can be sent only through this same connection.`,
    startOverConfirm: 'Forget this connection',
  },
} as const;

/** Asking the user for one more scope, from within the app. */
export const moreScopes = {
  title: (grants: string) => say`One more permission is needed: ${grants}`,
  invoicesTitle: 'Invoices need one more permission',
  invoicesNote: 'Billfold only reads invoices and never changes one.',
  grants: 'What you allow:',
  lead: 'Sign in again in your browser to allow it. Bills, approvals and settings stay as they are, and if you cancel nothing changes.',
  waiting: (count: number) =>
    say`${plural(count, 'approval waits', 'approvals wait')} to be sent. After a new sign-in Billfold asks you before it sends ${count === 1 ? 'it' : 'them'}.`,
  signIn: 'Sign in again',
  inBrowser: 'Finish signing in in your browser',
  inBrowserLead: 'You can go on working here meanwhile.',
  notGranted: {
    title: 'The service did not grant it',
    whatToDo:
      'You are signed in, but without this permission. Ask an administrator of the organization for it, then sign in again.',
  },
  opening: 'Opening your browser…',
} as const;
