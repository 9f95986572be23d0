import { agreedWhile } from './testing/gate-harness.ts';
import { expect, test } from 'vitest';
import type { JournaledOutcome, SendAnswer, SendApproval } from '../../bridge/approval.ts';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import { succeed } from '../../base/result.ts';
import {
  createRecordingLog,
  createScriptedService,
  createScriptedTokens,
  createTestApi,
  fetchFailure,
  jsonAnswer,
  type SeenRequest,
} from '../api/testing/doubles.ts';
import { createJournal } from '../journal/journal.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { attemptOf } from '../journal/testing/attempts.ts';
import { createApprovalSender } from './send-approval.ts';
import type { SessionFacts } from '../auth/session.ts';

type Answer = (request: SeenRequest, count: number) => Response | Promise<Response>;

function start(answer: Answer, files = createMemoryFiles()) {
  const clock = createVirtualClock(1_800_000_000_000);
  const log = createRecordingLog();
  const service = createScriptedService(answer);
  const tokens = createScriptedTokens();
  const journal = createJournal({ files, folder: '/journal', clock, log });
  const client = createTestApi({ clock, fetch: service.fetch, tokens });
  const session: SessionFacts = { connectionId: 'connection-1', signInId: 'sign-in-1' };
  const main = { service, tokens, files, clock, log, journal, session };
  const sender = createApprovalSender({
    journal: agreedWhile(
      journal,
      () => true,
      () => ({ signInId: main.session.signInId ?? '', profileEpoch: '' }),
    ),
    client: { ...client, isListed: async () => succeed(true) },
    session: () => main.session,
    // `send-approval-recheck.test.ts` tests the recheck.
    readings: {
      knows: () => true,
      learnOf: () => undefined,
      isRechecked: () => true,
      setAnswerTime: () => undefined,
      recheck: async () => ({ finding: { kind: 'same' }, read: null }),
      expire: () => undefined,
    },
    profileEpoch: () => '',
    isLocked: () => false,
    rules: () => ({ limits: [], limitsUnread: [], sendAgainByItself: true }),
    clock,
    log,
  });
  const send = async (approval: SendApproval) =>
    (await sender.send({ ...approval, page: null })).answer;
  return Object.assign(main, { sender, send });
}
type Main = ReturnType<typeof start>;

const approval: SendApproval = attemptOf('a');
const pair = { approvalId: 'a', attempt: 1 };
const fine = (): Response => jsonAnswer(200, {});

/** Outcome as a short text. */
function kindOf(outcome: JournaledOutcome | SendAnswer): string {
  return outcome.kind === 'notSent' ? `notSent ${outcome.reason}` : outcome.kind;
}

async function findingOf(main: Main): Promise<string> {
  const [found] = await main.sender.findAttempts([pair]);
  if (found === undefined) return 'nothing';
  const { finding } = found;
  return finding.kind === 'outcome' ? kindOf(finding.outcome) : finding.kind;
}

const quota = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' };

