import { expect, test } from 'vitest';
import type { SendOutcome } from '../../../bridge/approval.ts';
import { harnessOfEachTest, HOUR_MS, SECOND_MS } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

const portal: SendOutcome = {
  kind: 'unknown',
  error: { kind: 'malformedResponse', status: 200, technical: 'text/html' },
};

test('R-45 that sending is paused is published when three answers said nothing, until one says something', async () => {
  const { workspace } = await harness.start();
  const told: boolean[] = [];
  workspace.sendingPaused.subscribe(() => told.push(workspace.sendingPaused.get()));
  harness.main.sendFault = ({ snapshot }) => (snapshot.billId === 'b1' ? portal : null);
  await workspace.commands.approve(['b1']);
  await harness.advance(10 * SECOND_MS);
  const approval = () => workspace.approvals.get().map(({ id }) => id);
  for (const _ of [2, 3]) {
    await workspace.commands.sendAgain(approval());
    await harness.advance(10 * SECOND_MS);
  }
  const paused = workspace.sendingPaused.get();
  await workspace.commands.approve(['b2']);
  await harness.advance(HOUR_MS);
  expect({ paused, told, applied: harness.main.applied }).toEqual({
    paused: true,
    told: [true, false],
    applied: ['b2'],
  });
});
