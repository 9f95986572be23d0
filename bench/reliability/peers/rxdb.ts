/**
 * RxDB: an approval is a document; the replication primitive pushes it with a handler that calls the
 * service. Dexie storage, one document a push, so that a retry repeats only what has failed.
 * https://rxdb.info/replication.html#replicaterxcollection
 * https://rxdb.info/rx-storage-dexie.html
 */
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { createSystemClock } from '../../../src/base/system-clock.ts';
import { patchApprove, type Peer, serviceUrl } from './page.ts';

interface ApprovalDocument {
  readonly billId: string;
  readonly approvedAtMs: number;
}

/** The default is 5 s. A shorter pause only saves time. */
const RETRY_TIME_MS = 1_000;
/** If it is not in sync after this, approvals are still waiting. */
const IN_SYNC_WITHIN_MS = 1_000;

const clock = createSystemClock();

async function start(): Promise<Peer> {
  const database = await createRxDatabase({
    name: 'bench',
    storage: getRxStorageDexie(),
    multiInstance: false,
  });
  await database.addCollections({
    approvals: {
      schema: {
        version: 0,
        primaryKey: 'billId',
        type: 'object',
        properties: {
          billId: { type: 'string', maxLength: 100 },
          approvedAtMs: { type: 'number' },
        },
        required: ['billId', 'approvedAtMs'],
      },
    },
  });
  const approvals = database.collections['approvals'];
  if (approvals === undefined) throw new Error('RxDB did not make the collection.');
  const replication = replicateRxCollection<ApprovalDocument, unknown>({
    collection: approvals,
    replicationIdentifier: `approve-at-${serviceUrl}`,
    retryTime: RETRY_TIME_MS,
    waitForLeadership: false,
    push: {
      batchSize: 1,
      handler: async (rows) => {
        for (const { newDocumentState } of rows) await patchApprove(newDocumentState.billId);
        return [];
      },
    },
  });
  const approve = async (billId: string): Promise<void> => {
    await approvals.insert({ billId, approvedAtMs: clock.nowMs() });
    await window.tell('queued', billId);
  };
  const isInSync = (): Promise<boolean> =>
    Promise.race([
      replication.awaitInSync().then(() => true),
      clock.sleep(IN_SYNC_WITHIN_MS).then(() => false),
    ]);
  return {
    approve: (billId) => void approve(billId),
    // RxDB does not name the waiting documents, only whether there are any.
    waiting: async () => {
      if (await isInSync()) return [];
      const all = await approvals.find().exec();
      return all.map((each: ApprovalDocument) => each.billId);
    },
  };
}

window.bench = start();
