import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { Agent, Dispatcher } from 'undici';
import type { Fetch } from '../ports.ts';
import type { ConnectorDeps } from './connect.ts';

/**
 * HTTP for all requests that leave the computer. It is undici's, like Node's own `fetch`
 * (docs/adr/0005-node-fetch.md), over connections that follow the system's settings
 * (docs/adr/0020-network.md).
 */
export function createNetworkFetch(deps: ConnectorDeps): Fetch {
  const load = async () => {
    // Loaded on first use, so that the window need not wait for it, nor for Node's own HTTP and
    // TLS.
    const [undici, { createConnector }] = await Promise.all([
      import('undici'),
      import('./connect.ts'),
    ]);
    const connect = callbackify(createConnector(deps));
    const options: Agent.Options = {
      connect: (target, callback) =>
        connect(target, (error, socket) =>
          error ? callback(error, null) : callback(null, skipInterim(socket)),
        ),
    };
    // A change needs a new connection. If an idle connection turns out to be dead, the request may have arrived
    // nevertheless. If a new connection cannot be made, the request provably never left.
    const changes = new undici.Agent({ ...options, pipelining: 0 });
    return { undici, reads: new undici.Agent(options), changes };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return async (url, init) => {
    loaded ??= load();
    const { undici, reads, changes } = await loaded;
    const isRead = (init.method ?? 'GET') === 'GET';
    // undici's types and the browser's describe the same standard.
    return (await undici.fetch(url, {
      ...(init as object),
      dispatcher: onlyOnce(isRead ? reads : changes),
    })) as unknown as Response;
  };
}

/**
 * Stops fetch from repeating a request by itself after a 421 (Fetch standard,
 * *HTTP-network-or-cache fetch*).
 */
function onlyOnce(agent: Dispatcher): Dispatcher {
  let isSent = false;
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    if (isSent) throw Object.assign(new Error('not sent again'), { code: 'SENT_ONCE' });
    isSent = true;
    return agent.dispatch(options, compressedOnce(handler));
  };
  return Object.create(agent, { dispatch: { value: dispatch } }) as Dispatcher;
}

/**
 * Rejects an answer that is compressed several times. Ten kilobytes could decompress to gigabytes, and undici's
 * decompressors would keep all threads of Node busy, even after an abort.
 */
function compressedOnce(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const onResponseStart: typeof handler.onResponseStart = (controller, status, headers, text) => {
    const isCompressedOnce = !String(headers['content-encoding'] ?? '').includes(',');
    if (isCompressedOnce) handler.onResponseStart?.call(guarded, controller, status, headers, text);
    else controller.abort(Object.assign(new Error('compressed twice'), { code: 'PACKED_TWICE' }));
  };
  const guarded = Object.create(handler, {
    onResponseStart: { value: onResponseStart },
  }) as Dispatcher.DispatchHandler;
  return guarded;
}

/** Start of an interim answer (RFC 9110 §15.2), except 101, which changes the protocol. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/;
const HEAD_END = /\r?\n\r?\n/g;
const STATUS_LENGTH = 'HTTP/1.1 100'.length;
/** Maximum bytes to buffer of a head. A longer one goes to undici, which rejects it. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Drops interim answers before undici reads them. undici destroys the connection at an unexpected
 * 100, and refuses a 103 with `Connection: close`, which would lose the final answer. An interim
 * answer comes between a request and its final head, so bodies pass unread.
 */
function skipInterim(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  let held: Buffer = Buffer.alloc(0);
  /**
   * `bytesWritten` when the last final head came. A larger number means that another request has
   * left.
   */
  let answeredAt = -1;
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || answeredAt === socket.bytesWritten) return chunk;
    held = withoutInterim(Buffer.concat([held, chunk]));
    if (isUndecided(held)) return null;
    answeredAt = socket.bytesWritten;
    const rest = held;
    held = Buffer.alloc(0);
    return rest;
  };
  return socket;
}

function withoutInterim(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  let start = 0;
  while (INTERIM.test(text.slice(start, start + STATUS_LENGTH))) {
    HEAD_END.lastIndex = start;
    if (!HEAD_END.test(text)) break;
    start = HEAD_END.lastIndex;
  }
  return bytes.subarray(start);
}

/** Whether it takes more bytes to tell if these begin the final head. */
function isUndecided(bytes: Buffer): boolean {
  if (bytes.length < STATUS_LENGTH) return true;
  const status = bytes.toString('latin1', 0, STATUS_LENGTH);
  return INTERIM.test(status) && bytes.length <= MAX_HEAD_BYTES;
}
