import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import { approvalGroups, approvalLayout, type ApprovalListChoice } from './approval-list.ts';

const DAY_MS = 86_400_000;
const noon = new Date(2026, 10, 20, 12).getTime();

const anApproval = (id: string, fields: Parameters<typeof sampleBill>[0], ageDays = 0) =>
  sampleApproval({
    id,
    approvedAtMs: noon - ageDays * DAY_MS,
    snapshot: snapshotOf(sampleBill(fields)),
  });

const all = [
  anApproval('a', { vendor: { id: null, name: 'Zephyr' }, amountDueCents: 1_00 }),
  anApproval('b', { vendor: { id: null, name: 'Éclair' }, amountDueCents: 1_250_00 }),
  anApproval(
    'c',
    { vendor: { id: null, name: 'Northwind' }, amountDueCents: 900_00, currency: 'USD' },
    1,
  ),
];

function listed(choice: Partial<ApprovalListChoice>) {
  const chosen = { section: 'sent', sort: 'approved', ...choice } as const;
  return approvalGroups(all, chosen, { signInId: 'sign-in-1' }).map(({ heading, approvals }) => [
    heading.by === 'day' ? heading.day : heading.status,
    approvals.map(({ id }) => id).join(''),
  ]);
}

test('finished approvals are grouped by day, others by state; sorted like bills', () => {
  expect([
    listed({}),
    listed({ section: 'waiting', sort: 'vendor' }),
    listed({ section: 'waiting', sort: 'amount' }),
  ]).toEqual([
    [
      ['2026-11-20', 'ab'],
      ['2026-11-19', 'c'],
    ],
    [['queued', 'bca']],
    [['queued', 'bac']],
  ]);
});

test('list entries: headings are not rows, and each entry knows the heading above it', () => {
  const chosen = { section: 'sent', sort: 'approved' } as const;
  const layout = approvalLayout(approvalGroups(all, chosen, { signInId: 'sign-in-1' }));
  const lines = Array.from({ length: layout.entryCount }, (_none, at) => {
    const entry = layout.entryAt(at);
    return [
      entry?.kind === 'approval' ? entry.approval.id : 'heading',
      layout.headingAbove(at),
      layout.headingsBefore(at),
    ];
  });
  expect([lines, [0, 1, 2].map(layout.entryOf)]).toEqual([
    [
      ['heading', 0, 0],
      ['a', 0, 1],
      ['b', 0, 1],
      ['heading', 3, 1],
      ['c', 3, 2],
    ],
    [1, 2, 4],
  ]);
});
