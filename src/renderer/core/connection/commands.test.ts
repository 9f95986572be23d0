import { expect, test } from 'vitest';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { bills, harnessOfEachTest, MINUTE_MS, states } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

/** How often a new row is refused, and what comes of the approval. */
const refusals = [
  [1, [], ['b1 confirmed #1']],
  [2, [{ billId: 'b1', why: 'notKept' }], []],
] as const;

test.each(refusals)(
  'C-38 a disk that takes no new row %i times, though it has room: nothing of the mirror goes',
  async (times, skipped, ends) => {
    harness.main.service.set('acme', [aBill('b1'), aBill('old', { status: 'paid' })]);
    const { workspace } = await harness.start();
    await harness.advance(MINUTE_MS);
    let refused = 0;
    const faults = failDatabaseCalls((_nth, method) =>
      method === 'add' && refused++ < times ? 'UnknownError' : null,
    );
    const result = await workspace.commands.approve(['b1']);
    await harness.advance(MINUTE_MS);
    faults.stop();
    expect({ skipped: result.skipped, states: states(workspace), bills: bills(workspace) }).toEqual(
      {
        skipped,
        states: ends,
        bills: ['b1 open', 'old paid'],
      },
    );
  },
);
