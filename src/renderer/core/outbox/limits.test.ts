import { expect, test } from 'vitest';
import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import { createLimitFlow } from '../../kit/limit-flow.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { approvalOf, harnessOfEachTest, SECOND_MS, states } from '../testing/workspace-harness.ts';
import { stillAsShown } from './approval-actions.ts';
import type { OverLimit } from './limits.ts';

const harness = harnessOfEachTest();

const euros = (units: number) => units * 100;
const due = (units: number) => ({ amountDueCents: euros(units), totalCents: euros(units) });

/** b1 of 100, b2 of 500 and b3 of 900 euros, b4 of 900 dollars; limits for euros alone. */
async function startWithLimits() {
  harness.main.service.set('acme', [
    aBill('b1', due(100)),
    aBill('b2', due(500)),
    aBill('b3', due(900)),
    aBill('b4', { ...due(900), currency: 'USD' }),
    aBill('earlier', { ...due(95), status: 'paid', date: '2025-10-01', dueDate: '2025-11-01' }),
  ]);
  harness.main.settings = {
    ...harness.main.settings,
    limits: [
      {
        currency: 'EUR',
        askAboveCents: euros(600),
        bulkMostCents: euros(400),
        batchMostCents: euros(100),
      },
    ],
  };
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  return workspace;
}

const asked = (...bills: readonly Parameters<typeof snapshotOf>[0][]) => ({
  askedAgain: new Set(bills.map((bill) => fingerprint(snapshotOf(bill)))),
});
const whys = (refused: readonly { why: string; billId: string }[]) =>
  refused.map(({ billId, why }) => `${billId} ${why}`);

test('W-30 alone: a bill above the limit is approved only as it was when it was asked about', async () => {
  const workspace = await startWithLimits();
  const { approve } = workspace.commands;
  const unasked = await approve(['b3']);
  const another = await approve(['b3'], asked(aBill('b3', due(899))));
  const meanwhile = states(workspace);
  const yes = await approve(['b3'], asked(aBill('b3', due(900))));
  const within = [await approve(['b2']), await approve(['b4'])];
  expect({
    refused: [unasked, another].map(({ skipped }) => whys(skipped)),
    meanwhile,
    rest: [yes, ...within].map(({ approved }) => approved.map(({ billId }) => billId)),
  }).toEqual({
    refused: [['b3 askAgain'], ['b3 askAgain']],
    meanwhile: [],
    rest: [['b3'], ['b2'], ['b4']],
  });
});

test('W-30 what changes while the user is asked again is approved as it was on screen, so not sent', async () => {
  const workspace = await startWithLimits();
  const limits = createLimitFlow();
  const seen = new Map(['b1', 'b3'].map((billId) => [billId, workspace.bills.get(billId)]));
  await workspace.commands.changeSettings({
    limits: [
      { currency: 'EUR', askAboveCents: euros(600), bulkMostCents: null, batchMostCents: null },
    ],
  });
  const approving = limits.run(
    (word) => workspace.commands.approve([...seen.keys()], word, seen),
    ({ skipped }) => skipped,
  );
  await harness.advance(SECOND_MS);
  // Within the limit now, so nothing would ask about them any more.
  harness.edit('b1', due(590));
  harness.edit('b3', due(580));
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  limits.question.get()?.answer(true);
  const { approved } = await approving;
  await harness.advance(30 * SECOND_MS);
  expect({
    approved: approved.map(({ billId, snapshot }) => `${billId} ${snapshot.amountDueCents}`),
    after: states(workspace),
  }).toEqual({
    approved: ['b1 10000', 'b3 90000'],
    after: ['b1 changed #0', 'b3 changed #0'],
  });
});

test('W-30 in bulk: what is too large for it stays, whatever the user says; asked again, nothing goes before the yes', async () => {
  const workspace = await startWithLimits();
  const inBulk = await workspace.commands.approve(
    ['b1', 'b2', 'b3', 'b4'],
    asked(aBill('b3', due(900))),
  );
  await workspace.commands.changeSettings({
    limits: [
      {
        currency: 'USD',
        askAboveCents: euros(600),
        bulkMostCents: null,
        batchMostCents: null,
      },
      { currency: 'EUR', askAboveCents: null, bulkMostCents: euros(400), batchMostCents: null },
    ],
  });
  await workspace.commands.withdraw(inBulk.approved.map(({ id }) => id));
  const before = await workspace.commands.approve(['b1', 'b4']);
  expect([
    [inBulk.approved.map(({ billId }) => billId), whys(inBulk.skipped)],
    [before.approved, whys(before.skipped)],
  ]).toEqual([
    [
      ['b1', 'b4'],
      ['b2 notInBulk', 'b3 notInBulk'],
    ],
    [[], ['b4 askAgain']],
  ]);
});

