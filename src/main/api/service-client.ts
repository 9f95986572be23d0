import {
  sentBillSchema,
  sentInvoiceSchema,
  sentOrganizationSchema,
} from '../../contract/items/sent-items.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import { invoicesScope } from '../../contract/assumptions.ts';
import type { Confirmation } from '../../contract/approvals/approve-answer.ts';
import type { Bill } from '../../contract/bill.ts';
import type { Invoice } from '../../contract/invoice.ts';
import { isBareList, readList, type Resource } from '../../contract/lists/list.ts';
import { type Page, type WholeList } from '../../contract/lists/page.ts';
import { type MalformedItem, type ItemSchema } from '../../contract/body/read-item.ts';
import { organizationName, type Organization } from '../../contract/organization.ts';
import {
  type Approved,
  readApproveAnswer,
  readReadAnswer,
  wordsOf,
} from '../../contract/answers/read-answer.ts';
import type { Scope } from '../../contract/scopes.ts';
import { asksForBody, type ServiceError } from '../../contract/service-error.ts';
import { apiPaths } from '../../contract/wire-names.ts';
import type { CallFailure, ServiceCall } from './service-call.ts';

interface Read {
  readonly priority: Exclude<RequestPriority, 'approval'>;
  readonly signal?: AbortSignal | undefined;
  /** Overrides the maximum wait for the quota, milliseconds; null for no maximum. */
  readonly maxWaitMs?: number | null | undefined;
  /**
   * Called right before the request leaves, again with each new token; not called when it joins one
   * under way.
   */
  readonly onBegin?: (() => void) | undefined;
}

export interface BillsPageRequest extends Read {
  readonly organizationId: string;
  readonly status: string;
  /** 1 to 50 (service page, *GET /api/v1/bills*). */
  readonly limit: number;
  readonly after: string | null;
}

type InvoicesPageRequest = Omit<BillsPageRequest, 'status'>;

interface ApproveRequest extends Approved {
  readonly organizationId: string;
  /** See `ServiceRequest.beforeSend`. */
  readonly beforeSend: (turn: 'first' | 'again') => Promise<Result<void, ServiceError>>;
}

/** All operations of the service that Billfold uses, with parsed answers. */
export interface ServiceClient {
  organizations(read: Read): Promise<Result<WholeList<Organization>, ServiceError>>;
  /** Name of an organization in the list that was read last; null for any other. */
  organizationName(id: string): string | null;
  /** Whether the service lists an organization with exactly this id. Reads the list again if the last one does not. */
  isListed(organizationId: string): Promise<Result<boolean, ServiceError>>;
  billsPage(request: BillsPageRequest): Promise<Result<Page<Bill>, ServiceError>>;
  invoicesPage(request: InvoicesPageRequest): Promise<Result<Page<Invoice>, ServiceError>>;
  /** Succeeds only with the service's own confirmation (`readConfirmation`). */
  approveBill(request: ApproveRequest): Promise<Result<Confirmation, CallFailure>>;
}

/** Maximum wait for the quota before a request is answered as rate limited, milliseconds. */
const maxWaitMs = {
  approval: 20_000,
  recheck: 10_000,
  waiting: 10_000,
  background: 5_000,
} as const;

/** Enough for a thousand organizations, 25 per page. */
const MAX_ORGANIZATION_PAGES = 40;

const billsScope: Scope = 'money_out';

/**
 * Maximum size of a page with one item, bytes. It is larger than `MAX_BODY_BYTES`, so that one huge bill does not end
 * its list.
 */
const MAX_BYTES_OF_ONE = 32 * 1024 * 1024;

interface ReadList<Item extends { readonly id: string }> extends Read {
  readonly resource: Resource;
  readonly schema: ItemSchema<Item>;
  readonly organizationId: string | null;
  readonly scope: Scope | null;
  readonly status?: string;
  readonly limit: number | null;
  readonly after: string | null;
}

