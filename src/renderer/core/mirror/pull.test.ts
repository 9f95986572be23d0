import { IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { aBill } from '../testing/fake-bridge.ts';
import {
  bills,
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

test('a first pull reads bills that may be overdue at once, then payable chains in the order bills move, then history', async () => {
  harness.main.service.get('acme')?.push(aBill('b4', { status: 'paid' }));
  harness.main.pageSize = 1;
  const { workspace } = await harness.start();
  expect({
    timeline: harness.main.timeline,
    bills: bills(workspace),
    pull: workspace.pull.get(),
  }).toEqual({
    timeline: [
      '+0s organizations waiting',
      '+0s page acme/overdue start waiting',
      '+0s page acme/partially_paid start waiting',
      '+0s page acme/open start waiting',
      '+0s page acme/open 1 waiting',
      '+0s page acme/overdue start waiting',
      '+0s page acme/partially_paid start waiting',
      '+0s page acme/paid start background',
      '+0s page acme/void start background',
    ],
    bills: ['b1 open', 'b2 open', 'b3 overdue', 'b4 paid'],
    pull: {
      kind: 'idle',
      group: null,
      pages: 0,
      bills: 0,
      cuts: [],
      expectedBills: 3,
      payableSyncedAtMs: Date.UTC(2026, 0, 1),
      historySyncedAtMs: Date.UTC(2026, 0, 1),
      paused: null,
      retryAtMs: null,
      error: null,
    },
  });
});

test('a cursor that is always refused costs a few requests, is shown, and is tried again later', async () => {
  harness.main.pageSize = 1;
  harness.main.pageFault = ({ after }) =>
    after === null ? null : { kind: 'invalid', technical: '400' };
  const { workspace } = await harness.start();
  const asked = (): number => harness.main.timeline.filter((line) => line.includes('open')).length;
  const first = asked();
  const { kind, error, retryAtMs } = workspace.pull.get();
  await harness.advance(4 * MINUTE_MS);
  const later = asked();
  await harness.advance(2 * MINUTE_MS);
  expect([first, later, asked(), kind, error?.kind, retryAtMs]).toEqual([
    8,
    8,
    16,
    'failed',
    'invalid',
    Date.UTC(2026, 0, 1) + 5 * MINUTE_MS,
  ]);
});

test('a failed page is retried with growing delays, never at once, until it succeeds', async () => {
  harness.main.pageFault = () => ({ kind: 'serverFailed', retryAtMs: null, technical: '500' });
  const { workspace } = await harness.start();
  await harness.advance(HOUR_MS);
  const timeline = harness.main.timeline.filter((line) => line.includes('acme/overdue'));
  const shown = workspace.pull.get().error?.kind;
  harness.main.pageFault = null;
  await harness.advance(6 * MINUTE_MS);
  expect({
    bounded: timeline.length > 12 && timeline.length < 60,
    shown,
    bills: bills(workspace),
    error: workspace.pull.get().error,
  }).toEqual({
    bounded: true,
    shown: 'serverFailed',
    bills: ['b1 open', 'b2 open', 'b3 overdue'],
    error: null,
  });
});

test('a refused sign-in is shown until any request succeeds', async () => {
  const { workspace } = await harness.start();
  const shown = () => workspace.pull.get().error?.status ?? null;
  const retryAtMs = harness.clock.nowMs() + HOUR_MS;
  const error = { kind: 'serverFailed', status: 401, retryAtMs, technical: '401' } as const;
  harness.main.sendFault = () => ({
    ...{ kind: 'notSent', reason: 'serviceFailed', retryAtMs: null },
    error,
  });
  await workspace.commands.approveBills(['b1']);
  await harness.advance(30 * SECOND_MS);
  const refused = shown();
  harness.main.sendFault = null;
  await harness.advance(5 * MINUTE_MS);
  expect([refused, states(workspace), shown()]).toEqual([401, ['b1 confirmed #6'], null]);
});

test('a service that is down is not asked sooner than it says', async () => {
  const retryAtMs = harness.clock.nowMs() + 30 * MINUTE_MS;
  harness.main.pageFault = () => ({ kind: 'serverFailed', retryAtMs, technical: '503' });
  await harness.start();
  await harness.advance(29 * MINUTE_MS);
  const asked = harness.main.timeline.filter((line) => line.includes('acme/overdue'));
  expect(asked.length).toBe(1);
});

test('once the quota is used up, the pull waits for its reset', async () => {
  const retryAtMs = harness.clock.nowMs() + 30 * MINUTE_MS;
  harness.main.pageFault = () =>
    harness.clock.nowMs() < retryAtMs
      ? { kind: 'rateLimited', by: 'service', retryAtMs, technical: '429' }
      : null;
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  const { paused, retryAtMs: shownMs } = workspace.pull.get();
  await harness.advance(30 * MINUTE_MS - 1);
  const before = timeline.since();
  await harness.advance(1);
  expect([paused, shownMs, before, bills(workspace).length]).toEqual(['quota', retryAtMs, [], 3]);
});

test('during a pause of a day, the pull asks once an hour', async () => {
  const retryAtMs = harness.clock.nowMs() + 24 * HOUR_MS;
  harness.main.pageFault = () => ({
    kind: 'rateLimited',
    by: 'service',
    retryAtMs,
    technical: '429',
  });
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  await harness.advance(3 * HOUR_MS);
  const pages = timeline.since().filter((line) => line.includes('page'));
  expect([workspace.pull.get().paused, pages.length]).toEqual(['quota', 3]);
});

test('C-37 a full disk drops history first and says so; payable bills and approvals stay', async () => {
  harness.main.service.get('acme')?.push(aBill('b4', { status: 'paid' }));
  const first = await harness.start();
  const put = IDBObjectStore.prototype.put;
  let isFull = true;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put_(
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (isFull && this.name === 'heads' && Object(value).statuses[0] === 'overdue') {
      isFull = false;
      throw new DOMException('full', 'QuotaExceededError');
    }
    return put.call(this, value, key);
  });
  const bill = harness.main.service.get('acme')?.find(({ status }) => status === 'overdue');
  Object.assign(bill ?? {}, { memo: 'changed, so its page is written' });
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(11 * MINUTE_MS);
  full.mockRestore();
  expect({
    bills: bills(first.workspace),
    paused: first.workspace.pull.get().paused,
    states: states(first.workspace),
  }).toEqual({
    bills: ['b1 open', 'b2 open', 'b3 overdue'],
    paused: 'storageFull',
    states: ['b1 confirmed #1'],
  });
});

test('C-37 an approval on a full disk drops history, and the pull reads none before the next refresh', async () => {
  harness.main.service.get('acme')?.push(aBill('b4', { status: 'paid' }));
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  const readsOfHistory = () => timeline.since().filter((line) => line.includes('acme/paid')).length;
  const before = bills(workspace);
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { approved } = await workspace.commands.approveBills(['b1']);
  full.mockRestore();
  await harness.advance(7 * HOUR_MS);
  const { paused, historySyncedAtMs } = workspace.pull.get();
  const whileFull = { bills: bills(workspace), read: readsOfHistory(), paused, historySyncedAtMs };
  workspace.commands.refresh();
  await harness.advance(MINUTE_MS);
  expect({ approved: approved.length, before, whileFull, after: bills(workspace) }).toEqual({
    approved: 1,
    before: ['b1 open', 'b2 open', 'b3 overdue', 'b4 paid'],
    whileFull: {
      bills: ['b1 open', 'b2 open', 'b3 overdue'],
      read: 0,
      paused: 'storageFull',
      historySyncedAtMs: null,
    },
    after: ['b1 open', 'b2 open', 'b3 overdue', 'b4 paid'],
  });
});

test('C-38 an approval that cannot be stored is not made, and the user sees that', async () => {
  const { workspace } = await harness.start();
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const result = await workspace.commands.approveBills(['b1', 'nobody']);
  full.mockRestore();
  expect([result, states(workspace)]).toEqual([
    {
      approved: [],
      skipped: [
        { billId: 'nobody', why: 'unknownBill' },
        { billId: 'b1', why: 'notSaved' },
      ],
    },
    [],
  ]);
});

test('another organization appears from disk, and the choice is remembered', async () => {
  harness.main.organizations.push({ id: 'other', name: 'Other' });
  harness.main.service.set('other', [aBill('o1')]);
  const first = await harness.start();
  harness.main.isDown = true;
  await first.workspace.commands.selectOrganization('other');
  await settle();
  const shown = [bills(first.workspace), first.workspace.bills.loading.get()];
  first.kill();
  const second = await harness.start();
  expect([shown, second.workspace.organizationId.get(), bills(second.workspace)]).toEqual([
    [['o1 open'], false],
    'other',
    ['o1 open'],
  ]);
});

test('an idle window reads payable bills every ten minutes, and one shown again reads bills older than two', async () => {
  const { visibility } = await harness.start();
  const crawls = harness.timeline();
  await harness.advance(10 * MINUTE_MS);
  visibility.set(false);
  await harness.advance(5 * MINUTE_MS);
  visibility.set(true);
  await harness.advance(SECOND_MS);
  const begun = crawls.since().filter((line) => line.includes('acme/open'));
  expect(begun).toEqual([
    '+600s page acme/open start background',
    '+900s page acme/open start background',
  ]);
});

test('approving skips a bill that is approved already, not payable or missing', async () => {
  harness.main.service.get('acme')?.push(aBill('b4', { status: 'paid' }));
  const { workspace } = await harness.start();
  const results = await Promise.all([
    workspace.commands.approveBills(['b1']),
    workspace.commands.approveBills(['b1', 'b2', 'b2', 'b4', 'nobody']),
  ]);
  expect(
    results.map(({ approved, skipped }) => [approved.map((row) => row.billId), skipped]),
  ).toEqual([
    [['b1'], []],
    [
      ['b2'],
      [
        { billId: 'b1', why: 'alreadyApproved' },
        { billId: 'b4', why: 'notPayable' },
        { billId: 'nobody', why: 'unknownBill' },
      ],
    ],
  ]);
});

test('after a new sign-in, lists that the service refused before it are read at once', async () => {
  harness.main.pageFault = () => ({ kind: 'forbidden', scope: 'money_out', technical: '403' });
  const { workspace } = await harness.start();
  const refused = workspace.pull.get();
  harness.main.pageFault = null;
  harness.main.signIn('sign-in-2');
  await harness.advance(0);
  expect([refused.kind, refused.error?.kind, bills(workspace).length]).toEqual([
    'failed',
    'forbidden',
    3,
  ]);
});

test('C-66 an organization that was closed for a while has its paid bills read', async () => {
  harness.main.service.set('acme', [aBill('b1'), aBill('p1', { status: 'paid' })]);
  harness.main.pageFault = () => ({ kind: 'forbidden', scope: null, technical: '403' });
  const { workspace } = await harness.start();
  harness.main.pageFault = null;
  await harness.advance(6 * MINUTE_MS);
  expect([bills(workspace), workspace.pull.get().cuts]).toEqual([['b1 open', 'p1 paid'], []]);
});

test('C-66 while the list of paid bills is missing, none counts as the first of its vendor', async () => {
  const isPaid = (status: string): boolean => status === 'paid';
  harness.main.pageFault = ({ status }) =>
    isPaid(status) ? { kind: 'forbidden', scope: null, technical: '403' } : null;
  const { workspace } = await harness.start();
  const missing = [...workspace.historyReadOf.get()];
  harness.main.pageFault = null;
  workspace.commands.refresh();
  await harness.advance(MINUTE_MS);
  expect([missing, [...workspace.historyReadOf.get()]]).toEqual([[], ['acme']]);
});

test('after a crash during a crawl, the next start continues at the saved cursor', async () => {
  harness.main.pageSize = 1;
  const answers = harness.main.hold('service.billsPages');
  const first = await harness.start();
  expect(answers.held()).toBe(1);
  answers.release();
  const again = harness.main.hold('service.billsPages');
  await settle();
  first.kill();
  again.release();
  const timeline = harness.timeline();
  const second = await harness.start();
  expect({ timeline: timeline.since().slice(0, 3), bills: bills(second.workspace) }).toEqual({
    timeline: [
      '+0s page acme/partially_paid start waiting',
      '+0s page acme/open start waiting',
      '+0s page acme/open 1 waiting',
    ],
    bills: ['b1 open', 'b2 open', 'b3 overdue'],
  });
});

test('a refused cursor restarts the chain, and the bills read so far stay', async () => {
  harness.main.pageSize = 1;
  let refusals = 1;
  harness.main.pageFault = ({ after }) =>
    after !== null && refusals-- > 0 ? { kind: 'invalid', technical: '400' } : null;
  const { workspace } = await harness.start();
  const pages = harness.main.timeline.filter((line) => line.includes('acme/open'));
  expect({ pages, bills: bills(workspace) }).toEqual({
    pages: [
      '+0s page acme/open start waiting',
      '+0s page acme/open 1 waiting',
      '+0s page acme/open start waiting',
      '+0s page acme/open 1 waiting',
    ],
    bills: ['b1 open', 'b2 open', 'b3 overdue'],
  });
});

test('a malformed item is shown, and the page’s other bills are listed', async () => {
  const item = { id: 'bad', problems: ['total_cents: expected int'], raw: { id: 'bad' } };
  harness.main.malformed.set('acme/open', [item]);
  const { workspace } = await harness.start();
  expect([workspace.malformed.get(), bills(workspace)]).toEqual([
    [item],
    ['b1 open', 'b2 open', 'b3 overdue'],
  ]);
});

/** Marks the bill as paid, and puts it at the end of the service's list of paid bills. */
function payLast(billId: string): void {
  harness.edit(billId, { status: 'paid', amountDueCents: 0 });
  const acme = harness.main.service.get('acme') ?? [];
  const isIt = ({ id }: { readonly id: string }): boolean => id === billId;
  harness.main.service.set('acme', [...acme.filter((bill) => !isIt(bill)), ...acme.filter(isIt)]);
}

function addPaidBills(count: number): void {
  const paid = Array.from({ length: count }, (_, at) => aBill(`p${at}`, { status: 'paid' }));
  harness.main.service.get('acme')?.push(...paid);
}

test('C-98 a refresh finds a bill that others paid: with one request if it is among the newest, else in history', async () => {
  addPaidBills(60);
  const { workspace } = await harness.start();
  const refreshed = async (billId: string) => {
    const timeline = harness.timeline();
    workspace.commands.refresh();
    await harness.advance(MINUTE_MS);
    return {
      history: timeline.since().filter((line) => line.includes('/paid')),
      found: bills(workspace).filter((text) => text.startsWith(`${billId} `)),
      noticed: workspace.annotations.annotationOf('acme', billId)?.paidUnapprovedAtMs !== undefined,
    };
  };
  harness.edit('b1', { status: 'paid', amountDueCents: 0 });
  const newest = await refreshed('b1');
  payLast('b2');
  const head = ['page acme/paid start recheck'];
  const history = [...head, 'page acme/paid start background', 'page acme/paid 50 background'];
  expect([newest, await refreshed('b2')]).toEqual([
    { history: head.map((line) => `+0s ${line}`), found: ['b1 paid'], noticed: true },
    { history: history.map((line) => `+60s ${line}`), found: ['b2 paid'], noticed: true },
  ]);
});

test('C-98 the next start looks for bills that left the payable lists', async () => {
  addPaidBills(60);
  const first = await harness.start();
  payLast('b1');
  first.workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const before = bills(first.workspace);
  first.kill();
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  expect([before.includes('b1 paid'), bills(workspace).includes('b1 paid')]).toEqual([false, true]);
});
