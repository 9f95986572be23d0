import { createSeededRandom } from '../src/base/seeded-random.ts';
import { billStatuses } from '../src/contract/bill.ts';
import { apiPaths, authPaths, headerNames } from '../src/contract/wire-names.ts';
import { sampleClient } from '../src/sandbox/sample-client.ts';
import { violationsIn } from './prism.ts';
import type { Report } from './report.ts';

const opponent = 'Prism proxy';
const organizations = 'GET /api/v1/me/organizations';
const invoices = 'GET /api/v1/invoices';
const bills = 'GET /api/v1/bills';
const approve = 'PATCH /api/v1/bills/{id}/approve';
const token = 'POST /oauth/token';

/** The sandbox behind a proxy, with a token that is good. */
export interface Field {
  readonly url: string;
  readonly token: string;
  readonly organizationIds: readonly string[];
}

/** How many requests are made up, from one seed. */
const GENERATED = 400;
const SEED = 1;
const ANSWER_LIMIT_MS = 5_000;

/** Right and wrong requests in any mixture: whatever is asked, the answer must be in the document. */
export async function answerMadeUpRequests(report: Report, field: Field): Promise<void> {
  const random = createSeededRandom(SEED);
  const pick: Pick = (first, ...others) =>
    [first, ...others][Math.floor(random.next() * (others.length + 1))] ?? first;
  const met = new Map<string, { statuses: Set<number>; problems: string[]; count: number }>();
  for (let index = 0; index < GENERATED; index++) {
    const { operation, path, init } = makeUp(field, pick);
    const response = await fetch(field.url + path, {
      ...init,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    await response.arrayBuffer();
    const entry = met.get(operation) ?? { statuses: new Set(), problems: [], count: 0 };
    met.set(operation, entry);
    entry.count += 1;
    entry.statuses.add(response.status);
    const wrong = violationsIn(response.headers).filter((line) => line.startsWith('response'));
    if (response.status >= 500) wrong.push('a server error');
    entry.problems.push(...wrong.map((line) => `${response.status} ${path}: ${line}`));
  }
  for (const [operation, { statuses, problems, count }] of met) {
    const seen = [...statuses].toSorted((one, other) => one - other).join(', ');
    const check = `${count} made-up requests (seed ${SEED}), met ${seen}`;
    const vacuous = statuses.size < 2 ? 'only one status was met' : null;
    report.add({ operation, check, opponent, problem: problems.join('\n') || vacuous });
  }
}

/** One of several, by chance. */
type Pick = <Value>(...values: readonly [Value, ...Value[]]) => Value;

function makeUp(field: Field, pick: Pick): { operation: string; path: string; init: RequestInit } {
  const authorization = pick(
    `Bearer ${field.token}`,
    `Bearer ${field.token}`,
    'Bearer x',
    'Basic x',
    '',
  );
  const organization = pick(
    field.organizationIds[0] ?? '',
    field.organizationIds[1] ?? '',
    'x',
    '',
  );
  const headers = {
    ...(authorization === '' ? {} : { [headerNames.authorization]: authorization }),
    ...(organization === '' ? {} : { [headerNames.organizationId]: organization }),
  };
  const query = new URLSearchParams();
  const limit = pick('', '', '1', '25', '50', '0', '51', '-1', '1.5', 'many', '1e1', ' 5', '٣');
  if (limit !== '') query.set('limit', limit);
  const status = pick('', '', ...billStatuses, 'OPEN', 'unpaid', 'open,paid');
  const after = pick('', '', '', 'made-up', '..', '\u0000', '🧾'.repeat(40));
  if (after !== '') query.set('after', after);
  switch (pick(organizations, invoices, bills, bills, approve, token)) {
    case organizations:
      return { operation: organizations, path: apiPaths.organizations, init: { headers } };
    case invoices:
      return { operation: invoices, path: `${apiPaths.invoices}?${query}`, init: { headers } };
    case bills:
      if (status !== '') query.set('status', status);
      return { operation: bills, path: `${apiPaths.bills}?${query}`, init: { headers } };
    case approve: {
      // Never half a JSON: Prism's own reader would hang on it.
      const body = pick(undefined, '{}', '[]');
      const type = { [headerNames.contentType]: pick('application/json', 'text/plain') };
      const init = { method: 'PATCH', headers: { ...headers, ...type }, ...(body ? { body } : {}) };
      const id = pick('x', '00000000-0000-4000-8000-000000000000', '%', '🧾', 'a/b');
      return { operation: approve, path: apiPaths.approveBill(id), init };
    }
    case token:
      return { operation: token, path: authPaths.token, init: makeUpTokenRequest(pick) };
  }
}

function makeUpTokenRequest(pick: Pick): RequestInit {
  const fields = {
    grant_type: pick('authorization_code', 'refresh_token', 'password', ''),
    client_id: pick(sampleClient.clientId, 'another'),
    client_secret: pick(sampleClient.clientSecret, 'another'),
    ...pick(
      { code: 'made-up', redirect_uri: 'http://127.0.0.1/callback' },
      { refresh_token: 'x' },
      {},
    ),
  };
  const json = pick(true, false);
  return {
    method: 'POST',
    headers: {
      [headerNames.contentType]: json ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: json ? pick(JSON.stringify(fields), '[]') : new URLSearchParams(fields).toString(),
  };
}
