import { createCountingIds, createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../base/testing/virtual-clock.ts';
import * as z from '../../base/zod.ts';
import { cursorSchema } from '../../contract/lists/page.ts';
import { apiPaths, authPaths, headerNames } from '../../contract/wire-names.ts';
import type { Company, SandboxBill } from '../company/company.ts';
import { sampleClient } from '../sample-client.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';
import { createSandboxFetch } from '../transport.ts';
import { approveConsent } from './consent.ts';

/** Address of a sandbox without a socket. */
export const SANDBOX_URL = 'http://sandbox.test';
export const REDIRECT_URI = 'http://127.0.0.1:47113/callback';
/** Midday, so that clocks off by minutes stay on the same day. */
export const START_MS = Date.UTC(2026, 2, 10, 12);

export const firstOrganization = 'org-1';
export const secondOrganization = 'org-2';

/** A bill identified by its number: bill 7 is the seventh that was entered. */
export function testBill(number: number, fields: Partial<SandboxBill> = {}): SandboxBill {
  const second = String(number % 60).padStart(2, '0');
  const minute = String(Math.floor(number / 60)).padStart(2, '0');
  return {
    id: `bill-${number}`,
    object: 'bill',
    bill_number: `N-${number}`,
    status: 'open',
    date: '2026-03-01',
    due_date: '2026-03-31',
    currency: 'USD',
    total_cents: 10_000 + number,
    amount_due_cents: 10_000 + number,
    memo: '',
    vendor: { id: 'vendor-1', name: 'Hollin & Breck Timber', category: 'Timber' },
    created_at: `2026-03-01T08:${minute}:${second}.000Z`,
    ...fields,
  };
}

/** A company with these bills and one invoice. */
export function testCompany(id: string, bills: readonly SandboxBill[]): Company {
  const invoice = {
    id: `${id}-invoice-1`,
    object: 'invoice',
    invoice_number: 'S-1',
    status: 'sent',
    customer: { id: 'customer-1', name: 'Whitcombe House' },
    issue_date: '2026-03-01',
    due_date: '2026-03-31',
    currency: 'USD',
    total_cents: 50_000,
    balance_cents: 50_000,
    reference: 'Whitcombe staircase',
    created_at: '2026-03-01T09:00:00.000Z',
  } as const;
  return { id, name: `Company ${id}`, currency: 'USD', bills, invoices: [invoice] };
}

/** Parameters of a valid request to the authorization endpoint. */
export function authorizeUrl(changes: Readonly<Record<string, string | null>> = {}): string {
  const params = {
    client_id: sampleClient.clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'money_out',
    state: 'state-1',
    ...changes,
  };
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return `${SANDBOX_URL}${authPaths.authorize}?${new URLSearchParams(given).toString()}`;
}

/** The fields of a code exchange, valid except perhaps for the code. */
export function codeFields(code: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    client_id: sampleClient.clientId,
    client_secret: sampleClient.clientSecret,
  };
}

export function refreshFields(refreshToken: string): Record<string, string> {
  return {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: sampleClient.clientId,
    client_secret: sampleClient.clientSecret,
  };
}

/** An answer in a form that can be compared. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SandboxHarness {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Consents and exchanges the code. */
  signIn(scope?: string): Promise<{ accessToken: string; refreshToken: string }>;
  /** Consents. @returns the code */
  code(changes?: Readonly<Record<string, string | null>>): Promise<string>;
  token(fields: Readonly<Record<string, string>>, form?: 'form' | 'json'): Promise<Answer>;
  /** Calls the API with a token, in the first organization unless another one (or null) is given. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  approve(billId: string, options?: CallOptions): Promise<Answer>;
}

interface CallOptions {
  readonly method?: string;
  readonly token?: string | null;
  readonly organization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A sandbox in this process with a virtual clock and two small companies, and the calls that tests make. */
export function createSandboxHarness(options: Partial<SandboxOptions> = {}): SandboxHarness {
  const clock = createVirtualClock(START_MS);
  const sandbox = createSandbox({
    clock,
    random: createSeededRandom(1),
    ids: createCountingIds(),
    companies: [
      testCompany(firstOrganization, sixtyBills()),
      testCompany(secondOrganization, [testBill(900)]),
    ],
    ...options,
  });
  const request = createSandboxFetch(sandbox);
  let latestToken: string | null = null;

  const call = async (path: string, given: CallOptions = {}): Promise<Answer> => {
    const { method = 'GET', token = latestToken, organization = firstOrganization, body } = given;
    return readAnswer(
      await request(`${SANDBOX_URL}${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { [headerNames.authorization]: `Bearer ${token}` }),
          ...(organization === null ? {} : { [headerNames.organizationId]: organization }),
          ...given.headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(given.signal === undefined ? {} : { signal: given.signal }),
      }),
    );
  };

  const token: SandboxHarness['token'] = async (fields, form = 'form') => {
    const isForm = form === 'form';
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const body = isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
    return readAnswer(
      await request(`${SANDBOX_URL}${authPaths.token}`, {
        method: 'POST',
        headers: { [headerNames.contentType]: type },
        body,
      }),
    );
  };

  const code: SandboxHarness['code'] = async (changes) => {
    const location = await approveConsent(authorizeUrl(changes), request);
    return new URL(location).searchParams.get('code') ?? '';
  };

  return {
    sandbox,
    clock,
    fetch: request,
    code,
    token,
    call,
    signIn: async (scope = 'money_out money_in') => {
      const { body } = await token(codeFields(await code({ scope })));
      const accessToken = fieldOf(body, 'access_token');
      latestToken = accessToken;
      return { accessToken, refreshToken: fieldOf(body, 'refresh_token') };
    },
    approve: (billId, given = {}) =>
      call(apiPaths.approveBill(billId), {
        method: 'PATCH',
        ...given,
        headers: { [headerNames.contentType]: 'application/json', ...given.headers },
      }),
  };
}

/** A sandbox with a signed-in user. */
export async function signedIn(
  options: Partial<SandboxOptions> = {},
  scope?: string,
): Promise<SandboxHarness> {
  const harness = createSandboxHarness(options);
  await harness.signIn(scope);
  return harness;
}

/** A text field of a body. */
export function fieldOf(body: unknown, name: string): string {
  const fields: Record<string, unknown> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  return String(fields[name]);
}

/** A list as the sandbox sends it. */
export const sentListSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ next_cursor: z.unknown(), has_more: z.boolean() }),
});

/** The ids of a list's items and its next cursor. */
export function readPage(answer: Answer): { ids: string[]; next: string | null } {
  const { data, meta } = sentListSchema.parse(answer.body);
  return {
    ids: data.map((item) => fieldOf(item, 'id')),
    next: cursorSchema.safeParse(meta.next_cursor).data ?? null,
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(text) : text;
  return { status: response.status, body, headers: Object.fromEntries(response.headers) };
}

/** Bills 1 to 60 with the statuses in turn, twelve of each. */
function sixtyBills(): SandboxBill[] {
  const statuses = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
  return Array.from({ length: 60 }, (_, index) => {
    const status = statuses[index % statuses.length] ?? 'open';
    return testBill(index + 1, { status });
  });
}
