/**
 * Workbox background sync as its guide tells under "Advanced Usage": `fetch`, and when it throws,
 * `queue.pushRequest`; replayed when the browser fires `sync`.
 * https://developer.chrome.com/docs/workbox/modules/workbox-background-sync#advanced_usage
 *
 * `checked` adds what the same page says of 5xx: an answer that is no success counts as a failure, in
 * the first try and, with an `onSync` written like the library's `replayRequests`, in the replay too.
 */
import { Queue } from 'workbox-background-sync';

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

const worker = workerScope(globalThis);
const checks = new URL(location.href).searchParams.get('variant') === 'checked';

async function send(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  if (checks && (response.status >= 500 || response.status === 429))
    throw new Error(`The service answered ${response.status}.`);
  return response;
}

async function replayChecked({ queue: waiting }: { queue: Queue }): Promise<void> {
  let entry = await waiting.shiftRequest();
  while (entry) {
    try {
      await send(entry.request);
    } catch (error) {
      await waiting.unshiftRequest(entry);
      throw error;
    }
    entry = await waiting.shiftRequest();
  }
}

const queue = new Queue('approvals', checks ? { onSync: replayChecked } : {});

async function sendOrKeep(request: Request): Promise<Response> {
  try {
    return await send(request);
  } catch {
    await queue.pushRequest({ request });
    return new Response(null, { status: 202 });
  }
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) =>
  (event as Extendable).waitUntil(worker.clients.claim()),
);
worker.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method === 'PATCH') (event as FetchEvent).respondWith(sendOrKeep(request));
});
worker.addEventListener('message', (event) => {
  const [port] = (event as MessageEvent).ports;
  const answer = async (): Promise<void> => {
    const entries = await queue.getAll();
    port?.postMessage(entries.map(({ request }) => request.url.split('/').at(-2)));
  };
  (event as Extendable).waitUntil(answer());
});

function workerScope(scope: unknown): Worker {
  const isWorker = (value: unknown): value is Worker =>
    typeof value === 'object' && value !== null && 'skipWaiting' in value;
  if (!isWorker(scope)) throw new Error('This is no service worker.');
  return scope;
}
