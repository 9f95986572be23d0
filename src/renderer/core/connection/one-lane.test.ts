import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import { crawl, openTestCache } from '../testing/test-cache.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createSerial } from '../../../base/serial.ts';
import { createOrderedTime } from '../time/ordered-time.ts';
import { createPageReader } from '../mirror/page-reader.ts';
import { createPullLedger } from '../mirror/pull-ledger.ts';
import { startPush } from '../outbox/push.ts';
import { createServiceCalls } from '../mirror/service-calls.ts';
import { anApproval } from '../outbox/testing/an-approval.ts';
import { aBill, createFakeMain } from '../testing/fake-bridge.ts';

test('no page is stored between comparing a bill and writing that it is being sent', async () => {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const main = createFakeMain(clock);
  main.service.set('acme', [aBill('b1')]);
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const steps: string[] = [];
  const onFault = (problem: unknown): void => void steps.push(String(problem));
  const outbox = createOutbox({ idb, clock, onFault });
  await outbox.switchConnection('connection');
  const cache = await openTestCache(idb.indexedDB, clock);
  await crawl(cache, 'payable', []);
  const exclusive = createSerial();
  const shared = {
    launchId: 'run',
    clock,
    random,
    exclusive,
    orderedTime: createOrderedTime(clock),
    onChange: () => undefined,
    onFault,
  };
  const reader = createPageReader({
    ...shared,
    cache: {
      ...cache,
      commitPages: (fetched) => {
        steps.push('page');
        return cache.commitPages(fetched);
      },
    },
    ledger: createPullLedger(shared, []),
    calls: createServiceCalls({ bridge: main.bridge, onAnswer: () => undefined }),
    over: new AbortController().signal,
    onProgress: () => undefined,
    onBills: () => undefined,
    onEvidence: () => undefined,
    onMalformed: () => undefined,
    onLeft: () => undefined,
  });
  const readOpenBills = () => {
    let turns = 1;
    return reader.readOn({ organizationId: 'acme', group: 'payable' }, 'waiting', () => turns--);
  };
  await readOpenBills();
  await outbox.add([anApproval({ needsRecheckAfterMs: 0 })]);
  const push = startPush({
    ...shared,
    onDistrust: () => undefined,
    onPermission: () => undefined,
    bridge: main.bridge,
    cache: {
      ...cache,
      readBills: async (keys) => {
        const bills = await cache.readBills(keys);
        steps.push('compare');
        // The page arrives at the worst moment.
        if (steps.filter((line) => line === 'page').length < 2) {
          void readOpenBills();
          for (let turn = 0; turn < 50; turn++) await cache.fact('signInId');
        }
        return bills;
      },
    },
    outbox: {
      ...outbox,
      applyAll: (changes) => {
        steps.push(...changes.map(({ event }) => event.name));
        return outbox.applyAll(changes);
      },
    },
    conditions: () => ({
      maySend: true,
      signInId: 'sign-in-1',
      tryAgainSinceMs: null,
      sendAgainByItself: false,
      uncheckedFields: [],
      organizationIds: null,
    }),
    profileEpoch: () => '',
    readings: {
      launchId: 'run',
      crawls: () => new Map(),
      newestHistoryMs: () => new Map(),
      readMs: ({ askedMs }) => askedMs,
      pageOf: () => null,
      pagesOf: () => 1,
      takeReread: async () => undefined,
      endOldCursors: async () => undefined,
      request: () => undefined,
    },
    onAnswer: () => undefined,
    onFailure: () => undefined,
  });
  await settle();
  push.close();
  await settle();
  outbox.close();
  cache.close();
  const inOrder = steps.filter((line) => line !== 'outcome').slice(0, 4);
  expect(inOrder).toEqual(['page', 'compare', 'send', 'page']);
});
