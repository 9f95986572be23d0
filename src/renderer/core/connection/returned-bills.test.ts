import { expect, test } from 'vitest';
import { aBill } from '../testing/fake-bridge.ts';
import { sectionOf } from '../outbox/approval-sections.ts';
import {
  approvalOf,
  harnessOfEachTest,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();
const approvedNow = { approval_status: 'approved', approved_at: '2026-01-01T00:02:00Z' };

test('P-52 a bill raised after its approval was confirmed returns, is flagged, and is approved again only by the user', async () => {
  const { workspace } = await harness.start();
  await harness.advance(6 * SECOND_MS);
  const { commands, flags, returned } = workspace;
  const readAgain = async (): Promise<void> => {
    commands.refresh();
    await harness.advance(20 * SECOND_MS);
  };
  const observed = () => ({
    returned: [...returned.get().keys()],
    isFlagged: flags.flagsOf('b1').some(({ kind }) => kind === 'returned'),
  });
  await commands.approveBills(['b1', 'b2']);
  await harness.advance(MINUTE_MS);
  harness.edit('b2', { memo: 'approved', amountDueCents: 1 });
  await readAgain();
  const before = observed();
  harness.edit('b1', { totalCents: 99_999 });
  await readAgain();
  const after = observed();
  await harness.advance(10 * MINUTE_MS);
  const unasked = [...harness.main.applied];
  const second = await commands.approveBills(['b1', 'b2']);
  const held = observed();
  await commands.withdraw(second.approved.map(({ id }) => id));
  const undone = observed();
  await commands.approveBills(['b1']);
  await harness.advance(MINUTE_MS);
  expect({
    before,
    after,
    unasked,
    second,
    held,
    undone,
    end: observed(),
    states: states(workspace),
  }).toEqual({
    before: { returned: [], isFlagged: false },
    after: { returned: ['b1'], isFlagged: true },
    unasked: ['b1', 'b2'],
    second: {
      approved: [expect.objectContaining({ billId: 'b1' })],
      skipped: [{ billId: 'b2', why: 'alreadyApproved' }],
    },
    held: { returned: [], isFlagged: false },
    undone: { returned: ['b1'], isFlagged: true },
    end: { returned: [], isFlagged: false },
    states: ['b1 confirmed #1', 'b1 confirmed #1', 'b1 withdrawn #0', 'b2 confirmed #1'],
  });
});

test('P-52 a bill that returned is there after a restart, and leaves when its change is undone', async () => {
  const first = await harness.start();
  await harness.advance(6 * SECOND_MS);
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(MINUTE_MS);
  harness.edit('b1', { vendor: { id: 'somebody-else', name: 'Somebody else' } });
  first.workspace.commands.refresh();
  await harness.advance(20 * SECOND_MS);
  first.kill();
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  const restarted = [...workspace.returned.get().keys()];
  harness.edit('b1', { vendor: aBill('b1').vendor });
  workspace.commands.refresh();
  await harness.advance(20 * SECOND_MS);
  expect([restarted, [...workspace.returned.get().keys()]]).toEqual([['b1'], []]);
});

test.each<[string, readonly object[], readonly (readonly string[])[]]>([
  ['reopened', [approvedNow, { approval_status: 'pending' }], [[], ['reopened']]],
  [
    'rejected',
    [approvedNow, { approval_status: 'rejected' }],
    [[], ['reopened', 'stoppedElsewhere']],
  ],
  [
    'approved again',
    [approvedNow, { approval_status: 'pending' }, approvedNow],
    [[], ['reopened'], []],
  ],
  ['without the field', [approvedNow, {}], [[], []]],
  ['paid out', [approvedNow, { approval_status: 'scheduled' }], [[], []]],
  ['in a list that lags', [{ approval_status: 'pending' }, {}], [[], []]],
  ['in a list without approvals', [{}, {}], [[], []]],
])('P-52 a confirmed bill that the service then lists as %s', async (_, lists, expected) => {
  const { workspace } = await harness.start();
  await harness.advance(6 * SECOND_MS);
  await workspace.commands.approveBills(['b1']);
  await harness.advance(MINUTE_MS);
  const flags: string[][] = [];
  for (const others of lists) {
    harness.edit('b1', { others: { ...others } });
    workspace.commands.refresh();
    await harness.advance(20 * SECOND_MS);
    const kinds = workspace.flags.flagsOf('b1').map(({ kind }) => kind);
    flags.push(kinds.filter((kind) => kind === 'reopened' || kind === 'stoppedElsewhere'));
  }
  const { approved } = await workspace.commands.approveBills(['b1']);
  const isBack = expected.at(-1)?.includes('reopened') === true;
  expect({ flags, approved: approved.length }).toEqual({
    flags: expected,
    approved: isBack ? 1 : 0,
  });
});

test('P-52 after the clock is set back, a bill approved again stays approved', async () => {
  const { workspace } = await harness.start();
  await harness.advance(6 * SECOND_MS);
  await workspace.commands.approveBills(['b1']);
  await harness.advance(MINUTE_MS);
  harness.edit('b1', { totalCents: 99_999 });
  workspace.commands.refresh();
  await harness.advance(20 * SECOND_MS);
  harness.clock.jump(-365 * 24 * 60 * MINUTE_MS);
  await workspace.commands.approveBills(['b1']);
  await harness.advance(10 * MINUTE_MS);
  const again = await workspace.commands.approveBills(['b1']);
  expect({
    states: states(workspace),
    returned: [...workspace.returned.get().keys()],
    again: again.skipped,
  }).toEqual({
    states: ['b1 confirmed #1', 'b1 confirmed #1'],
    returned: [],
    again: [{ billId: 'b1', why: 'alreadyApproved' }],
  });
});

test('P-52 a confirmed bill that is paid with another total needs the user, and one paid as approved does not', async () => {
  harness.edit('b3', { others: { iban: 'DE01' } });
  const { workspace } = await harness.start();
  await harness.advance(6 * SECOND_MS);
  await workspace.commands.approveBills(['b1', 'b2', 'b3']);
  await harness.advance(MINUTE_MS);
  harness.edit('b1', { status: 'paid', amountDueCents: 0, totalCents: 99_999 });
  harness.edit('b2', { status: 'paid', amountDueCents: 0, memo: 'Paid by transfer' });
  harness.edit('b3', { status: 'paid', amountDueCents: 0, others: { iban: 'DE02' } });
  workspace.commands.refresh();
  await harness.advance(20 * MINUTE_MS);
  const found = () =>
    ['b1', 'b2', 'b3'].map((billId) => {
      const approval = approvalOf(workspace, billId);
      return [sectionOf(approval, null), approval.found?.totalCents ?? null];
    });
  const told = found();
  await workspace.commands.acknowledge(workspace.approvals.get().map(({ id }) => id));
  harness.edit('b1', { totalCents: 88_888 });
  workspace.commands.refresh();
  await harness.advance(20 * MINUTE_MS);
  const { totalCents } = approvalOf(workspace, 'b3').snapshot;
  expect({ told, after: found() }).toEqual({
    told: [
      ['attention', 99_999],
      ['sent', null],
      ['attention', totalCents],
    ],
    after: [
      ['sent', 99_999],
      ['sent', null],
      ['sent', totalCents],
    ],
  });
});
