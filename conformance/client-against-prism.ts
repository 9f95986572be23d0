import { deepStrictEqual, ok } from 'node:assert/strict';
import { z } from 'zod';
import { succeed } from '../src/base/result.ts';
import { BILLS_PAGE_LIMIT, type Bill } from '../src/contract/bill.ts';
import { billStatuses } from '../src/contract/wire-names.ts';
import type { ServiceError } from '../src/contract/service-error.ts';
import { createClientUnderTest, type ClientUnderTest, type Exchange } from './client-under-test.ts';
import { startPrism } from './processes.ts';
import type { Report } from './report.ts';

const organizationId = '5fdc8a52-4b53-44b7-8f2e-2ad9c20f4a0c';
const billId = '0b8a4c1e-6a55-4d0f-9d59-0d6f5f9f9a11';

/** Result of a call, a value or the error, in one form for all operations. */
type Outcome =
  | { readonly value: unknown }
  | { readonly error: ServiceError; readonly sent?: boolean };

interface Operation {
  readonly name: string;
  /** The scope a 403 requires; null if unknown. */
  readonly scope: string | null;
  readonly errors: readonly number[];
  call(client: ClientUnderTest): Promise<Outcome>;
}

const read = { organizationId, priority: 'waiting' } as const;
const firstPage = { ...read, limit: BILLS_PAGE_LIMIT.most, after: null };

const operations: readonly Operation[] = [
  {
    name: 'GET /api/v1/me/organizations',
    scope: null,
    errors: [401, 403, 429, 500],
    call: async ({ api }) => outcomeOf(await api.organizations({ priority: 'waiting' })),
  },
  {
    name: 'GET /api/v1/invoices',
    scope: 'money_in',
    errors: [400, 401, 403, 404, 422, 429, 500],
    call: async ({ api }) => outcomeOf(await api.invoicesPage(firstPage)),
  },
  {
    name: 'GET /api/v1/bills',
    scope: 'money_out',
    errors: [400, 401, 403, 404, 422, 429, 500],
    call: async ({ api }) => outcomeOf(await api.billsPage({ ...firstPage, status: 'open' })),
  },
  {
    name: 'PATCH /api/v1/bills/{id}/approve',
    scope: 'money_out',
    errors: [400, 401, 403, 404, 422, 429, 500],
    call: approve,
  },
];

async function approve({ api }: ClientUnderTest): Promise<Outcome> {
  const beforeSend = () => Promise.resolve(succeed(undefined));
  const answer = await api.approveBill({ organizationId, billId, beforeSend });
  return answer.ok ? { value: answer.value } : answer.error;
}

function outcomeOf(
  answer: { ok: true; value: unknown } | { ok: false; error: ServiceError },
): Outcome {
  return answer.ok ? { value: answer.value } : { error: answer.error };
}

/** Answers generated from the document's schemas, each from its own seed. */
const seeds = Array.from({ length: 25 }, (_, index) => index + 1);

/** The client against Prism, which answers from the OpenAPI document and validates each request. */
export async function clientAgainstPrism(report: Report): Promise<void> {
  const mock = await startPrism();
  const against: Mock = {
    check: (operation, check, action) =>
      report.check({ operation, check, peer: 'Prism mock' }, action),
    ask: async (prefer, call) => {
      const client = createClientUnderTest({ serviceUrl: mock.url, headers: { prefer } });
      try {
        return await call(client);
      } finally {
        client.api.close();
      }
    },
  };
  try {
    for (const operation of operations) {
      for (const status of operation.errors) await checkError(against, operation, status);
    }
    await checkOrganizations(against);
    await checkLists(against);
    await checkApprove(against);
  } finally {
    await mock.stop();
  }
}

interface Mock {
  check(operation: string, check: string, action: () => Promise<void>): Promise<void>;
  /** Calls the mock once. It answers according to the header `Prefer`. */
  ask<Value>(prefer: string, call: (client: ClientUnderTest) => Promise<Value>): Promise<Value>;
}

async function checkError({ check, ask }: Mock, operation: Operation, status: number) {
  const madeUp = seeds.map((seed) => `code=${status}, dynamic=true, seed=${seed}`);
  const forms = [
    ['the example', [`code=${status}`]],
    [`${seeds.length} made-up bodies`, madeUp],
  ] as const;
  for (const [form, prefer] of forms) {
    await check(operation.name, `${status} becomes ${kinds[status]}, ${form}`, async () => {
      for (const each of prefer) {
        await ask(each, async (client) => {
          const outcome = await operation.call(client);
          const { exchanges, sessionCalls } = client;
          deepStrictEqual(
            { ...factsOf(outcome), requests: exchanges.length, sessionCalls },
            expectedError(operation, status, exchanges.at(-1)),
            `for ${each}`,
          );
        });
      }
    });
  }
}

