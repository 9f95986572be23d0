import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anApproval } from './testing/an-approval.ts';
import { createApprovalList } from './approval-list.ts';

const rows = (most: number) =>
  fc.array(fc.record({ number: fc.nat(40), approvedAtMs: fc.nat(20), attempt: fc.nat(9) }), {
    maxLength: most,
  });

/** The rows as they should stand, from scratch. */
function fromScratch(batches: readonly ReturnType<typeof approvals>[]) {
  const byId = new Map(batches.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted(
    (left, right) => right.approvedAtMs - left.approvedAtMs || (left.id < right.id ? -1 : 1),
  );
}

function approvals(drawn: readonly { number: number; approvedAtMs: number; attempt: number }[]) {
  return drawn.map(({ number, ...fields }) => anApproval({ id: `a${number}`, ...fields }));
}

test('O-17 whatever is added and changed, in whatever order, rows stand as if sorted from scratch', () => {
  const property = fc.property(fc.array(rows(12), { maxLength: 8 }), rows(300), (few, many) => {
    const batches = [...few, many, ...few].map(approvals);
    const [first = [], ...later] = batches;
    const unique = fromScratch([first]);
    let list = createApprovalList(unique.toReversed());
    for (const batch of later) list = list.with(batch);
    expect(list.rows).toEqual(fromScratch(batches));
  });
  fc.assert(property, { numRuns: 300, seed: 20_260_310 });
});

test('O-17 rows handed out before a change stay as they were', () => {
  const before = createApprovalList([anApproval()]);
  const { rows: seen } = before;
  before.with([anApproval({ id: 'a2', approvedAtMs: 9 }), anApproval({ attempt: 3 })]);
  expect(seen).toEqual([anApproval()]);
});
