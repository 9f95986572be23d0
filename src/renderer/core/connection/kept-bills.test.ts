import { expect, test } from 'vitest';
import type { SessionEnd } from '../../../bridge/session.ts';
import { bills, harnessOfEachTest, SECOND_MS, states } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

/** The session ends by itself. */
function endSession(why: SessionEnd | null): void {
  const { session } = harness.main;
  if (session.kind !== 'signedIn') throw new Error('nobody is signed in');
  harness.main.session = { kind: 'signedOut', connection: session.connection, why };
  harness.main.tell('session.changed', harness.main.session);
}

/** Null: the reason was told by an earlier start, and is not kept. */
const endings = ['refused', 'notKept', 'keyringChanged', 'storeUnreadable', null] as const;

test.each(endings)(
  'R-37 a session that ends by itself (%s) keeps its bills, also over a restart, and approvals wait',
  async (why) => {
    const first = await harness.start();
    endSession(why);
    await harness.advance(SECOND_MS);
    const ended = first.workspace.keptBillsOf.get();
    first.kill();
    const { workspace } = await harness.start();
    const { approved } = await workspace.commands.approve(['b1']);
    await harness.advance(60 * SECOND_MS);
    expect({
      ended,
      restarted: workspace.keptBillsOf.get(),
      bills: bills(workspace),
      boundTo: approved.map(({ signInId }) => signInId),
      states: states(workspace),
      applied: harness.main.applied,
    }).toEqual({
      ended: 'connection',
      restarted: 'connection',
      bills: ['b1 open', 'b2 open', 'b3 overdue'],
      boundTo: ['sign-in-1'],
      states: ['b1 queued #0'],
      applied: [],
    });
  },
);

test('R-37 signing out takes the bills away, also when the session had ended before', async () => {
  const { workspace } = await harness.start();
  endSession('refused');
  await harness.advance(SECOND_MS);
  await workspace.commands.signOut('keep');
  await harness.advance(SECOND_MS);
  expect([workspace.keptBillsOf.get(), bills(workspace)]).toEqual([null, []]);
});