test('W-30 in a batch of unflagged bills: no flagged one, none above its amount, none of another currency', async () => {
  const workspace = await startWithLimits();
  // Due before its own date, so flagged.
  harness.edit('b2', { ...due(50), dueDate: '2025-01-01' });
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const { approved, skipped } = await workspace.commands.approve(['b1', 'b2', 'b3', 'b4'], {
    isUnflaggedBatch: true,
  });
  expect([approved.map(({ billId }) => billId), whys(skipped)]).toEqual([
    ['b1'],
    ['b2 notInBatch', 'b3 notInBatch', 'b4 notInBatch'],
  ]);
});

test('W-30 a new version, and approvals of another session, are within the limits too', async () => {
  const workspace = await startWithLimits();
  await workspace.commands.approve(['b1']);
  harness.edit('b1', due(700));
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const ids = [approvalOf(workspace, 'b1').id];
  const changed = states(workspace);
  const { approveAsChanged, adopt } = workspace.commands;
  const tries: (readonly OverLimit[])[] = [await approveAsChanged(ids)];
  const meanwhile = states(workspace);
  tries.push(await approveAsChanged(ids, asked(aBill('b1', due(700)))));
  harness.main.isDown = true;
  harness.main.signIn('another');
  await harness.advance(SECOND_MS);
  tries.push(await adopt(ids), await adopt(ids, asked(aBill('b1', due(700)))));
  expect({
    changed,
    meanwhile,
    tries: tries.map(whys),
    signIn: approvalOf(workspace, 'b1').signInId,
  }).toEqual({
    changed: ['b1 changed #0'],
    meanwhile: changed,
    tries: [['b1 askAgain'], [], ['b1 askAgain'], []],
    signIn: 'another',
  });
});

test('W-30 a new version that changes once more while the user is asked is shown anew and not approved', async () => {
  const workspace = await startWithLimits();
  const limits = createLimitFlow();
  const changeTo = async (units: number): Promise<void> => {
    harness.edit('b1', due(units));
    workspace.commands.refresh();
    await harness.advance(10 * SECOND_MS);
  };
  await workspace.commands.approve(['b1']);
  await changeTo(700);
  const shown = [approvalOf(workspace, 'b1')];
  const approving = limits.run(
    (word) =>
      workspace.commands.approveAsChanged(stillAsShown(shown, workspace.approvals.find), word),
    (over) => over,
  );
  await harness.advance(SECOND_MS);
  // Within the limit, so nothing would ask about it any more.
  await changeTo(300);
  limits.question.get()?.answer(true);
  await approving;
  const { state, found } = approvalOf(workspace, 'b1');
  expect([shown[0]?.found?.amountDueCents, state, found?.amountDueCents]).toEqual([
    euros(700),
    'changed',
    euros(300),
  ]);
});

test('W-30 what the user sends again is within the limits as they are now, alone and in bulk', async () => {
  const workspace = await startWithLimits();
  const { approve, changeSettings, sendAgain } = workspace.commands;
  harness.main.sendFault = () => ({ kind: 'unknown', error: null });
  await approve(['b1']);
  await approve(['b2']);
  await harness.advance(10 * SECOND_MS);
  harness.main.isDown = true;
  await changeSettings({
    limits: [
      {
        currency: 'EUR',
        askAboveCents: euros(450),
        bulkMostCents: euros(400),
        batchMostCents: null,
      },
    ],
  });
  const ids = ['b1', 'b2'].map((billId) => approvalOf(workspace, billId).id);
  const tries = [await sendAgain(ids), await sendAgain(ids.slice(1))];
  const meanwhile = states(workspace);
  tries.push(await sendAgain(ids.slice(1), asked(aBill('b2', due(500)))));
  expect({ tries: tries.map(whys), meanwhile, after: states(workspace) }).toEqual({
    tries: [['b2 notInBulk'], ['b2 askAgain'], []],
    meanwhile: ['b1 queued #1', 'b2 unknown #1'],
    after: ['b1 queued #1', 'b2 queued #1'],
  });
});
