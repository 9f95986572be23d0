import { expect } from 'vitest';
import { scopes, type Scope } from '../../src/contract/scopes.ts';
import { apiPaths } from '../../src/contract/wire-names.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import { approveConsent } from '../../src/sandbox/testing/consent.ts';
import {
  authorizeUrl,
  codeFields,
  createSandboxHarness,
  fieldOf,
  REDIRECT_URI,
  refreshFields,
  START_MS,
} from '../../src/sandbox/testing/harness.ts';
import type { contractTables, RowCheck } from './rows.ts';

type ScopeRow = (typeof contractTables)['Scopes'][number];
type Rows =
  | ScopeRow
  | (typeof contractTables)[
      | 'Token response'
      | 'GET /oauth/authorize'
      | 'POST /oauth/token, code exchange'
      | 'POST /oauth/token, refresh'][number];

type Fields = Readonly<Record<string, string>>;

/** The token response has this in it. */
function granted(name: string, value: unknown, shows: string): RowCheck {
  return {
    shows,
    check: async () => {
      const harness = createSandboxHarness();
      const { body } = await harness.token(codeFields(await harness.code({ scope: 'money_out' })));
      expect(Object(body)[name]).toEqual(value);
    },
  };
}

/** What the authorization endpoint answers to this change: a status, or the error it sends back. */
async function asked(name: string, value: string | null): Promise<unknown> {
  const { fetch } = createSandboxHarness();
  const response = await fetch(authorizeUrl({ [name]: value }), { redirect: 'manual' });
  const location = response.headers.get('location');
  return location === null ? response.status : new URL(location).searchParams.get('error');
}

/** The field is needed, in a form and in JSON, and another value is refused with this error. */
function exchangeField(name: string, other: string, error: string): RowCheck {
  return {
    shows: 'has to be right, in a form and in JSON',
    check: () => needs((code) => codeFields(code), name, other, error),
  };
}

function refreshField(name: string, other: string, error: string): RowCheck {
  return {
    shows: 'has to be right, in a form and in JSON',
    check: async () => {
      const harness = createSandboxHarness();
      const { refreshToken } = await harness.signIn();
      await needs(() => refreshFields(refreshToken), name, other, error, harness);
    },
  };
}

async function needs(
  right: (code: string) => Fields,
  name: string,
  other: string,
  error: string,
  harness = createSandboxHarness(),
): Promise<void> {
  const fields = right(await harness.code());
  const answers = [];
  for (const form of ['form', 'json'] as const) {
    const { body } = await harness.token({ ...fields, [name]: other }, form);
    answers.push(fieldOf(body, 'error'));
  }
  const accepted = await harness.token(right(await harness.code()));
  expect([answers, accepted.status]).toEqual([[error, error], 200]);
}

const opening: Readonly<Record<string, readonly number[]>> = {
  money_in: [403, 200],
  money_out: [200, 403],
};

/** Granted as asked for, and good for what its words name. */
function scopeRow(scope: Scope): RowCheck {
  return {
    shows: 'is granted as asked for, and opens what it names',
    check: async () => {
      const harness = createSandboxHarness();
      const { body } = await harness.token(codeFields(await harness.code({ scope })));
      const token = fieldOf(body, 'access_token');
      const bills = await harness.call(apiPaths.bills, { token });
      const invoices = await harness.call(apiPaths.invoices, { token });
      expect([fieldOf(body, 'scope'), bills.status, invoices.status]).toEqual([
        scope,
        ...(opening[scope] ?? [403, 403]),
      ]);
    },
  };
}

const scopeRows = Object.fromEntries(
  Object.keys(scopes).map((scope) => [`Scope ${scope}`, scopeRow(scope as Scope)]),
) as Readonly<Record<ScopeRow, RowCheck>>;

