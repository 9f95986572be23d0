import { expect, test } from 'vitest';
import type { SendOutcome } from '../../../bridge/approval.ts';
import { approvalOf, harnessOfEachTest, SECOND_MS, states } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

/** Main received an approval of b1 but did not send it, and the window died before the answer. */
async function startAfterUnsent(): Promise<void> {
  const { main } = harness;
  const first = await harness.start();
  await first.workspace.commands.approveBills(['b1']);
  main.isDown = true;
  const sends = main.hold('approvals.send');
  await harness.advance(6 * SECOND_MS);
  first.kill();
  main.isDown = false;
  sends.release();
}

test.each([
  ['', ['b1'], 'b1 confirmed #2'],
  ['restored', [], 'b1 unknown #1'],
])(
  'P-51 an attempt the journal does not know never left, unless the data was restored since: epoch “%s”',
  async (profileEpoch, applied, state) => {
    await startAfterUnsent();
    harness.main.profileEpoch = profileEpoch;
    const { workspace } = await harness.start();
    await harness.advance(10 * SECOND_MS);
    expect([harness.main.applied, states(workspace)]).toEqual([applied, [state]]);
  },
);

test('P-21 a journal entry about one attempt proves nothing about another', async () => {
  await startAfterUnsent();
  const { bridge } = harness.main;
  const { call } = bridge;
  const confirmed: SendOutcome = { kind: 'confirmed', bill: null };
  const finding = { kind: 'outcome', outcome: confirmed };
  Object.assign(bridge, {
    call: (name: Parameters<typeof call>[0], ...rest: [never]) =>
      name === 'approvals.findAttempts'
        ? Promise.resolve(
            Object.values(rest[0]).map((each) => ({ ...Object(each), attempt: 2, finding })),
          )
        : call(name, ...rest),
  });
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  expect([states(workspace), approvalOf(workspace, 'b1').outcome]).toEqual([
    ['b1 sending #1'],
    null,
  ]);
});
