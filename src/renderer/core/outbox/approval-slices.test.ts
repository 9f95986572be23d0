import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalSections, sectionOf } from './approval-sections.ts';
import { anApproval } from './testing/an-approval.ts';
import { createApprovals } from './approval-slices.ts';
import type { Approval } from '../model/approval.ts';

const rows = (minLength: number, maxLength: number, ids: number) =>
  fc.array(fc.record({ number: fc.nat(ids), approvedAtMs: fc.nat(20), attempt: fc.nat(9) }), {
    ...{ minLength, maxLength },
  });
/** More changes than are inserted one by one. */
const manyRows = rows(100, 150, 400);

/** The expected rows, computed from scratch. */
function fromScratch(batches: readonly ReturnType<typeof approvals>[]) {
  const byId = new Map(batches.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted(newestFirst);
}

function newestFirst(left: Approval, right: Approval): number {
  return right.approvedAtMs - left.approvedAtMs || (left.id < right.id ? -1 : 1);
}

const TOTALS = [0, 1, 2, 3];

function approvals(drawn: readonly { number: number; approvedAtMs: number; attempt: number }[]) {
  return drawn.map(({ number, ...fields }) =>
    anApproval({
      id: `a${number}`,
      billId: `b${number % 9}`,
      // An approval of a bill's new version may have another total.
      snapshot: { ...anApproval().snapshot, totalCents: (number + fields.attempt) % TOTALS.length },
      state: fields.attempt % 3 === 0 ? 'withdrawn' : 'queued',
      ...fields,
    }),
  );
}

const isOdd = ({ attempt }: Approval): boolean => attempt % 2 === 1;
const fail = (problem: unknown): never => {
  throw problem;
};

test('any order of additions and changes gives the same rows and slices as building from scratch', () => {
  const property = fc.property(
    fc.array(rows(0, 12, 40), { maxLength: 8 }),
    manyRows,
    (few, many) => {
      const batches = [...few, many, ...few].map(approvals);
      const [first = [], ...later] = batches;
      const all = createApprovals(fail);
      const watched = all.slice(isOdd);
      watched.subscribe(() => undefined);
      const unwatched = all.slice(isOdd);
      all.reset(fromScratch([first]).toReversed());
      for (const batch of later) all.put(batch);
      const expected = fromScratch(batches);
      const odd = expected.filter(isOdd);
      const bills = Array.from({ length: 9 }, (_, bill) => `b${bill}`);
      const found = expected.map(({ id }) => all.find(id));
      const ofBills = bills.map((billId) =>
        all.ofBill({ organizationId: 'acme', billId }).toSorted(newestFirst),
      );
      const ofTotals = TOTALS.map((cents) => all.ofTotal(cents).toSorted(newestFirst));
      const standing = expected.filter(({ state }) => state !== 'withdrawn');
      expect([all.get(), found, watched.get(), unwatched.get()]).toEqual([
        expected,
        expected,
        odd,
        odd,
      ]);
      expect([ofBills, ofTotals]).toEqual([
        bills.map((billId) => standing.filter((row) => row.billId === billId)),
        TOTALS.map((cents) => standing.filter(({ snapshot }) => snapshot.totalCents === cents)),
      ]);
    },
  );
  fc.assert(property, { numRuns: 150, seed: 20_260_310 });
});

test('a change does not modify arrays that were returned before it', () => {
  const all = createApprovals(fail);
  all.reset([anApproval()]);
  const seen = all.get();
  all.put([anApproval({ id: 'a2', approvedAtMs: 9 }), anApproval({ attempt: 3 })]);
  expect(seen).toEqual([anApproval()]);
});

test('after a reset only the new rows are left, and watchers receive rows before any observer', () => {
  const all = createApprovals(fail);
  const received: string[] = [];
  all.watch((changed) => received.push(`watcher ${changed.map(({ id }) => id).join(' ')}`));
  all.subscribe(() => received.push('observer'));
  all.reset([anApproval()]);
  all.reset([anApproval({ id: 'a2', billId: 'b2' })]);
  all.put([anApproval({ id: 'a3' })]);
  const { organizationId, billId, snapshot } = anApproval();
  expect({
    received,
    found: ['a1', 'a2', 'a3', 'a4'].map((id) => all.find(id)?.id ?? null),
    ofBill: all.ofBill({ organizationId, billId }).map(({ id }) => id),
    ofTotal: all.ofTotal(snapshot.totalCents).map(({ id }) => id),
  }).toEqual({
    received: ['a1', 'a2', 'a3'].flatMap((id) => [`watcher ${id}`, 'observer']),
    found: [null, 'a2', 'a3', null],
    ofBill: ['a3'],
    ofTotal: ['a2', 'a3'],
  });
});

test('when an observer unsubscribes, the others of its slice stay, and a slice without observers costs nothing', () => {
  const all = createApprovals(fail);
  let asked = 0;
  const slice = all.slice(() => (asked += 1) > 0);
  const received: string[] = [];
  const stops = ['first', 'second'].map((name) => slice.subscribe(() => received.push(name)));
  stops[0]?.();
  all.put([anApproval()]);
  stops[1]?.();
  asked = 0;
  all.put([anApproval({ attempt: 1 })]);
  expect({ received, asked }).toEqual({ received: ['second'], asked: 0 });
});

test('an observer of one section is not notified of another’s changes, and a change filters only the changed row', () => {
  const all = createApprovals(fail);
  all.reset(
    Array.from({ length: 1_000 }, (_, n) =>
      anApproval({ id: `a${n}`, approvedAtMs: n, state: n % 10 ? 'confirmed' : 'rejected' }),
    ),
  );
  let asked = 0;
  const received: string[] = [];
  for (const section of approvalSections) {
    const slice = all.slice((row) => {
      asked += 1;
      return sectionOf(row, null) === section;
    });
    slice.subscribe(() => received.push(`${section} ${slice.get().length}`));
  }
  const isAny = (): boolean => (asked += 1) > 0;
  for (const slice of [all.slice(isAny), all.slice(isAny)]) slice.subscribe(() => undefined);
  asked = 0;
  all.put([anApproval({ id: 'new', approvedAtMs: 2_000 })]);
  all.put([anApproval({ id: 'new', approvedAtMs: 2_000, state: 'sending' })]);
  all.put([anApproval({ id: 'a10', approvedAtMs: 10, state: 'withdrawn' })]);
  expect({ received, asked }).toEqual({
    received: ['waiting 1', 'waiting 1', 'attention 99', 'withdrawn 1'],
    // Each section filters the row before the change, if it existed, and after it. Two equal slices count once.
    asked: (4 + 1) * (1 + 2 + 2),
  });
});

test('a notified observer finds every slice up to date, and gets no notification after it unsubscribes', () => {
  const all = createApprovals(fail);
  const [even, odd] = [all.slice((row) => !isOdd(row)), all.slice(isOdd)];
  const received: number[][] = [];
  const note = (): void => void received.push([even, odd, all].map(({ get }) => get().length));
  const stops = [even, odd, all].map(({ subscribe }) => subscribe(note));
  all.put([anApproval(), anApproval({ id: 'a2', attempt: 1 })]);
  for (const stop of stops) stop();
  all.put([anApproval({ id: 'a3' })]);
  note();
  expect(received).toEqual([...Array.from({ length: 3 }, () => [1, 1, 2]), [2, 1, 3]]);
});

test('observers are notified of many rows in a later task, but reads are up to date at once', () => {
  const tasks: (() => void)[] = [];
  const all = createApprovals(fail, (work) => tasks.push(work));
  const odd = all.slice(isOdd);
  const received: string[] = [];
  all.subscribe(() => received.push('all'));
  odd.subscribe(() => received.push('odd'));
  all.subscribe(() => received.push('left'))();
  const many = Array.from({ length: 501 }, (_, n) => anApproval({ id: `a${n}`, attempt: n }));
  all.put(many);
  expect({ received: [...received], odd: odd.get().length }).toEqual({ received: [], odd: 250 });
  for (const task of tasks) task();
  all.put([]);
  all.put(many.slice(0, 500).map((row) => ({ ...row, attempt: row.attempt + 1 })));
  expect({ received, tasks: tasks.length }).toEqual({
    received: ['all', 'odd', 'all', 'odd'],
    tasks: 1,
  });
  const atOnce = createApprovals(fail);
  atOnce.subscribe(() => received.push('at once'));
  atOnce.put(many);
  expect(received).toContain('at once');
});
