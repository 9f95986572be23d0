import { deepStrictEqual, ok } from 'node:assert/strict';
import { z } from 'zod';
import { succeed } from '../src/base/result.ts';
import { billStatuses, BILLS_PAGE_LIMIT } from '../src/contract/bill.ts';
import { envelopeSchema } from '../src/contract/envelope.ts';
import type { ServiceError } from '../src/contract/service-error.ts';
import { createClientUnderTest } from './client-under-test.ts';
import type { ClientUnderTest, Exchange } from './client-under-test.ts';
import { startMock } from './prism.ts';
import type { Report } from './report.ts';

const organizationId = '5fdc8a52-4b53-44b7-8f2e-2ad9c20f4a0c';
const billId = '0b8a4c1e-6a55-4d0f-9d59-0d6f5f9f9a11';

/** What came of a call: a value, or the error, in one form for all operations. */
type Outcome =
  | { readonly value: unknown }
  | { readonly error: ServiceError; readonly sent?: boolean };

interface Operation {
  readonly name: string;
  /** The scope a 403 asks for; null where none is known. */
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
  const answer = await api.approve({ organizationId, billId, beforeSend });
  return answer.ok ? { value: answer.value } : answer.error;
}

function outcomeOf(
  answer: { ok: true; value: unknown } | { ok: false; error: ServiceError },
): Outcome {
  return answer.ok ? { value: answer.value } : { error: answer.error };
}

/** Answers made up from the document's schemas, each from its own seed. */
const seeds = Array.from({ length: 25 }, (_, index) => index + 1);

/** The client against Prism, which answers from the OpenAPI document and looks at each request. */
export async function clientAgainstPrism(report: Report): Promise<void> {
  const mock = await startMock();
  const ask = (prefer: string) =>
    createClientUnderTest({ serviceUrl: mock.url, headers: { prefer } });
  try {
    for (const operation of operations) {
      for (const status of operation.errors) await checkError(report, operation, status, ask);
    }
    await checkOrganizations(report, ask);
    await checkLists(report, ask);
    await checkApprove(report, ask);
  } finally {
    await mock.stop();
  }
}

type Ask = (prefer: string) => ClientUnderTest;

async function checkError(report: Report, operation: Operation, status: number, ask: Ask) {
  const forms = [
    { form: 'the example', prefer: [`code=${status}`] },
    {
      form: `${seeds.length} made-up bodies`,
      prefer: seeds.map((seed) => `code=${status}, dynamic=true, seed=${seed}`),
    },
  ];
  for (const { form, prefer } of forms) {
    const question = {
      operation: operation.name,
      check: `${status} becomes ${kinds[status]}, ${form}`,
      peer: 'Prism mock',
    };
    await report.check(question, async () => {
      for (const each of prefer) {
        const client = ask(each);
        const outcome = await operation.call(client);
        client.api.close();
        const { exchanges, sessionCalls } = client;
        const requests = exchanges.length;
        deepStrictEqual(
          { ...factsOf(outcome), requests, sessionCalls },
          expectedError(operation, status, exchanges.at(-1)),
          `for ${each}`,
        );
      }
    });
  }
}

const kinds: Readonly<Record<number, ServiceError['kind']>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  422: 'validationFailed',
  429: 'rateLimited',
  500: 'serverFailed',
};

/** The error without what depends on the time. */
function factsOf(outcome: Outcome): Record<string, unknown> {
  if (!('error' in outcome)) return { ...outcome };
  const { technical, ...error } = outcome.error;
  ok(technical.length > 0, 'an error says nothing technical');
  if (error.kind === 'rateLimited') ok(error.retryAtMs > 0, 'retryAtMs is missing');
  const timeless = error.kind === 'rateLimited' ? { ...error, retryAtMs: 'some time' } : error;
  return { error: timeless, sent: outcome.sent };
}

const errorSchema = z.object({
  error: z.string(),
  code: z.string().optional(),
  details: z.unknown().optional(),
  error_description: z.string().optional(),
});

function expectedError(
  { name, scope }: Operation,
  status: number,
  last: Exchange | undefined,
): Record<string, unknown> {
  const body = errorSchema.parse(last?.body);
  const { error_description: description } = body;
  const code = description ? body.error : body.code;
  const more: Readonly<Record<number, Record<string, unknown>>> = {
    403: { scope },
    422: { details: body.details ?? null },
    429: { by: 'service', retryAtMs: 'some time' },
    500: { retryAtMs: null },
  };
  const refused = status === 401;
  return {
    error: {
      kind: kinds[status],
      status,
      message: clipped(description || body.error),
      ...(code ? { code: clipped(code) } : {}),
      ...more[status],
    },
    // A request that was refused for its token was not carried out.
    sent: name.startsWith('PATCH') ? !refused : undefined,
    requests: refused ? 2 : 1,
    sessionCalls: refused ? ['renew 1', 'end 2'] : [],
  };
}

