import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { Agent, Dispatcher } from 'undici';
import type { Fetch } from '../ports.ts';
import type { ConnectorDeps } from './connect.ts';

/**
 * HTTP for everything that leaves: undici's, which is Node's own `fetch` (docs/adr/0005-node-fetch.md), over
 * connections made the way the system says (docs/adr/0020-network.md).
 */
export function createNetworkFetch(deps: ConnectorDeps): Fetch {
  const load = async () => {
    // Only now: the window is not to wait for it, nor for Node's own HTTP and TLS.
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
    // A kept connection may be dead without anybody knowing; what was sent on it may have arrived. A new one that
    // is not made proves that nothing was sent.
    const changes = new undici.Agent({ ...options, pipelining: 0 });
    return { undici, reads: new undici.Agent(options), changes };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return async (url, init) => {
    loaded ??= load();
    const { undici, reads, changes } = await loaded;
    const isRead = (init.method ?? 'GET') === 'GET';
    // Its types and the browser's are two descriptions of one standard.
    return (await undici.fetch(url, {
      ...(init as object),
      dispatcher: onlyOnce(isRead ? reads : changes),
    })) as unknown as Response;
  };
}

/** Fetch sends what was answered with 421 again by itself (Fetch standard, *HTTP-network-or-cache fetch*). */
function onlyOnce(agent: Dispatcher): Dispatcher {
  let isSent = false;
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    if (isSent) throw Object.assign(new Error('sent once already'), { code: 'SENT_ONCE' });
    isSent = true;
    return agent.dispatch(options, handler);
  };
  return Object.create(agent, { dispatch: { value: dispatch } }) as Dispatcher;
}

/** Start of an interim answer (RFC 9110 §15.2), but for 101, after which another protocol is spoken. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/;
const HEAD_END = /\r?\n\r?\n/g;
const STATUS_LENGTH = 'HTTP/1.1 100'.length;
/** A longer head goes on to undici, which refuses it. */
const MOST_HEAD_BYTES = 16 * 1024;

/**
 * Drops interim answers before undici reads them. undici destroys the connection at a 100 it did not ask for, and
 * refuses a 103 with `Connection: close`: the final answer would be lost. An interim answer stands between a request
 * and its final head, so bodies pass unread.
 */
function skipInterim(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  let held: Buffer = Buffer.alloc(0);
  /** `bytesWritten` when the last final head came. A larger number means that another request has left. */
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

/** Whether Billfold needs more bytes to know that these begin the final head. */
function isUndecided(bytes: Buffer): boolean {
  if (bytes.length < STATUS_LENGTH) return true;
  const status = bytes.toString('latin1', 0, STATUS_LENGTH);
  return INTERIM.test(status) && bytes.length <= MOST_HEAD_BYTES;
}
