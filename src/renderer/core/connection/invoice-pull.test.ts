import { beforeEach, expect, test } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { sessionOf } from '../testing/fake-bridge.ts';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import type { RendererProcess } from '../testing/renderer-process.ts';
import type { Workspace } from './workspace.ts';
import { harnessOfEachTest, HOUR_MS, SECOND_MS } from '../testing/workspace-harness.ts';

const bothScopes = ['money_out', 'money_in'];

const harness = harnessOfEachTest();
beforeEach(() => {
  harness.main.invoices.set('acme', [
    { id: 'i1', customer: { name: 'Whitcombe' }, total_cents: 125_000 },
    { id: 'i2', memo: 'Élan' },
  ]);
});

/** A renderer whose session may read invoices, with the Invoices screen open. */
async function startOnInvoices(): Promise<RendererProcess> {
  harness.main.signIn('sign-in-1', bothScopes);
  const renderer = await harness.start();
  renderer.workspace.commands.showInvoices(true);
  await settle();
  return renderer;
}

/** Requests for invoices among these lines. */
const asked = (since: string[]): string[] => since.filter((line) => line.includes('/invoices'));

function found(workspace: Workspace, search = ''): string[] {
  return workspace.invoices
    .query(search)
    .map(({ invoice }) => invoice.id)
    .toSorted();
}

test('invoices are not requested until their screen is opened, and then at once', async () => {
  harness.main.signIn('sign-in-1', bothScopes);
  const { workspace } = await harness.start();
  await harness.advance(7 * HOUR_MS);
  const before = asked(harness.main.timeline);
  const timeline = harness.timeline();
  workspace.commands.showInvoices(true);
  await settle();
  expect({
    before,
    after: asked(timeline.since()),
    found: found(workspace),
    pull: workspace.invoicePull.get(),
  }).toEqual({
    before: [],
    after: ['+25200s page acme/invoices start waiting'],
    found: ['i1', 'i2'],
    pull: {
      kind: 'idle',
      pages: 0,
      syncedAtMs: Date.UTC(2026, 0, 1) + 7 * HOUR_MS,
      paused: null,
      retryAtMs: null,
      error: null,
    },
  });
});

test('once their screen was opened, invoices are read rarely in the background, even after a restart', async () => {
  const first = await startOnInvoices();
  first.workspace.commands.showInvoices(false);
  first.kill();
  await harness.start();
  const timeline = harness.timeline();
  await harness.advance(13 * HOUR_MS);
  expect(asked(timeline.since()).map((line) => line.replace(/^\+\d+s /, ''))).toEqual([
    'page acme/invoices start background',
    'page acme/invoices start background',
  ]);
});

test('offline, invoices are shown from disk and can be searched', async () => {
  const first = await startOnInvoices();
  first.kill();
  harness.main.isDown = true;
  const { workspace } = await harness.start();
  const closed = found(workspace);
  workspace.commands.showInvoices(true);
  await settle();
  expect([
    closed,
    found(workspace),
    found(workspace, '1,250.00'),
    found(workspace, 'WHITCOMBE 1250'),
    found(workspace, 'élan'),
    found(workspace, 'nobody'),
  ]).toEqual([[], ['i1', 'i2'], ['i1'], ['i1'], ['i2'], []]);
});

test('no single failure of a database call loses invoices on disk or closes their screen', async () => {
  const first = await startOnInvoices();
  first.kill();
  harness.main.isDown = true;
  const shown = async (nthFails: number | null) => {
    const { workspace, kill } = await harness.start();
    const faults = failDatabaseCalls((nth) => (nth === nthFails ? 'UnknownError' : null));
    workspace.commands.showInvoices(true);
    await harness.advance(SECOND_MS);
    // Opened again, as after a database that was closed.
    harness.main.signIn(`sign-in ${nthFails}`, bothScopes);
    await harness.advance(10 * SECOND_MS);
    const seen = [found(workspace), workspace.invoices.loading.get()];
    faults.stop();
    kill();
    return { calls: faults.calls(), seen };
  };
  const { calls, seen } = await shown(null);
  const others = [];
  for (let nth = 1; nth <= calls; nth++) others.push((await shown(nth)).seen);
  expect({ seen, others }).toEqual({
    seen: [['i1', 'i2'], false],
    others: others.map(() => [['i1', 'i2'], false]),
  });
});

test('without the scope no invoices are requested, and a sign-in that has it reads them at once', async () => {
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  workspace.commands.showInvoices(true);
  await harness.advance(HOUR_MS);
  const without = asked(timeline.since());
  harness.main.signIn('sign-in-2', bothScopes);
  await settle();
  expect([without, found(workspace)]).toEqual([[], ['i1', 'i2']]);
});

test('an invoice that the service no longer lists leaves the list, and a malformed one is reported separately', async () => {
  const broken = { id: null, problems: ['id: expected string'], raw: {} };
  harness.main.malformed.set('acme/invoices', [broken]);
  const { workspace } = await startOnInvoices();
  const first = [found(workspace), workspace.malformedInvoices.get(), workspace.malformed.get()];
  harness.main.invoices.set('acme', [{ id: 'i2', memo: 'Élan' }]);
  harness.main.malformed.clear();
  workspace.commands.refresh();
  await settle();
  expect([first, found(workspace), workspace.malformedInvoices.get()]).toEqual([
    [['i1', 'i2'], [broken], []],
    ['i2'],
    [],
  ]);
});

test('another organization shows its own invoices', async () => {
  harness.main.organizations = [{ id: 'acme' }, { id: 'zenith' }];
  harness.main.invoices.set('zenith', [{ id: 'z1' }]);
  const { workspace } = await startOnInvoices();
  const acme = found(workspace);
  await workspace.commands.selectOrganization('zenith');
  await settle();
  const zenith = found(workspace);
  await workspace.commands.selectOrganization('acme');
  await settle();
  expect([acme, zenith, found(workspace)]).toEqual([['i1', 'i2'], ['z1'], ['i1', 'i2']]);
});

test('while a sign-in for more scopes waits in the browser, bills are read and approvals sent', async () => {
  const { workspace } = await harness.start();
  const session = sessionOf('sign-in-1');
  const signingInUntilMs = harness.clock.nowMs() + HOUR_MS;
  harness.main.tell('session.changed', { ...session, signingInUntilMs });
  await workspace.commands.approveBills(['b1']);
  const timeline = harness.timeline();
  await harness.advance(11 * 60_000);
  harness.main.tell('session.changed', session);
  await harness.advance(1_000);
  expect([
    harness.main.applied,
    timeline.since().some((line) => line.includes('page acme/open')),
    workspace.approvals.get().map(({ state }) => state),
  ]).toEqual([['b1'], true, ['confirmed']]);
});
