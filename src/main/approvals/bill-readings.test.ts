import { expect, test } from 'vitest';
import type { PageToRecheck, SendApproval } from '../../bridge/approval.ts';
import { settle } from '../../base/testing/virtual-clock.ts';
import { jsonAnswer } from '../api/testing/doubles.ts';
import type { Recheck } from './bill-readings.ts';
import {
  approvalOf,
  seenBill,
  sentBill,
  startGate,
  type GateHarness,
} from './testing/gate-harness.ts';

const page: PageToRecheck = { status: 'open', after: null, askedMs: 7, run: 'run', batch: 'bulk' };

/** Rechecks a bill that was approved right before. */
async function recheckNew(
  { readings }: GateHarness,
  change: Partial<PageToRecheck> = {},
  approval: SendApproval = approvalOf(seenBill),
): Promise<Recheck> {
  readings.learnOf(approval);
  return readings.recheck({ ...approval, page: { ...page, ...change } });
}

test('approvals on one page share a reading, except one that main learned of after the reading began', async () => {
  const gate = startGate();
  const ids = ['a', 'b', 'c', 'd'];
  const data = ids.map((id) => ({ ...sentBill, id }));
  gate.readAnswers.push(jsonAnswer(200, { data }), jsonAnswer(200, { data }));
  const of = (id: string) => approvalOf({ ...seenBill, id }, { approvalId: id });
  const sends: Promise<string>[] = [];
  const send = async (id: string): Promise<void> => {
    sends.push(gate.send(of(id), page));
    await settle();
  };
  for (const id of ['a', 'b']) await gate.note(of(id));
  gate.hold();
  for (const id of ['a', 'b']) await send(id);
  for (const id of ['c', 'd']) await gate.note(of(id));
  await send('c');
  await gate.release(0);
  // The second reading serves others after the first has ended.
  await send('d');
  await gate.release(1);
  const observed = await Promise.all(sends);
  expect([observed.map((each) => each.split(',')[0]), gate.reads()]).toEqual([
    ids.map(() => 'confirmed'),
    2,
  ]);
});

test('an approval sent after a reading began gets the next reading, together with others', async () => {
  const gate = startGate();
  const data = ['a', 'b', 'c'].map((id) => ({ ...sentBill, id }));
  const changed = data.map((each) => ({ ...each, memo: 'Another' }));
  gate.readAnswers.push(jsonAnswer(200, { data }), jsonAnswer(200, { data: changed }));
  const of = (id: string) => approvalOf({ ...seenBill, id }, { approvalId: id });
  const ids = ['a', 'b', 'c'];
  for (const id of ids) await gate.note(of(id));
  gate.hold();
  const first = gate.send(of('a'), { ...page, batch: 'a' });
  await settle();
  const others = ['b', 'c'].map((id) => gate.send(of(id), { ...page, batch: id }));
  await settle();
  for (const read of [0, 1]) await gate.release(read);
  const observed = await Promise.all([first, ...others]);
  expect([observed.map((each) => each.split(',')[0]), gate.reads()]).toEqual([
    ['confirmed', 'changed', 'changed'],
    2,
  ]);
});

test.each<[string, Partial<PageToRecheck>, Partial<SendApproval>, boolean]>([
  ['the same page', {}, {}, true],
  ['another page', { after: 'c1' }, {}, false],
  ['the same place of another list', { status: 'overdue' }, {}, false],
  ['the page of another organization', {}, { organizationId: 'org-2' }, false],
  ['a page requested by another launch of the window', { run: 'next' }, {}, false],
])('only approvals on one page share a reading: %s', async (_, change, fields, isShared) => {
  const gate = startGate();
  const other = approvalOf(seenBill, { approvalId: 'b', ...fields });
  const [, { read }] = await Promise.all([
    recheckNew(gate),
    recheckNew(gate, { ...change, askedMs: 8 }, other),
  ]);
  expect(read).toEqual({
    items: [seenBill],
    malformed: [],
    nextCursor: null,
    cutShort: null,
    isCached: false,
    after: change.after ?? null,
    askedMs: isShared ? 7 : 8,
  });
});