const html = (status: number): Response =>
  new Response('<html>Welcome to Hotel</html>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

const throwing = (code: string) => (): Response => {
  throw fetchFailure(code);
};

test.each<[string, Answer, string]>([
  ['200 with the bill', () => jsonAnswer(200, { id: 'bill-a' }, quota), 'confirmed'],
  ['200 with an empty object', fine, 'confirmed'],
  ['200 with any JSON', () => jsonAnswer(200, ['x']), 'unknown'],
  ['200 with any JSON and the quota', () => jsonAnswer(200, ['x'], quota), 'unknown'],
  ['200 with another bill', () => jsonAnswer(200, { id: 'bill-b' }, quota), 'unknown'],
  ['204 without a body', () => new Response(null, { status: 204 }), 'confirmed'],
  ['200 for a part', () => jsonAnswer(200, { success: true, approved_amount_cents: 1 }), 'unknown'],
  ['200 with a page of a captive portal', () => html(200), 'unknown'],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/x' } }), 'unknown'],
  ['400', () => jsonAnswer(400, { error: 'no' }), 'rejected'],
  ['403', () => jsonAnswer(403, { error: 'no' }), 'rejected'],
  ['404', () => jsonAnswer(404, { error: 'no' }), 'rejected'],
  ['422', () => jsonAnswer(422, { error: 'no', details: { status: ['void'] } }), 'rejected'],
  ['400 with other JSON', () => jsonAnswer(400, { login: 'https://wifi.test' }), 'unknown'],
  ['403 as a page', () => html(403), 'unknown'],
  ['409', () => jsonAnswer(409, { error: 'being approved' }, quota), 'unknown'],
  ['408', () => jsonAnswer(408, { error: 'slow' }), 'unknown'],
  ['401', () => jsonAnswer(401, { error: 'no' }), 'notSent recheck'],
  ['429', () => jsonAnswer(429, { error: 'slow' }), 'notSent quota'],
  ['503', () => jsonAnswer(503, { error: 'later' }), 'unknown'],
  ['connection refused', throwing('ECONNREFUSED'), 'notSent unreachable'],
  ['reset', throwing('ECONNRESET'), 'unknown'],
])(
  'J-20 an outcome claims only what the answer proves, and is recorded: %s',
  async (_name, answer, expected) => {
    const main = start(answer);
    const outcome = kindOf(await main.send(approval));
    main.files.crash();
    const restarted = start(fine, main.files);
    expect([outcome, await findingOf(restarted)]).toEqual([expected, expected]);
  },
);

test.each<[string, () => Response, boolean]>([
  ['401', () => jsonAnswer(401, { error: 'no' }), true],
  ['429', () => jsonAnswer(429, { error: 'slow' }), true],
  ['connection refused', throwing('ECONNREFUSED'), false],
])(
  'only an approval that left and was refused as too early is marked as refused: %s',
  async (_name, answer, isRefused) => {
    const outcome = await start(answer).send(approval);
    expect([outcome.kind, 'isRefused' in outcome]).toEqual(['notSent', isRefused]);
  },
);

test('J-21 the attempt is on disk before the first byte leaves', async () => {
  const seen: string[] = [];
  const files = createMemoryFiles();
  const main: Main = start(async () => {
    // State of the disk after a power cut at this moment.
    files.crash();
    const after = await createJournal({ ...main, files, folder: '/journal' }).find('a', 1);
    seen.push(after.ok ? after.value.kind : 'unread');
    return fine();
  }, files);
  await main.send(approval);
  expect(seen).toEqual(['attemptOnly']);
});

test('J-22 main sends an attempt once; a second request at once, later or after a restart gets the outcome', async () => {
  const main = start(fine);
  const both = await Promise.all([main.send(approval), main.send(approval)]);
  const later = await main.send(approval);
  main.files.crash();
  const restarted = start(fine, main.files);
  const after = await restarted.send(approval);
  expect({
    outcomes: [...both, later, after].map(kindOf),
    sent: main.service.requests.length + restarted.service.requests.length,
  }).toEqual({ outcomes: ['confirmed', 'confirmed', 'confirmed', 'confirmed'], sent: 1 });
});

test('the journal saves id, status, currency and amounts of the answer; a second request gets the rest from the approved snapshot', async () => {
  const kept = { id: 'bill-a', status: 'paid', currency: 'EUR' };
  const short = { ...kept, totalCents: 12_300, amountDueCents: 0 };
  const vendor = { name: 'Muster GmbH', iban: 'DE02' };
  const amounts = { total_cents: 12_300, amount_due_cents: 0 };
  const main = start(() =>
    jsonAnswer(200, { ...kept, ...amounts, memo: 'No record of this', vendor }),
  );
  await main.send(approval);
  main.files.crash();
  const restarted = start(fine, main.files);
  const [last] = await restarted.sender.findAttempts([pair]);
  const text = Buffer.from(main.files.durable('/journal/approvals-000001.jsonl') ?? []);
  expect([
    text.includes('No record of this') || text.includes('DE02'),
    last?.finding,
    await restarted.send(approval),
  ]).toEqual([
    false,
    { kind: 'outcome', outcome: { kind: 'confirmed', bill: short } },
    {
      kind: 'confirmed',
      bill: {
        ...short,
        ...{ billNumber: 'B-1', date: null, dueDate: '2026-02-02', createdAt: null },
        ...{ memo: 'Paper', vendor: { id: null, name: 'Muster GmbH', others: {} }, others: {} },
      },
    },
  ]);
});

test('an attempt whose outcome was lost in a crash is unknown, and not sent again', async () => {
  const main = start(() => new Promise<Response>(() => undefined));
  void main.send(approval);
  await settle();
  main.files.crash();
  const restarted = start(fine, main.files);
  expect([
    await findingOf(restarted),
    kindOf(await restarted.send(approval)),
    main.service.requests.length,
    restarted.service.requests.length,
  ]).toEqual(['attemptOnly', 'unknown', 1, 0]);
});

test('`findAttempts` waits for attempts under way', async () => {
  const answer = Promise.withResolvers<Response>();
  const main = start(() => answer.promise);
  void main.send(approval);
  await settle();
  const finding = findingOf(main);
  await settle();
  answer.resolve(fine());
  expect(await finding).toBe('confirmed');
});

test('findings have the order of the request, with noAttempt for unknown attempts', async () => {
  const main = start(fine);
  await main.send(approval);
  const found = await main.sender.findAttempts([{ approvalId: 'x', attempt: 1 }, pair]);
  expect(found.map(({ approvalId, finding }) => [approvalId, finding.kind])).toEqual([
    ['x', 'noAttempt'],
    ['a', 'outcome'],
  ]);
});

test.each([
  [
    'another sign-in',
    { connectionId: 'connection-1', signInId: 'sign-in-2' },
    'notSent otherSignIn',
  ],
  ['another connection', { connectionId: 'other', signInId: 'sign-in-1' }, 'notSent otherSignIn'],
  ['no sign-in', { connectionId: 'connection-1', signInId: null }, 'notSent signedOut'],
])('J-25 an approval is sent under its own sign-in only: %s', async (_name, session, expected) => {
  const main = start(fine);
  main.session = session;
  const outcome = kindOf(await main.send(approval));
  expect([outcome, await findingOf(main), main.service.requests.length]).toEqual([
    expected,
    'noAttempt',
    0,
  ]);
});

test('J-25 an approval is not sent if the sign-in changes between a 401 and the new token', async () => {
  const main = start((_request, count) => {
    if (count === 1) main.session = { connectionId: 'connection-1', signInId: 'sign-in-2' };
    return count === 1 ? jsonAnswer(401, {}) : fine();
  });
  const outcome = await main.send(approval);
  expect([
    kindOf(outcome),
    outcome.kind === 'notSent' && outcome.error?.technical.includes('not sent: otherSignIn'),
    await findingOf(main),
    main.service.requests.length,
  ]).toEqual(['notSent otherSignIn', true, 'notSent otherSignIn', 1]);
});

test('an approval that cannot be journaled is not sent', async () => {
  const main = start(fine);
  main.files.setRoom(0);
  const outcome = kindOf(await main.send(approval));
  expect([outcome, main.service.requests.length]).toEqual(['notSent journalUnwritable', 0]);
});

test('an outcome that cannot be written is logged, and still reaches the window', async () => {
  const main: Main = start(() => {
    main.files.setRoom(0);
    return fine();
  });
  const outcome = kindOf(await main.send(approval));
  const again = kindOf(await main.send(approval));
  expect([outcome, again, main.log.lines.at(-1)]).toEqual([
    'confirmed',
    'confirmed',
    'error an outcome could not be written to the journal {"approvalId":"a","attempt":1,"outcome":"confirmed","code":"ENOSPC"}',
  ]);
});

test('J-28 while the journal is unreadable, the approval is not sent, and its finding is `attemptOnly`', async () => {
  const main = start(fine);
  main.files.failNext('list', 'EACCES');
  const outcome = kindOf(await main.send(approval));
  main.files.failNext('list', 'EACCES');
  expect([outcome, await findingOf(main), main.service.requests.length]).toEqual([
    'notSent journalUnwritable',
    'attemptOnly',
    0,
  ]);
});

test('J-28 an unreadable journal returns no approvals', async () => {
  const main = start(fine);
  main.files.failNext('list', 'EACCES');
  expect(await main.sender.fromJournal(['a'])).toEqual([]);
});

test('without quota an approval comes back at once, with the time to retry, and without an attempt', async () => {
  const main = start(() => jsonAnswer(429, {}, { 'retry-after': '600' }));
  await main.send(attemptOf('b'));
  const outcome = await main.send(approval);
  expect([
    kindOf(outcome),
    outcome.kind === 'notSent' ? outcome.retryAtMs : null,
    await findingOf(main),
    main.service.requests.length,
  ]).toEqual(['notSent quota', 1_800_000_600_000, 'noAttempt', 1]);
});

test('an approval under way is reported as under way, although the journal has no attempt yet', async () => {
  const main = start(fine);
  for (const { attempt: _, ...facts } of [approval, attemptOf('b')])
    await main.journal.writeNotes([{ kind: 'approved', ...facts }]);
  const current = main.tokens.current;
  const asked = Promise.withResolvers<void>();
  Object.assign(main.tokens, { current: () => asked.promise.then(current) });
  const sending = main.send(approval);
  await settle();
  const during = await main.sender.fromJournal(['a', 'b', 'x']);
  asked.resolve();
  await sending;
  const after = await main.sender.fromJournal(['a']);
  const stands = [...during, ...after].map(
    ({ approvalId, attempt, finding, answerLost }) =>
      `${approvalId} #${attempt} ${finding.kind}${answerLost ? ', answer lost' : ''}`,
  );
  expect(stands).toEqual(['a #1 attemptOnly, answer lost', 'b #0 noAttempt', 'a #1 outcome']);
});

test('closing sends nothing more and waits for attempts under way', async () => {
  const answer = Promise.withResolvers<Response>();
  const main = start(() => answer.promise);
  const first = main.send(approval);
  await settle();
  const closed = main.sender.close();
  const refused = kindOf(await main.send(attemptOf('b')));
  answer.resolve(fine());
  await closed;
  expect([kindOf(await first), refused]).toEqual(['confirmed', 'notSent closing']);
});

test('a cancel at any step either stops the attempt or comes too late, never both', async () => {
  const results = new Set<string>();
  for (let steps = 0; steps < 200; steps += 1) {
    const main = start(fine);
    const sent = main.send(approval);
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    const canceled = main.sender.cancel([pair]);
    const outcome = kindOf(await sent);
    results.add(`${canceled.length} canceled, ${main.service.requests.length} sent, ${outcome}`);
  }
  expect([...results].toSorted()).toEqual([
    '0 canceled, 1 sent, confirmed',
    '1 canceled, 0 sent, notSent closing',
  ]);
});

test('settling waits for all sends under way, including new ones', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const main = start((_request, count) => answers[count - 1]?.promise ?? fine());
  const steps: string[] = [];
  const sendOne = (id: string) => main.send(attemptOf(id)).then(() => void steps.push(id));
  const first = sendOne('a');
  await settle();
  const settled = main.sender.settle().then(() => void steps.push('settled'));
  const second = sendOne('b');
  answers[0]?.resolve(fine());
  await first;
  await settle();
  answers[1]?.resolve(fine());
  await Promise.all([second, settled]);
  expect(steps).toEqual(['a', 'b', 'settled']);
});

