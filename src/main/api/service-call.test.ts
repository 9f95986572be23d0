import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { readApproveAnswer } from '../../contract/answers/read-answer.ts';
import type { Permit } from './governor-state.ts';
import type { QueuedJob } from './pending-requests.ts';
import { createServiceCall, type ServiceRequest } from './service-call.ts';
import {
  createScriptedService,
  createScriptedTokens,
  fetchFailure,
  jsonAnswer,
  type SeenRequest,
} from './testing/doubles.ts';

const permit: Permit = {
  account: 'a',
  priority: 'approval',
  windowSerial: 1,
  sentAtMs: 0,
  isProbe: false,
};

const approve: ServiceRequest<unknown> = {
  method: 'PATCH',
  path: '/approve',
  label: 'PATCH approve',
  organizationId: 'org-1',
  priority: 'approval',
  maxWaitMs: null,
  scope: null,
  read: (answer, facts) => readApproveAnswer(answer, { ...facts, billId: 'bill-1' }),
  beforeSend: async () => succeed(undefined),
};

/** A call whose queue lets every request through, and whose quota records each result. */
function start(
  answer: (request: SeenRequest) => Response,
  wanted = new AbortController(),
  account = permit.account,
) {
  const results: string[] = [];
  const service = createScriptedService(answer);
  const [clock, tokens] = [createVirtualClock(), createScriptedTokens()];
  const call = createServiceCall({
    clock,
    fetch: service.fetch,
    tokens,
    account: () => account,
    serviceUrl: () => 'https://service.test',
    grantedScopes: () => [],
    queue: { add: <Value>(job: QueuedJob<Value>) => job.run(permit, wanted.signal) },
    quota: {
      settle: (_permit, result) =>
        results.push(result.kind === 'answered' ? `answered ${result.status}` : result.kind),
      retryAtMs: () => 7,
      serviceNowMs: () => 0,
      headersOf: () => 'neverSent',
      isFromCache: () => false,
    },
  });
  return { call, clock, results, service, tokens };
}

const fine = (): Response => jsonAnswer(200, {});

test.each<[string, () => Response, string[]]>([
  ['an answer', fine, ['answered 200']],
  ['a refusal', () => jsonAnswer(429, {}), ['answered 429']],
  ['a 403 that means 429', () => jsonAnswer(403, { code: 'rate_limited' }), ['answered 429']],
  ['another 403', () => jsonAnswer(403, { code: 'no' }), ['answered 403']],
  ['an old token', () => jsonAnswer(401, {}), ['answered 401', 'answered 401']],
  [
    'a connection that was never made',
    () => {
      throw fetchFailure('ECONNREFUSED');
    },
    ['unsent'],
  ],
  [
    'a connection that broke',
    () => {
      throw fetchFailure('ECONNRESET');
    },
    ['lost'],
  ],
])('the governor gets exactly one result for each request: %s', async (_name, answer, expected) => {
  const { call, results } = start(answer);
  await call(approve);
  expect(results).toEqual(expected);
});

test('the governor gets a result even if beforeSend refuses or throws', async () => {
  const { call, results, service } = start(fine);
  const no = { kind: 'cancelled', technical: 'no' } as const;
  const refused = await call({ ...approve, beforeSend: async () => fail(no) });
  const broken = call({ ...approve, beforeSend: () => Promise.reject(new Error('a bug')) });
  await expect(broken).rejects.toThrow('a bug');
  expect([refused, results, service.requests.length]).toEqual([
    fail({ error: no, mayHaveActed: false }),
    ['unsent', 'unsent'],
    0,
  ]);
});

test('when its caller leaves, a read under way is stopped, but a change is not', async () => {
  const wanted = new AbortController();
  const { call } = start(() => {
    wanted.abort();
    return fine();
  }, wanted);
  const change = await call(approve);
  const read = await call({ ...approve, method: 'GET' });
  expect([change.ok, read.ok ? 'ok' : read.error.error.kind]).toEqual([true, 'cancelled']);
});

test('beforeSend may refuse the new token; a 401 to a new token pauses the endpoint, and proves nothing about a change', async () => {
  let answer = 401;
  const { call, clock, service } = start(() => jsonAnswer(answer, {}));
  const no = { kind: 'cancelled', technical: 'no' } as const;
  const send = async () => {
    const sent = await call({
      ...approve,
      beforeSend: async (turn) => (turn === 'first' ? succeed(undefined) : fail(no)),
    });
    return sent.ok
      ? 'ok'
      : [sent.error.error.kind, sent.error.mayHaveActed, service.requests.length];
  };
  expect(await send()).toEqual(['cancelled', false, 1]);
  answer = 422;
  expect(await send()).toEqual(['malformedResponse', true, 2]);
  answer = 401;
  expect(await send()).toEqual(['serverFailed', true, 3]);
  expect(await send()).toEqual(['serverFailed', false, 3]);
  await clock.advance(10 * 60_000);
  expect(await send()).toEqual(['cancelled', false, 4]);
});

