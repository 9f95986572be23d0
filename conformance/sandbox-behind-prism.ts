import { deepStrictEqual, ok } from 'node:assert/strict';
import { succeed } from '../src/base/result.ts';
import { billStatuses, BILLS_PAGE_LIMIT } from '../src/contract/bill.ts';
import { createClientUnderTest } from './client-under-test.ts';
import type { ClientUnderTest } from './client-under-test.ts';
import { startProxy } from './prism.ts';
import type { Report } from './report.ts';
import { organizationsOf, signInToSandbox, startSandbox } from './sandbox-process.ts';

const opponent = 'Prism proxy';
const organizations = 'GET /api/v1/me/organizations';
const invoices = 'GET /api/v1/invoices';
const bills = 'GET /api/v1/bills';
const approve = 'PATCH /api/v1/bills/{id}/approve';

/** The sandbox behind a proxy, with a token that is good. */
interface Field {
  readonly url: string;
  readonly token: string;
  readonly organizationIds: readonly string[];
}

/** Client and sandbox talk through Prism, which holds both to the OpenAPI document. */
export async function sandboxBehindPrism(report: Report): Promise<void> {
  const sandbox = await startSandbox({ requestsPerWindow: 1_000_000 });
  const proxy = await startProxy(sandbox.url);
  try {
    const { url } = proxy;
    const token = await signInToSandbox(sandbox.url, ['money_out', 'money_in'], url);
    const field = { url, token, organizationIds: await organizationsOf(url, token) };
    await checkReads(report, field);
    await checkApprovals(report, field);
    const bare = await signInToSandbox(sandbox.url, [], url);
    await checkRefusals(report, field, bare);
  } finally {
    await proxy.stop();
    await sandbox.stop();
  }
}

/** Uses the client and then demands that Prism had nothing to say about either side. */
async function through(
  { url, token }: Field,
  use: (client: ClientUnderTest) => Promise<void>,
): Promise<void> {
  const client = createClientUnderTest({ serviceUrl: url, tokens: [token] });
  try {
    await use(client);
    ok(client.exchanges.length > 0, 'nothing was sent');
    deepStrictEqual(
      client.exchanges.filter(({ violations }) => violations.length > 0),
      [],
    );
  } finally {
    client.api.close();
  }
}

async function checkReads(report: Report, field: Field): Promise<void> {
  const ask = (operation: string, check: string, use: (client: ClientUnderTest) => Promise<void>) =>
    report.check({ operation, check, opponent }, () => through(field, use));
  const [organizationId = ''] = field.organizationIds;

  await ask(organizations, 'all of them, none malformed', async ({ api }) => {
    const answer = await api.organizations({ priority: 'waiting' });
    ok(answer.ok);
    deepStrictEqual(
      answer.value.items.map(({ id }) => id),
      field.organizationIds,
    );
    deepStrictEqual(answer.value.malformed, []);
  });

  const { least, byDefault, most } = BILLS_PAGE_LIMIT;
  for (const limit of [least, byDefault, most]) {
    for (const status of billStatuses) {
      await ask(bills, `status=${status}, limit=${limit}, followed to the end`, async ({ api }) => {
        const found = await crawl((after) =>
          api.billsPage({ organizationId, priority: 'waiting', status, limit, after }),
        );
        ok(
          found.every((bill) => bill.status === status),
          'a bill of another status',
        );
      });
    }
    await ask(invoices, `limit=${limit}, followed to the end`, async ({ api }) => {
      await crawl((after) =>
        api.invoicesPage({ organizationId, priority: 'waiting', limit, after }),
      );
    });
  }
}

type PageOf<Item> = {
  readonly items: readonly Item[];
  readonly malformed: readonly unknown[];
  readonly nextCursor: string | null;
};
type PageAnswer<Item> = { ok: true; value: PageOf<Item> } | { ok: false; error: unknown };

/** A crawl longer than this is cut: it has shown what it can. */
const MOST_PAGES = 40;

