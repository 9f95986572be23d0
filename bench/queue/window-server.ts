/**
 * The server for the queue, in its own process: a window begins with the first request after the previous
 * one ended, as on the service page. Records everything that arrives.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { headerNames } from '../../src/contract/wire-names.ts';
import { machineMs, type ServerOptions } from './scenarios.ts';

/** A request as it arrived. Times are on the machine's monotonic clock. */
export interface Arrival {
  readonly atMs: number;
  readonly by: 'billfold' | 'other';
  readonly method: string;
  readonly status: number;
  /** Start of its window. */
  readonly windowStartMs: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const clock = createSystemClock();
let arrivals: Arrival[] = [];
let windowStartMs = -Infinity;
let used = 0;

const server = createServer((request, response) => {
  const atMs = machineMs();
  if (atMs >= windowStartMs + options.windowMs) {
    windowStartMs = atMs;
    used = 0;
  }
  const status = used < options.limit ? 200 : 429;
  if (status === 200) used += 1;
  const by = request.url?.includes('by=other') === true ? 'other' : 'billfold';
  arrivals.push({ atMs, by, method: request.method ?? '', status, windowStartMs });
  answer(request, response, status, windowStartMs + options.windowMs - atMs);
});

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  leftMs: number,
): void {
  request.resume();
  response.statusCode = status;
  const nowMs = clock.nowMs() + options.clockOffsetMs;
  response.setHeader('content-type', 'application/json');
  response.setHeader(headerNames.date, new Date(nowMs).toUTCString());
  if (options.resetForm !== null) {
    response.setHeader(headerNames.rateLimit, options.limit);
    response.setHeader(headerNames.rateRemaining, options.limit - used);
    response.setHeader(headerNames.rateReset, resetOf(nowMs, leftMs));
    if (status === 429) response.setHeader(headerNames.retryAfter, Math.ceil(leftMs / 1000));
  }
  response.end(JSON.stringify(status === 200 ? yesTo(request) : { error: 'Too many requests' }));
}

/**
 * An approval must not be answered with a page: without rate headers, no client would take that for a
 * confirmation.
 */
function yesTo({ method }: IncomingMessage): object {
  return method === 'PATCH' ? {} : { data: [], meta: { next_cursor: null, has_more: false } };
}

function resetOf(nowMs: number, leftMs: number): string {
  const cut = options.rounding === 'up' ? Math.ceil : Math.floor;
  const atSeconds = cut((nowMs + leftMs) / 1000);
  switch (options.resetForm) {
    case 'epochMs':
      return String(Math.ceil(nowMs + leftMs));
    case 'deltaSeconds':
      return String(cut(leftMs / 1000));
    case 'httpDate':
      return new Date(atSeconds * 1000).toUTCString();
    case 'epochSeconds':
    case null:
      return String(atSeconds);
  }
}

// Answers with the arrivals since the last message.
process.on('message', () => {
  process.send?.({ arrivals });
  arrivals = [];
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