test.each<[string, () => Response]>([
  ['without a form', () => jsonAnswer(401, {})],
  ['in the OAuth form', () => ended()],
])(
  'a 401 to a change proves nothing if a later request got through with its token: %s',
  async (_, refusal) => {
    const answers = [refusal(), jsonAnswer(200, { approved: true })];
    const { call, tokens } = start(() => answers.shift() ?? fine());
    const { renew } = tokens;
    Object.assign(tokens, {
      renew: async (generation: number) => {
        await call({ ...approve, label: 'another bill' });
        return renew(generation);
      },
    });
    const no = { kind: 'cancelled', technical: 'no' } as const;
    const sent = await call({
      ...approve,
      beforeSend: async (turn) => (turn === 'first' ? succeed(undefined) : fail(no)),
    });
    expect(sent).toMatchObject({ error: { mayHaveActed: true, error: { kind: 'serverFailed' } } });
  },
);

/** The service's refusal of a token, in the OAuth form (RFC 6750 §3). */
const ended = (): Response =>
  jsonAnswer(
    401,
    { error: 'invalid_token' },
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  );

/** Sends like an approval, which never leaves with a new token before its recheck. */
async function sendIn({ call, service, tokens }: ReturnType<typeof start>, label: string) {
  const no = { kind: 'cancelled', technical: 'no' } as const;
  const beforeSend = async (turn: string) => (turn === 'first' ? succeed(undefined) : fail(no));
  const sent = await call({ ...approve, path: `/${label}`, beforeSend });
  const { mayHaveActed, error } = sent.ok ? {} : sent.error;
  const end = sent.ok ? 'ok' : `${error?.kind}${mayHaveActed ? ', may have acted' : ''}`;
  return `${label}: ${end}, ${service.requests.length} sent, ${tokens.renewed.length} renewed`;
}

test('a service that ends each token after two approvals gets each later one again with a new token', async () => {
  const uses = new Map<string, number>();
  const main = start(({ headers }) => {
    const token = headers['authorization'] ?? '';
    uses.set(token, (uses.get(token) ?? 0) + 1);
    return (uses.get(token) ?? 0) > 2 ? ended() : fine();
  });
  const sent: string[] = [];
  for (const label of ['1', '2', '3', '3', '4', '5', '5', '6'])
    sent.push(await sendIn(main, label));
  expect(sent).toEqual([
    '1: ok, 1 sent, 0 renewed',
    '2: ok, 2 sent, 0 renewed',
    '3: cancelled, 3 sent, 1 renewed',
    '3: ok, 4 sent, 1 renewed',
    '4: ok, 5 sent, 1 renewed',
    '5: cancelled, 6 sent, 2 renewed',
    '5: ok, 7 sent, 2 renewed',
    '6: ok, 8 sent, 2 renewed',
  ]);
});

test('an approval whose new token is refused at once waits, with one renewal in five minutes, until one is accepted', async () => {
  let answer = ended;
  const main = start(() => answer());
  const sent = [await sendIn(main, '1'), await sendIn(main, '1'), await sendIn(main, '2')];
  await main.clock.advance(60_000);
  sent.push(await sendIn(main, '1'));
  await main.clock.advance(5 * 60_000);
  sent.push(await sendIn(main, '1'));
  answer = fine;
  sent.push(await sendIn(main, '1'), await sendIn(main, '2'));
  expect(sent).toEqual([
    '1: cancelled, 1 sent, 1 renewed',
    '1: serverFailed, 2 sent, 1 renewed',
    '2: serverFailed, 2 sent, 1 renewed',
    '1: serverFailed, 3 sent, 1 renewed',
    '1: cancelled, 4 sent, 2 renewed',
    '1: ok, 5 sent, 2 renewed',
    '2: ok, 6 sent, 2 renewed',
  ]);
});

test('while reads get through, an approval that is always refused renews the token twice, then waits', async () => {
  const main = start(({ method }) => (method === 'PATCH' ? ended() : fine()));
  const sent: string[] = [];
  for (const label of ['1', '2', '3', '4']) {
    await main.call({ ...approve, method: 'GET', label: 'GET' });
    sent.push(await sendIn(main, label));
  }
  expect(sent).toEqual([
    '1: cancelled, 2 sent, 1 renewed',
    '2: cancelled, 4 sent, 2 renewed',
    '3: serverFailed, 6 sent, 2 renewed',
    '4: serverFailed, 7 sent, 2 renewed',
  ]);
});

test.each(['GET', 'PATCH'] as const)(
  'a %s that waited while the session ended does not go out with the token it came with',
  async (method) => {
    const { call, results, service } = start(fine, new AbortController(), 'of the session before');
    const answer = await call({ ...approve, method });
    expect([answer.ok ? 'ok' : answer.error, results, service.requests.length]).toEqual([
      {
        error: { kind: 'unauthenticated', technical: 'the session of this request is over' },
        mayHaveActed: false,
      },
      ['unsent'],
      0,
    ]);
  },
);