/** Follows the cursors. @returns every item met, each once */
async function crawl<Item extends { readonly id: string }>(
  page: (after: string | null) => Promise<PageAnswer<Item>>,
): Promise<readonly Item[]> {
  const found = new Map<string, Item>();
  let after: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const answer: PageAnswer<Item> = await page(after);
    ok(answer.ok, answer.ok ? '' : JSON.stringify(answer.error));
    deepStrictEqual(answer.value.malformed, []);
    for (const item of answer.value.items) {
      ok(!found.has(item.id), 'an item came twice');
      found.set(item.id, item);
    }
    after = answer.value.nextCursor;
    if (after === null) break;
  }
  ok(found.size > 0, 'the list is empty');
  return [...found.values()];
}

async function checkApprovals(report: Report, field: Field): Promise<void> {
  const [organizationId = '', otherOrganization = ''] = field.organizationIds;
  const beforeSend = () => Promise.resolve(succeed(undefined));
  const firstBill = async ({ api }: ClientUnderTest, status: string): Promise<string> => {
    const page = await api.billsPage({
      organizationId,
      priority: 'waiting',
      status,
      limit: 1,
      after: null,
    });
    return page.ok ? (page.value.items[0]?.id ?? '') : '';
  };

  const expected: Readonly<Record<string, string>> = {
    open: 'approved',
    overdue: 'approved',
    partially_paid: 'approved',
    paid: 'validationFailed',
    void: 'validationFailed',
  };
  for (const [status, result] of Object.entries(expected)) {
    await report.check(
      { operation: approve, check: `a bill that is ${status}: ${result}`, opponent },
      () =>
        through(field, async (client) => {
          const billId = await firstBill(client, status);
          const answer = await client.api.approve({ organizationId, billId, beforeSend });
          if (answer.ok) deepStrictEqual([answer.value.bill?.id, result], [billId, 'approved']);
          else {
            deepStrictEqual(answer.error.error.kind, result);
            ok(
              'details' in answer.error.error && answer.error.error.details !== null,
              'no details',
            );
          }
        }),
    );
  }

  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const [check, of, id] of [
    ['a bill nobody has: notFound', organizationId, unknown],
    ['an identifier with odd signs: notFound', organizationId, 'a b/c?d#é'],
    ['a bill of another organization: notFound', otherOrganization, null],
  ] as const) {
    await report.check({ operation: approve, check, opponent }, () =>
      through(field, async (client) => {
        const billId = id ?? (await firstBill(client, 'open'));
        const answer = await client.api.approve({ organizationId: of, billId, beforeSend });
        deepStrictEqual(answer.ok ? 'approved' : answer.error.error.kind, 'notFound');
      }),
    );
  }
}

async function checkRefusals(report: Report, field: Field, bare: string): Promise<void> {
  const [organizationId = ''] = field.organizationIds;
  const ask = async (
    of: Field,
    given: { organizationId: string; after?: string; limit?: number },
  ) => {
    let kind = 'a page';
    await through(of, async ({ api }) => {
      const page = {
        priority: 'waiting',
        status: 'open',
        limit: 1,
        after: null,
        ...given,
      } as const;
      const answer = await api.billsPage(page);
      if (!answer.ok) kind = answer.error.kind;
    });
    return kind;
  };
  const cases = [
    [
      'a token nobody was given: unauthenticated',
      'unauthenticated',
      { ...field, token: 'made-up' },
      {},
    ],
    ['a token without money_out: forbidden', 'forbidden', { ...field, token: bare }, {}],
    ['a cursor nobody was given: invalid', 'invalid', field, { after: 'made-up' }],
    [
      'an organization that is not there: notFound',
      'notFound',
      field,
      { organizationId: '00000000-0000-4000-8000-000000000000' },
    ],
  ] as const;
  for (const [check, kind, of, given] of cases) {
    await report.check({ operation: bills, check, opponent }, async () => {
      deepStrictEqual(await ask(of, { organizationId, ...given }), kind);
    });
  }
}
