import { expect, test } from 'vitest';
import type { SendApproval } from '../../bridge/approval.ts';
import { settingsSchema } from '../../bridge/settings.ts';
import { settle } from '../../base/testing/virtual-clock.ts';
import { jsonAnswer } from '../api/testing/doubles.ts';
import { approvalNamed as approval, noteAndSend as send } from './testing/gate-harness.ts';
import { agreeToApprovals } from './agree.ts';
import { noteApprovals } from './note-approvals.ts';
import {
  approvalOf,
  seenBill,
  sentBill,
  startGate,
  type GateHarness,
} from './testing/gate-harness.ts';

test('W-34 an approval without main’s agreement waits for consent outside the window, also at the next start', async () => {
  const gate = startGate();
  gate.isMadeHere = false;
  await gate.note(approval('a'));
  await gate.read();
  const unasked = await gate.send(approval('a'));
  const reply = await gate.agree([approval('a')], 'send');
  await gate.read();
  expect([unasked, reply, gate.asked, await gate.send(approval('a', { attempt: 2 }))]).toEqual([
    'notSent dataRestored, 0 sent',
    'yes',
    ['of 1: 0 over, 0 twice, 1 not made here'],
    'confirmed, 1 sent',
  ]);
});

test('W-34 an approval with main’s agreement leaves at a later start, but not with other content', async () => {
  const gate = startGate();
  gate.isMadeHere = false;
  const reply = await gate.agree();
  const later = startGate(gate.files);
  later.isMadeHere = false;
  const dearer = { ...seenBill, amountDueCents: 99_999_900 };
  later.bill = { ...sentBill, amount_due_cents: 99_999_900 };
  const changed = await send(later, approvalOf(dearer, { approvalId: 'a' }));
  later.bill = sentBill;
  await later.read();
  expect([reply, changed, await later.send(approval('a', { attempt: 2 }))]).toEqual([
    'yes',
    'notSent dataRestored, 0 sent',
    'confirmed, 1 sent',
  ]);
});

test.each<[string, Partial<GateHarness>, Partial<SendApproval>]>([
  ['another sign-in', { signInId: 'sign-in-2' }, { signInId: 'sign-in-2' }],
  ['a restored profile', { profileEpoch: 'restored' }, { profileEpoch: 'restored' }],
])('W-34 an approval rewritten for %s waits for consent', async (_name, later, fields) => {
  const gate = startGate();
  gate.isMadeHere = false;
  await gate.agree();
  Object.assign(gate, later);
  const rewritten = approval('a', fields);
  await gate.read('recheck', rewritten.organizationId);
  const unasked = await gate.send(rewritten);
  const reply = await gate.agree([rewritten], 'send');
  await gate.read('recheck', rewritten.organizationId);
  expect([unasked, reply, gate.asked, await gate.send({ ...rewritten, attempt: 2 })]).toEqual([
    'notSent dataRestored, 0 sent',
    'yes',
    ['of 1: 0 over, 0 twice, 1 not made here'],
    'confirmed, 1 sent',
  ]);
});

test('W-34 an approval rewritten for another organization is not sent', async () => {
  const gate = startGate();
  gate.isMadeHere = false;
  await gate.agree();
  const rewritten = approval('a', { organizationId: 'org-2' });
  await gate.read('recheck', 'org-2');
  expect([await gate.agree([rewritten], 'send'), gate.asked, await gate.send(rewritten)]).toEqual([
    'no',
    [],
    'notSent twice, 0 sent',
  ]);
});

test('W-34 a refused approval is sent again only after new consent', async () => {
  const gate = startGate();
  gate.isMadeHere = false;
  gate.answers.push(jsonAnswer(422, { error: 'Vendor under review' }));
  await gate.agree();
  await gate.read();
  const refused = await gate.send(approval('a'));
  const later = startGate(gate.files);
  later.isMadeHere = false;
  await later.read();
  const unasked = await later.send(approval('a', { attempt: 2 }));
  const reply = await later.agree([approval('a')], 'send');
  await later.read();
  const again = await later.send(approval('a', { attempt: 3 }));
  expect([refused, unasked, reply, later.asked, again]).toEqual([
    'rejected, 1 sent',
    'notSent dataRestored, 0 sent',
    'yes',
    ['of 1: 0 over, 0 twice'],
    'confirmed, 1 sent',
  ]);
});

test('W-34 an approval that is withdrawn during its recheck is not sent', async () => {
  const gate = startGate();
  gate.isMadeHere = false;
  await gate.agree();
  gate.hold();
  const page = { status: 'open', after: null, askedMs: 7, run: 'run', batch: 'bulk' };
  const waiting = gate.send(approval('a'), page);
  await settle();
  await gate.journal.writeNotes([{ kind: 'ended', approvalId: 'a', how: 'withdrawn' }]);
  await gate.release(0);
  expect(await waiting).toBe('notSent dataRestored, 0 sent');
});

