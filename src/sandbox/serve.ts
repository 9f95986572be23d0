import { Hono } from 'hono';
import { addApiRoutes } from './api/api-routes.ts';
import { bearerOf } from './api/guards.ts';
import { errorResponse } from './api/service-errors.ts';
import { statusAnswer } from './faults/canned-answer.ts';
import type { Fault, Malformation } from './faults/fault.ts';
import type { FaultPlan, MetFaults } from './faults/fault-plan.ts';
import { translate } from './dialects.ts';
import { addOAuthRoutes } from './oauth/oauth-routes.ts';
import { setQuotaHeaders, viewQuota } from './quota.ts';
import type { Exchange, Service, ServiceEnv } from './service.ts';
import { parseJson } from '../base/parse-json.ts';
import * as z from '../base/zod.ts';

/** Outcome of a request: an answer, or what happens to its connection instead. */
export type Served =
  | { readonly kind: 'answer'; readonly response: Response }
  | { readonly kind: 'refused'; readonly code: string }
  /** The connection breaks before the first byte of the answer. */
  | { readonly kind: 'dropped'; readonly reset: boolean }
  /** The connection breaks after `keepBytes` of the body. */
  | { readonly kind: 'truncated'; readonly response: Response; readonly keepBytes: number };

/** Combines the routes and carries out the faults that need no socket. */
export function createServe(deps: { service: Service; faults: FaultPlan; save: () => void }): {
  serve(request: Request): Promise<Served>;
  close(): void;
} {
  const { service, faults, save } = deps;
  const closing = new AbortController();
  const app = createApp(service);

  const answer = async (request: Request, exchange: Exchange): Promise<Response> => {
    const routed = await translate(
      await app.fetch(request, { exchange }),
      request,
      service.settings().dialect,
    );
    // Saves changes before answering, so that a crash loses no answered request.
    return request.method === 'GET' || trySave(save)
      ? routed
      : errorResponse(500, 'The service could not keep its state.', 'state_not_kept');
  };

  const serve = async (request: Request): Promise<Served> => {
    const { pathname } = new URL(request.url);
    const met = faults.meet(request.method, pathname);
    const refuse = met.get('refuse');
    if (refuse) return { kind: 'refused', code: refuse.code ?? 'ECONNREFUSED' };

    const exchange: Exchange = { faults: met, caller: null };
    const arrivedAtMs = service.clock.nowMs();
    const signInId = signInOf(service, request);
    const see = (status: number | null): void =>
      record(service, request, arrivedAtMs, signInId, met, status);

    const latency = met.get('latency');
    // Continues even if the sender gave up, as a real service would after receiving the request.
    if (latency) await service.clock.sleep(latency.delayMs, closing.signal);
    const dropBefore = met.get('dropBeforeApply');
    if (dropBefore) {
      see(null);
      return { kind: 'dropped', reset: dropBefore.reset ?? false };
    }
    const response = await finish(service, exchange, await answer(request, exchange));
    see(response.status);
    return connectionFault(met, response);
  };

  return { serve, close: () => closing.abort() };
}

function createApp(service: Service): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  addOAuthRoutes(app, service);
  addApiRoutes(app, service);
  app.notFound(() => errorResponse(404, 'There is nothing here.', 'not_found'));
  app.onError(() => errorResponse(500, 'The service failed.', 'server_error'));
  return app;
}

function trySave(save: () => void): boolean {
  try {
    save();
    return true;
  } catch {
    return false;
  }
}

function connectionFault(met: MetFaults, response: Response): Served {
  const dropAfter = met.get('dropAfterApply');
  if (dropAfter) return { kind: 'dropped', reset: dropAfter.reset ?? false };
  const truncate = met.get('truncateBody');
  if (truncate) return { kind: 'truncated', response, keepBytes: truncate.keepBytes ?? 20 };
  return { kind: 'answer', response };
}

/** Adds the headers of every response, and applies faults that change the answer. */
async function finish(service: Service, exchange: Exchange, routed: Response): Promise<Response> {
  const status = exchange.faults.get('status');
  const response = status?.applied ? statusAnswer(status) : routed;
  const headers = new Headers(response.headers);
  const nowMs = service.clock.nowMs();
  const settings = service.settings();
  const offsetMs = settings.clockOffsetMs + (exchange.faults.get('clockOff')?.offsetMs ?? 0);
  if (settings.dialect.quotaHeaders)
    setQuotaHeaders(
      headers,
      viewQuota(exchange.caller?.access ?? null, nowMs, settings),
      nowMs,
      offsetMs,
      settings,
    );
  const wrongType = exchange.faults.get('wrongContentType');
  if (wrongType) headers.set('content-type', wrongType.contentType ?? 'text/html; charset=utf-8');
  const body = response.body === null ? null : await bodyOf(response, exchange.faults, wrongType);
  return new Response(body, { status: response.status, headers });
}

async function bodyOf(
  response: Response,
  faults: MetFaults,
  wrongType: Extract<Fault, { kind: 'wrongContentType' }> | null,
): Promise<string> {
  if (wrongType?.body !== undefined) return wrongType.body;
  const body = await response.text();
  const malformed = faults.get('malformedBill');
  return malformed && response.ok ? spoilItem(body, malformed.how, malformed.position) : body;
}

function signInOf({ grants }: Service, request: Request): string | null {
  const token = bearerOf(request.headers.get('authorization'));
  return token === null ? null : (grants.findAccess(token)?.signIn.id ?? null);
}

function record(
  { ledger }: Service,
  request: Request,
  atMs: number,
  signInId: string | null,
  met: MetFaults,
  status: number | null,
): void {
  const { pathname, search } = new URL(request.url);
  // The query of an OAuth request holds state and challenge, so the ledger omits it.
  const query = pathname.startsWith('/api/') ? search : '';
  const faults = [...met.kinds];
  ledger.seen({ atMs, method: request.method, path: pathname, query, status, signInId, faults });
}

type Item = Readonly<Record<string, unknown>>;

const spoilers: Readonly<Record<Malformation, (item: Item) => unknown>> = {
  missingId: (item) => without(item, 'id'),
  textAmount: (item) => ({ ...item, total_cents: '12.50' }),
  fractionalAmount: (item) => ({ ...item, amount_due_cents: 1250.5 }),
  missingStatus: (item) => without(item, 'status'),
  missingCurrency: (item) => without(item, 'currency'),
  wrongObject: (item) => ({ ...item, object: 'invoice' }),
  nullInPlace: () => null,
  textInPlace: () => 'bill',
};

function without(item: Item, field: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== field));
}

const listSchema = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });

/** Corrupts one item of a list body. An empty list or another body stays unchanged. */
function spoilItem(body: string, how: Malformation, position = 0): string {
  const parsed = listSchema.safeParse(parseJson(body));
  if (!parsed.success || parsed.data.data.length === 0) return body;
  const at = Math.min(position, parsed.data.data.length - 1);
  const data = parsed.data.data.map((item, index) => (index === at ? spoilers[how](item) : item));
  return JSON.stringify({ ...parsed.data, data });
}