/** What the sandbox does at its OAuth endpoints. */
export const sandboxOAuthRows: Readonly<Record<Rows, RowCheck>> = {
  ...scopeRows,
  'Token response.access_token': {
    shows: 'opens the API',
    check: async () => {
      const harness = createSandboxHarness();
      const { accessToken } = await harness.signIn();
      const answers = [
        await harness.call(apiPaths.bills, { token: accessToken }),
        await harness.call(apiPaths.bills, { token: `${accessToken}x` }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    },
  },
  'Token response.refresh_token': {
    shows: 'gives a new access token',
    check: async () => {
      const harness = createSandboxHarness();
      const { accessToken, refreshToken } = await harness.signIn();
      const { status, body } = await harness.token(refreshFields(refreshToken));
      expect([status, fieldOf(body, 'access_token') === accessToken]).toEqual([200, false]);
    },
  },
  'Token response.token_type': granted('token_type', 'Bearer', 'is Bearer'),
  'Token response.expires_in': granted('expires_in', 7200, 'is 7200'),
  'Token response.scope': {
    shows: 'parts scopes by single spaces',
    check: async () => {
      const harness = createSandboxHarness();
      const code = await harness.code({ scope: 'money_out money_in reports' });
      const { body } = await harness.token(codeFields(code));
      expect(fieldOf(body, 'scope').split(' ').toSorted()).toEqual([
        'money_in',
        'money_out',
        'reports',
      ]);
    },
  },
  'Token response.created_at': granted(
    'created_at',
    START_MS / 1000,
    'is a whole number of seconds',
  ),

  'GET /oauth/authorize client_id': {
    shows: 'has to be one that is registered',
    check: async () =>
      expect([await asked('client_id', null), await asked('client_id', 'somebody')]).toEqual([
        400, 400,
      ]),
  },
  'GET /oauth/authorize response_type': {
    shows: 'has to be code',
    check: async () =>
      expect([await asked('response_type', null), await asked('response_type', 'token')]).toEqual([
        'invalid_request',
        'unsupported_response_type',
      ]),
  },
  'GET /oauth/authorize redirect_uri': {
    shows: 'has to be the registered one, and is where the user returns',
    check: async () => {
      const { fetch } = createSandboxHarness();
      const location = await approveConsent(authorizeUrl(), fetch);
      expect([
        await asked('redirect_uri', 'https://elsewhere.test/callback'),
        location.startsWith(`${REDIRECT_URI}?code=`),
      ]).toEqual([400, true]);
    },
  },
  'GET /oauth/authorize scope': {
    shows: 'is joined by +, and reports when left out',
    check: async () => {
      const harness = createSandboxHarness();
      const scopesOf = async (scope: string | null): Promise<string> => {
        const { body } = await harness.token(codeFields(await harness.code({ scope })));
        return fieldOf(body, 'scope');
      };
      expect(authorizeUrl({ scope: 'taxes team' })).toContain('scope=taxes+team');
      expect([await scopesOf(null), await scopesOf('taxes team')]).toEqual([
        'reports',
        'taxes team',
      ]);
    },
  },
  'GET /oauth/authorize state': {
    shows: 'is echoed as it was',
    check: async () => {
      const { fetch } = createSandboxHarness();
      const location = await approveConsent(authorizeUrl({ state: 'a+b &c' }), fetch);
      expect(new URL(location).searchParams.get('state')).toBe('a+b &c');
    },
  },

  'Code exchange grant_type': exchangeField('grant_type', 'password', 'unsupported_grant_type'),
  'Code exchange code': exchangeField('code', 'made-up', 'invalid_grant'),
  'Code exchange redirect_uri': exchangeField('redirect_uri', '', 'invalid_request'),
  'Code exchange client_id': exchangeField('client_id', 'somebody', 'invalid_client'),
  'Code exchange client_secret': exchangeField(
    'client_secret',
    `${sampleClient.clientSecret}x`,
    'invalid_client',
  ),

  'Refresh grant_type': refreshField('grant_type', 'password', 'unsupported_grant_type'),
  'Refresh refresh_token': refreshField('refresh_token', 'made-up', 'invalid_grant'),
  'Refresh client_id': refreshField('client_id', 'somebody', 'invalid_client'),
  'Refresh client_secret': refreshField('client_secret', 'guess', 'invalid_client'),
};
