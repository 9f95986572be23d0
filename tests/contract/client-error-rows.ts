import { expect } from 'vitest';
import type { ServiceError } from '../../src/contract/service-error.ts';
import { apiPaths } from '../../src/contract/wire-names.ts';
import type { Fault } from '../../src/sandbox/faults/fault.ts';
import { createClientWorld, signedInWorld, type ClientWorldOptions } from './client-world.ts';
import type { contractTables, RowCheck } from './rows.ts';

type Rows = (typeof contractTables)[
  | 'Error object'
  | 'PATCH /api/v1/bills/:id/approve'
  | 'Errors'
  | 'Errors, rules'][number];

/** The error a page of bills came to when the service answers like this. */
async function errorOf(status: number, body: unknown): Promise<ServiceError | null> {
  const bend = (response: Response, url: URL): Response =>
    url.pathname === apiPaths.bills
      ? Response.json(body, { status, headers: response.headers })
      : response;
  const page = await (await signedInWorld({ bend })).bills();
  return page.ok ? null : page.error;
}

/** What approving comes to. Bill 1 is open, bill 4 paid. */
async function approving(billId: string, options: ClientWorldOptions = {}): Promise<unknown> {
  const world = await signedInWorld(options);
  const answer = await world.approve(billId);
  return answer.ok ? (answer.value.bill?.id ?? 'no bill') : answer.error.error;
}

async function withFault(fault: Fault): Promise<ServiceError | null> {
  const world = await signedInWorld();
  world.harness.sandbox.faults.add({ match: { path: apiPaths.bills }, fault });
  const page = await world.bills();
  return page.ok ? null : page.error;
}

const answeredWith =
  (status: number) =>
  (response: Response, url: URL): Response =>
    url.pathname.endsWith('/approve')
      ? new Response(response.body, { status, headers: response.headers })
      : response;

