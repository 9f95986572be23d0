import { expect, test } from 'vitest';
import { succeed } from '../../base/result.ts';
import { settingsSchema, type Settings } from '../../bridge/settings.ts';
import { jsonAnswer } from '../api/testing/doubles.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { approvalNamed as approval, noteAndSend as send } from './testing/gate-harness.ts';
import { agreeToApprovals, type ApprovalQuestion } from './agree.ts';
import {
  approvalOf,
  seenBill,
  sentBill,
  startGate,
  type GateHarness,
} from './testing/gate-harness.ts';

const lost = () => jsonAnswer(504, {});
const no = () => jsonAnswer(422, { error: 'no', details: {} });
const busy = () => jsonAnswer(429, { error: 'slow' });

/** User's limits in euros; the test bill is over €10. */
const above = (euros: number): Settings => ({
  ...settingsSchema.parse({}),
  limits: [
    { currency: 'EUR', askAboveCents: euros * 100, bulkMostCents: null, batchMostCents: null },
  ],
});

const reserveRoom = () => true;
const profileEpoch = () => '';

test('W-31 above the limit nothing leaves without consent outside the window, and with it just that bill as it was', async () => {
  const gate = startGate();
  gate.rules = above(9);
  const unasked = await send(gate, approval('a'));
  gate.saysYes = false;
  const refused = [await gate.agree([approval('a')]), await send(gate, approval('a'))];
  gate.saysYes = true;
  const replies = [await gate.agree([approval('a')])];
  gate.bill = { ...sentBill, amount_due_cents: 5_000, total_cents: 5_000 };
  const dearer = approvalOf({ ...seenBill, amountDueCents: 5_000, totalCents: 5_000 });
  const other = await send(gate, dearer);
  gate.bill = sentBill;
  const outcome = await send(gate, approval('a', { attempt: 2 }));
  expect({ unasked, refused, replies, other, outcome, asked: gate.asked }).toEqual({
    unasked: 'notSent overLimit, 0 sent',
    refused: ['no', 'notSent overLimit, 0 sent'],
    replies: ['yes'],
    other: 'notSent overLimit, 0 sent',
    outcome: 'confirmed, 1 sent',
    asked: ['of 1: 1 over, 0 twice', 'of 1: 1 over, 0 twice'],
  });
});

test('W-31 the limit at sending time applies: a lowered limit holds back bills that the user was not asked about; consent survives a restart', async () => {
  const gate = startGate();
  const within = await gate.agree([approval('a')]);
  gate.rules = above(9);
  const held = await send(gate, approval('a'));
  await gate.agree([approval('a')]);
  await gate.journal.close();
  const restarted = startGate(gate.files);
  restarted.rules = above(9);
  expect([within, held, await send(restarted, approval('a'))]).toEqual([
    'yes',
    'notSent overLimit, 0 sent',
    'confirmed, 1 sent',
  ]);
});

test.each<[string, Partial<typeof seenBill>, Partial<Settings>, boolean]>([
  ['an amount at the limit', { amountDueCents: 900 }, above(9), false],
  ['a credit at the limit', { amountDueCents: -900 }, above(9), false],
  ['a credit above it', { amountDueCents: -901 }, above(9), true],
  ['another currency', { currency: 'USD' }, above(9), false],
  ['a currency in small letters', { currency: 'eur' }, above(9), true],
  ['an unread limit of its currency', {}, { limitsUnread: ['EUR'] }, true],
  ['an unread limit of another currency', {}, { limitsUnread: ['USD'] }, false],
  ['an unread limit of an unknown currency', {}, { limitsUnread: [null] }, true],
])('W-33 a limit asks, or does not: %s', async (_name, bill, settings, asks) => {
  const gate = startGate();
  gate.rules = { ...settingsSchema.parse({}), ...settings };
  await gate.agree([approvalOf({ ...seenBill, ...bill })]);
  expect(gate.asked.length > 0).toBe(asks);
});

test('W-31 bills in invented currencies do not hide the amounts that need consent', async () => {
  const gate = startGate();
  gate.rules = above(0);
  const currencies = ['AAA', 'AAB', 'AAC', 'AAD', 'AAE', 'EUR'];
  const approvals = currencies.map((currency, at) => ({
    ...approvalOf({ ...seenBill, id: `b-${at}`, currency }),
    approvalId: `a-${at}`,
  }));
  gate.rules = { ...gate.rules, limitsUnread: currencies };
  const reply = await gate.agree(approvals);
  gate.rules = above(0);
  const calm = await gate.agree(
    approvals.slice(0, 5).map((each, at) => {
      const snapshot = { ...each.snapshot, billId: `c-${at}` };
      return { ...each, snapshot, approvalId: `${each.approvalId}-x` };
    }),
  );
  expect({ reply, asked: gate.asked, calm }).toEqual({
    reply: 'yes',
    asked: ['of 5: 5 over, 0 twice', 'of 1: 1 over, 0 twice'],
    calm: 'yes',
  });
});

