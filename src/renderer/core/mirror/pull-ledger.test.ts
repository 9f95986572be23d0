import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createPullLedger } from './pull-ledger.ts';

const payable = { organizationId: 'a', group: 'payable' } as const;
const history = { organizationId: 'a', group: 'history' } as const;

test.each([
  ['more of the same window', 10, [8, 2]],
  ['a new window', 0, [0, 0]],
  ['a new window, in which one request is under way', 1, [0.8, 0.2]],
  ['half of them older than the sliding count', 5, [4, 1]],
])('C-61 what each crawl has had of the window: %s', (_, usedNow, expected) => {
  const ledger = createPullLedger(
    { clock: createVirtualClock(0), random: createSeededRandom(1) },
    [],
  );
  for (let request = 0; request < 8; request += 1) ledger.noteTaken(payable, 'background');
  for (let request = 0; request < 2; request += 1) ledger.noteTaken(history, 'background');
  ledger.noteTaken(payable, 'waiting');
  ledger.noteUsed(10);
  ledger.noteUsed(usedNow);
  const taken = [payable, history].map((place) => ledger.factsOf(place).taken);
  expect(taken.map((count) => Number(count.toFixed(6)))).toEqual(expected);
});

test.each([
  ['background', 'billfold', [null, null, 9]],
  ['waiting', 'billfold', [null, 9, 9]],
  ['recheck', 'billfold', [9, null, null]],
  ['recheck', 'service', [9, 9, 9]],
  ['background', 'service', [9, 9, 9]],
] as const)('C-68 a quota that stops %s, by the word of %s', (priority, by, expected) => {
  const ledger = createPullLedger(
    { clock: createVirtualClock(0), random: createSeededRandom(1) },
    [],
  );
  ledger.noteError(payable, priority, { kind: 'rateLimited', by, retryAtMs: 9, technical: '' });
  const { recheck, waiting, background } = ledger.quotaUntilMs;
  expect([recheck, waiting, background]).toEqual(expected);
});
