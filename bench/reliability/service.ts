import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/base/clock.ts';
import type { Plan } from './plan.ts';

/** The approve endpoint, with a ledger. */
export interface Service {
  readonly url: string;
  /** Number of times the bill was approved. */
  applied(billId: string): number;
  /** Stops listening and breaks every connection. New connections are refused. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

const HOST = '127.0.0.1';
const PATH = /^\/api\/v1\/bills\/([^/]+)\/approve$/;
/**
 * Chromium itself repeats a request, even a PATCH, if a reused connection closes without an answer. One
 * connection per request keeps that out of the comparison.
 */
const headers = {
  connection: 'close',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PATCH',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '7200',
};

/** @param billIds bills in the plan's order */
export async function startService(
  plan: Plan,
  billIds: readonly string[],
  clock: Clock,
): Promise<Service> {
  const applied = new Map<string, number>();
  const attempts = new Map<string, number>();

  const approve = async (billId: string, response: ServerResponse): Promise<void> => {
    const attempt = countOne(attempts, billId);
    const { fate, latencyMs } = plan.requestPlan(billIds.indexOf(billId), attempt);
    await clock.sleep(latencyMs);
    const answer = (status: number, more: Record<string, string> = {}): void => {
      response.writeHead(status, { ...headers, ...more, 'content-type': 'application/json' });
      response.end(status === 200 ? `{"id":"${billId}","object":"bill"}` : '{"error":"a fault"}');
    };
    switch (fate) {
      case 'droppedBefore':
        response.socket?.resetAndDestroy();
        return;
      case 'unavailable503':
        return answer(503);
      case 'tooMany429':
        return answer(429, { 'retry-after': '1' });
      case 'droppedAfter':
        countOne(applied, billId);
        response.socket?.resetAndDestroy();
        return;
      case 'failedAfter500':
        countOne(applied, billId);
        return answer(500);
      case 'answered':
        countOne(applied, billId);
        return answer(200);
    }
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const billId = PATH.exec(request.url ?? '')?.[1];
    if (request.method === 'OPTIONS') response.writeHead(204, headers).end();
    else if (request.method !== 'PATCH' || billId === undefined)
      response.writeHead(404, headers).end();
    else void approve(billId, response);
  };
  const server = createServer(listener);
  const port = await listen(server, 0);
  return {
    url: `http://${HOST}:${port}`,
    applied: (billId) => applied.get(billId) ?? 0,
    cut: () => stop(server),
    restore: async () => {
      if (!server.listening) await listen(server, port);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function countOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
