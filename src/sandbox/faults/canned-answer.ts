import { assertNever } from '../../base/assert-never.ts';
import { errorResponse } from '../api/service-errors.ts';
import type { Fault } from './fault.ts';
import type { MetFaults } from './fault-plan.ts';

/** A fault's answer that replaces the service's before it applies anything; null for none. */
export function cannedAnswer(faults: MetFaults): Response | null {
  const storm = faults.get('rateLimitStorm');
  if (storm) {
    const headers = storm.retryAfterS === undefined ? {} : retryHeader(String(storm.retryAfterS));
    return errorResponse(429, 'Too many requests.', 'rate_limited', { headers });
  }
  const status = faults.get('status');
  return status && status.applied !== true ? statusAnswer(status) : null;
}

export function statusAnswer(fault: Extract<Fault, { kind: 'status' }>): Response {
  const { status, retryAfter, body = 'error', message = 'The service has a problem.' } = fault;
  const headers = retryAfter === undefined ? {} : retryHeader(retryAfter);
  const init = { status, headers };
  switch (body) {
    case 'error':
      return errorResponse(status, message, 'fault', { headers });
    case 'oauth':
      return Response.json({ error: 'server_error', error_description: 'A fault.' }, init);
    case 'html':
      return new Response(`<html><body><h1>${status}</h1></body></html>`, {
        status,
        headers: { ...headers, 'content-type': 'text/html' },
      });
    case 'text':
      return new Response('upstream failed', init);
    case 'empty':
      return new Response(null, init);
    default:
      return assertNever(body);
  }
}

function retryHeader(value: string): Record<string, string> {
  return { 'retry-after': value };
}
