import { expect, test } from 'vitest';
import { aBill } from '../testing/fake-bridge.ts';
import { bills, harnessOfEachTest, HOUR_MS, MINUTE_MS } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

/** Starts with these open bills, two a page, and syncs them. */
async function start(ids: readonly string[]) {
  const open = ids.map((id) => aBill(id));
  harness.main.service.set('acme', open);
  harness.main.pageSize = 2;
  const { workspace } = await harness.start();
  return { workspace, open };
}

/** Number of times that the list of open bills was read from its start. */
const crawls = (): number =>
  harness.main.timeline.filter((line) => line.includes('acme/open start')).length;

test('C-66 if bills added during a sync shift its pages, the next one begins at once and lists them', async () => {
  const { workspace, open } = await start(['b1', 'b2', 'b3', 'b4', 'b5', 'b6']);
  const before = crawls();
  harness.main.pageFault = ({ after }) => {
    if (after === '2' && open.length === 6) open.unshift(aBill('n1'), aBill('n2'));
    return null;
  };
  await harness.advance(11 * MINUTE_MS);
  const { length } = bills(workspace);
  await harness.advance(5 * MINUTE_MS);
  expect([length, crawls() - before]).toEqual([8, 2]);
});

test('C-66 a service whose pages always overlap is not read twice as often', async () => {
  // Each page but the first begins with the last bill of the page before.
  await start(['b1', 'b2', 'b2', 'b3', 'b3', 'b4']);
  const before = crawls();
  await harness.advance(2 * HOUR_MS);
  expect([before, crawls() - before]).toEqual([2, 12]);
});