function clipped(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 299)}…`;
}

async function checkOrganizations(report: Report, ask: Ask): Promise<void> {
  const operation = 'GET /api/v1/me/organizations';
  const peer = 'Prism mock';
  const named = { id: organizationId, name: 'Harbour Glass' };
  const forms = { envelope: [named], data: [{ id: organizationId }], bare: [named] };
  for (const [form, items] of Object.entries(forms)) {
    await report.check({ operation, check: `read from the form "${form}"`, peer }, async () => {
      const { api } = ask(`example=${form}`);
      const answer = await api.organizations({ priority: 'waiting' });
      api.close();
      deepStrictEqual(answer, succeed({ items, malformed: [] }));
    });
  }
  const check = `${seeds.length} bodies of any JSON: a list or malformedResponse`;
  await report.check({ operation, check, peer }, async () => {
    for (const seed of seeds) {
      const { api } = ask(`dynamic=true, seed=${seed}`);
      const answer = await api.organizations({ priority: 'waiting' });
      api.close();
      ok(answer.ok || answer.error.kind === 'malformedResponse', JSON.stringify(answer));
    }
  });
}

async function checkLists(report: Report, ask: Ask): Promise<void> {
  const { least, most, byDefault } = BILLS_PAGE_LIMIT;
  const pages = [least, byDefault, most].flatMap((limit) =>
    [null, 'a cursor+with/odd=signs&é'].map((after) => ({ ...read, limit, after })),
  );
  const check = `${pages.length * (seeds.length + 1)} pages, every item kept`;
  await checkPages(report, { operation: 'GET /api/v1/invoices', check }, ask, {
    calls: pages.map(
      (page) =>
        ({ api }) =>
          api.invoicesPage(page),
    ),
    areBills: false,
  });
  for (const status of billStatuses) {
    const bills = {
      operation: 'GET /api/v1/bills',
      check: `status=${status}, ${check}, read or malformed`,
    };
    await checkPages(report, bills, ask, {
      calls: pages.map(
        (page) =>
          ({ api }) =>
            api.billsPage({ ...page, status }),
      ),
      areBills: true,
    });
  }
  const beyond = { operation: 'GET /api/v1/bills', check: 'the mock refuses limit=51 (it looks)' };
  await report.check({ ...beyond, peer: 'Prism mock' }, async () => {
    const { api } = ask('code=200');
    const answer = await api.billsPage({ ...firstPage, limit: most + 1, status: 'open' });
    api.close();
    deepStrictEqual(answer.ok, false);
  });
}

type PageAnswer = Awaited<ReturnType<ClientUnderTest['api']['invoicesPage']>>;

async function checkPages(
  report: Report,
  { operation, check }: { operation: string; check: string },
  ask: Ask,
  rule: {
    readonly calls: readonly ((client: ClientUnderTest) => Promise<PageAnswer>)[];
    readonly areBills: boolean;
  },
): Promise<void> {
  const madeUp = seeds.map((seed) => `dynamic=true, seed=${seed}`);
  await report.check({ operation, check, peer: 'Prism mock' }, async () => {
    for (const call of rule.calls) {
      for (const prefer of ['code=200', ...madeUp]) {
        const client = ask(prefer);
        const answer = await call(client);
        client.api.close();
        const [exchange] = client.exchanges;
        deepStrictEqual(pageFacts(answer), expectedPage(exchange, rule), `for ${prefer}`);
      }
    }
  });
}

function pageFacts(answer: PageAnswer): Record<string, unknown> {
  if (!answer.ok) return { kind: answer.error.kind };
  const { items, malformed, nextCursor, cutShort } = answer.value;
  return { items, malformed: malformed.map(({ raw }) => raw), nextCursor, cutShort };
}

/** Every item of the body, read or kept as malformed; "more" without where cuts the list short. */
function expectedPage(exchange: Exchange | undefined, rule: { areBills: boolean }) {
  deepStrictEqual(exchange?.status, 200, `Prism refused the request: ${JSON.stringify(exchange)}`);
  const { data, meta } = envelopeSchema.parse(exchange?.body);
  const hasMore = meta?.has_more === true;
  const nextCursor = (hasMore && meta.next_cursor) || null;
  const { items, malformed } = sorted(data, rule.areBills ? readableBill : readableItem);
  return {
    items,
    malformed,
    nextCursor,
    cutShort: hasMore && nextCursor === null,
  };
}

const readableItem = z.looseObject({ id: z.string().min(1) });
/** The document allows any three characters for a currency; letters are read, in upper case. */
const readableBill = readableItem.extend({
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .toUpperCase(),
});

function sorted(sent: readonly unknown[], readable: z.ZodType) {
  const parsed = sent.map((item) => readable.safeParse(item));
  return {
    items: parsed.flatMap((each) => (each.success ? [each.data] : [])),
    malformed: sent.filter((_, at) => parsed[at]?.success === false),
  };
}

async function checkApprove(report: Report, ask: Ask): Promise<void> {
  const operation = 'PATCH /api/v1/bills/{id}/approve';
  const peer = 'Prism mock';
  await report.check({ operation, check: '204 is success without a bill', peer }, async () => {
    const client = ask('code=204');
    const outcome = await approve(client);
    client.api.close();
    deepStrictEqual(outcome, { value: { bill: null } });
  });
  const check = `${seeds.length} bodies of any JSON are success, none is taken for the bill`;
  await report.check({ operation, check, peer }, async () => {
    for (const seed of seeds) {
      const client = ask(`code=200, dynamic=true, seed=${seed}`);
      const outcome = await approve(client);
      client.api.close();
      deepStrictEqual(outcome, { value: { bill: null } });
    }
  });
}