test('an approval that the service postponed is rechecked, however short the wait was', async () => {
  const gate = startGate();
  gate.answers.push(jsonAnswer(429, { error: 'slow' }, { 'retry-after': '2' }));
  const approval = approvalOf(seenBill);
  await gate.note(approval);
  expect(await gate.send(approval, page)).toBe('notSent quota, 1 sent');
  gate.bill = { ...sentBill, total_cents: 99_900, vendor: { name: 'Muster GmbH', iban: 'DE03' } };
  await gate.clock.advance(2_000);
  expect(await gate.send({ ...approval, attempt: 2 }, page)).toBe('changed, 1 sent');
});

test.each<[string, PageToRecheck | null]>([
  ['no page is known', null],
  ['the page’s cursor is refused', { ...page, after: 'c1' }],
])('an approval that the service put off uses no earlier reading: %s', async (_, place) => {
  const gate = startGate();
  gate.answers.push(jsonAnswer(429, { error: 'slow' }, { 'retry-after': '2' }));
  const approval = approvalOf(seenBill);
  await gate.note(approval);
  const outcomes: string[] = [];
  for (const attempt of [1, 2, 3]) {
    // A crawl after the second attempt reads the bill again.
    if (attempt !== 2) await gate.read();
    if (place !== null) gate.readAnswers.push(answers.refused());
    outcomes.push(await gate.send({ ...approval, attempt }, place));
    await gate.clock.advance(2_000);
  }
  expect(outcomes).toEqual([
    'notSent quota, 1 sent',
    'notSent notOnPage, 1 sent',
    'confirmed, 2 sent',
  ]);
});

test('when all readings expire, one that is under way serves no later approval', async () => {
  const gate = startGate();
  gate.hold();
  const first = recheckNew(gate);
  await settle();
  gate.readings.expire();
  const second = gate.readings.recheck({ ...approvalOf(seenBill), page });
  for (const read of [0, 1]) await gate.release(read);
  await Promise.all([first, second]);
  expect(gate.reads()).toBe(2);
});

test('J-36 callers that share a read get its page, and the bill counts as read once', async () => {
  const gate = startGate();
  await gate.note();
  await gate.read('waiting', 'org-9');
  const read = await Promise.all([gate.read('waiting'), gate.read('waiting')]);
  expect([read, gate.reads(), await gate.send()]).toEqual([[true, true], 2, 'confirmed, 1 sent']);
});

test('C-95 pages read ahead under one sign-in are not returned under the next', async () => {
  const gate = startGate();
  const asked = { organizationId: 'org-1', status: 'open', limit: 50, run: 'run' } as const;
  const pagesFrom = (after: string | null) =>
    gate.readings.pages({ ...asked, priority: 'background', after, most: 3, askedMs: 1 });
  const next = { data: [sentBill], meta: { next_cursor: 'c1' } };
  gate.readAnswers.push(jsonAnswer(200, next));
  await pagesFrom(null);
  await settle();
  const ahead = gate.reads();
  gate.signInId = 'sign-in-2';
  await pagesFrom('c1');
  expect([ahead, gate.reads()]).toEqual([2, 3]);
});

/** Answers of the service to a recheck. */
const answers = {
  refused: () =>
    jsonAnswer(400, { error: { code: 'invalid_request', message: 'Unknown cursor.' } }),
  accepted: () => jsonAnswer(200, { data: [sentBill] }),
  failed: () => jsonAnswer(503, {}),
  empty: () => jsonAnswer(200, { data: [], meta: { next_cursor: null } }),
};
type Answer = keyof typeof answers;
const isAnswer = (word: string): word is Answer => word in answers;