test('J-28 nothing is sent while the journal cannot answer about the bill', async () => {
  const main = start(fine);
  const problem = { code: 'EIO', technical: 'EIO' };
  Object.assign(main.journal, { describeBills: async () => ({ ok: false, error: problem }) });
  expect([kindOf(await main.send(approval)), main.service.requests.length]).toEqual([
    'notSent journalUnwritable',
    0,
  ]);
});

test.each<Partial<SessionFacts>>([{ connectionId: null }, { signInId: null }])(
  'J-25 without a session nothing is sent: %j',
  async (facts) => {
    const main = start(fine);
    main.session = { ...main.session, ...facts };
    expect([kindOf(await main.send(approval)), main.service.requests.length]).toEqual([
      'notSent signedOut',
      0,
    ]);
  },
);

test('no line of the journal or the log holds a token', async () => {
  const main = start((_request, count) =>
    jsonAnswer(count === 1 ? 401 : 422, {
      error: 'Bearer token-2 is not allowed',
      details: { sent: ['Bearer token-2'] },
    }),
  );
  await main.send(approval);
  await main.send({ ...approval, attempt: 2 });
  const read = await main.files.read('/journal/approvals-000001.jsonl');
  const written = read.ok && read.value !== null ? new TextDecoder().decode(read.value) : '';
  expect([
    written.includes('"rejected"'),
    /token-\d/.test(written + main.log.lines.join()),
  ]).toEqual([true, false]);
});
