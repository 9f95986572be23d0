import { expect, test } from 'vitest';
import type { UndoLeft } from '../../core/outbox/undo-periods.ts';
import { sampleApproval } from '../testing/samples.ts';
import {
  createUndoStack,
  type LocalChange,
  newestUndoable,
  nextUndo,
  type UndoFacts,
  type UndoStep,
} from './undo-stack.ts';

const held = (id: string, batchId: string, approvedAtMs: number) =>
  sampleApproval({ id, batchId, state: 'held', approvedAtMs, heldUntilMs: approvedAtMs + 5_000 });

const leftAt =
  (nowMs: number): UndoLeft =>
  ({ heldUntilMs }) =>
    Math.max(0, heldUntilMs - nowMs);

const changed = (title: string, atMs: number): LocalChange => ({
  title: () => title,
  atMs,
  billIds: [title],
  undo: async () => 'saved',
});

const facts = (more: Partial<UndoFacts>): UndoFacts => ({
  approvals: [],
  unsaved: [],
  changes: [],
  undoLeftMs: leftAt(3_000),
  leaving: new Set(),
  beganAtMs: 0,
  isThere: () => true,
  ...more,
});

const shortly = (step: UndoStep): string | number => {
  if (step.kind === 'approvals') return step.batch.batchId;
  if (step.kind === 'change') return step.change.title('en');
  if (step.kind === 'unsaved') return `unsaved ${step.action.sinceMs}`;
  return step.kind;
};

test('undo withdraws the newest action as a whole and reports how many older ones remain', () => {
  const batch = newestUndoable(
    [held('c', 'two', 2_000), held('b', 'two', 2_000), held('a', 'one', 1_000)],
    leftAt(3_000),
  );
  expect({ ...batch, approvals: batch?.approvals.map(({ id }) => id) }).toEqual({
    batchId: 'two',
    approvals: ['c', 'b'],
    leftMs: 4_000,
    windowMs: 5_000,
    olderCount: 1,
  });
});

test('nothing can be undone after the undo period or once the approval was sent', () => {
  expect([
    newestUndoable([held('a', 'one', 1_000)], leftAt(6_000)),
    newestUndoable([sampleApproval({ state: 'queued', heldUntilMs: 9_000 })], leftAt(3_000)),
    newestUndoable([], leftAt(0)),
  ]).toEqual([null, null, null]);
});

test('R-93 each undo takes back the newest action of any kind: approvals and local changes share one order', () => {
  const stack = createUndoStack(0);
  for (const each of [changed('hidden', 1_000), changed('note', 2_500)]) stack.push(each);
  let approvals = [held('b', 'two', 2_000), held('a', 'one', 500)];
  const done: (string | number)[] = [];
  for (let presses = 0; presses < 5; presses += 1) {
    const step = nextUndo(facts({ approvals, changes: stack.changes.get() }));
    done.push(shortly(step));
    if (step.kind === 'change') stack.remove(step.change);
    if (step.kind === 'approvals')
      approvals = approvals.filter(({ batchId }) => batchId !== step.batch.batchId);
  }
  expect(done).toEqual(['note', 'two', 'hidden', 'one', 'nothing']);
});

test('R-93 an undo is too late only if the approval was sent; older changes then stay, however often the key is pressed', () => {
  const approvals = [
    sampleApproval({ id: 'b', batchId: 'two', state: 'queued', approvedAtMs: 2_000 }),
    sampleApproval({ id: 'a', batchId: 'one', state: 'confirmed', approvedAtMs: 1_500 }),
  ];
  const changes = [changed('note', 1_000)];
  expect([
    shortly(nextUndo(facts({ approvals, changes }))),
    shortly(nextUndo(facts({ approvals, changes: [changed('hidden', 2_500), ...changes] }))),
    // Approvals of an earlier session and withdrawn ones are not reported.
    shortly(nextUndo(facts({ approvals, beganAtMs: 9_000 }))),
    shortly(nextUndo(facts({ approvals: [sampleApproval({ state: 'withdrawn' })], changes }))),
  ]).toEqual(['tooLate', 'hidden', 'nothing', 'note']);
});

test('R-93 a second key press during a withdrawal means the action before it; changes of bills no longer in memory are skipped', () => {
  const approvals = [held('b', 'two', 2_000), held('a', 'one', 1_000)];
  const changes = [changed('gone', 2_500), changed('here', 1_500)];
  const isThere = (billId: string): boolean => billId !== 'gone';
  expect([
    shortly(nextUndo(facts({ approvals, leaving: new Set(['two']) }))),
    shortly(nextUndo(facts({ changes, isThere }))),
  ]).toEqual(['one', 'here']);
});

test('R-93 approvals that are not saved yet are undone in the same order, and each only once', () => {
  const saving = Promise.resolve({ approved: [], skipped: [] });
  const unsaved = [3_000, 2_000].map((sinceMs) => ({ sinceMs, saving }));
  const stack = createUndoStack(0);
  for (const each of [changed('hidden', 2_500), changed('note', 3_500)]) stack.push(each);
  const approvals = [held('a', 'one', 500)];
  const leaving: UndoFacts['leaving'] = new Set();
  const done: (string | number)[] = [];
  for (let presses = 0; presses < 5; presses += 1) {
    const step = nextUndo(facts({ approvals, unsaved, changes: stack.changes.get(), leaving }));
    done.push(shortly(step));
    if (step.kind === 'change') stack.remove(step.change);
    if (step.kind === 'unsaved') leaving.add(step.action);
  }
  expect(done).toEqual(['note', 'unsaved 3000', 'hidden', 'unsaved 2000', 'one']);
});
