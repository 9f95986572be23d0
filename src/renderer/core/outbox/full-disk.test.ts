import { expect, test, vi } from 'vitest';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { anApproval } from './testing/an-approval.ts';
import { createDisk } from './testing/outbox-disk.ts';

const withdraw = { name: 'withdraw', nowMs: 1 } as const;

test('an approval undone while the disk is full is withdrawn before anything else once the disk has room', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval({ state: 'held' })]);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  const isUndone = await outbox.apply('a1', withdraw).then(
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

test('an undo that the full disk refused shows at once and is saved as soon as there is room, even if the window dies soon after', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add(['a1', 'a2', 'a3'].map((id) => anApproval({ id, state: 'held' })));
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox
    .applyAll(['a1', 'a2'].map((approvalId) => ({ approvalId, event: withdraw })))
    .catch(() => null);
  const shown = ['a1', 'a2', 'a3'].map((id) => outbox.approvals.find(id)?.state);
  await disk.clock.advance(5_000);
  const isFull = outbox.hasUnsaved.get();
  fault.stop();
  await disk.clock.advance(250);
  await vi.waitFor(() => expect(outbox.hasUnsaved.get()).toBe(false));
  outbox.close();
  const again = await disk.open();
  const stored = ['a1', 'a2', 'a3'].map((id) => {
    const row = again.approvals.find(id);
    return [row?.state, row?.history.length];
  });
  again.close();
  expect([shown, isFull, stored, disk.clock.sleepers()]).toEqual([
    ['withdrawn', 'withdrawn', 'held'],
    true,
    [
      ['withdrawn', 1],
      ['withdrawn', 1],
      ['held', 0],
    ],
    0,
  ]);
});

test('an undo that the full disk refused is saved although the browser closed the database meanwhile', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval({ state: 'held' })]);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.apply('a1', withdraw).catch(() => null);
  outbox.close();
  await disk.clock.advance(1_000);
  fault.stop();
  await outbox.switchConnection('connection');
  await disk.clock.advance(250);
  await vi.waitFor(() => expect(outbox.hasUnsaved.get()).toBe(false));
  const state = outbox.approvals.find('a1')?.state;
  outbox.close();
  expect(state).toBe('withdrawn');
});

test('an undo that the full disk refused succeeds when the user tries again, and the history has it once', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add(['a1', 'a2'].map((id) => anApproval({ id, state: 'held' })));
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  for (const id of ['a1', 'unknown']) await outbox.apply(id, withdraw).catch(() => null);
  const tries = disk.clock.sleepers();
  fault.stop();
  const changes = ['a1', 'a2', 'a3'].map((approvalId) => ({ approvalId, event: withdraw }));
  const results = await outbox.applyAll([
    { approvalId: 'a1', event: { name: 'windowPassed', nowMs: 2 } },
    ...changes,
  ]);
  const later = await outbox.apply('a1', withdraw);
  const row = outbox.approvals.find('a1');
  outbox.close();
  expect({ tries, results: results.map(({ ok }) => ok), later: later.ok }).toEqual({
    ...{ tries: 1, results: [false, true, true, false], later: false },
  });
  expect([row?.state, row?.history.length]).toEqual(['withdrawn', 1]);
});

test('a second undo that the disk refuses while it saves the first is saved too', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add(['a1', 'a2'].map((id) => anApproval({ id, state: 'held' })));
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.apply('a1', withdraw).catch(() => null);
  await disk.clock.advance(250);
  await outbox.apply('a2', withdraw).catch(() => null);
  fault.stop();
  await disk.clock.advance(250);
  await vi.waitFor(() => expect(outbox.hasUnsaved.get()).toBe(false));
  outbox.close();
  const again = await disk.open();
  const states = ['a1', 'a2'].map((id) => again.approvals.find(id)?.state);
  again.close();
  expect(states).toEqual(['withdrawn', 'withdrawn']);
});

test('a bill whose undo the full disk refused, and that is approved again at once, has one approval that counts', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval({ state: 'held' })]);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.apply('a1', withdraw).catch(() => null);
  fault.stop();
  await outbox.add([anApproval({ id: 'a2', state: 'held' })]);
  outbox.close();
  const again = await disk.open();
  const states = ['a1', 'a2'].map((id) => again.approvals.find(id)?.state);
  again.close();
  expect(states).toEqual(['withdrawn', 'held']);
});

test('a later decision about an approval replaces a discard that the full disk refused', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval({ state: 'unknown' })]);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  await outbox.apply('a1', withdraw).catch(() => null);
  fault.stop();
  await outbox.apply('a1', { name: 'markConfirmed', nowMs: 2 });
  const states = outbox.approvals.get().map(({ state }) => state);
  outbox.close();
  expect(states).toEqual(['confirmed']);
});

test('other changes that the full disk refused are not repeated later', async () => {
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
