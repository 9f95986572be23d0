import { expect, test } from 'vitest';
import type { Workspace } from '../connection/workspace.ts';
import { OUTBOX_DATABASE_NAME } from '../outbox/outbox-database.ts';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

test('J-80 an approval keeps the flags of its bill and the reason, to the journal and through a lost database', async () => {
  harness.edit('b1', { amountDueCents: 99_999, totalCents: 100 });
  harness.edit('b2', { date: '2025-11-02', amountDueCents: 5, totalCents: 5 });
  harness.edit('b3', null);
  const first = await harness.start();
  await harness.advance(6 * SECOND_MS);
  const { commands } = first.workspace;
  await commands.changeSettings({ flagsOff: ['firstOfVendor'] });
  await commands.approveBills(['b1', 'b2'], {
    reasonOf: (billId) => (billId === 'b1' ? ' Two \u202esites ' : 'of no flag'),
  });
  await harness.advance(MINUTE_MS);
  const kept = overrides(first.workspace);
  first.kill();
  await new Promise<void>((resolve, reject) => {
    const request = harness.disk.deleteDatabase(OUTBOX_DATABASE_NAME);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not dropped')));
  });
  const second = await harness.start();
  await harness.advance(6 * SECOND_MS);
  expect([kept, overrides(second.workspace)]).toEqual([
    ['b1: dueAboveTotal, Two sites', 'b2'],
    ['b1: dueAboveTotal, Two sites', 'b2'],
  ]);
});

function overrides({ approvals }: Workspace): readonly string[] {
  return approvals
    .get()
    .map(({ billId, override }) =>
      override ? `${billId}: ${override.flags.join(' ')}, ${override.reason}` : billId,
    )
    .toSorted();
}