/** What the real client makes of every status, error body and rule. */
export const clientErrorRows: Readonly<Record<Rows, RowCheck>> = {
  'Error.error': {
    shows: 'are the words that are told',
    check: async () => expect((await errorOf(400, { error: 'Too far' }))?.message).toBe('Too far'),
  },
  'Error.code': {
    shows: 'is kept when there is one',
    check: async () => {
      const codes = [
        await errorOf(400, { error: 'No', code: 'limit' }),
        await errorOf(400, { error: 'No' }),
      ].map((error) => error?.code);
      expect(codes).toEqual(['limit', undefined]);
    },
  },
  'Error.details': {
    shows: 'are kept whatever their shape',
    check: async () => {
      const shapes = [{ memo: ['too long'] }, [{ field: 'memo' }], 'text', null];
      const kept = [];
      for (const details of shapes) {
        const error = await errorOf(422, { error: 'No', details });
        kept.push(error?.kind === 'validationFailed' && error.details);
      }
      expect(kept).toEqual(shapes);
    },
  },

  'PATCH /api/v1/bills/:id/approve id': {
    shows: 'is in the path, whatever characters it has, and nothing is in the body',
    check: async () => {
      const world = await signedInWorld();
      await world.approve('bill-1');
      await world.approve('a/b?c');
      expect(
        world.requests.slice(-2).map(({ method, url, body }) => [method, url.pathname, body]),
      ).toEqual([
        ['PATCH', '/api/v1/bills/bill-1/approve', {}],
        ['PATCH', '/api/v1/bills/a%2Fb%3Fc/approve', {}],
      ]);
    },
  },

  'Status 200': {
    shows: 'is success, with the bill the answer holds',
    check: async () => expect(await approving('bill-1')).toBe('bill-1'),
  },
  'Status 201': {
    shows: 'is success as well',
    check: async () =>
      expect(await approving('bill-1', { bend: answeredWith(201) })).toBe('bill-1'),
  },
  'Status 204': {
    shows: 'is success without a body',
    check: async () =>
      expect(await approving('bill-1', { settings: { approveAnswer: 'noContent' } })).toBe(
        'no bill',
      ),
  },
  'Status 400': {
    shows: 'is invalid, with the words of the service',
    check: async () => {
      const page = await (await signedInWorld()).bills({ limit: 51 });
      expect(page.ok || page.error).toMatchObject({
        kind: 'invalid',
        status: 400,
        message: expect.any(String),
      });
    },
  },
  'Status 401': {
    shows: 'renews the token and asks again; a second one ends the session',
    check: async () => {
      const once = await signedInWorld();
      once.harness.sandbox.faults.add({
        match: { path: apiPaths.bills, nth: 1 },
        fault: { kind: 'status', status: 401 },
      });
      const renewed = await once.bills();
      const twice = await signedInWorld();
      twice.harness.sandbox.faults.add({
        match: { path: apiPaths.bills },
        fault: { kind: 'status', status: 401 },
      });
      const over = await twice.bills();
      expect([renewed.ok, over.ok || over.error.kind, twice.session.state.get().kind]).toEqual([
        true,
        'unauthenticated',
        'signedOut',
      ]);
    },
  },
  'Status 403': {
    shows: 'names the scope to ask for',
    check: async () => {
      const page = await (await signedInWorld()).invoices();
      expect(page.ok || page.error).toMatchObject({ kind: 'forbidden', scope: 'money_in' });
    },
  },
  'Status 404': {
    shows: 'says that there is no such thing',
    check: async () => expect(await approving('bill-0')).toMatchObject({ kind: 'notFound' }),
  },
  'Status 422': {
    shows: 'is a failed validation with its details',
    check: async () =>
      expect(await approving('bill-4')).toMatchObject({
        kind: 'validationFailed',
        details: { status: ['is paid'] },
      }),
  },
  'Status 429': {
    shows: 'is a pause until the moment the service names',
    check: async () => {
      const error = await withFault({ kind: 'rateLimitStorm', retryAfterS: 30 });
      expect(error).toMatchObject({ kind: 'rateLimited', by: 'service', status: 429 });
    },
  },
  'Status 500': {
    shows: 'is trouble of the service, and no proof that nothing was done',
    check: async () => {
      const world = await signedInWorld();
      world.harness.sandbox.faults.add({
        match: { method: 'PATCH' },
        fault: { kind: 'status', status: 500 },
      });
      const answer = await world.approve('bill-1');
      expect(answer.ok || [answer.error.error.kind, answer.error.sent]).toEqual([
        'serverFailed',
        true,
      ]);
    },
  },

  'Rule 1': {
    shows: 'a token that is missing, invalid or expired: nothing is sent, or it is renewed',
    check: async () => {
      const nobody = await createClientWorld();
      const missing = await nobody.bills();
      const world = await signedInWorld();
      const answers = [];
      for (const ended of ['by its age', 'by the service'] as const) {
        if (ended === 'by the service') {
          world.harness.sandbox.faults.add({
            match: { path: apiPaths.bills, nth: 1 },
            fault: { kind: 'tokenDies' },
          });
        } else await world.clock.advance(3 * 3_600_000);
        answers.push((await world.bills()).ok);
      }
      expect([missing.ok || missing.error.kind, nobody.requests, answers]).toEqual([
        'unauthenticated',
        [],
        [true, true],
      ]);
    },
  },
  'Rule 2': {
    shows: 'a scope that does not do is told, with the one that would, and the session stays',
    check: async () => {
      const world = await signedInWorld();
      const refused = await world.invoices();
      await world.signIn(['money_in']);
      const granted = await world.invoices();
      expect([refused.ok || refused.error.kind, granted.ok]).toEqual(['forbidden', true]);
    },
  },
  'Rule 3': {
    shows: 'a failed validation applies nothing and tells its details',
    check: async () => {
      const world = await signedInWorld();
      const answer = await world.approve('bill-5');
      expect([
        answer.ok || answer.error.error,
        world.harness.sandbox.ledger().approvals,
      ]).toMatchObject([{ kind: 'validationFailed', details: { status: ['is void'] } }, []]);
    },
  },
  'Rule 4': {
    shows: 'past the limit nothing more is sent until the window is over',
    check: async () => {
      const world = await signedInWorld();
      world.harness.sandbox.faults.add({
        match: { path: apiPaths.bills, nth: 1 },
        fault: { kind: 'rateLimitStorm', retryAfterS: 60 },
      });
      const first = await world.bills();
      const before = world.requests.length;
      const waiting = world.bills({ maxWaitMs: 1_000 });
      await world.clock.advance(1_000);
      const second = await waiting;
      const sent = world.requests.length - before;
      await world.clock.advance(61_000);
      const third = await world.bills();
      expect([
        first.ok || first.error.kind,
        second.ok || second.error.kind,
        sent,
        third.ok,
      ]).toEqual(['rateLimited', 'rateLimited', 0, true]);
    },
  },
  'Rule 5': {
    shows: 'an error in the OAuth form is told in its words',
    check: async () => {
      const body = { error: 'invalid_token', error_description: 'It has ended' };
      expect(await errorOf(401, body)).toMatchObject({
        kind: 'unauthenticated',
        message: 'It has ended',
        code: 'invalid_token',
      });
    },
  },
};
