import { expect, test } from 'vitest';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { anApproval } from './testing/an-approval.ts';
import { createDisk } from './testing/outbox-disk.ts';

test('an approval undone while the disk is full is withdrawn before anything else, once the disk has room', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval({ state: 'held' })]);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  const isUndone = await outbox.apply('a1', { name: 'withdraw', nowMs: 1 }).then(
    () => true,
    () => false,
  );
  fault.stop();
  const later = await outbox.apply('a1', { name: 'windowPassed', nowMs: 2 });
  const again = await outbox.apply('a1', { name: 'windowPassed', nowMs: 3 });
  const states = outbox.approvals.get().map(({ state }) => state);
  outbox.close();
  expect([isUndone, later.ok, again.ok, states]).toEqual([false, false, false, ['withdrawn']]);
});

test('an undo that the full disk refused counts when the user tries again, and its history has it once', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add(['a1', 'a2', 'a3'].map((id) => anApproval({ id, state: 'held' })));
  const withdraw = (approvalId: string, nowMs: number) =>
    ({ approvalId, event: { name: 'withdraw', nowMs } }) as const;
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.applyAll([withdraw('a1', 1), withdraw('a2', 1)]).catch(() => null);
  fault.stop();
  const results = await outbox.applyAll([
    { approvalId: 'a1', event: { name: 'windowPassed', nowMs: 2 } },
    withdraw('a1', 2),
    withdraw('a3', 2),
    withdraw('a4', 2),
  ]);
  const later = await outbox.apply('a2', withdraw('a2', 3).event);
  const rows = ['a1', 'a2', 'a3'].map((id) => {
    const row = outbox.approvals.find(id);
    return [row?.state, row?.history.length];
  });
  outbox.close();
  expect([results.map(({ ok }) => ok), later.ok, rows]).toEqual([
    [false, true, true, false],
    false,
    Array.from({ length: 3 }, () => ['withdrawn', 1]),
  ]);
});

test('a choice about an approval precedes an earlier discard that the full disk refused', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval({ state: 'unknown' })]);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.apply('a1', { name: 'withdraw', nowMs: 1 }).catch(() => null);
  fault.stop();
  await outbox.apply('a1', { name: 'markConfirmed', nowMs: 2 });
  const states = outbox.approvals.get().map(({ state }) => state);
  outbox.close();
  expect(states).toEqual(['confirmed']);
});

test('a full disk refuses other changes for good: they are not made later', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add(['a1', 'a2'].map((id) => anApproval({ id })));
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.apply('a1', { name: 'send', nowMs: 1, page: null }).catch(() => null);
  fault.stop();
  await outbox.apply('a2', { name: 'send', nowMs: 2, page: null });
  const states = ['a1', 'a2'].map((id) => outbox.approvals.find(id)?.state);
  outbox.close();
  expect(states).toEqual(['queued', 'sending']);
});
