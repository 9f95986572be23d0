import { plural } from './plural.ts';

/** Asking the user for one more scope, from within the app. */
export const moreScopes = {
  title: (grants: string) => `One more permission is needed: ${grants}`,
  invoicesTitle: 'Invoices need one more permission',
  invoicesNote: 'Billfold only reads invoices and never changes one.',
  grants: 'What you allow:',
  lead: 'Sign in again in your browser to allow it. Bills, approvals and settings stay as they are, and if you cancel nothing changes.',
  waiting: (count: number) =>
    `${plural(count, 'approval waits', 'approvals wait')} to be sent. After a new sign-in Billfold asks you before it sends ${count === 1 ? 'it' : 'them'}.`,
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
