import type { Context, Hono } from 'hono';
import { assertNever } from '../../base/assert-never.ts';
import { apiPaths, headerNames, type BillStatus, billStatuses } from '../../contract/wire-names.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { inStatus } from '../records.ts';
import type { SandboxBill } from '../company/company.ts';
import { decodeCursor, encodeCursor, type ListName } from '../cursor.ts';
import type { Keyed, Keyset } from '../keyset.ts';
import type { Service, ServiceEnv } from '../service.ts';
import { guardsFor, selectOrganization } from './guards.ts';
import { errorResponse, methodNotAllowed } from './service-errors.ts';
import { BILLS_PAGE_LIMIT } from '../../contract/bill.ts';

type RequestContext = Context<ServiceEnv>;

const approvePath = `${apiPaths.bills}/:id/approve`;

/** Adds every API endpoint of the service page. */
export function addApiRoutes(app: Hono<ServiceEnv>, service: Service): void {
  const { records } = service;
  const cursors = createCursors(service);
  const inOrganization = selectOrganization(service);
  // This list gives the values for X-Organization-Id, so it can't require the header.
  app.get(apiPaths.organizations, ...guardsFor(service, null), () => listOrganizations(service));
  app.get(apiPaths.bills, ...guardsFor(service, 'money_out'), inOrganization, (c) =>
    listBills(c, service, cursors),
  );
  app.get(apiPaths.invoices, ...guardsFor(service, 'money_in'), inOrganization, (c) => {
    const list = {
      organizationId: c.get('organizationId'),
      resource: 'invoices',
      status: null,
    } as const;
    return listPage(c, list, records.invoices(list.organizationId), cursors);
  });
  app.patch(approvePath, ...guardsFor(service, 'money_out'), inOrganization, (c) =>
    approve(c, service),
  );
  for (const path of [apiPaths.organizations, apiPaths.bills, apiPaths.invoices]) {
    app.all(path, () => methodNotAllowed('GET'));
  }
  app.all(approvePath, () => methodNotAllowed('PATCH'));
}

/** "Response body: not shown". Assumes the pagination envelope, with all organizations on one page. */
function listOrganizations({ records }: Service): Response {
  const data = records.organizations.map(({ id, name }) => ({ id, object: 'organization', name }));
  return Response.json({ data, meta: { next_cursor: null, has_more: false } });
}

function listBills(c: RequestContext, { records }: Service, cursors: Cursors): Response {
  const status = readStatus(new URL(c.req.url).searchParams);
  if ('problem' in status) return invalidParameter(status.problem);
  const organizationId = c.get('organizationId');
  const list = { organizationId, resource: 'bills', status: status.value } as const;
  return listPage(c, list, records.bills(organizationId, status.value), cursors);
}

function listPage<Item extends Keyed>(
  c: RequestContext,
  list: ListName,
  items: Keyset<Item>,
  cursors: Cursors,
): Response {
  const params = new URL(c.req.url).searchParams;
  const limit = readLimit(params);
  if ('problem' in limit) return invalidParameter(limit.problem);
  const { faults } = c.env.exchange;
  const given = params.get('after');
  const cursor = given === null ? null : cursors.take(given);
  // Several cursors count as none, because it is not clear which one is meant.
  if (cursor !== null && params.getAll('after').length === 1) params.set('after', cursor);
  const after = readAfter(params, list);
  if (given !== null && (cursor === null || ('value' in after && faults.get('refuseCursor')))) {
    return invalidParameter({ parameter: 'after', words: 'a cursor that has not expired' });
  }
  if ('problem' in after) return invalidParameter(after.problem);
  const shift =
    (faults.get('missingItems')?.count ?? 0) - (faults.get('duplicateItems')?.count ?? 0);
  const page = items.page(
    after.value,
    limit.value,
    after.value === null ? Math.max(0, shift) : shift,
  );
  const nextCursor =
    page.nextKey === null ? null : cursors.handOut(encodeCursor(list, page.nextKey));
  return Response.json({
    data: page.items,
    meta: { next_cursor: nextCursor, has_more: nextCursor !== null },
  });
}

/** Valid cursors, by setting: all well-formed ones, or each for one request. */
interface Cursors {
  /** The value to send to the client for this cursor. */
  handOut(cursor: string): string;
  /**
   * The cursor for a value that the client sent back; null if it is no longer valid. Taking a single-use cursor uses it
   * up.
   */
  take(given: string): string | null;
}