test('D-38 a locked Billfold sends no approval, even if it was waiting for its recheck', async () => {
  const gate = startGate();
  await gate.note();
  gate.hold();
  const page = { status: 'open', after: null, askedMs: 7, run: 'run', batch: 'bulk' };
  const waiting = gate.send(approval('a'), page);
  await settle();
  gate.isLocked = true;
  await gate.release(0);
  const locked = [await waiting, await gate.send(approval('a', { attempt: 2 }), page)];
  gate.isLocked = false;
  const unlocked = gate.send(approval('a', { attempt: 3 }), page);
  await settle();
  await gate.release(1);
  expect([...locked, await unlocked]).toEqual([
    'notSent closing, 0 sent',
    'notSent closing, 0 sent',
    'confirmed, 1 sent',
  ]);
});

test('W-32 an approval leaves only in an organization as the service spells its id', async () => {
  const gate = startGate();
  gate.unlisted = ['org-01'];
  await gate.read('recheck', 'org-01');
  const other = await gate.send(approval('a', { organizationId: 'org-01' }));
  await gate.read();
  expect([other, await gate.send(approval('a'))]).toEqual([
    'notSent notOnPage, 0 sent',
    'confirmed, 1 sent',
  ]);
});

test('J-51 main seals the end of the journal with each attempt and each end, not with other lines', async () => {
  const gate = startGate();
  let seals = 0;
  Object.assign(gate.journal, { sealEnd: () => (seals += 1) });
  const found: number[] = [];
  await gate.agree();
  await gate.note();
  found.push(seals);
  await gate.read();
  await gate.send();
  found.push(seals);
  const { journal, readings } = gate;
  await noteApprovals({ journal, readings, reserveRoom: () => true }, [
    { kind: 'ended', approvalId: 'a', how: 'withdrawn' },
  ]);
  expect([...found, seals]).toEqual([0, 1, 2]);
});

test('W-34 on approval, main journals approval and consent in one write; on sending, only consent that is still needed', async () => {
  const gate = startGate();
  const { agree, files, asked, journal, clock } = gate;
  await journal.open(null);
  const before = files.durable('/journal/approvals-000001.jsonl')?.length ?? 0;
  await clock.advance(5_000);
  await agree([approval('a')]);
  await agree([approval('a')], 'send');
  gate.rules = { ...settingsSchema.parse({}), limitsUnread: [null] };
  await agree([approval('a')], 'send');
  files.crash();
  const all = Buffer.from(files.durable('/journal/approvals-000001.jsonl') ?? []).toString();
  const kinds = [...all.slice(before).matchAll(/"kind":"(?<kind>agreed|approved)"/gu)];
  const read = await startGate(files).journal.readApprovals(['a']);
  const { attempt: _, ...facts } = approval('a');
  expect([kinds.map(({ groups }) => groups?.['kind']), asked, read]).toMatchObject([
    ['agreed', 'approved', 'agreed'],
    ['of 1: 1 over, 0 twice'],
    { ok: true, value: [{ ...facts, attempt: 0, approvedAtMs: clock.nowMs() }] },
  ]);
});

test('D-37 a page that was taken over cannot fill the disk with approvals', async () => {
  const gate = startGate();
  const { journal, readings, session, clock } = gate;
  const deps = {
    journal,
    readings,
    session,
    clock,
    profileEpoch: () => '',
    rules: () => settingsSchema.parse({}),
    ask: async () => true,
  };
  const reply = await agreeToApprovals(
    { ...deps, reserveRoom: (lines) => lines.length < 1 },
    { does: 'approve', approvals: [{ ...approval('a'), mayBeApplied: false }] },
  );
  expect([reply, gate.files.durable('/journal/approvals-000001.jsonl')]).toEqual([
    'notSaved',
    null,
  ]);
});

test('D-37 agreements to bills that main did not read itself have a maximum of their own', async () => {
  const gate = startGate();
  const { journal, session, clock } = gate;
  const counted: number[] = [];
  for (const read of ['same', 'other', 'never'] as const)
    await agreeToApprovals(
      {
        journal,
        session,
        clock,
        profileEpoch: () => '',
        ask: async () => true,
        readings: { learnOf: () => undefined, compare: () => read },
        rules: () => settingsSchema.parse({}),
        reserveRoom: (_, notRead = []) => counted.push(notRead.length) > 0,
      },
      { does: 'approve', approvals: [{ ...approval(read), mayBeApplied: false }] },
    );
  expect(counted).toEqual([0, 2, 2]);
});
