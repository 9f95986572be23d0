import { expect, test } from 'vitest';
import { sentBillSchema } from '../../src/contract/items/sent-items.ts';
import { apiPaths, headerNames } from '../../src/contract/wire-names.ts';
import { SNOOZED_SAMPLE_MEMO } from '../../src/contract/sample.ts';
import { createFlagIndex } from '../../src/renderer/core/bills/flags/flag-index.ts';
import type { Flag } from '../../src/renderer/core/model/flag.ts';
import type { FindName } from '../../src/sandbox/company/finds.ts';
import { companiesWithFinds } from '../../src/sandbox/company/sample-companies.ts';
import { withSurprises } from '../../src/sandbox/surprises.ts';
import { createSandboxHarness, SANDBOX_URL } from '../../src/sandbox/testing/harness.ts';

const days = ['2024-02-29', '2026-03-10', '2026-11-22', '2027-01-01'];

const flagsToFind: Readonly<Record<FindName, readonly string[]>> = {
  changes: [],
  exactDuplicate: ['duplicate exact'],
  tenfold: ['unusualAmount high'],
  isRejected: [],
  newVendor: ['firstOfVendor'],
  nearDuplicate: ['duplicate near'],
  isUnanswered: [],
  doubled: ['unusualAmount high'],
  firstDuplicate: ['duplicate near'],
  secondDuplicate: ['duplicate near'],
  dueAboveTotal: ['dueAboveTotal'],
  tenth: ['unusualAmount low'],
  dueBeforeDate: ['dueBeforeDate'],
  snoozed: [],
};

const nameOf = (flag: Flag): string =>
  [flag.kind, 'strength' in flag && flag.strength, 'direction' in flag && flag.direction]
    .filter(Boolean)
    .join(' ');

test.each(days)('flags find exactly the prepared cases in the sample, made for %s', (day) => {
  const { companies, finds } = companiesWithFinds(day);
  const bills = companies[0]?.bills ?? [];
  const index = createFlagIndex();
  for (const bill of bills) index.put(bill.id, sentBillSchema.parse(bill));
  const names = new Map(Object.entries(finds).map(([name, { id }]) => [id, name]));
  const found = bills.flatMap(({ id }) => {
    const flags = index.flagsOf(id, true).map(nameOf);
    return names.has(id) || flags.length > 0 ? [[names.get(id) ?? id, flags] as const] : [];
  });
  const paid = index
    .flagsOf(finds.exactDuplicate.id, true)
    .flatMap((flag) =>
      flag.kind === 'duplicate' ? bills.filter(({ id }) => flag.otherIds.includes(id)) : [],
    );
  expect([Object.fromEntries(found), paid.map(({ status }) => status)]).toEqual([
    flagsToFind,
    ['paid'],
  ]);
});

test.each(days)(
  'a new user meets the first flag at the third bill and all within thirty, made for %s',
  (day) => {
    const { companies, finds } = companiesWithFinds(day);
    const inbox = (companies[0]?.bills ?? [])
      .filter(({ status }) => status !== 'paid' && status !== 'void')
      .toSorted((a, b) => a.due_date.localeCompare(b.due_date));
    const places = Object.values(finds).map(({ id }) => inbox.findIndex((bill) => bill.id === id));
    expect([Math.min(...places) >= 2, Math.max(...places) < 45, places.length]).toEqual([
      true,
      true,
      14,
    ]);
    expect(inbox.filter(({ memo }) => memo === SNOOZED_SAMPLE_MEMO)).toEqual([finds.snoozed]);
  },
);

test('the sample changes a bill after it was read, rejects one approval and loses one answer; the second try succeeds', async () => {
  const { companies, finds } = companiesWithFinds('2026-03-10');
  const [company] = companies;
  const { sandbox, signIn } = createSandboxHarness({ companies });
  const { accessToken } = await signIn();
  const surprising = withSurprises(sandbox, finds);
  const ask = async (path: string, method = 'GET') => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      [headerNames.organizationId]: company?.id ?? '',
      [headerNames.contentType]: 'application/json',
    };
    const served = await surprising.serve(new Request(SANDBOX_URL + path, { method, headers }));
    return served.kind === 'answer' ? served.response.status : served.kind;
  };
  const approve = (name: FindName) => ask(apiPaths.approveBill(finds[name].id), 'PATCH');
  const isChanged = () => sandbox.bill(finds.changes.id)?.memo !== finds.changes.memo;

  const changed = [];
  for (const status of ['open', 'overdue', 'overdue', 'overdue']) {
    await ask(`${apiPaths.bills}?status=${status}`);
    changed.push(isChanged());
  }
  const tries = ['isRejected', 'isRejected', 'isUnanswered', 'isUnanswered'] as const;
  const answers = [];
  for (const name of tries) answers.push(await approve(name));
  expect([changed, answers]).toEqual([
    [false, false, true, true],
    [422, 200, 'dropped', 200],
  ]);
});
