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
          error ? callback(error, null) : callback(null, socket),
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
