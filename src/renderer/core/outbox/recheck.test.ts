import { expect, test } from 'vitest';
import { mayHaveArrived } from './approval-status.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { aBill } from '../testing/fake-bridge.ts';
import {
  approvalOf,
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

const invalid: ServiceError = { kind: 'invalid', technical: '400' };

/** Bills b1, b2, … of one status, in the service's order. */
function serve(...ids: readonly string[]): void {
  harness.main.service.set(
    'acme',
    ids.map((id) => aBill(id)),
  );
}

/** Requests made for approvals: rechecks and sends. */
function forApprovals(timeline: readonly string[]): string[] {
  return timeline.filter((line) => line.endsWith('recheck') || line.includes(' send '));
}

const isSend = (line: string): boolean => line.includes(' send ');

test('a page is read once for all approvals of its bills, and each is sent', async () => {
  serve('b1', 'b2', 'b3', 'b4', 'b5');
  harness.main.pageSize = 3;
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1', 'b2', 'b3', 'b5']);
  await harness.advance(6 * SECOND_MS);
  const observed = forApprovals(timeline.since());
  expect({
    reads: observed.filter((line) => !isSend(line)),
    sends: observed.filter(isSend),
  }).toEqual({
    reads: ['+5s page acme/open start recheck', '+5s page acme/open 3 recheck'],
    sends: ['b1', 'b2', 'b3', 'b5'].map((id) => `+5s send ${id} #1`),
  });
});

test('a page that the crawl reads meanwhile counts as the recheck: no page is read twice', async () => {
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  workspace.commands.refresh();
  await harness.advance(6 * SECOND_MS);
  expect(forApprovals(timeline.since())).toEqual(['+5s send b1 #1']);
});

test('a crawl looks for a bill that has left its page, and the approval is sent', async () => {
  serve('b1', 'b2', 'b3');
  harness.main.pageSize = 1;
  const { workspace } = await harness.start();
  await harness.repeatLists({ workspace });
  serve('b0', 'b1', 'b2', 'b3');
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b2']);
  await harness.advance(6 * SECOND_MS);
  expect(forApprovals(timeline.since())).toEqual([
    '+7s page acme/open 1 recheck',
    '+7s page acme/open start recheck',
    '+7s page acme/open 1 recheck',
    '+7s page acme/open 2 recheck',
    '+7s send b2 #2',
  ]);
});

test('if the service refuses old cursors, only one is tried, and a crawl rechecks all bills', async () => {
  serve('b1', 'b2', 'b3', 'b4');
  harness.main.pageSize = 1;
  const { workspace } = await harness.start();
  await harness.repeatLists({ workspace });
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b2', 'b3', 'b4']);
  let isOld = true;
  harness.main.pageFault = ({ after }) => {
    if (after !== null && isOld) return invalid;
    isOld = false;
    return null;
  };
  await harness.advance(6 * SECOND_MS);
  const observed = forApprovals(timeline.since());
  expect({ reads: observed.filter((line) => !isSend(line)), states: states(workspace) }).toEqual({
    reads: ['1', 'start', '1', '2', '3'].map((place) => `+7s page acme/open ${place} recheck`),
    states: ['b2 confirmed #2', 'b3 confirmed #1', 'b4 confirmed #1'],
  });
});

test.each(['paid', 'void'])(
  'P-46 a bill that is %s by now is reported with that status, not as missing',
  async (status) => {
    const { workspace } = await harness.start();
    harness.edit('b1', { status });
    const timeline = harness.timeline();
    await workspace.commands.approveBills(['b1']);
    await harness.advance(6 * SECOND_MS);
    const { state, found } = approvalOf(workspace, 'b1');
    expect({ state, status: found?.status, sends: timeline.since().filter(isSend) }).toEqual({
      state: 'changed',
      status,
      sends: [],
    });
  },
);

test('P-46 a bill counts as missing only if two crawls and the newest paid and void bills lack it', async () => {
  const { workspace } = await harness.start();
  harness.edit('b1', null);
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  const { state, found, history } = approvalOf(workspace, 'b1');
  const crawl = ['open', 'overdue', 'partially_paid'];
  expect({
    state,
    found,
    steps: history.map((line) => line.event),
    asked: forApprovals(timeline.since()).map((line) => line.split(' ')[2]),
  }).toEqual({
    state: 'changed',
    found: null,
    steps: [
      ...['approve', 'windowPassed', 'send', 'notSent', 'recheckNeeded'],
      ...['recheckMissed', 'notFound'],
    ],
    // The crawl looks for the bill among the newest paid ones, too (C-98).
    asked: ['open', ...crawl, 'paid', 'paid', 'void', ...crawl].map((status) => `acme/${status}`),
  });
});

test('P-46 a crawl during which another approval was sent proves no bill missing', async () => {
  serve('b1', 'b2');
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b2']);
  serve('b1');
  let crawls = 0;
  const pages: ReturnType<typeof harness.main.hold>[] = [];
  harness.main.pageFault = ({ status }) => {
    crawls += status === 'overdue' ? 1 : 0;
    if (status === 'open' && crawls === 1) pages.push(harness.main.hold('service.billsPages'));
    return null;
  };
  await harness.advance(6 * SECOND_MS);
  harness.main.pageFault = null;
  await workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  serve('b2');
  for (const each of pages) each.release();
  await harness.advance(SECOND_MS);
  expect(states(workspace)).toEqual(['b1 confirmed #1', 'b2 confirmed #2']);
});

test('P-46 a bill paid elsewhere that is not among the newest is found by reading history at once', async () => {
  const paid = ['p1', 'p2', 'p3'].map((id) => aBill(id, { status: 'paid' }));
  harness.main.service.set('acme', [...paid, aBill('b1')]);
  harness.main.pageSize = 2;
  const { workspace } = await harness.start();
  harness.edit('b1', { status: 'paid' });
  await workspace.commands.approveBills(['b1']);
  await harness.advance(MINUTE_MS);
  const { state, found } = approvalOf(workspace, 'b1');
  const timeline = harness.timeline();
  await harness.advance(HOUR_MS);
  const again = timeline.since().filter((line) => line.includes('acme/paid')).length;
  expect({ state, status: found?.status, again }).toEqual({
    state: 'changed',
    status: 'paid',
    again: 0,
  });
});

test('P-46 a list that was cut short proves no bill missing: the approval waits until the bill is found', async () => {
  serve('b1', 'b2', 'b3');
  harness.main.pageSize = 1;
  const { workspace } = await harness.start();
  await harness.repeatLists({ workspace });
  serve('b0', 'b1', 'b2', 'b3');
  harness.main.cutShort.add('acme/open');
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b3']);
  await harness.advance(9 * MINUTE_MS);
  const cut = { states: states(workspace), reads: forApprovals(timeline.since()).length };
  harness.main.cutShort.clear();
  await harness.advance(2 * MINUTE_MS);
  expect({ cut, states: states(workspace) }).toEqual({
    // Its old page, two crawls of three lists, and the newest paid and void bills.
    cut: { states: ['b3 queued #1'], reads: 9 },
    states: ['b3 confirmed #2'],
  });
});

test('an approval waits for the user when its bill has changed back, since the reading may be an old copy', async () => {
  const { workspace } = await harness.start();
  harness.edit('b1', { memo: 'other' });
  await workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  const changed = states(workspace);
  harness.edit('b1', { memo: null });
  const timeline = harness.timeline();
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const back = workspace.approvals.get().map(({ id, waitingFor }) => ({ id, waitingFor }));
  const observed = forApprovals(timeline.since());
  await workspace.commands.confirmAndSend(back.map(({ id }) => id));
  await harness.advance(SECOND_MS);
  expect({ changed, observed, back, states: states(workspace) }).toEqual({
    changed: ['b1 changed #1'],
    observed: [],
    back: [expect.objectContaining({ waitingFor: 'changedBack' })],
    states: ['b1 confirmed #2'],
  });
});

test('an approval waits while its organization is not visible, even after a restart, and is sent once it is', async () => {
  harness.main.organizations = [
    { id: 'acme', name: 'Acme' },
    { id: 'other', name: 'Other' },
  ];
  const first = await harness.start();
  await first.workspace.commands.approveBills(['b1']);
  harness.main.organizations = [{ id: 'other', name: 'Other' }];
  harness.main.pageFault = ({ organizationId }) =>
    organizationId === 'acme' ? { kind: 'forbidden', scope: null, technical: '403' } : null;
  await harness.advance(61 * MINUTE_MS);
  const waits = approvalOf(first.workspace, 'b1').waitingFor;
  first.kill();
  await harness.advance(2 * HOUR_MS);
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  await harness.advance(HOUR_MS);
  const still = {
    waits: approvalOf(workspace, 'b1').waitingFor,
    observed: forApprovals(timeline.since()),
  };
  harness.main.pageFault = null;
  harness.main.organizations = [...harness.main.organizations, { id: 'acme', name: 'Acme' }];
  await harness.advance(2 * HOUR_MS);
  const { state } = approvalOf(workspace, 'b1');
  expect({ waits, still, state }).toEqual({
    waits: 'noOrganization',
    still: { waits: 'noOrganization', observed: [] },
    state: 'confirmed',
  });
});

test('after several lost answers, approvals are sent one at a time, after a pause and a new reading', async () => {
  serve('b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7');
  const { workspace } = await harness.start();
  harness.main.sendFault = () => ({ kind: 'unknown', error: null });
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7']);
  await harness.advance(11 * SECOND_MS);
  harness.main.sendFault = null;
  await harness.advance(2 * MINUTE_MS);
  expect({ observed: forApprovals(timeline.since()), states: states(workspace) }).toEqual({
    observed: [
      '+5s page acme/open start recheck',
      '+5s send b1 #1',
      '+5s page acme/open start recheck',
      '+5s send b2 #1',
      '+5s page acme/open start recheck',
      '+5s send b3 #1',
      '+5s page acme/open start recheck',
      '+5s send b4 #1',
      '+5s page acme/open start recheck',
      '+7s send b5 #1',
      '+7s page acme/open start recheck',
      // The service answers again, so the other approvals are sent together.
      '+39s send b6 #1',
      '+39s send b7 #1',
    ],
    states: [
      ...['b1', 'b2', 'b3', 'b4', 'b5'].map((id) => `${id} unknown #1`),
      ...['b6', 'b7'].map((id) => `${id} confirmed #1`),
    ],
  });
});

test('a bill read recently is not rechecked if the user has chosen so, and any other is', async () => {
  serve('b1', 'b2');
  const { workspace } = await harness.start();
  await workspace.commands.changeSettings({ recheckSkipMinutes: 3 });
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  const lately = forApprovals(timeline.since());
  await harness.advance(3 * MINUTE_MS);
  await workspace.commands.approveBills(['b2']);
  await harness.advance(6 * SECOND_MS);
  expect({ lately, later: forApprovals(timeline.since()).slice(lately.length) }).toEqual({
    lately: ['+5s send b1 #1'],
    later: ['+191s page acme/open start recheck', '+191s send b2 #1'],
  });
});

test.each([0, -5 * SECOND_MS])(
  'an approval refused for the quota backs off, even if main allows a retry %d ms from now',
  async (delayMs) => {
    const { workspace } = await harness.start();
    let refused = 0;
    harness.main.sendFault = () => {
      refused += 1;
      // Stop refusing, or a window without a backoff would loop forever.
      if (refused > 20) return null;
      const retryAtMs = harness.clock.nowMs() + delayMs;
      return { kind: 'notSent', reason: 'quota', retryAtMs, error: null };
    };
    await workspace.commands.approveBills(['b1']);
    await harness.advance(10 * MINUTE_MS);
    expect([refused > 5, states(workspace)]).toEqual([true, [`b1 queued #${refused}`]]);
  },
);

test('P-51 approvals in restored data need the user’s consent, and twice under another sign-in', async () => {
  const first = await harness.start();
  await first.workspace.commands.approveBills(['b1']);
  first.kill();
  harness.main.profileEpoch = 'restored';
  harness.main.signIn('sign-in-2');
  const { workspace } = await harness.start();
  await harness.advance(HOUR_MS);
  const waits = () => approvalOf(workspace, 'b1').waitingFor;
  const observed = [waits()];
  const ids = [approvalOf(workspace, 'b1').id];
  await workspace.commands.adopt(ids);
  await harness.advance(HOUR_MS);
  observed.push(waits());
  const before = [...harness.main.applied];
  await workspace.commands.sendRestored(ids);
  await harness.advance(MINUTE_MS);
  expect({ observed, before, states: states(workspace) }).toEqual({
    observed: ['otherSignIn', 'dataRestored'],
    before: [],
    states: ['b1 confirmed #1'],
  });
});

test('P-51 a rejected approval of restored data may have been sent since, and says so', async () => {
  const first = await harness.start();
  harness.main.sendFault = () => ({
    kind: 'rejected',
    error: { kind: 'forbidden', scope: null, technical: '403' },
  });
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  first.kill();
  harness.main.profileEpoch = 'restored';
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  const row = approvalOf(workspace, 'b1');
  expect([row.state, row.history.at(-1)?.event, mayHaveArrived(row)]).toEqual([
    'rejected',
    'dataRestored',
    true,
  ]);
});

test('if no bill can be read, no further approval is sent', async () => {
  serve('b1', 'b2', 'b3', 'b4', 'b5');
  const { workspace } = await harness.start();
  const portal: ServiceError = { kind: 'malformedResponse', technical: 'a page' };
  harness.main.sendFault = () => {
    harness.main.pageFault = () => portal;
    return { kind: 'unknown', error: portal };
  };
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1', 'b2', 'b3', 'b4', 'b5']);
  await harness.advance(HOUR_MS);
  expect(timeline.since().filter(isSend)).toEqual(['+5s send b1 #1']);
});
