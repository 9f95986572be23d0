/**
 * Every row of every table of the service's page, by the name its tests bear: what the client makes of
 * it, and what the sandbox does. A row the page gains is added here first; the tests then say what is
 * missing.
 */
export const contractTables = {
  Bill: [
    'Bill.id',
    'Bill.object',
    'Bill.bill_number',
    'Bill.status',
    'Bill.date',
    'Bill.due_date',
    'Bill.currency',
    'Bill.total_cents',
    'Bill.amount_due_cents',
    'Bill.memo',
    'Bill.vendor',
    'Bill.created_at',
  ],
  'Token response': [
    'Token response.access_token',
    'Token response.refresh_token',
    'Token response.token_type',
    'Token response.expires_in',
    'Token response.scope',
    'Token response.created_at',
  ],
  'Pagination envelope': ['Envelope.data', 'Envelope.meta.next_cursor', 'Envelope.meta.has_more'],
  'Error object': ['Error.error', 'Error.code', 'Error.details'],
  'GET /oauth/authorize': [
    'GET /oauth/authorize client_id',
    'GET /oauth/authorize response_type',
    'GET /oauth/authorize redirect_uri',
    'GET /oauth/authorize scope',
    'GET /oauth/authorize state',
  ],
  'POST /oauth/token, code exchange': [
    'Code exchange grant_type',
    'Code exchange code',
    'Code exchange redirect_uri',
    'Code exchange client_id',
    'Code exchange client_secret',
  ],
  'POST /oauth/token, refresh': [
    'Refresh grant_type',
    'Refresh refresh_token',
    'Refresh client_id',
    'Refresh client_secret',
  ],
  'GET /api/v1/bills': [
    'GET /api/v1/bills status',
    'GET /api/v1/bills limit',
    'GET /api/v1/bills after',
  ],
  'PATCH /api/v1/bills/:id/approve': ['PATCH /api/v1/bills/:id/approve id'],
  Scopes: [
    'Scope money_in',
    'Scope money_out',
    'Scope banking',
    'Scope accounting',
    'Scope journal_entries',
    'Scope transfers',
    'Scope taxes',
    'Scope close_books',
    'Scope reports',
    'Scope settings',
    'Scope team',
    'Scope payroll_view',
    'Scope payroll_manage',
    'Scope documents',
    'Scope time_tracking_view',
    'Scope time_tracking_manage',
    'Scope time_tracking_approve',
  ],
  Errors: [
    'Status 200',
    'Status 201',
    'Status 204',
    'Status 400',
    'Status 401',
    'Status 403',
    'Status 404',
    'Status 422',
    'Status 429',
    'Status 500',
  ],
  'Errors, rules': ['Rule 1', 'Rule 2', 'Rule 3', 'Rule 4', 'Rule 5'],
  Limits: ['Limit Request rate', 'Limit Access token lifetime', 'Limit Bills page size'],
  Headers: ['Header X-RateLimit-Limit', 'Header X-RateLimit-Remaining', 'Header X-RateLimit-Reset'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RowName = (typeof contractTables)[keyof typeof contractTables][number];

export const contractRows: readonly RowName[] = Object.values(contractTables).flat();

/** What a row's test shows, in a sentence, and the test itself. */
export interface RowCheck {
  readonly shows: string;
  readonly check: () => Promise<void>;
}
