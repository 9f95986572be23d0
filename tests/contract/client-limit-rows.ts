import { expect } from 'vitest';
import { scopes, type Scope } from '../../src/contract/scopes.ts';
import { authPaths } from '../../src/contract/wire-names.ts';
import { START_MS } from '../../src/sandbox/testing/harness.ts';
import { signedInWorld } from './client-world.ts';
import type { contractTables, RowCheck } from './rows.ts';

type ScopeRow = (typeof contractTables)['Scopes'][number];
type QuotaRow = (typeof contractTables)['Limits' | 'Headers'][number];

const HOUR_MS = 3_600_000;

/** Asked for, granted, and what it opens. `money_out` is always asked for, so bills are always open. */
function scopeRow(scope: Scope): RowCheck {
  const opensInvoices = scope === 'money_in';
  return {
    shows: opensInvoices ? 'can be asked for, and opens invoices' : 'can be asked for',
    check: async () => {
      const world = await signedInWorld({}, [scope]);
      const state = world.session.state.get();
      const bills = await world.bills();
      const invoices = await world.invoices();
      expect({
        asked: world.links[0]?.searchParams.get('scope')?.split(' ').includes(scope),
        granted: state.kind === 'signedIn' && state.scopes.includes(scope),
        bills: bills.ok,
        invoices: invoices.ok || (invoices.error.kind === 'forbidden' && invoices.error.scope),
      }).toEqual({
        asked: true,
        granted: true,
        bills: true,
        invoices: opensInvoices ? true : 'money_in',
      });
    },
  };
}

/** Every scope of the page, asked for by the real client. */
export const clientScopeRows = Object.fromEntries(
  Object.keys(scopes).map((scope) => [`Scope ${scope}`, scopeRow(scope as Scope)]),
) as Readonly<Record<ScopeRow, RowCheck>>;

/** What the real client makes of the limits and of the headers that tell them. */
export const clientQuotaRows: Readonly<Record<QuotaRow, RowCheck>> = {
  'Limit Request rate': {
    shows: '1000 an hour are known before the service has said so, and never passed',
    check: async () => {
      const world = await signedInWorld();
      const before = world.api.quota.get().limit;
      // Somebody else spends from the same window: what is left is what the service says.
      const left = 120;
      world.harness.sandbox.configure({ requestsPerWindow: left });
      const answers = [];
      for (let count = 0; count < left + 10; count++) {
        const asked = world.bills({ limit: 1, after: null, maxWaitMs: 0 });
        answers.push((await asked).ok);
      }
      const statuses = world.harness.sandbox.ledger().requests.map(({ status }) => status);
      expect({
        before,
        known: world.api.quota.get().limit,
        refused: statuses.filter((status) => status === 429).length,
        heldBack: answers.includes(false),
      }).toEqual({ before: 1000, known: left, refused: 0, heldBack: true });
    },
  },
  'Limit Access token lifetime': {
    shows: 'after 7200 seconds there is another token, and no request has met a 401',
    check: async () => {
      const world = await signedInWorld();
      for (let hour = 0; hour < 6; hour++) {
        await world.bills();
        await world.clock.advance(HOUR_MS);
      }
      const statuses = world.harness.sandbox.ledger().requests.map(({ status }) => status);
      const refreshes = world.requests.filter(({ url }) => url.pathname === authPaths.token);
      expect([statuses.includes(401), refreshes.length]).toEqual([false, 3]);
    },
  },
  'Limit Bills page size': {
    shows: 'pages are of the size asked for, up to 50',
    check: async () => {
      const world = await signedInWorld();
      const sizes = [];
      for (const limit of [1, 7, 50]) {
        const page = await world.bills({ limit });
        sizes.push([
          world.requests.at(-1)?.url.searchParams.get('limit'),
          page.ok && page.value.items.length,
        ]);
      }
      expect(sizes).toEqual([
        ['1', 1],
        ['7', 7],
        ['50', 12],
      ]);
    },
  },
  'Header X-RateLimit-Limit': {
    shows: 'sets the limit',
    check: async () => {
      const world = await signedInWorld({ settings: { requestsPerWindow: 400 } });
      await world.bills();
      expect(world.api.quota.get().limit).toBe(400);
    },
  },
  'Header X-RateLimit-Remaining': {
    shows: 'sets what is left',
    check: async () => {
      const bend = (response: Response): Response => {
        response.headers.set('x-ratelimit-remaining', '321');
        return response;
      };
      const world = await signedInWorld({ bend });
      await world.bills();
      expect(world.api.quota.get().remaining).toBe(321);
    },
  },
  'Header X-RateLimit-Reset': {
    shows: 'says when the window ends, in each form a timestamp may have',
    check: async () => {
      const ends = [];
      for (const resetForm of ['epochSeconds', 'epochMs', 'deltaSeconds', 'httpDate'] as const) {
        const world = await signedInWorld({ settings: { resetForm } });
        await world.bills();
        ends.push(world.api.quota.get().resetAtMs);
      }
      const end = START_MS + HOUR_MS;
      expect(ends.map((at) => at !== null && Math.abs(at - end) <= 2_000)).toEqual([
        true,
        true,
        true,
        true,
      ]);
    },
  },
};
