import { fail, succeed, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import { invoicesScope } from '../../contract/assumptions.ts';
import { billSchema, type Bill } from '../../contract/bill.ts';
import type { MalformedItem, Page, WholeList } from '../../contract/envelope.ts';
import { invoiceSchema, type Invoice } from '../../contract/invoice.ts';
import { organizationSchema, type Organization } from '../../contract/organization.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { apiPaths } from '../../contract/wire-names.ts';
import type { AnswerBody } from './answer-body.ts';
import { billIn, isNo, isYes } from './approve-answer.ts';
import { readBareOrWrapped, readPage } from './list-page.ts';
import type { CallFailure, ServiceCall, ServiceRequest } from './service-call.ts';

export type ReadPriority = Exclude<RequestPriority, 'approval'>;

interface Read {
  readonly priority: ReadPriority;
  readonly signal?: AbortSignal | undefined;
  /** Overrides how long it may wait for the quota, milliseconds; null: as long as it takes. */
  readonly maxWaitMs?: number | null | undefined;
  /** Called right before it leaves, with each token anew; never when it joins one that is under way. */
  readonly onBegin?: (() => void) | undefined;
}

export interface BillsPageRequest extends Read {
  readonly organizationId: string;
  readonly status: string;
  /** 1 to 50 (service page, *GET /api/v1/bills*). */
  readonly limit: number;
  readonly after: string | null;
}

export type InvoicesPageRequest = Omit<BillsPageRequest, 'status'>;

export interface ApproveRequest {
  readonly organizationId: string;
  readonly billId: string;
  /** See `ServiceRequest.beforeSend`. */
  readonly beforeSend: (turn: 'first' | 'again') => Promise<Result<void, ServiceError>>;
}

/** Every operation of the service that Billfold uses, with its answers read. */
export interface ServiceClient {
  organizations(read: Read): Promise<Result<WholeList<Organization>, ServiceError>>;
  billsPage(request: BillsPageRequest): Promise<Result<Page<Bill>, ServiceError>>;
  invoicesPage(request: InvoicesPageRequest): Promise<Result<Page<Invoice>, ServiceError>>;
  /** Succeeds with a yes of the service only (`isYes`). @returns the bill when the answer held that very one */
  approve(request: ApproveRequest): Promise<Result<{ bill: Bill | null }, CallFailure>>;
}

/** How long a request may wait for the quota before it is answered as rate limited. */
export const maxWaitMs = {
  approval: 20_000,
  recheck: 10_000,
  waiting: 10_000,
  background: 5_000,
} as const;

/** A thousand organizations, 25 a page. */
const MOST_ORGANIZATION_PAGES = 40;

const billsScope: Scope = 'money_out';

export function createServiceClient(call: ServiceCall): ServiceClient {
  const read = async (request: ReadRequest): Promise<Result<AnswerBody, ServiceError>> => {
    const { maxWaitMs: wait, onBegin, ...rest } = request;
    const answer = await call({
      ...rest,
      method: 'GET',
      maxWaitMs: wait === undefined ? maxWaitMs[request.priority] : wait,
      // A read under way may have begun before the approval that the recheck is made for.
      share: request.priority !== 'recheck',
      beforeSend: async () => succeed(onBegin?.()),
    });
    return answer.ok ? answer : fail(answer.error.error);
  };

  const organizationsPage = async (
    request: Read,
    after: string | null,
  ): Promise<Result<Page<Organization>, ServiceError>> => {
    const path = withQuery(apiPaths.organizations, { after });
    const label = `GET ${apiPaths.organizations}`;
    const body = await read({ ...request, path, label, organizationId: null, scope: null });
    return body.ok ? readBareOrWrapped(organizationSchema, body.value, { label, after }) : body;
  };

  return {
    organizations: async (request) => {
      const items = new Map<string, Organization>();
      const malformed: MalformedItem[] = [];
      let after: string | null = null;
      let cutShort = false;
      for (let pages = 1; pages <= MOST_ORGANIZATION_PAGES; pages += 1) {
        const page = await organizationsPage(request, after);
        // A part is none: the organizations behind it would be taken for gone.
        if (!page.ok) return page;
        const known = items.size;
        for (const each of page.value.items) if (!items.has(each.id)) items.set(each.id, each);
        malformed.push(...page.value.malformed);
        after = page.value.nextCursor;
        cutShort = page.value.cutShort || after !== null;
        // A cursor that leads to nothing new may lead round for ever.
        if (after === null || items.size === known) break;
      }
      return succeed({ items: [...items.values()], malformed, cutShort });
    },

    billsPage: async ({ status, limit, after, ...request }) => {
      const path = withQuery(apiPaths.bills, { status, limit, after });
      const label = `GET ${apiPaths.bills}`;
      const body = await read({ ...request, path, label, scope: billsScope });
      return body.ok ? readPage(billSchema, body.value, { label, after }) : body;
    },

    invoicesPage: async ({ limit, after, ...request }) => {
      const path = withQuery(apiPaths.invoices, { limit, after });
      const label = `GET ${apiPaths.invoices}`;
      const body = await read({ ...request, path, label, scope: invoicesScope });
      return body.ok ? readPage(invoiceSchema, body.value, { label, after }) : body;
    },

    approve: async ({ organizationId, billId, beforeSend }) => {
      const answer = await call({
        method: 'PATCH',
        path: apiPaths.approveBill(billId),
        label: 'PATCH approve',
        organizationId,
        priority: 'approval',
        maxWaitMs: maxWaitMs.approval,
        scope: billsScope,
        share: false,
        isSuccess: (body, headers) => isYes(body, headers, billId),
        isRefusal: isNo,
        beforeSend,
      });
      return answer.ok ? succeed({ bill: billIn(answer.value, billId) }) : answer;
    },
  };
}

type ReadRequest = Read & Pick<ServiceRequest, 'path' | 'label' | 'organizationId' | 'scope'>;

function withQuery(path: string, query: Record<string, string | number | null>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) given.set(name, String(value));
  }
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}
