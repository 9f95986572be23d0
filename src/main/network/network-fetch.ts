import { callbackify } from 'node:util';
import type { Dispatcher } from 'undici';
import type { Fetch } from '../ports.ts';
import { createConnector, type ConnectorDeps } from './connect.ts';

/**
 * HTTP for everything that leaves: undici's, which is Node's own `fetch` (docs/adr/0005-node-fetch.md), over
 * connections made the way the system says (docs/adr/0020-network.md).
 */
export function createNetworkFetch(deps: ConnectorDeps): Fetch {
  const connect = callbackify(createConnector(deps));
  const load = async () => {
    // Only now: the window is not to wait for it.
    const undici = await import('undici');
    const dispatcher = new undici.Agent({
      connect: (target, callback) =>
        connect(target, (error, socket) =>
          error ? callback(error, null) : callback(null, socket),
        ),
    });
    return { undici, dispatcher };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return async (url, init) => {
    loaded ??= load();
    const { undici, dispatcher } = await loaded;
    // Its types and the browser's are two descriptions of one standard.
    return (await undici.fetch(url, {
      ...(init as object),
      dispatcher: onlyOnce(dispatcher),
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