test('W-32 two approvals of one bill: the second leaves only with consent outside the window, also while the first is under way', async () => {
  const gate = startGate();
  const [first, second] = [approval('a'), approval('b')];
  for (const each of [first, second]) await gate.note(each);
  await gate.read();
  const atOnce = await Promise.all([gate.send(first), gate.send(second)]);
  const later = await gate.send(approval('b', { attempt: 2 }));
  const reply = await gate.agree([approval('b')]);
  expect([atOnce.map((each) => each.split(',')[0]), later, reply, gate.asked]).toEqual([
    ['confirmed', 'notSent twice'],
    'notSent twice, 1 sent',
    'yes',
    ['of 1: 0 over, 1 twice'],
  ]);
  await gate.read();
  expect(await gate.send(approval('b', { attempt: 3 }))).toBe('confirmed, 2 sent');
});

test('W-32 a bill that moved to another organization, or is listed in two, keeps its earlier approval', async () => {
  const gate = startGate();
  const id = '0d6f1c7e-4b1c-4f0e-9a51-7d2f6c1b8a3e';
  gate.bill = { ...sentBill, id };
  const here = { ...approvalOf({ ...seenBill, id }), approvalId: 'a' };
  const there = { ...here, approvalId: 'b', organizationId: 'org-2' };
  const sent = await send(gate, here);
  gate.saysYes = false;
  expect([sent, await gate.send(there), await gate.agree([there]), gate.asked]).toEqual([
    'confirmed, 1 sent',
    'notSent twice, 1 sent',
    'no',
    ['of 1: 0 over, 0 twice, 1 elsewhere'],
  ]);
  // Once the bill also has an approval in its own organization, the question names that one.
  await gate.note({ ...there, approvalId: 'c' });
  await gate.agree([there]);
  expect(gate.asked.at(-1)).toBe('of 1: 0 over, 1 twice');
});

test('W-32 two approvals of one bill at once, the second with the organization in another case', async () => {
  const gate = startGate();
  const other = approval('b');
  const spelled = { ...other, organizationId: other.organizationId.toUpperCase() };
  for (const each of [approval('a'), spelled]) await gate.note(each);
  await gate.read();
  const atOnce = await Promise.all([gate.send(approval('a')), gate.send(spelled)]);
  expect(atOnce.map((each) => each.split(',')[0])).toEqual(['confirmed', 'notSent twice']);
});

test.each<[string, () => Response, string]>([
  ['an answer that was lost', lost, 'notSent twice, 1 sent'],
  ['a rejection', no, 'confirmed, 2 sent'],
  ['a refusal for the quota', busy, 'confirmed, 2 sent'],
])(
  'W-32 after %s, with the approval discarded, the bill is approved again',
  async (_name, answer, expected) => {
    const gate = startGate();
    gate.answers.push(answer());
    await send(gate, approval('a'));
    await gate.journal.writeNotes([{ kind: 'ended', approvalId: 'a', how: 'withdrawn' }]);
    await gate.journal.close();
    // Once with the checkpoint, once from the lines alone.
    const outcomes: string[] = [];
    for (const hasCheckpoint of [true, false]) {
      const files = createMemoryFiles();
      for (const name of await namesIn(gate)) {
        const read = await gate.files.read(`/journal/${name}`);
        if (!read.ok || read.value === null || (name.startsWith('checkpoint') && !hasCheckpoint))
          continue;
        await files.writeAtomic(`/journal/${name}`, read.value, 0o600);
      }
      const restarted = startGate(files);
      await restarted.clock.advance(4_000_000);
      outcomes.push((await send(restarted, approval('b'))).split(',')[0] ?? '');
    }
    const outcome = expected.split(',')[0];
    expect(outcomes).toEqual([outcome, outcome]);
  },
);

async function namesIn(gate: GateHarness): Promise<readonly string[]> {
  const names = await gate.files.list('/journal');
  return names.ok ? names.value : [];
}

