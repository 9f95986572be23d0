import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Approval } from '../../core/model/approval.ts';
import { sampleApproval, sampleBill, sampleRow } from '../../kit/testing/samples.ts';
import { handoverTable, type HandoverParts } from './handover.ts';

function approved(bill: Partial<Bill>, fields: Partial<Approval> = {}): Approval {
  return sampleApproval({ snapshot: snapshotOf(sampleBill(bill)), ...fields });
}

function printed(parts: Partial<HandoverParts>): readonly string[] {
  const table = handoverTable({
    ...{ approvals: [], held: [], dueTomorrow: [], names: new Map([['org-1', 'Acme']]) },
    ...{ today: '2026-11-26', locale: 'en-US' },
    ...parts,
  });
  return (table.report?.() ?? []).flatMap(({ title, note, rows, total }) => [
    `${title}: ${note}`,
    ...[...rows, ...(total ? [total] : [])].map((cells) => `- ${cells.join(' | ')}`),
  ]);
}

test('R-111 the handover sums approvals by organization, vendor and currency, and lists overridden flags, open questions and bills due tomorrow', () => {
  const hold = { reason: 'Which site?', whom: 'Ada', answerBy: '2026-11-30', atMs: 0 };
  expect(
    printed({
      approvals: [
        approved({ amountDueCents: 100 }),
        approved(
          { amountDueCents: 50, billNumber: null },
          { override: { flags: ['duplicate', 'ofNewer'], reason: 'Two sites' } },
        ),
        approved({ amountDueCents: 7, currency: 'USD' }),
        approved({ vendor: null }, { organizationId: 'org-2' }),
      ],
      held: [
        { row: sampleRow({ billNumber: 'B' }), hold: { ...hold, answerBy: null, whom: '' } },
        { row: sampleRow({ billNumber: 'A' }), hold },
      ],
      dueTomorrow: [sampleRow(), sampleRow({ currency: 'USD' })],
    }),
  ).toEqual([
    'Approved: Acme: 2 approvals · €1.50',
    '- Northwind | 2 | €1.50',
    '- Total | 2 | €1.50',
    'Approved: Acme: 1 approval · $0.07',
    '- Northwind | 1 | $0.07',
    '- Total | 1 | $0.07',
    'Approved: org-2: 1 approval · €10.00',
    '- No vendor | 1 | €10.00',
    '- Total | 1 | €10.00',
    'Approved despite flags: 1 bill · €0.50',
    '- Northwind | No number | Possible duplicate, ofNewer | Two sites | €0.50',
    'Open questions: 2 bills · €20.00',
    '- Northwind | A | Which site? | Ada | Nov 30, 2026 | €10.00',
    '- Northwind | B | Which site? |  |  | €10.00',
    'Due tomorrow, not approved: 2 bills · €10.00 · $10.00',
    '- Northwind | INV-1 | €10.00',
    '- Northwind | INV-1 | $10.00',
  ]);
});

test('R-111 an empty day says so in each part', () => {
  expect(printed({})).toEqual([
    'Approved: None',
    'Approved despite flags: None',
    'Open questions: None',
    'Due tomorrow, not approved: None',
  ]);
});