test.each<[string, Answer, string | null, string]>([
  ['the service fails', 'failed', null, 'notSent serviceFailed, 0 sent'],
  ['the service no longer accepts the cursor', 'refused', 'c1', 'notSent notOnPage, 0 sent'],
  ['the service refuses the first page', 'refused', null, 'notSent serviceFailed, 0 sent'],
  ['the list has become shorter', 'empty', 'c1', 'notSent notOnPage, 0 sent'],
])('without a reading nothing is sent: %s', async (_name, answer, after, observed) => {
  const gate = startGate();
  await gate.note();
  gate.readAnswers.push(answers[answer]());
  expect(await gate.send(approvalOf(seenBill), { ...page, after })).toBe(observed);
});

const refused = 'read 3 refused';

// A number is a wait in minutes. A text is the service's answer to a recheck by an old cursor.
test.each([
  ['none was', 'read 3', true],
  ['one was, perhaps for a passing cause', `${refused} read 3`, true],
  ['two were', `${refused} ${refused} read 3`, false],
  ['three were', `${refused} ${refused} read 2 refused read 2`, false],
  ['two were, issued before the first refusal', `${refused} refused read 3`, true],
  ['two were, older ones', 'read 4 refused read 4 refused read 3', true],
  ['two were, the first an older one', `read 4 refused ${refused} read 3`, false],
  ['two were, the second an older one', `${refused} read 4 refused read 3`, false],
  ['two were, the first from before this start', `3 refused ${refused} read 3`, true],
  ['an older one was accepted in between', `${refused} read 3 accepted ${refused} read 3`, true],
  ['a younger one was accepted in between', `${refused} read 2 accepted ${refused} read 3`, false],
  ['one was, and a request failed', `${refused} read 3 failed read 3`, true],
  ['two were, and a request failed', `${refused} read 3 failed ${refused} read 3`, false],
  ['two were, almost an hour ago', `${refused} ${refused} 56 read 3`, false],
  ['two were, an hour ago', `${refused} ${refused} 57 read 3`, true],
  ['two were, an hour apart', `${refused} 57 ${refused} read 3`, true],
  ['two were, before another sign-in', `${refused} ${refused} signIn read 3`, true],
  ['two were, and main could not read the bill since', `${refused} ${refused} spoil read 3`, true],
  ['two were, but this is a first page', `${refused} ${refused} read 3 firstPage`, true],
])('main asks for no old cursor that the service refuses: %s', async (_, course, isAsked) => {
  const gate = startGate();
  const refusals: boolean[] = [];
  let after: string | null = 'c1';
  for (const word of course.split(' ')) {
    if (isAnswer(word)) {
      gate.readAnswers.push(answers[word]());
      const { read } = await recheckNew(gate, { after });
      refusals.push((read === 'cursorRefused') === (word === 'refused'));
    } else if (word === 'read') await gate.read('waiting');
    else if (word === 'spoil') gate.bill = { ...sentBill, amount_due_cents: 'a lot' };
    else if (word === 'signIn') gate.signInId = 'sign-in-2';
    else if (word === 'firstPage') after = null;
    else await gate.clock.advance(Number(word) * 60_000);
  }
  const before = gate.reads();
  const recheck = await recheckNew(gate, { after });
  const unread = { finding: { kind: 'notOnPage' }, read: null };
  expect([gate.reads() - before, isAsked || recheck]).toEqual([Number(isAsked), isAsked || unread]);
  expect(refusals).not.toContain(false);
});

test('a failed reading serves no other approval', async () => {
  const gate = startGate();
  await gate.note();
  gate.readAnswers.push(jsonAnswer(503, {}));
  const failed = await gate.send(approvalOf(seenBill), page);
  await gate.clock.advance(600_000);
  const again = await gate.send(approvalOf(seenBill, { attempt: 2 }), page);
  expect([failed, again, gate.reads()]).toEqual([
    'notSent serviceFailed, 0 sent',
    'confirmed, 1 sent',
    2,
  ]);
});