const kinds: Readonly<Record<number, ServiceError['kind']>> = {
  400: 'invalid',
  401: 'serverFailed',
  403: 'forbidden',
  404: 'notFound',
  422: 'validationFailed',
  429: 'rateLimited',
  500: 'serverFailed',
};

/** The error without facts that depend on the time. */
function factsOf(outcome: Outcome): Record<string, unknown> {
  if (!('error' in outcome)) return { ...outcome };
  const { technical, ...error } = outcome.error;
  ok(technical.length > 0, 'an error says nothing technical');
  if (error.kind === 'rateLimited') ok(error.retryAtMs > 0, 'retryAtMs is missing');
  const hasTime = 'retryAtMs' in error && error.retryAtMs !== null;
  const timeless = hasTime ? { ...error, retryAtMs: 'some time' } : error;
  return { error: timeless, sent: outcome.sent };
}

const errorSchema = z.object({
  error: z.string(),
  code: z.string().optional(),
  details: z.unknown().optional(),
  error_description: z.string().optional(),
});

/** The document has objects of plain values here: one line each. */
function detailLines(details: unknown): readonly string[] {
  return Object.entries(z.record(z.string(), z.unknown()).parse(details ?? {})).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
}

function expectedError(
  { name, scope }: Operation,
  status: number,
  last: Exchange | undefined,
): Record<string, unknown> {
  const body = errorSchema.parse(last?.body);
  const { error_description: description } = body;
  const code = description ? body.error : body.code;
  // An OAuth code is not readable text, unless it looks like some.
  const isCode = /^\S*_\S*$/.test(body.error);
  const words = isCode && description ? [description] : [body.error, description];
  const message = words.filter(Boolean).join('. ');
  const more: Readonly<Record<number, Record<string, unknown>>> = {
    401: { retryAtMs: 'some time' },
    403: { scope },
    422: { details: detailLines(body.details) },
    429: { by: 'service', retryAtMs: 'some time' },
    500: { retryAtMs: null },
  };
  const refused = status === 401;
  return {
    error: {
      kind: kinds[status],
      status,
      message: clipped(message),
      ...(code ? { code: clipped(code) } : {}),
      ...more[status],
    },
    // A request refused for its token was not carried out.
    sent: name.startsWith('PATCH') ? !refused : undefined,
    requests: refused ? 2 : 1,
    sessionCalls: refused ? ['renew 1'] : [],
  };
}

