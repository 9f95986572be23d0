import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createReferencePeer, type ReferencePeer, type ReferencePeerDeps } from './service.ts';
import type { Answer } from './wire.ts';

/** The reference peer on a local port, in the process of the test that controls it. */
export interface ServedPeer extends ReferencePeer {
  readonly url: string;
  /** Cuts the service off (connections end, new ones are refused), or restores it on the same port. */
  setReachable(isReachable: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function servePeer(
  organizations: ReferencePeerDeps['organizations'],
): Promise<ServedPeer> {
  const peer = createReferencePeer({
    nowMs: Date.now,
    // A pending answer does not keep the process alive.
    sleep: (delayMs) => setTimeout(delayMs, undefined, { ref: false }),
    random: { next: Math.random },
    organizations,
  });
  const server = createServer((request, response) => void carry(peer, request, response));
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const port = await listen(0);
  return {
    ...peer,
    url: `http://127.0.0.1:${port}`,
    setReachable: async (isReachable) => {
      if (!isReachable) await stop();
      else if (!server.listening) await listen(port);
    },
    close: stop,
  };
}

async function carry(
  peer: ReferencePeer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const served = await peer.handle({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    headers,
    body: await text(request),
  });
  send(response, served);
}

function send(response: ServerResponse, served: Answer): void {
  if (served.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, headers, body, keepBytes } = served;
  const length = body === null ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...headers, ...length });
  if (body === null || keepBytes === null) {
    response.end(body ?? undefined);
    return;
  }
  response.write(body.subarray(0, keepBytes), () => response.destroy());
}
