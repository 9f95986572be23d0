import { parseBody, type Answer } from '../body/answer.ts';
import type { QuotaHeaders } from '../approvals/approve-answer.ts';
import { readRateHeaders } from '../body/rate-headers.ts';
import { readApproveAnswer } from '../answers/read-answer.ts';

const NOW_MS = Date.parse('2027-01-15T12:00:00Z');

/** An answer to the approval of the bill `b-1`. */
export interface Sent {
  readonly status?: number;
  /** JSON of the body, unless it is text; undefined for no body. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly problem?: Answer['bodyProblem'];
}

/**
 * Billfold's reading of an answer: "yes", "yes, with the bill", "yes, check it", or the kind of error with its texts.
 */
function reading({ status = 200, body, headers = {}, problem = null }: Sent, quota: QuotaHeaders) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const all = new Headers({ 'content-type': 'application/json', ...headers });
  const parsed = parseBody(new TextEncoder().encode(text), all.get('content-type'));
  const answer: Answer = {
    ...{ status, headers: all, body: parsed, bodyProblem: problem },
    reading: readRateHeaders(all),
  };
  const read = readApproveAnswer(answer, {
    ...{ label: 'PATCH approve', billId: 'b-1', quota, scope: 'money_out', granted: ['money_out'] },
    ...{ retryAtMs: 0, nowMs: 0, serviceNowMs: NOW_MS, secrets: [] },
  });
  if (read.ok)
    return read.value.isUnreadable
      ? 'yes, check it'
      : read.value.bill
        ? 'yes, with the bill'
        : 'yes';
  const scope = read.error.kind === 'forbidden' ? `, asks for ${read.error.scope}` : '';
  const lacks =
    read.error.kind === 'malformedResponse' && read.error.lacksHeaders ? ', lacks headers' : '';
  return `${read.error.kind}${lacks}${read.error.message ? `: ${read.error.message}` : ''}${scope}`;
}

/**
 * Readings with the quota headers, without them from a service that never sent any, and without them from one that did.
 */
export function readings(sent: Sent): readonly string[] {
  return [reading(sent, 'there'), reading(sent, 'neverSent'), reading(sent, 'missing')];
}
