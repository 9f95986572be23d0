import { beforeEach, expect, test } from 'vitest';
import type { SendApproval } from '../../../bridge/approval.ts';
import type { Workspace } from './workspace.ts';
import { aBill } from '../testing/fake-bridge.ts';
import {
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';

const acme = { id: 'acme', name: 'Acme' };
const lumen = { id: 'lumen', name: 'Lumen' };

const harness = harnessOfEachTest();
/** Approvals sent, as "organization bill". */
let sent: string[];
beforeEach(() => {
  harness.main.organizations = [acme, lumen];
  harness.main.service.set('lumen', [aBill('l1', { currency: 'USD' }), aBill('l2')]);
  sent = [];
  harness.main.sendFault = ({ organizationId, snapshot }: SendApproval) => {
    sent.push(`${organizationId} ${snapshot.billId}`);
    return null;
  };
});

/** Bills in memory as "organization bill", sorted by id. */
function shown({ bills }: Workspace): string[] {
  return bills
    .query({ status: null, search: '', sort: 'dueDate', descending: false })
    .map((row) => `${row.organizationId} ${row.bill.id}`)
    .toSorted();
}

const ofAcme = ['acme b1', 'acme b2', 'acme b3'];
const ofBoth = [...ofAcme, 'lumen l1', 'lumen l2'];

/** A renderer with the bills of all organizations on screen, after a complete crawl. */
async function startWithAll(): Promise<Workspace> {
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  await workspace.commands.showAllOrganizations();
  await harness.advance(SECOND_MS);
  return workspace;
}

test('the bills of all organizations are listed together, even after a restart', async () => {
  const { workspace, kill } = await harness.start();
  await harness.advance(MINUTE_MS);
  const one = shown(workspace);
  await workspace.commands.showAllOrganizations();
  await harness.advance(SECOND_MS);
  const all = { bills: shown(workspace), isAll: workspace.allOrganizations.get() };
  kill();
  harness.main.isDown = true;
  const { workspace: next } = await harness.start();
  await harness.advance(SECOND_MS);
  const restarted = { bills: shown(next), isAll: next.allOrganizations.get() };
  await next.commands.selectOrganization('lumen');
  harness.main.isDown = false;
  // Long enough for the organizations to be read again.
  await harness.advance(2 * HOUR_MS);
  const left = { bills: shown(next), isAll: next.allOrganizations.get() };
  expect({ one, all, restarted, left, kept: harness.main.settings.allOrganizations }).toEqual({
    one: ofAcme,
    all: { bills: ofBoth, isAll: true },
    restarted: { bills: ofBoth, isAll: true },
    left: { bills: ['lumen l1', 'lumen l2'], isAll: false },
    kept: false,
  });
});

test('a single organization has no combined list', async () => {
  harness.main.organizations = [acme];
  const workspace = await startWithAll();
  expect([workspace.allOrganizations.get(), harness.main.settings.allOrganizations]).toEqual([
    false,
    false,
  ]);
});

test('W-2 bills of two organizations approved together are each sent to their own', async () => {
  const workspace = await startWithAll();
  const { approved, skipped } = await workspace.commands.approveBills(['b1', 'l2']);
  await harness.advance(10 * SECOND_MS);
  expect({
    batches: new Set(approved.map(({ batchId }) => batchId)).size,
    skipped,
    sent: sent.toSorted(),
    states: states(workspace),
  }).toEqual({
    batches: 1,
    skipped: [],
    sent: ['acme b1', 'lumen l2'],
    states: ['b1 confirmed #1', 'l2 confirmed #1'],
  });
});

test('if bills of two organizations share an id, the first is shown and approved, the other reported', async () => {
  harness.main.service.set('lumen', [aBill('b1', { totalCents: 9, amountDueCents: 9 })]);
  const workspace = await startWithAll();
  const { approved } = await workspace.commands.approveBills(['b1']);
  const observed = workspace.bills.conflictingIds.get();
  await harness.advance(10 * SECOND_MS);
  await workspace.commands.selectOrganization('lumen');
  const alone = { bills: shown(workspace), conflicting: workspace.bills.conflictingIds.get() };
  await workspace.commands.approveBills(['b1']);
  await harness.advance(10 * SECOND_MS);
  expect({
    amounts: approved.map(({ snapshot }) => snapshot.totalCents),
    observed,
    alone,
    sent,
  }).toEqual({
    amounts: [100_00],
    observed: [{ organizationId: 'lumen', billId: 'b1' }],
    alone: { bills: ['lumen b1'], conflicting: [] },
    sent: ['acme b1', 'lumen b1'],
  });
});

test('bills that share an id are shown by the order of the organizations, whichever was chosen last', async () => {
  harness.main.service.set('lumen', [aBill('b1', { totalCents: 9, amountDueCents: 9 })]);
  const workspace = await startWithAll();
  await workspace.commands.selectOrganization('lumen');
  await workspace.commands.showAllOrganizations();
  await harness.advance(SECOND_MS);
  expect([shown(workspace), workspace.bills.conflictingIds.get()]).toEqual([
    ofAcme,
    [{ organizationId: 'lumen', billId: 'b1' }],
  ]);
});

test('a refresh by the user reads the payable bills of every organization, and the status shows the oldest reading', async () => {
  const workspace = await startWithAll();
  await harness.advance(5 * MINUTE_MS);
  const { lumen: ageBefore } = ages();
  const observed = harness.timeline();
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const asked = observed.since().filter((line) => line.includes('/open'));
  expect({
    asked: asked.map((line) => line.replace(/^\+\d+s /, '')),
    isOldest: ageBefore,
    after: ages().lumen,
  }).toEqual({
    asked: ['page acme/open start waiting', 'page lumen/open start waiting'],
    isOldest: 'older',
    after: 'just now',
  });

  function ages(): { readonly lumen: string } {
    const syncedAtMs = workspace.pull.get().payableSyncedAtMs ?? 0;
    return { lumen: harness.clock.nowMs() - syncedAtMs > MINUTE_MS ? 'older' : 'just now' };
  }
});

test('a list that one organization refuses is reported for that organization', async () => {
  harness.main.pageFault = ({ organizationId, status }) =>
    organizationId === 'lumen' && status === 'paid' ? { kind: 'notFound', technical: '404' } : null;
  const workspace = await startWithAll();
  await harness.advance(5 * MINUTE_MS);
  expect([...workspace.cutsIn.get()]).toEqual([
    ['acme', []],
    ['lumen', [{ status: 'paid', listed: 0, why: 'notFound' }]],
  ]);
});

test('a refusal by one organization is shown with its name, and the others are read', async () => {
  harness.main.pageFault = ({ organizationId }) =>
    organizationId === 'lumen' ? { kind: 'notFound', technical: '404' } : null;
  const workspace = await startWithAll();
  await harness.advance(MINUTE_MS);
  const { kind, error, payableSyncedAtMs } = workspace.pull.get();
  expect({
    kind,
    error: error?.kind,
    payableSyncedAtMs,
    failedIn: workspace.pullFailedIn.get(),
    shown: shown(workspace),
  }).toEqual({
    kind: 'failed',
    error: 'notFound',
    payableSyncedAtMs: null,
    failedIn: 'lumen',
    shown: ofAcme,
  });
});

test('the bills of an organization that is gone leave the list, and those of a new one join it', async () => {
  const workspace = await startWithAll();
  const { approved } = await workspace.commands.approveBills(['l1']);
  harness.main.organizations = [acme];
  await harness.advance(2 * HOUR_MS);
  const former = workspace.formerOrganizations.get();
  const lost = () => workspace.lostOrganizations.get();
  const gone = {
    bills: shown(workspace),
    isAll: workspace.allOrganizations.get(),
    former,
    lost: lost(),
  };
  harness.main.organizations = [acme, lumen, { id: 'third', name: 'Third' }];
  harness.main.service.set('third', [aBill('t1')]);
  await harness.advance(2 * HOUR_MS);
  expect({
    approved: approved.length,
    gone,
    back: { bills: shown(workspace), isAll: workspace.allOrganizations.get(), lost: lost() },
    states: states(workspace),
  }).toEqual({
    approved: 1,
    gone: { bills: ofAcme, isAll: false, former: [lumen], lost: ['lumen'] },
    back: { bills: [...ofBoth, 'third t1'], isAll: true, lost: [] },
    states: ['l1 confirmed #1'],
  });
});

test('if the organization on screen is gone, another one is shown, and the lost one is named', async () => {
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const before = workspace.lostOrganizations.get();
  harness.main.organizations = [lumen];
  await harness.advance(2 * HOUR_MS);
  expect([before, workspace.organizationId.get(), workspace.lostOrganizations.get()]).toEqual([
    [],
    'lumen',
    ['acme'],
  ]);
});

test('an organization stays if its list is cut short or has an unreadable entry', async () => {
  const workspace = await startWithAll();
  harness.main.organizations = [acme];
  harness.main.cutShort.add('organizations');
  await harness.advance(2 * HOUR_MS);
  const cutShort = shown(workspace);
  const cut = workspace.organizationsCut.get();
  const { approved } = await workspace.commands.approveBills(['l1']);
  await harness.advance(MINUTE_MS);
  const sentMeanwhile = [...sent];
  harness.main.cutShort.clear();
  harness.main.malformed.set('organizations', [{ id: 'lumen', problems: ['name'], raw: {} }]);
  await harness.advance(2 * HOUR_MS);
  const malformed = shown(workspace);
  harness.main.malformed.clear();
  await harness.advance(2 * HOUR_MS);
  expect({
    ...{ cutShort, cut, approved: approved.length, sentMeanwhile, malformed },
    ...{ gone: shown(workspace), cutAgain: workspace.organizationsCut.get() },
  }).toEqual({
    ...{
      cutShort: ofBoth,
      cut: { listed: 1, why: 'noCursor' },
      approved: 1,
      sentMeanwhile: ['lumen l1'],
      malformed: ofBoth,
    },
    ...{ gone: ofAcme, cutAgain: null },
  });
});

test('W-10 an approval covers the bill on screen at the click, whatever appears afterwards', async () => {
  harness.main.service.set('lumen', [aBill('b2', { totalCents: 9, amountDueCents: 9 })]);
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  // The second approval waits until the first is on disk. Meanwhile the other organization comes on screen.
  const first = workspace.commands.approveBills(['b1']);
  const second = workspace.commands.approveBills(['b2']);
  await workspace.commands.selectOrganization('lumen');
  const approved = [...(await first).approved, ...(await second).approved];
  await harness.advance(10 * SECOND_MS);
  expect({
    places: approved.map((row) => `${row.organizationId} ${row.billId} ${row.snapshot.totalCents}`),
    sent,
  }).toEqual({ places: ['acme b1 10000', 'acme b2 10000'], sent: ['acme b1', 'acme b2'] });
});

test('W-10 held approvals continue when the user chooses other organizations', async () => {
  const workspace = await startWithAll();
  await workspace.commands.approveBills(['b1', 'l1']);
  const held = states(workspace);
  await workspace.commands.selectOrganization('lumen');
  await harness.advance(10 * SECOND_MS);
  expect({ held, after: states(workspace), sent: sent.toSorted() }).toEqual({
    held: ['b1 held #0', 'l1 held #0'],
    after: ['b1 confirmed #1', 'l1 confirmed #1'],
    sent: ['acme b1', 'lumen l1'],
  });
});

test('malformed items of any organization are reported', async () => {
  const item = (id: string) => ({ id, problems: ['total_cents: missing'], raw: { id } });
  harness.main.malformed.set('acme/open', [item('odd-1')]);
  harness.main.malformed.set('lumen/open', [item('odd-2')]);
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const one = workspace.malformed.get().map(({ id }) => id);
  await workspace.commands.showAllOrganizations();
  await harness.advance(SECOND_MS);
  const all = workspace.malformed.get().map(({ id }) => id);
  expect({ one, all }).toEqual({ one: ['odd-1'], all: ['odd-1', 'odd-2'] });
});

test('the end of a session leaves all bills on screen; signing out removes them but keeps the choice', async () => {
  const workspace = await startWithAll();
  harness.main.endSession('refused');
  await harness.advance(SECOND_MS);
  const kept = shown(workspace);
  const { approved } = await workspace.commands.approveBills(['b1', 'l1']);
  const waiting = states(workspace);
  await workspace.commands.signOut('discard');
  await harness.advance(SECOND_MS);
  const out = { bills: shown(workspace), isAll: workspace.allOrganizations.get() };
  harness.main.signIn('sign-in-2');
  await harness.advance(MINUTE_MS);
  expect({
    kept,
    places: approved.map(({ organizationId }) => organizationId),
    waiting,
    out,
    back: { bills: shown(workspace), isAll: workspace.allOrganizations.get() },
    sent,
  }).toEqual({
    kept: ofBoth,
    places: ['acme', 'lumen'],
    waiting: ['b1 held #0', 'l1 held #0'],
    out: { bills: [], isAll: false },
    back: { bills: ofBoth, isAll: true },
    sent: [],
  });
});

test('a list of organizations that cannot be read is an error, never an empty list', async () => {
  harness.main.organizations = [];
  harness.main.malformed.set('organizations', [{ id: null, problems: ['id: missing'], raw: {} }]);
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const { state } = workspace.connectivity.get();
  expect([workspace.pull.get().error?.kind, state]).toEqual(['malformedResponse', 'online']);
});
