import type { ActionGroup } from '../../action-registry.ts';
import { plural } from './plural.ts';

export const palette = {
  title: 'Find any action',
  field: 'Action',
  hint: 'Type what you want to do',
  list: 'Actions',
  recent: 'Used last',
  groups: {
    review: 'List',
    bill: 'Bill',
    approvals: 'Approvals',
    go: 'Go to',
    view: 'View',
    app: 'Billfold',
  } satisfies Record<ActionGroup, string>,
  none: (typed: string) => `No action is called “${typed}”.`,
  count: (count: number) => plural(count, 'action', 'actions'),
  showAllOrganizations: 'Show all organizations',
  showOrganization: (name: string) => `Show ${name}`,
  theme: {
    system: 'Theme as the system',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  density: { comfortable: 'Comfortable rows', compact: 'Compact rows' },
  verifyJournal: 'Verify the journal',
  exportJournal: { csv: 'Export the journal as CSV', json: 'Export the journal as JSON' },
  changeConnection: 'Change the connection',
  account: 'Connection and account',
  notifications: 'Choose notifications',
  signIn: 'Sign in',
  signOut: 'Sign out…',
} as const;