function createCursors({ settings }: Pick<Service, 'settings'>): Cursors {
  const unused = new Map<string, string>();
  let count = 0;
  const isCounted = (): boolean => settings().cursors === 'once';
  return {
    handOut: (cursor) => {
      if (!isCounted()) return cursor;
      count += 1;
      unused.set(`${cursor}~${count}`, cursor);
      return `${cursor}~${count}`;
    },
    take: (given) => {
      if (!isCounted()) return given;
      const cursor = unused.get(given) ?? null;
      unused.delete(given);
      return cursor;
    },
  };
}

function invalidParameter({ parameter, words }: QueryProblem): Response {
  return errorResponse(400, `${parameter} must be ${words}.`, 'invalid_parameter', {
    details: { [parameter]: [`must be ${words}`] },
  });
}

async function approve(c: RequestContext, service: Service): Promise<Response> {
  const contentProblem = await findContentProblem(c);
  if (contentProblem) return errorResponse(400, contentProblem, 'invalid_content');
  const { records, ledger, clock, settings } = service;
  const found = records.find(c.req.param('id') ?? '');
  if (!found || found.organizationId !== c.get('organizationId')) {
    return errorResponse(404, 'The bill does not exist.', 'bill_not_found');
  }
  const { bill, organizationId } = found;
  if (!isPayable(bill.status)) return notApprovable(bill);
  const { caller } = c.env.exchange;
  // The page does not say what a second approval does. The sandbox applies it again, and the ledger shows both.
  ledger.applied({
    organizationId,
    billId: bill.id,
    atMs: clock.nowMs(),
    signInId: caller?.signIn.id ?? '',
    tokenNumber: caller?.access.number ?? 0,
    totalCents: bill.total_cents,
    amountDueCents: bill.amount_due_cents,
  });
  const { statusAfterApprove } = settings();
  const after = statusAfterApprove === 'unchanged' ? bill : inStatus(bill, statusAfterApprove);
  if (after !== bill) records.put(organizationId, after);
  return approveAnswer(after, service);
}

/** "POST and PATCH requests carry Content-Type: application/json"; approve itself has no payload. */
async function findContentProblem(c: RequestContext): Promise<string | null> {
  const type = (c.req.header(headerNames.contentType) ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return 'PATCH requests carry Content-Type: application/json.';
  const body = await c.req.text();
  try {
    if (body !== '') JSON.parse(body);
    return null;
  } catch {
    return 'The body is not JSON.';
  }
}

function notApprovable(bill: SandboxBill): Response {
  return errorResponse(422, `A bill that is ${bill.status} cannot be approved.`, 'not_approvable', {
    details: { status: [`is ${bill.status}`] },
  });
}

/** "Response body and resulting status: not shown": answers in the form the setting names. */
function approveAnswer(bill: SandboxBill, { settings }: Service): Response {
  const { approveAnswer: form } = settings();
  switch (form) {
    case 'bill':
      return Response.json(bill);
    case 'wrappedBill':
      return Response.json({ data: bill });
    case 'noContent':
      return new Response(null, { status: 204 });
    case 'accepted':
      return Response.json({ status: 'accepted' }, { status: 202 });
    case 'text':
      return new Response('OK');
    default:
      return assertNever(form);
  }
}

/** A parameter of a list request, or the first problem in it. */
type Reading<Value> = { readonly value: Value } | { readonly problem: QueryProblem };

interface QueryProblem {
  readonly parameter: string;
  readonly words: string;
}

/** `limit`: 1 to 50, default 25 (service page, *Limits*). */
function readLimit(params: URLSearchParams): Reading<number> {
  const { least, most, byDefault } = BILLS_PAGE_LIMIT;
  const values = params.getAll('limit');
  const [text] = values;
  if (text === undefined) return { value: byDefault };
  const limit = values.length === 1 && /^\d+$/.test(text) ? Number(text) : NaN;
  if (limit >= least && limit <= most) return { value: limit };
  return { problem: { parameter: 'limit', words: `a whole number from ${least} to ${most}` } };
}

/** `status`: one of the five; null for all bills. */
function readStatus(params: URLSearchParams): Reading<BillStatus | null> {
  const values = params.getAll('status');
  if (values.length === 0) return { value: null };
  const status = billStatuses.find((known) => values.length === 1 && known === values[0]);
  if (status) return { value: status };
  return { problem: { parameter: 'status', words: `one of ${billStatuses.join(', ')}` } };
}

/** `after`: a cursor this list gave out. Returns its sort key. */
function readAfter(params: URLSearchParams, list: ListName): Reading<string | null> {
  const values = params.getAll('after');
  const [cursor] = values;
  if (cursor === undefined) return { value: null };
  const key = values.length === 1 ? decodeCursor(list, cursor) : null;
  if (key !== null) return { value: key };
  return { problem: { parameter: 'after', words: 'a cursor from meta.next_cursor of this list' } };
}
