import { expect } from 'vitest';
import { apiPaths } from '../../src/contract/wire-names.ts';
import {
  codeFields,
  createSandboxHarness,
  fieldOf,
  readPage,
  START_MS,
  type SandboxHarness,
} from '../../src/sandbox/testing/harness.ts';
import type { SandboxSettingsPatch } from '../../src/sandbox/settings.ts';
import type { contractTables, RowCheck } from './rows.ts';

type Rows = (typeof contractTables)['Errors' | 'Errors, rules' | 'Limits' | 'Headers'][number];

const HOUR_MS = 3_600_000;

async function signedIn(
  settings: SandboxSettingsPatch = {},
  scope?: string,
): Promise<SandboxHarness> {
  const harness = createSandboxHarness(settings);
  await harness.signIn(scope);
  return harness;
}

/** One header of the first, second and last answer. */
async function header(name: string): Promise<unknown[]> {
  const harness = await signedIn();
  const answers = [
    await harness.call(apiPaths.bills),
    await harness.approve('bill-4'),
    await harness.call(apiPaths.bills, { token: 'none' }),
  ];
  return answers.map(({ headers }) => headers[name]);
}

const statusOf = (shows: string, expected: number, ask: () => Promise<{ status: number }>) => ({
  shows,
  check: async (): Promise<void> => expect((await ask()).status).toBe(expected),
});

/** What the sandbox answers, and what it counts. */
export const sandboxLimitRows: Readonly<Record<Rows, RowCheck>> = {
  'Status 200': statusOf('answers a list', 200, async () =>
    (await signedIn()).call(apiPaths.bills),
  ),
  'Status 201': {
    shows: 'is answered by nothing, since no operation of the page makes anything',
    check: async () => {
      const harness = await signedIn();
      const answers = [
        await harness.call(apiPaths.organizations),
        await harness.call(apiPaths.bills),
        await harness.call(apiPaths.invoices),
        await harness.approve('bill-1'),
        await harness.token(codeFields(await harness.code())),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    },
  },
  'Status 204': statusOf('answers an approval where a setting says so', 204, async () =>
    (await signedIn({ approveAnswer: 'noContent' })).approve('bill-1'),
  ),
  'Status 400': statusOf('answers a limit that is none', 400, async () =>
    (await signedIn()).call(`${apiPaths.bills}?limit=51`),
  ),
  'Status 401': statusOf('answers a call without a token', 401, async () =>
    (await signedIn()).call(apiPaths.bills, { token: null }),
  ),
  'Status 403': statusOf('answers a scope that does not do', 403, async () =>
    (await signedIn({}, 'reports')).call(apiPaths.bills),
  ),
  'Status 404': statusOf('answers a bill that is not there', 404, async () =>
    (await signedIn()).approve('bill-0'),
  ),
  'Status 422': statusOf('answers a bill that is paid', 422, async () =>
    (await signedIn()).approve('bill-4'),
  ),
  'Status 429': statusOf('answers once the window is spent', 429, async () => {
    const harness = await signedIn({ requestsPerWindow: 1 });
    await harness.call(apiPaths.bills);
    return harness.call(apiPaths.bills);
  }),
  'Status 500': statusOf('answers when a fault says so', 500, async () => {
    const harness = await signedIn();
    harness.sandbox.faults.add({ match: {}, fault: { kind: 'status', status: 500 } });
    return harness.call(apiPaths.bills);
  }),

  'Rule 1': {
    shows: 'a token that is missing, invalid or expired: 401',
    check: async () => {
      const harness = await signedIn();
      const missing = await harness.call(apiPaths.bills, { token: null });
      const invalid = await harness.call(apiPaths.bills, { token: 'made-up' });
      await harness.clock.advance(2 * HOUR_MS);
      const expired = await harness.call(apiPaths.bills);
      expect([missing, invalid, expired].map(({ status }) => status)).toEqual([401, 401, 401]);
    },
  },
  'Rule 2': {
    shows: 'a scope that does not do: 403, with the one that would',
    check: async () => {
      const answer = await (await signedIn({}, 'money_out')).call(apiPaths.invoices);
      expect([answer.status, answer.body]).toMatchObject([403, { details: { scope: 'money_in' } }]);
    },
  },
  'Rule 3': {
    shows: 'a failed validation: 422 with details, and nothing is applied',
    check: async () => {
      const harness = await signedIn();
      const answer = await harness.approve('bill-5');
      expect([answer.status, answer.body, harness.sandbox.ledger().approvals]).toMatchObject([
        422,
        { details: { status: ['is void'] } },
        [],
      ]);
    },
  },
  'Rule 4': {
    shows: 'past the limit: 429 until the window is over',
    check: async () => {
      const harness = await signedIn({ requestsPerWindow: 2 });
      const statuses = [];
      for (let count = 0; count < 3; count++)
        statuses.push((await harness.call(apiPaths.bills)).status);
      await harness.clock.advance(HOUR_MS);
      statuses.push((await harness.call(apiPaths.bills)).status);
      expect(statuses).toEqual([200, 200, 429, 200]);
    },
  },
  'Rule 5': {
    shows: 'errors of authentication are in the OAuth form',
    check: async () => {
      const harness = await signedIn();
      const refused = await harness.token({ ...codeFields('made-up') });
      const { headers } = await harness.call(apiPaths.bills, { token: 'made-up' });
      expect([fieldOf(refused.body, 'error'), headers['www-authenticate']]).toEqual([
        'invalid_grant',
        expect.stringContaining('invalid_token'),
      ]);
    },
  },

  'Limit Request rate': {
    shows: '1000 an hour for each access token',
    check: async () => {
      const harness = await signedIn();
      const statuses = [];
      for (let count = 0; count < 1001; count++)
        statuses.push((await harness.call(apiPaths.organizations)).status);
      await harness.signIn();
      statuses.push((await harness.call(apiPaths.organizations)).status);
      expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([1000, 200]);
    },
  },
  'Limit Access token lifetime': {
    shows: '7200 seconds and not one more',
    check: async () => {
      const harness = await signedIn();
      await harness.clock.advance(7_199_000);
      const before = await harness.call(apiPaths.bills);
      await harness.clock.advance(1_000);
      const after = await harness.call(apiPaths.bills);
      expect([before.status, after.status]).toEqual([200, 401]);
    },
  },
  'Limit Bills page size': {
    shows: '25 when not asked, never more than 50',
    check: async () => {
      const harness = await signedIn();
      const usual = readPage(await harness.call(apiPaths.bills));
      const most = readPage(await harness.call(`${apiPaths.bills}?limit=50`));
      expect([usual.ids.length, most.ids.length]).toEqual([25, 50]);
    },
  },

  'Header X-RateLimit-Limit': {
    shows: 'is on every answer',
    check: async () => expect(await header('x-ratelimit-limit')).toEqual(['1000', '1000', '1000']),
  },
  'Header X-RateLimit-Remaining': {
    shows: 'counts down',
    check: async () => {
      const [first, second] = await header('x-ratelimit-remaining');
      expect([first, second]).toEqual(['999', '998']);
    },
  },
  'Header X-RateLimit-Reset': {
    shows: 'is the end of the window, as a timestamp',
    check: async () => {
      const [first, second] = await header('x-ratelimit-reset');
      const end = String((START_MS + HOUR_MS) / 1000);
      expect([first, second]).toEqual([end, end]);
    },
  },
};
