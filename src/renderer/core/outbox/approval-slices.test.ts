import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalSections, sectionOf } from './approval-sections.ts';
import { anApproval } from './testing/an-approval.ts';
import { createApprovals } from './approval-slices.ts';
import type { Approval } from '../model/approval.ts';

const rows = (most: number) =>
  fc.array(fc.record({ number: fc.nat(40), approvedAtMs: fc.nat(20), attempt: fc.nat(9) }), {
    maxLength: most,
  });

/** The expected rows, computed from scratch. */
function fromScratch(batches: readonly ReturnType<typeof approvals>[]) {
  const byId = new Map(batches.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted(newestFirst);
}

function newestFirst(left: Approval, right: Approval): number {
  return right.approvedAtMs - left.approvedAtMs || (left.id < right.id ? -1 : 1);
}

function approvals(drawn: readonly { number: number; approvedAtMs: number; attempt: number }[]) {
  return drawn.map(({ number, ...fields }) =>
    anApproval({
      id: `a${number}`,
      billId: `b${number % 9}`,
      state: fields.attempt % 3 === 0 ? 'withdrawn' : 'queued',
      ...fields,
    }),
  );
}

const isOdd = ({ attempt }: Approval): boolean => attempt % 2 === 1;
const fail = (problem: unknown): never => {
  throw problem;
};

test('O-17 any order of additions and changes gives the same rows and slices as building from scratch', () => {
  const property = fc.property(fc.array(rows(12), { maxLength: 8 }), rows(300), (few, many) => {
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
    const ofBills = bills.map((billId) =>
      all.ofBill({ organizationId: 'acme', billId }).toSorted(newestFirst),
    );
    const standing = bills.map((billId) =>
      expected.filter((row) => row.state !== 'withdrawn' && row.billId === billId),
    );
    expect([all.get(), watched.get(), unwatched.get()]).toEqual([expected, odd, odd]);
    expect(ofBills).toEqual(standing);
  });
  fc.assert(property, { numRuns: 300, seed: 20_260_310 });
});

test('O-17 a change leaves arrays handed out before it alone', () => {
  const all = createApprovals(fail);
  all.reset([anApproval()]);
  const seen = all.get();
  all.put([anApproval({ id: 'a2', approvedAtMs: 9 }), anApproval({ attempt: 3 })]);
  expect(seen).toEqual([anApproval()]);
});

test('an observer of one section is not notified of another’s changes, and a change filters its own row alone', () => {
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
  asked = 0;
  all.put([anApproval({ id: 'new', approvedAtMs: 2_000 })]);
  all.put([anApproval({ id: 'new', approvedAtMs: 2_000, state: 'sending' })]);
  all.put([anApproval({ id: 'a10', approvedAtMs: 10, state: 'withdrawn' })]);
  expect({ received, asked }).toEqual({
    received: ['waiting 1', 'waiting 1', 'attention 99', 'withdrawn 1'],
    // Each section filters the row before the change, if there was one, and after it.
    asked: 4 * (1 + 2 + 2),
  });
});

test('a notified observer sees every slice up to date, and gets no notification after it unsubscribes', () => {
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