function clipped(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 299)}…`;
}

async function checkOrganizations({ check, ask }: Mock): Promise<void> {
  const operation = 'GET /api/v1/me/organizations';
  const organizations = (prefer: string) =>
    ask(prefer, ({ api }) => api.organizations({ priority: 'waiting' }));
  const named = { id: organizationId, name: 'Harbour Glass' };
  const forms = { envelope: [named], data: [{ ...named, name: null }], bare: [named] };
  for (const [form, items] of Object.entries(forms)) {
    await check(operation, `read from the form "${form}"`, async () =>
      deepStrictEqual(
        await organizations(`example=${form}`),
        succeed({ items, malformed: [], cutShort: null }),
      ),
    );
  }
  const anyJson = `${seeds.length} bodies of any JSON: a list or malformedResponse`;
  await check(operation, anyJson, async () => {
    for (const seed of seeds) {
      const answer = await organizations(`dynamic=true, seed=${seed}`);
      ok(answer.ok || answer.error.kind === 'malformedResponse', JSON.stringify(answer));
    }
  });
}

async function checkLists(against: Mock): Promise<void> {
  const { least, most, byDefault } = BILLS_PAGE_LIMIT;
  const pages = [least, byDefault, most].flatMap((limit) =>
    [null, 'a cursor+with/odd=signs&é'].map((after) => ({ ...read, limit, after })),
  );
  const check = `${pages.length * (seeds.length + 1)} pages, every item kept`;
  const invoices = pages.map(
    (page): CallPage =>
      ({ api }) =>
        api.invoicesPage(page),
  );
  await checkPages(against, 'GET /api/v1/invoices', check, invoices, readableItem);
  for (const status of billStatuses) {
    const bills = pages.map(
      (page): CallPage =>
        ({ api }) =>
          api.billsPage({ ...page, status }),
    );
    const ofStatus = `status=${status}, ${check}, read or malformed`;
    await checkPages(against, 'GET /api/v1/bills', ofStatus, bills, readableBill);
  }
  await against.check('GET /api/v1/bills', 'the mock refuses limit=51 (it looks)', async () => {
    const beyond = { ...firstPage, limit: most + 1, status: 'open' };
    deepStrictEqual((await against.ask('code=200', ({ api }) => api.billsPage(beyond))).ok, false);
  });
}

type PageAnswer = Awaited<
  ReturnType<ClientUnderTest['api']['invoicesPage'] | ClientUnderTest['api']['billsPage']>
>;
type CallPage = (client: ClientUnderTest) => Promise<PageAnswer>;

async function checkPages(
  { check, ask }: Mock,
  operation: string,
  what: string,
  calls: readonly CallPage[],
  readable: z.ZodType,
): Promise<void> {
  const madeUp = seeds.map((seed) => `dynamic=true, seed=${seed}`);
  await check(operation, what, async () => {
    for (const call of calls) {
      for (const prefer of ['code=200', ...madeUp]) {
        await ask(prefer, async (client) => {
          const facts = pageFacts(await call(client));
          deepStrictEqual(facts, expectedPage(client.exchanges[0], readable), `for ${prefer}`);
        });
      }
    }
  });
}

function pageFacts(answer: PageAnswer): Record<string, unknown> {
  if (!answer.ok) return { kind: answer.error.kind };
  const { malformed, nextCursor, cutShort } = answer.value;
  const items = answer.value.items.map((item) => (isBill(item) ? asSent(item) : item));
  return { items, malformed: malformed.map(({ raw }) => raw), nextCursor, cutShort };
}

function isBill(item: object): item is Bill {
  return 'totalCents' in item;
}

/** A bill that Billfold has read, with the service's field names. */
function asSent(bill: Bill): Record<string, unknown> {
  const { billNumber, dueDate, createdAt, totalCents, amountDueCents, vendor, ...rest } = bill;
  const { others, ...same } = rest;
  const { others: ofVendor, ...party } = vendor ?? {};
  return given({
    ...others,
    ...same,
    ...{ bill_number: billNumber, due_date: dueDate, created_at: createdAt },
    ...{ total_cents: totalCents, amount_due_cents: amountDueCents },
    vendor: vendor === null ? null : { ...ofVendor, ...given(party) },
  });
}

function given(fields: object): Record<string, unknown> {
  const said = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(said.filter(([name]) => name !== 'object'));
}

const envelopeSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ next_cursor: z.string().nullish(), has_more: z.boolean() }),
});

/** Every item of the body, read or kept as malformed. "More" without a cursor cuts the list short. */
function expectedPage(exchange: Exchange | undefined, readable: z.ZodType) {
  deepStrictEqual(exchange?.status, 200, `Prism refused the request: ${JSON.stringify(exchange)}`);
  const { data, meta } = envelopeSchema.parse(exchange?.body);
  const nextCursor = (meta.has_more && meta.next_cursor) || null;
  const parsed = data.map((item) => readable.safeParse(item));
  return {
    items: parsed.flatMap((each) => (each.success ? [each.data] : [])),
    malformed: data.filter((_, at) => parsed[at]?.success === false),
    nextCursor,
    cutShort: meta.has_more && nextCursor === null ? 'noCursor' : null,
  };
}

const readableItem = z.looseObject({ id: z.string().min(1) });
/** The document allows any three characters for a currency. Billfold reads letters, in upper case. */
const readableBill = readableItem
  .extend({
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .toUpperCase(),
  })
  .transform(given);

async function checkApprove({ check, ask }: Mock): Promise<void> {
  const operation = 'PATCH /api/v1/bills/{id}/approve';
  await check(operation, '204 is success without a bill', async () =>
    deepStrictEqual(await ask('code=204', approve), { value: { bill: null, unread: false } }),
  );
  const anyJson = `${seeds.length} bodies of any JSON: success only where they say nothing`;
  await check(operation, anyJson, async () => {
    for (const seed of seeds) {
      await ask(`code=200, dynamic=true, seed=${seed}`, async (client) => {
        const outcome = await approve(client);
        const body = JSON.stringify(client.exchanges.at(-1)?.body);
        deepStrictEqual(
          'error' in outcome ? outcome.error.kind : 'success',
          body === '{}' || body === 'null' ? 'success' : 'malformedResponse',
          `for ${body}`,
        );
      });
    }
  });
}
