/**
 * PouchDB: an approval is a document; `replicate.to` with `live` and `retry` carries it to the service.
 * The service is no CouchDB, so the documented `fetch` option of the remote database translates:
 * a document in `_bulk_docs` becomes the PATCH, everything is missing to `_revs_diff`, and the
 * checkpoint stays at the source. One document a batch, so that a retry repeats only what has failed.
 * https://pouchdb.com/api.html#create_database (fetch, skip_setup)
 * https://pouchdb.com/api.html#replication (live, retry, batch_size, checkpoint, back_off_function)
 */
import PouchDB from 'pouchdb-browser';
import { createSystemClock } from '../../../src/base/system-clock.ts';
import { type Peer, sendApproval, serviceUrl } from './page.ts';

/** The default grows up to ten minutes. A shorter pause only saves time. */
const FIRST_BACK_OFF_MS = 500;
const MOST_BACK_OFF_MS = 4_000;

interface BulkDocs {
  readonly docs: readonly { readonly _id: string }[];
}

async function translate(url: string | Request, options?: RequestInit): Promise<Response> {
  const path = new URL(typeof url === 'string' ? url : url.url).pathname;
  const body = (): unknown =>
    typeof options?.body === 'string' ? JSON.parse(options.body) : undefined;
  if (path.endsWith('/_revs_diff')) return Response.json(allMissing(body()));
  if (path.endsWith('/_bulk_docs')) return approveAll(body() as BulkDocs);
  if (path.includes('/_local/')) return Response.json({ error: 'not_found' }, { status: 404 });
  return Response.json({ db_name: 'service', uuid: 'service', update_seq: 0, doc_count: 0 });
}

function allMissing(revisions: unknown): object {
  const entries = Object.entries(revisions as Record<string, readonly string[]>);
  return Object.fromEntries(entries.map(([id, missing]) => [id, { missing }]));
}

async function approveAll({ docs }: BulkDocs): Promise<Response> {
  for (const { _id } of docs) {
    const response = await sendApproval(_id);
    if (!response.ok) return Response.json({ error: 'failed' }, { status: response.status });
  }
  return Response.json([], { status: 201 });
}

const clock = createSystemClock();

async function start(): Promise<Peer> {
  const local = new PouchDB('approvals');
  const remote = new PouchDB(`${serviceUrl}/approvals`, { fetch: translate, skip_setup: true });
  let isBehind = true;
  local.replicate
    .to(remote, {
      live: true,
      retry: true,
      batch_size: 1,
      checkpoint: 'source',
      back_off_function: (delay: number) =>
        delay === 0 ? FIRST_BACK_OFF_MS : Math.min(delay * 2, MOST_BACK_OFF_MS),
    })
    .on('active', () => (isBehind = true))
    .on('paused', (error?: unknown) => (isBehind = Boolean(error)));
  const approve = async (billId: string): Promise<void> => {
    isBehind = true;
    await local.put({ _id: billId, approvedAtMs: clock.nowMs() });
    await window.tell('queued', billId);
  };
  return {
    approve: (billId) => void approve(billId),
    // PouchDB does not name the waiting documents, only whether the replication has caught up.
    waiting: async () =>
      isBehind ? (await local.allDocs()).rows.map(({ id }: { id: string }) => id) : [],
  };
}

window.bench = start();
