import { expect, test } from 'vitest';
import { sentBillSchema } from '../../contract/items/sent-items.ts';
import { apiPaths } from '../../contract/wire-names.ts';
import { fieldOf, readPage, sentListSchema, signedIn, START_MS } from '../testing/harness.ts';
import type { SandboxHarness } from '../testing/harness.ts';
import { malformations } from './fault.ts';
import type { Fault, FaultMatch } from './fault.ts';

async function withFault(
  fault: Fault,
  match: FaultMatch = { path: '/api/*' },
): Promise<SandboxHarness> {
  const harness = await signedIn();
  harness.sandbox.faults.add({ match, fault });
  return harness;
}

/** Message and code of the error that Node's `fetch` would throw. */
async function failureOf(pending: Promise<unknown>): Promise<unknown> {
  try {
    await pending;
    return 'answered';
  } catch (problem) {
    if (!(problem instanceof TypeError)) return problem;
    const { cause } = problem;
    return [problem.message, cause instanceof Error && 'code' in cause ? cause.code : null];
  }
}

function fired(harness: SandboxHarness): number[] {
  return harness.sandbox.faults.report().map((report) => report.fired);
}

const matchings: readonly [string, FaultMatch, readonly number[]][] = [
  ['all', {}, [500, 500, 500, 500, 500]],
  ['one method', { method: 'patch' }, [200, 200, 500, 200, 500]],
  ['one path', { path: apiPaths.bills }, [500, 200, 200, 500, 200]],
  ['paths with a star', { path: '/api/v1/bills/*/approve' }, [200, 200, 500, 200, 500]],
  ['the second', { nth: 2 }, [200, 500, 200, 200, 200]],
  ['two from the third', { nth: 3, times: 2 }, [200, 200, 500, 500, 200]],
  ['the first two', { times: 2 }, [500, 500, 200, 200, 200]],
];

test.each(matchings)('a fault meets %s', async (_, match, expected) => {
  const harness = await withFault({ kind: 'status', status: 500 }, match);
  const answers = [
    await harness.call(apiPaths.bills),
    await harness.call(apiPaths.organizations),
    await harness.approve('bill-1'),
    await harness.call(apiPaths.bills),
    await harness.approve('bill-1'),
  ];
  expect([answers.map(({ status }) => status), fired(harness)]).toEqual([
    expected,
    [expected.filter((status) => status === 500).length],
  ]);
});

test('a removed fault no longer fires, and is still reported', async () => {
  const harness = await signedIn();
  const id = harness.sandbox.faults.add({ fault: { kind: 'status', status: 503 } });
  const before = await harness.call(apiPaths.bills);
  harness.sandbox.faults.remove(id);
  const after = await harness.call(apiPaths.bills);
  expect([before.status, after.status, fired(harness)]).toEqual([503, 200, [1]]);
});

test('truncateBody sends the start of the body', async () => {
  const harness = await withFault({ kind: 'truncateBody', keepBytes: 5 });
  const response = await harness.sandbox.fetch(new Request('http://sandbox.test/api/v1/bills'));
  const chunks: string[] = [];
  const reading = (async () => {
    for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
  })();
  expect([await failureOf(reading), chunks]).toEqual([['terminated', 'UND_ERR_SOCKET'], ['{"err']]);
});

const page = { contentType: 'text/html', body: '<html>' };

