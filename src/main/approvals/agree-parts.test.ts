import { expect, test } from 'vitest';
import { MAX_AT_ONCE, MAX_IN_PART, MAX_SINGLE_A_MINUTE } from '../../bridge/approval.ts';
import { settingsSchema, type Settings } from '../../bridge/settings.ts';
import { createAgreementCollector, type ApprovalQuestion } from './agree.ts';
import {
  approvalNamed as approval,
  approvalOf,
  noteAndSend as send,
  seenBill,
  sentBill,
  startGate,
} from './testing/gate-harness.ts';

/** The user's settings with one limit in euros; the test bill is over €10. */
const limitOf = (name: 'askAboveCents' | 'bulkMostCents', cents: number): Settings => {
  const none = { askAboveCents: null, bulkMostCents: null, batchMostCents: null };
  return { ...settingsSchema.parse({}), limits: [{ currency: 'EUR', ...none, [name]: cents }] };
};

test('W-30 main refuses a bulk with a bill above the bulk limit, without a question; single approvals of its bills pass', async () => {
  const gate = startGate();
  gate.rules = limitOf('bulkMostCents', 1_500);
  const bill = (id: string, amountDueCents: number) =>
    approvalOf({ ...seenBill, id, amountDueCents }, { approvalId: id });
  const [small, credit, large] = [bill('a', 1_500), bill('b', -1_501), bill('c', 1_501)];
  expect([
    await gate.agree([small, large]),
    await gate.agree([small, credit], 'send'),
    await gate.agree([large]),
    await gate.agree([small, bill('d', 1)]),
    gate.asked,
  ]).toEqual(['no', 'no', 'yes', 'yes', []]);
});

test('W-30 a bulk limit lowered after a bulk holds back its unsent approvals above it, also at the next start', async () => {
  const gate = startGate();
  const other = approvalOf({ ...seenBill, id: 'other' }, { approvalId: 'other' });
  await gate.agree([approval('a'), other]);
  gate.rules = limitOf('bulkMostCents', 999);
  const held = await send(gate, approval('a'));
  const alone = await gate.agree([approval('a')], 'send');
  const sent = await send(gate, approval('a', { attempt: 2 }));
  await gate.journal.close();
  const restarted = startGate(gate.files);
  restarted.rules = gate.rules;
  restarted.bill = { ...sentBill, id: 'other' };
  expect([held, alone, sent, gate.asked, await send(restarted, other)]).toEqual([
    'notSent overLimit, 0 sent',
    'yes',
    'confirmed, 1 sent',
    ['of 1: 1 over, 0 twice'],
    'notSent overLimit, 0 sent',
  ]);
});

test('D-37 main forgets the parts of an action that does not end within a minute', async () => {
  const { clock, ...gate } = startGate();
  const asked: number[] = [];
  const ask = async ({ all }: ApprovalQuestion): Promise<boolean> => asked.push(all.count) > 0;
  const rules = () => limitOf('askAboveCents', 900);
  const agree = createAgreementCollector({
    ...gate,
    clock,
    rules,
    ask,
    profileEpoch: () => '',
    reserveRoom: () => true,
  });
  const part = (id: string, isLast: boolean) => {
    const claim = { ...approvalOf(seenBill, { approvalId: id }), mayBeApplied: false };
    return agree({ does: 'approve', approvals: [claim], part: { action: 'a', isLast } });
  };
  await part('a', false);
  await clock.advance(59_999);
  await part('b', true);
  const ended = clock.sleepers();
  await part('c', false);
  await clock.advance(60_000);
  await part('d', true);
  expect([asked, ended, clock.sleepers()]).toEqual([[2, 1], 0, 0]);
});

test('R-91 main refuses more single approvals than 60 in a minute; a bulk, a resend and the next minute pass', async () => {
  const { clock, ...gate } = startGate();
  const agree = createAgreementCollector({
    ...gate,
    clock,
    rules: () => settingsSchema.parse({}),
    ask: () => Promise.resolve(true),
    profileEpoch: () => '',
    reserveRoom: () => true,
  });
  const claims = (...ids: readonly string[]) =>
    ids.map((id) => ({
      ...approvalOf({ ...seenBill, id }, { approvalId: id }),
      mayBeApplied: false,
    }));
  const one = (id: string) => agree({ does: 'approve', approvals: claims(id) });
  for (let at = 0; at < MAX_SINGLE_A_MINUTE; at += 1) await one(`a${at}`);
  const replies = [
    await one('b'),
    await agree({ does: 'approve', approvals: claims('b'), part: { action: 'c', isLast: true } }),
    await agree({ does: 'approve', approvals: claims('d', 'e') }),
    await agree({ does: 'send', approvals: claims('a1') }),
  ];
  await clock.advance(60_000);
  expect([replies, await one('f')]).toEqual([['no', 'no', 'yes', 'yes'], 'yes']);
});

test('W-31 main asks about an action in parts as a whole, and refuses one above the maximum', async () => {
  const { journal, readings, session, clock } = startGate();
  const asked: number[] = [];
  const ask = async ({ all }: ApprovalQuestion): Promise<boolean> => asked.push(all.count) > 0;
  const agree = createAgreementCollector({
    journal,
    readings,
    session,
    profileEpoch: () => '',
    clock,
    reserveRoom: () => true,
    rules: () => limitOf('askAboveCents', 900),
    ask,
  });
  const part = (action: string, bills: number, isLast: boolean) => {
    const claim = (_none: unknown, at: number) => ({
      ...approvalOf(seenBill, { approvalId: `${action} ${at}` }),
      mayBeApplied: false,
    });
    const approvals = Array.from({ length: bills }, claim);
    return agree({ does: 'approve', approvals, part: { action, isLast } });
  };
  const replies = [
    await part('a', 3, false),
    await part('b', 2, false),
    await part('a', 1, true),
    await part('b', 2, true),
  ];
  for (let bills = 0; bills < MAX_AT_ONCE; bills += MAX_IN_PART)
    await part('c', MAX_IN_PART, false);
  expect([replies, await part('c', 1, true), asked]).toEqual([
    ['more', 'more', 'yes', 'yes'],
    'no',
    [4, 4],
  ]);
});
