import { expect, test } from 'vitest';
import { plainDateAt } from '../../../../base/days.ts';
import { createObservable } from '../../../../base/observable.ts';
import type { SessionState } from '../../../../bridge/session.ts';
import { sampleApproval, sampleRow } from '../../../kit/testing/samples.ts';
import { createApprovals } from '../../outbox/approval-slices.ts';
import type { ReturnedBill } from '../flags/returned-bills.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { createCurrentApprovals } from './current-approvals.ts';

function setUp() {
  const approvals = createApprovals((problem) => {
    throw problem;
  });
  const known = new Map<string, BillRow>();
  const deps = {
    approvals,
    bills: { get: (billId: string) => known.get(billId) ?? null, version: createObservable(0) },
    returned: createObservable<ReadonlyMap<string, ReturnedBill>>(new Map()),
    organizationId: createObservable<string | null>('org-1'),
    allOrganizations: createObservable(false),
    session: createObservable<SessionState>({ kind: 'signedOut' } as SessionState),
  };
  const current = createCurrentApprovals(deps);
  const ids = () => [...current.get().ofBills.values()].map(({ id }) => id);
  return { ...deps, known, current, ids };
}

test('the newest approval that was not withdrawn counts, in its own organization only', () => {
  const { approvals, allOrganizations, ids } = setUp();
  approvals.reset([
    sampleApproval({ id: 'newest', state: 'withdrawn', approvedAtMs: 4 }),
    sampleApproval({ id: 'current', state: 'rejected', approvedAtMs: 3 }),
    sampleApproval({ id: 'oldest', state: 'confirmed', approvedAtMs: 2 }),
    sampleApproval({ id: 'other', billId: 'bill-2', organizationId: 'org-2', approvedAtMs: 1 }),
  ]);
  expect(ids()).toEqual(['current']);
  allOrganizations.set(true);
  expect(ids()).toEqual(['current', 'other']);
});

test('while all organizations are on screen, an approval does not count for another organization’s bill with its id', () => {
  const { approvals, allOrganizations, bills, known, ids } = setUp();
  allOrganizations.set(true);
  approvals.reset([
    sampleApproval({ id: 'own', billId: 'bill-1', organizationId: 'org-1', approvedAtMs: 3 }),
    sampleApproval({ id: 'others', billId: 'bill-1', organizationId: 'org-2', approvedAtMs: 4 }),
    sampleApproval({ id: 'gone', billId: 'bill-2', organizationId: 'org-2', approvedAtMs: 1 }),
  ]);
  expect(ids()).toEqual(['others', 'gone']);
  known.set('bill-1', sampleRow({ id: 'bill-1' }));
  bills.version.set(1);
  expect(ids()).toEqual(['own', 'gone']);
});

test('an approval of a bill that changed after it does not count', () => {
  const { approvals, returned, ids } = setUp();
  const approval = sampleApproval({ id: 'approval', billId: 'bill-1' });
  approvals.reset([approval]);
  expect(ids()).toEqual(['approval']);
  returned.set(new Map([['bill-1', { approval, changes: [], isReopened: false }]]));
  expect(ids()).toEqual([]);
});

test('an approval of another sign-in needs the user, so it has no day until that user signs in', () => {
  const { approvals, session, current } = setUp();
  const approval = sampleApproval({ billId: 'bill-1', state: 'queued', signInId: 'user-1' });
  approvals.reset([approval]);
  const day = () => current.get().days.get('bill-1');
  session.set({ kind: 'signedIn', signInId: 'user-2' } as SessionState);
  expect(day()).toBeNull();
  session.set({ kind: 'signedIn', signInId: 'user-1' } as SessionState);
  expect(day()).toBe(plainDateAt(approval.approvedAtMs));
});

test('the result is the same object until it changes, and the ids are the same set until a bill joins or leaves', () => {
  const { approvals, bills, current } = setUp();
  const held = sampleApproval({ id: 'approval', billId: 'bill-1', state: 'held' });
  approvals.reset([held]);
  let changes = 0;
  const stop = current.subscribe(() => (changes += 1));
  const first = current.get();
  bills.version.set(1);
  approvals.put([sampleApproval({ id: 'elsewhere', billId: 'b', organizationId: 'org-2' })]);
  expect(current.get()).toBe(first);
  approvals.put([{ ...held, state: 'queued' }]);
  expect(current.get()).not.toBe(first);
  expect(current.get().billIds).toBe(first.billIds);
  approvals.put([{ ...held, state: 'withdrawn' }]);
  expect([...current.get().billIds]).toEqual([]);
  expect(changes).toBe(4);
  stop();
  bills.version.set(2);
  expect(changes).toBe(4);
});