test.each<[string, Fault, unknown, number]>([
  ['no connection', { kind: 'refuse' }, ['fetch failed', 'ECONNREFUSED'], 0],
  ['dropped before', { kind: 'dropBeforeApply' }, ['fetch failed', 'UND_ERR_SOCKET'], 0],
  ['reset after', { kind: 'dropAfterApply', reset: true }, ['fetch failed', 'ECONNRESET'], 1],
  ['dropped after', { kind: 'dropAfterApply' }, ['fetch failed', 'UND_ERR_SOCKET'], 1],
  ['cut off', { kind: 'truncateBody' }, ['terminated', 'UND_ERR_SOCKET'], 1],
  ['another form', { kind: 'wrongContentType', ...page }, [200, '<html>'], 1],
  ['a status before', { kind: 'status', status: 503, body: 'text' }, [503, 'upstream failed'], 0],
  ['a status after', { kind: 'status', status: 500, applied: true, body: 'empty' }, [500, ''], 1],
  ['a storm', { kind: 'rateLimitStorm', retryAfterS: 5 }, [429, expect.anything()], 0],
])(
  '%s: the sender’s result, and how often the request was applied',
  async (_, fault, got, applied) => {
    const harness = await withFault(fault, { method: 'PATCH' });
    const answer = harness.approve('bill-1').then(({ status, body }) => [status, body]);
    const failure = await failureOf(answer);
    expect([
      failure === 'answered' ? await answer : failure,
      harness.sandbox.ledger().approvals.length,
    ]).toEqual([got, applied]);
  },
);

test('latency: the request is applied later, although its sender has given up', async () => {
  const harness = await withFault({ kind: 'latency', delayMs: 60_000 });
  const giveUp = new AbortController();
  const pending = failureOf(harness.approve('bill-1', { signal: giveUp.signal }));
  await harness.clock.advance(30_000);
  giveUp.abort('too slow');
  const failure = await pending;
  const before = harness.sandbox.ledger().approvals.length;
  await harness.clock.advance(30_000);
  expect([
    failure,
    before,
    harness.sandbox.ledger().approvals.length,
    harness.clock.sleepers(),
  ]).toEqual(['too slow', 0, 1, 0]);
});

test('close ends pending waits', async () => {
  const harness = await withFault({ kind: 'latency', delayMs: 60_000 });
  const pending = harness.call(apiPaths.bills);
  await harness.clock.advance(1);
  harness.sandbox.close();
  expect([(await pending).status, harness.clock.sleepers()]).toEqual([200, 0]);
});

test('clockOff: Date and reset are shifted, the window is not', async () => {
  const harness = await withFault({ kind: 'clockOff', offsetMs: -10 * 60_000 });
  const { headers } = await harness.call(apiPaths.bills);
  expect([headers['date'], headers['x-ratelimit-reset'], headers['x-ratelimit-remaining']]).toEqual(
    ['Tue, 10 Mar 2026 11:50:00 GMT', String(START_MS / 1000 + 3600 - 600), '999'],
  );
});

test('tokenDies: the token is invalid from then on', async () => {
  const harness = await withFault({ kind: 'tokenDies' }, { nth: 2 });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++)
    statuses.push((await harness.call(apiPaths.bills)).status);
  expect(statuses).toEqual([200, 401, 401]);
});

test('refuseCursor: the service refuses a cursor, but not a first page', async () => {
  const harness = await withFault({ kind: 'refuseCursor' });
  const first = await harness.call(`${apiPaths.bills}?limit=10`);
  const after = encodeURIComponent(readPage(first).next ?? '');
  const second = await harness.call(`${apiPaths.bills}?limit=10&after=${after}`);
  expect([first.status, second.status, fieldOf(second.body, 'code')]).toEqual([
    200,
    400,
    'invalid_parameter',
  ]);
});

test.each([
  ['duplicateItems', ['bill-2', 'bill-3', 'bill-4']],
  ['missingItems', ['bill-6', 'bill-7', 'bill-8']],
] as const)('%s across pages', async (kind, second) => {
  const harness = await withFault({ kind, count: 2 }, { path: apiPaths.bills, nth: 2 });
  const first = readPage(await harness.call(`${apiPaths.bills}?limit=3`));
  const after = encodeURIComponent(first.next ?? '');
  const { ids } = readPage(await harness.call(`${apiPaths.bills}?limit=3&after=${after}`));
  expect([first.ids, ids]).toEqual([['bill-1', 'bill-2', 'bill-3'], second]);
});

test.each(malformations)('%s corrupts one bill and leaves the others intact', async (how) => {
  const harness = await withFault({ kind: 'malformedBill', how, position: 1 });
  const { data } = sentListSchema.parse((await harness.call(`${apiPaths.bills}?limit=4`)).body);
  expect(data.map((bill) => sentBillSchema.safeParse(bill).success)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});
