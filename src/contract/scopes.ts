/** Every scope of the service with its permission (service page, *Scopes*), in the page's order. */
export const scopes = {
  money_in: 'Manage invoices and receivables',
  money_out: 'Manage bills and payables',
  banking: 'Bank connections and transactions',
  accounting: 'Chart of accounts and categorization',
  journal_entries: 'Manual journal entries',
  transfers: 'Account transfers',
  taxes: 'Tax rates and settings',
  close_books: 'Period closing entries',
  reports: 'Financial reports (default)',
  settings: 'Organization settings',
  team: 'Team member management',
  payroll_view: 'View payroll data',
  payroll_manage: 'Manage payroll runs',
  documents: 'Document uploads and extraction',
  time_tracking_view: 'View time entries',
  time_tracking_manage: 'Create and edit time entries',
  time_tracking_approve: 'Approve time entries',
} as const;
export type Scope = keyof typeof scopes;

/** Scope granted when the authorize request names none (service page, *Scopes*). */
export const DEFAULT_SCOPE: Scope = 'reports';
