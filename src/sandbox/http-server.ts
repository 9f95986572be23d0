import { once } from 'node:events';
import { createServer, ServerResponse, type Server } from 'node:http';
import { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Served } from './serve.ts';

/** Switches whether the service can be reached. */
export interface Reach {
  goUnreachable(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Creates the switch for a server that listens on `port`. */
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

/** An HTTP server that carries out each request's outcome on its socket. */
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
 * Breaks a connection. A server can't refuse a single request once connected, and the sender can't
 * distinguish a break from a lost answer. `goUnreachable` makes the system refuse connections.
 */
function breakOff(socket: { destroy(): unknown }, reset: boolean): void {
  if (reset && socket instanceof Socket) socket.resetAndDestroy();
  else socket.destroy();
}

/** Announces the full body length but sends only the start. */
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

/** @returns the port; the system chooses one if `port` is 0. @throws when it is taken */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
  return address.port;
}