export function createServiceClient(call: ServiceCall): ServiceClient {
  /** Organizations with a list that had a cursor. */
  const paged = new Set<string | null>();
  /** Whether the service has rejected an approval because it had no body. */
  let asksForBodies = false;
  /** Whether the service last sent this list as a bare array. */
  const bare = new Map<Resource, boolean>();
  const readPage = async <Item extends { readonly id: string }>(
    asked: ReadList<Item>,
    maxBytes?: number,
  ): Promise<Result<Page<Item>, ServiceError>> => {
    const { maxWaitMs: wait, onBegin, resource, schema, status, limit, after, ...rest } = asked;
    const label = `GET ${apiPaths[resource]}`;
    const isRecheck = asked.priority === 'recheck';
    const answer = await call({
      ...rest,
      method: 'GET',
      label,
      maxBytes,
      path: withQuery(apiPaths[resource], { status: status ?? null, limit, after }),
      maxWaitMs: wait === undefined ? maxWaitMs[asked.priority] : wait,
      beforeSend: async () => succeed(onBegin?.()),
      read: (sent, facts, isCached) => {
        const whole = readReadAnswer(sent, facts);
        if (!whole.ok) return whole;
        if (isCached && isRecheck)
          return fail({ kind: 'cached', technical: `${label}: an answer from a cache` });
        const hasPaged = paged.has(asked.organizationId);
        const known = {
          hasPaged,
          listsBare: bare.get(resource) ?? null,
          isCached,
          quota: facts.quota,
        };
        const page = readList(schema, sent, { resource, label, after, limit, ...known });
        if (!page.ok) return fail({ ...wordsOf(sent, facts), ...page.error });
        if (page.value.items.length > 0) bare.set(resource, isBareList(sent));
        return page;
      },
    });
    if (!answer.ok) return fail(answer.error.error);
    if (answer.value.nextCursor !== null) paged.add(asked.organizationId);
    return answer;
  };

  /** Repeats the request with half the limit while a page is too large, down to one item. */
  const readSmaller = async <Item extends { readonly id: string }>(
    asked: ReadList<Item> & { readonly limit: number },
  ): Promise<Result<Page<Item>, ServiceError>> => {
    for (let limit = asked.limit; ; limit = Math.floor(limit / 2)) {
      const page = await readPage({ ...asked, limit }, limit === 1 ? MAX_BYTES_OF_ONE : undefined);
      if (page.ok || page.error.kind !== 'tooLarge') return page;
      // Not even the next cursor could be read, so the list ends here.
      if (limit === 1) return succeed(tooLargeToRead());
    }
  };

  let names: ReadonlyMap<string, string> = new Map();
  let listing: ReturnType<ServiceClient['organizations']> | null = null;
  const client: ServiceClient = {
    organizationName: (id) => names.get(id) ?? null,
    isListed: async (organizationId) => {
      if (names.has(organizationId)) return succeed(true);
      // Approvals in bulk share one read.
      listing ??= client.organizations({ priority: 'recheck' }).finally(() => (listing = null));
      const read = await listing;
      return read.ok ? succeed(names.has(organizationId)) : read;
    },
    organizations: async (request) => {
      const items = new Map<string, Organization>();
      const malformed: MalformedItem[] = [];
      let after: string | null = null;
      let cutShort: WholeList<Organization>['cutShort'] = null;
      const place = { resource: 'organizations', organizationId: null, scope: null } as const;
      for (let pages = 1; pages <= MAX_ORGANIZATION_PAGES; pages += 1) {
        const page: Result<Page<Organization>, ServiceError> = await readPage({
          ...request,
          ...place,
          schema: sentOrganizationSchema,
          limit: null,
          after,
        });
        // Never a partial list: missing organizations would count as removed.
        if (!page.ok) return page;
        const known = items.size;
        for (const each of page.value.items) if (!items.has(each.id)) items.set(each.id, each);
        malformed.push(...page.value.malformed);
        after = page.value.nextCursor;
        const isShort = (page.value.total ?? 0) > items.size + malformed.length;
        cutShort = page.value.cutShort ?? (after !== null || isShort ? 'noCursor' : null);
        // A cursor that brings no new organization may lead in a circle.
        if (after === null || items.size === known) break;
      }
      names = new Map([...items].map(([id, each]) => [id, organizationName(each)]));
      return succeed({ items: [...items.values()], malformed, cutShort });
    },

    billsPage: (request) =>
      readSmaller({ ...request, resource: 'bills', schema: sentBillSchema, scope: billsScope }),

    invoicesPage: (request) =>
      readSmaller({
        ...request,
        resource: 'invoices',
        schema: sentInvoiceSchema,
        scope: invoicesScope,
      }),

    approveBill: async ({ organizationId, billId, shown, beforeSend }) => {
      const answer = await call({
        method: 'PATCH',
        body: asksForBodies ? '{}' : null,
        path: apiPaths.approveBill(billId),
        label: 'PATCH approve',
        organizationId,
        priority: 'approval',
        maxWaitMs: maxWaitMs.approval,
        scope: billsScope,
        read: (sent, facts) => readApproveAnswer(sent, { ...facts, organizationId, billId, shown }),
        beforeSend,
      });
      // This attempt was rejected and has ended. Only the next one, if the user resends, has a body.
      if (!answer.ok && asksForBody(answer.error.error)) asksForBodies = true;
      return answer;
    },
  };
  return client;
}

function tooLargeToRead<Item>(): Page<Item> {
  const raw = `larger than ${MAX_BYTES_OF_ONE / 1024 / 1024} MB`;
  const malformed = [{ id: null, problems: [`(all): ${raw}`], raw }];
  return { items: [], malformed, nextCursor: null, cutShort: 'tooLarge', isCached: false };
}

function withQuery(path: string, query: Record<string, string | number | null>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) given.set(name, String(value));
  }
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}
