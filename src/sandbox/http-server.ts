import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Served } from './serve.ts';

/** Whether the service can be reached, and the switch for it. */
export interface Reach {
  goUnreachable(): Promise<void>;
  comeBack(): Promise<void>;
}

/** The switch over a server that listens on `port`. */
export function createReach(server: Server, port: number, host: string): Reach {
  return {
    goUnreachable: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    comeBack: async () => {
      if (!server.listening) await listen(server, port, host);
    },
  };
}

/** An HTTP server that enacts on its sockets what becomes of each request. */
export function createHttpServer(serve: (request: Request) => Promise<Served>): Server {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const served = await serve(request);
      if (served.kind === 'answer') return served.response;
      if (served.kind === 'truncated' && outgoing instanceof ServerResponse) {
        await cutShort(served, outgoing);
      }
      breakOff(incoming.socket, served.kind === 'dropped' && served.reset);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
  return createServer((incoming, outgoing) => void listener(incoming, outgoing));
}

/**
 * Over a socket a single request can no longer be refused: it is broken off, which its sender cannot
 * tell from a lost answer. `goUnreachable` is the way to be refused for real.
 */
function breakOff(socket: { destroy(): unknown }, reset: boolean): void {
  if (reset && socket instanceof Socket) socket.resetAndDestroy();
  else socket.destroy();
}

/** Promises the whole body and sends the start of it. */
async function cutShort(
  { response, keepBytes }: Extract<Served, { kind: 'truncated' }>,
  outgoing: ServerResponse,
): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = {
    ...Object.fromEntries(response.headers),
    'content-length': String(body.length),
  };
  outgoing.writeHead(response.status, headers);
  await new Promise<void>((resolve) => {
    outgoing.write(body.slice(0, Math.min(keepBytes, body.length)), () => resolve());
  });
}

/** @returns the port, which the system chose when `port` is 0. @throws when it is taken */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
  return address.port;
}