test.each<[string, object, boolean]>([
  ['a time', { approved_at: '2026-03-18T08:00:00Z' }, true],
  ['a flag', { approved: true }, true],
  ['a flag as text', { approved: 'True' }, true],
  ['a state', { approval_status: 'approved' }, true],
  ['an object', { approval: { state: 'APPROVED' } }, true],
  ['a state of its own', { state: 'approved' }, true],
  ['no time', { approved_at: null, approved: false, approval_status: 'pending' }, false],
  ['another flag', { auto_approved: true, approval: null, state: 'final' }, false],
])(
  'W-32 a bill that shows its approval by %s leaves only with consent',
  async (_, fields, isAsked) => {
    const gate = startGate();
    gate.bill = { ...sentBill, ...fields };
    const request = approvalOf({ ...seenBill, others: { ...seenBill.others, ...fields } });
    const unasked = await send(gate, request);
    await gate.agree([request]);
    const outcome = await send(gate, { ...request, attempt: 2 });
    expect([unasked, outcome, gate.asked]).toEqual(
      isAsked
        ? ['notSent twice, 0 sent', 'confirmed, 1 sent', ['of 1: 0 over, 1 twice']]
        : ['confirmed, 1 sent', 'confirmed, 2 sent', ['of 1: 0 over, 1 twice']],
    );
  },
);

test('W-32 consent covers only the attempts the user was asked about: a resend needs its own, unless automatic resending is on and has tries left', async () => {
  const gate = startGate();
  gate.answers.push(lost(), lost(), lost(), lost());
  const outcomes = [await send(gate, approval('a'))];
  outcomes.push(await gate.send(approval('a', { attempt: 2 })));
  await gate.agree([approval('a')]);
  await gate.read();
  outcomes.push(await gate.send(approval('a', { attempt: 3 })));
  outcomes.push(await gate.send(approval('a', { attempt: 4 })));
  gate.rules = { ...gate.rules, sendAgainByItself: true };
  await gate.read();
  outcomes.push(await gate.send(approval('a', { attempt: 5 })));
  await gate.read();
  outcomes.push(await gate.send(approval('a', { attempt: 6 })));
  await gate.read();
  outcomes.push(await gate.send(approval('a', { attempt: 7 })));
  expect(outcomes).toEqual([
    'unknown, 1 sent',
    'notSent twice, 1 sent',
    'unknown, 2 sent',
    'notSent twice, 2 sent',
    'unknown, 3 sent',
    'unknown, 4 sent',
    'notSent twice, 4 sent',
  ]);
});

test('W-32 a page that assigns an approval to another bill does not change main’s record of the first bill', async () => {
  const gate = startGate();
  gate.answers.push(lost());
  await send(gate, approval('a'));
  const bill = { ...seenBill, id: 'bill-other' };
  await gate.note(approvalOf(bill, { approvalId: 'a' }));
  const otherBill = approvalOf(bill, { approvalId: 'a', attempt: 2 });
  expect([
    await gate.agree([otherBill]),
    await gate.send(otherBill),
    await send(gate, approval('b')),
  ]).toEqual(['no', 'notSent twice, 1 sent', 'notSent twice, 1 sent']);
});

test('W-31 one question for all of a bulk, with counts and sums: bills and credits apart, each per currency', async () => {
  const gate = startGate();
  gate.isMadeHere = false;
  const asked: ApprovalQuestion[] = [];
  const bill = (id: string, amountDueCents: number, currency = 'EUR') => ({
    ...approvalOf({ ...seenBill, id, amountDueCents, currency }, { approvalId: id }),
    mayBeApplied: id === 'd' || id === 'e',
    wasRejected: id === 'e',
  });
  const approvals = [bill('d', 50, 'USD'), bill('a', 100), bill('b', 2_000), bill('c', -3_000)];
  approvals.push(bill('e', 7, 'GBP'));
  const rules = (): Settings => above(9);
  const ask = async (question: ApprovalQuestion): Promise<boolean> => asked.push(question) > 0;
  const { journal, readings, session, clock } = gate;
  const replies = [
    await agreeToApprovals(
      { journal, readings, session, clock, profileEpoch, reserveRoom, rules, ask },
      { does: 'send', approvals },
    ),
  ];
  gate.files.setRoom(0);
  replies.push(
    await agreeToApprovals(
      { journal, readings, session, clock, profileEpoch, reserveRoom, rules, ask },
      { does: 'send', approvals },
    ),
  );
  const euros = { currency: 'EUR', billsCents: 2_100, creditsCents: 3_000 };
  const dollars = { currency: 'USD', billsCents: 50, creditsCents: 0 };
  const pounds = { currency: 'GBP', billsCents: 7, creditsCents: 0 };
  expect([replies, asked[0], asked.length]).toEqual([
    ['yes', 'notSaved'],
    {
      does: 'send',
      all: { count: 5, sums: [euros, pounds, dollars] },
      overLimit: { count: 2, sums: [{ ...euros, billsCents: 2_000 }] },
      twice: { count: 1, sums: [dollars] },
      notMadeHere: { count: 5, sums: [euros, pounds, dollars] },
      elsewhere: { count: 0, sums: [] },
      refused: { count: 1, sums: [pounds] },
      isLimitUnread: false,
      mayLackOthers: false,
      only: null,
    },
    2,
  ]);
});

test.each([
  ['consent', true, ['yes', 'notSent notOnPage, 0 sent', 'confirmed, 1 sent']],
  ['a refusal', false, ['no', 'confirmed, 1 sent']],
])(
  'W-31 consent requires a reading that begins later, and a refusal does not: %s',
  async (_name, saysYes, expected) => {
    const gate = startGate();
    Object.assign(gate, { rules: above(9), saysYes });
    await gate.note(approval('a'));
    await gate.read();
    const steps: string[] = [await gate.agree([approval('a')])];
    gate.rules = settingsSchema.parse({});
    steps.push(await gate.send(approval('a')));
    await gate.read();
    if (saysYes) steps.push(await gate.send(approval('a', { attempt: 2 })));
    expect(steps).toEqual(expected);
  },
);

test('W-32 while the journal cannot be read, nothing is asked, approved or sent', async () => {
  const gate = startGate();
  gate.files.failNext('list', 'EACCES');
  const reply = await gate.agree([approval('a'), approval('b')]);
  gate.files.failNext('list', 'EACCES');
  expect([reply, gate.asked, await gate.send(approval('a'))]).toEqual([
    'notSaved',
    [],
    'notSent journalUnwritable, 0 sent',
  ]);
});

test('W-32 main refuses the whole action if one approval names another bill than before, and does not send it', async () => {
  const gate = startGate();
  await gate.note(approval('a'));
  const otherBill = approvalOf({ ...seenBill, id: 'bill-other' }, { approvalId: 'a' });
  const reply = await gate.agree([otherBill, approval('b')]);
  expect([reply, gate.asked, await gate.send(otherBill)]).toEqual([
    'no',
    [],
    'notSent twice, 0 sent',
  ]);
});

test('W-32 approvals of one action do not count as earlier approvals of each other', async () => {
  const gate = startGate();
  for (const id of ['a', 'b']) await gate.note(approval(id));
  expect([await gate.agree([approval('a'), approval('b')]), gate.asked]).toEqual(['yes', []]);
});

test('W-33 a question says if a limit of its bills could not be read; about a single bill, it names the bill', async () => {
  const gate = startGate();
  const { journal, readings, session, clock } = gate;
  const asked: ApprovalQuestion[] = [];
  const ask = async (question: ApprovalQuestion): Promise<boolean> => asked.push(question) > 0;
  const agree = async (
    rules: Settings,
    ids: readonly string[],
    mayBeApplied = false,
  ): Promise<void> => {
    const approvals = ids.map((id) => ({ ...approval(id), mayBeApplied }));
    const deps = {
      journal,
      readings,
      session,
      clock,
      profileEpoch,
      reserveRoom,
      rules: () => rules,
      ask,
    };
    await agreeToApprovals(deps, { does: 'approve', approvals });
  };
  await agree({ ...settingsSchema.parse({}), limitsUnread: ['EUR'] }, ['a']);
  await agree(above(9), ['b', 'c']);
  await agree({ ...settingsSchema.parse({}), limitsUnread: ['USD'] }, ['d'], true);
  const said = asked.map(({ isLimitUnread, only }) => [isLimitUnread, only?.billNumber ?? null]);
  expect(said).toEqual([
    [true, 'B-1'],
    [false, null],
    [false, 'B-1'],
  ]);
});

test('J-51 while lines of the journal are missing, main asks about each approval', async () => {
  const { journal: whole, readings, session, clock } = startGate();
  const asked: unknown[] = [];
  const ask = async ({ mayLackOthers, all }: ApprovalQuestion): Promise<boolean> =>
    asked.push([mayLackOthers, all.count]) > 1;
  const describeBills: typeof whole.describeBills = async (claims) => {
    const read = await whole.describeBills(claims);
    return read.ok ? succeed(read.value.map((each) => ({ ...each, mayLackOthers: true }))) : read;
  };
  const journal = { ...whole, describeBills };
  const rules = (): Settings => settingsSchema.parse({});
  const deps = { journal, readings, session, clock, profileEpoch, reserveRoom, rules, ask };
  const agree = (ids: readonly string[]) =>
    agreeToApprovals(deps, {
      does: 'approve',
      approvals: ids.map((id) => ({ ...approval(id), mayBeApplied: false })),
    });
  expect([await agree(['a']), await agree(['a', 'b']), asked]).toEqual([
    ...['no', 'yes'],
    [
      [true, 1],
      [true, 2],
    ],
  ]);
});
