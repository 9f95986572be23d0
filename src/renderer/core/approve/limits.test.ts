import { expect, test } from 'vitest';
import type { AgreementReply } from '../../../bridge/approval.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { approvalOf, harnessOfEachTest, SECOND_MS, states } from '../testing/workspace-harness.ts';
import { actionsFor } from './approval-actions.ts';
import { isInBatch } from './limits.ts';

const harness = harnessOfEachTest();

const euros = (units: number) => units * 100;
const due = (units: number) => ({ amountDueCents: euros(units), totalCents: euros(units) });

/** Bills of 100 (b1), 500 (b2) and 900 euros (b3) and of 900 dollars (b4); limits for euros only. */
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

/** Records each question to main as "action bill amount", and answers it with `answer`. */
function watchAgreeing(answer: AgreementReply = 'yes') {
  const watch = { asked: [] as string[], answer };
  harness.main.agree = ({ does, approvals }) => {
    for (const { snapshot } of approvals)
      watch.asked.push(`${does} ${snapshot.billId} ${snapshot.amountDueCents / 100}`);
    return watch.answer;
  };
  return watch;
}
const whys = (refused: readonly { why: string; billId: string }[]) =>
  refused.map(({ billId, why }) => `${billId} ${why}`);

test('W-30 single and bulk approvals need main’s agreement', async () => {
  const workspace = await startWithLimits();
  const { approveBills } = workspace.commands;
  const main = watchAgreeing('no');
  const no = await approveBills(['b3', 'b4']);
  main.answer = 'notSaved';
  const notSaved = await approveBills(['b4']);
  const meanwhile = states(workspace);
  main.answer = 'yes';
  const yes = [await approveBills(['b3']), await approveBills(['b1', 'b4'])];
  expect({
    asked: main.asked,
    refused: [no, notSaved].map(({ skipped }) => whys(skipped)),
    meanwhile,
    approved: yes.map(({ approved }) => approved.map(({ billId }) => billId)),
  }).toEqual({
    asked: [
      'approve b4 900',
      'approve b4 900',
      'approve b3 900',
      'approve b1 100',
      'approve b4 900',
    ],
    refused: [['b3 notInBulk', 'b4 notAgreed'], ['b4 notSaved']],
    meanwhile: [],
    approved: [['b3'], ['b1', 'b4']],
  });
});

test('W-30 a bill that changes while main asks is approved as shown, so not sent; the undo period begins with the consent', async () => {
  const workspace = await startWithLimits();
  const gate = harness.main.hold('approvals.agree');
  const approving = workspace.commands.approveBills(['b3']);
  await harness.advance(SECOND_MS);
  harness.edit('b3', due(580));
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  gate.release();
  const { approved } = await approving;
  const left = approved.map((row) => row.heldUntilMs - harness.clock.nowMs());
  await harness.advance(30 * SECOND_MS);
  expect({
    approved: approved.map(({ billId, snapshot }) => `${billId} ${snapshot.amountDueCents}`),
    left,
    after: states(workspace),
  }).toEqual({ approved: ['b3 90000'], left: [5 * SECOND_MS], after: ['b3 changed #1'] });
});

test('W-30 in bulk, bills above the limit are skipped, whatever the user answers', async () => {
  const workspace = await startWithLimits();
  const { approved, skipped } = await workspace.commands.approveBills(['b1', 'b2', 'b3', 'b4']);
  expect([approved.map(({ billId }) => billId), whys(skipped)]).toEqual([
    ['b1', 'b4'],
    ['b2 notInBulk', 'b3 notInBulk'],
  ]);
});

test('W-30 the unflagged batch skips flagged bills, amounts above its limit and currencies without one', async () => {
  const workspace = await startWithLimits();
  // The bill is due before its own date, so it is flagged.
  harness.edit('b2', { ...due(50), dueDate: '2025-01-01' });
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const { approved, skipped } = await workspace.commands.approveBills(['b1', 'b2', 'b3', 'b4'], {
    isUnflaggedBatch: true,
  });
  expect([approved.map(({ billId }) => billId), whys(skipped)]).toEqual([
    ['b1'],
    ['b2 notInBatch', 'b3 notInBatch', 'b4 notInBatch'],
  ]);
});

test('W-30 a batch limit applies to its currency: in a currency without one, not even an amount of zero is in the batch', () => {
  const limit = { currency: 'EUR', askAboveCents: null, bulkMostCents: null, batchMostCents: 100 };
  const isIn = (currency: string, amountDueCents: number) =>
    isInBatch([limit], { currency, amountDueCents });
  expect([isIn('EUR', 100), isIn('EUR', 101), isIn('USD', 0)]).toEqual([true, false, false]);
});

test('W-30 main is asked about a new version, and about approvals of another session', async () => {
  const workspace = await startWithLimits();
  await workspace.commands.approveBills(['b1']);
  harness.edit('b1', due(700));
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const ids = [approvalOf(workspace, 'b1').id];
  const { approveAsChanged, adopt } = workspace.commands;
  const main = watchAgreeing('no');
  await approveAsChanged(ids);
  const meanwhile = states(workspace);
  main.answer = 'yes';
  await approveAsChanged(ids);
  harness.main.isDown = true;
  harness.main.signIn('another');
  await harness.advance(SECOND_MS);
  main.answer = 'no';
  await adopt(ids);
  const before = approvalOf(workspace, 'b1').signInId;
  main.answer = 'yes';
  await adopt(ids);
  expect({
    asked: main.asked,
    meanwhile,
    signIns: [before, approvalOf(workspace, 'b1').signInId],
  }).toEqual({
    asked: ['approve b1 700', 'approve b1 700', 'send b1 700', 'send b1 700'],
    meanwhile: ['b1 changed #1'],
    signIns: ['sign-in-1', 'another'],
  });
});

test('W-30 a new version that changes again while main asks is shown again, not approved', async () => {
  const workspace = await startWithLimits();
  const changeTo = async (units: number): Promise<void> => {
    harness.edit('b1', due(units));
    workspace.commands.refresh();
    await harness.advance(10 * SECOND_MS);
  };
  await workspace.commands.approveBills(['b1']);
  await changeTo(700);
  const gate = harness.main.hold('approvals.agree');
  const approving = workspace.commands.approveAsChanged([approvalOf(workspace, 'b1').id]);
  await harness.advance(SECOND_MS);
  await changeTo(300);
  gate.release();
  await approving;
  const { state, found } = approvalOf(workspace, 'b1');
  expect([state, found?.amountDueCents]).toEqual(['changed', euros(300)]);
});

test('W-30 sending again applies the present bulk limit, and main is asked', async () => {
  const workspace = await startWithLimits();
  const { approveBills, changeSettings, sendAgain } = workspace.commands;
  harness.main.sendFault = () => ({ kind: 'unknown', error: null });
  await approveBills(['b1']);
  await approveBills(['b2']);
  await harness.advance(10 * SECOND_MS);
  harness.main.isDown = true;
  await changeSettings({
    limits: [
      { currency: 'EUR', askAboveCents: null, bulkMostCents: euros(400), batchMostCents: null },
    ],
  });
  const main = watchAgreeing();
  const ids = ['b1', 'b2'].map((billId) => approvalOf(workspace, billId).id);
  const tries = [await sendAgain(ids)];
  main.answer = 'no';
  tries.push(await sendAgain(ids.slice(1)));
  const meanwhile = states(workspace);
  main.answer = 'yes';
  tries.push(await sendAgain(ids.slice(1)));
  expect({
    asked: main.asked,
    tries: tries.map(whys),
    meanwhile,
    after: states(workspace),
  }).toEqual({
    asked: ['send b1 100', 'send b2 500', 'send b2 500'],
    tries: [['b2 notInBulk'], [], []],
    meanwhile: ['b1 queued #1', 'b2 unknown #1'],
    after: ['b1 queued #1', 'b2 queued #1'],
  });
});

test.each(['overLimit', 'twice'] as const)(
  'W-31 an approval that main holds back as %s waits for the user, and is sent once main agrees',
  async (reason) => {
    const workspace = await startWithLimits();
    let isHeldBack = true;
    harness.main.sendFault = () =>
      isHeldBack ? { kind: 'notSent', reason, retryAtMs: null, error: null } : null;
    await workspace.commands.approveBills(['b1']);
    await harness.advance(10 * SECOND_MS);
    isHeldBack = false;
    workspace.commands.refresh();
    await harness.advance(600 * SECOND_MS);
    const { id, ...row } = approvalOf(workspace, 'b1');
    const held = [actionsFor({ id, ...row }, 'sign-in-1'), states(workspace)];
    const main = watchAgreeing('no');
    await workspace.commands.confirmAndSend([id]);
    await harness.advance(10 * SECOND_MS);
    const afterNo = states(workspace);
    main.answer = 'yes';
    await workspace.commands.confirmAndSend([id]);
    await harness.advance(10 * SECOND_MS);
    expect({ held, afterNo, asked: main.asked, after: states(workspace) }).toEqual({
      held: [['confirmAndSend', 'withdraw'], ['b1 queued #1']],
      afterNo: ['b1 queued #1'],
      asked: ['send b1 100', 'send b1 100'],
      after: ['b1 confirmed #2'],
    });
  },
);

test('W-32 the window tells main about earlier approvals and attempts that may have arrived', async () => {
  const workspace = await startWithLimits();
  const observed: string[] = [];
  harness.main.agree = ({ approvals }) => {
    for (const { snapshot, mayBeApplied } of approvals)
      observed.push(`${snapshot.billId} ${mayBeApplied}`);
    return 'yes';
  };
  const common = { message: 'already approved', technical: '' };
  const errors: Readonly<Record<string, ServiceError>> = {
    b1: { kind: 'validationFailed', details: [], ...common },
    // The service cannot have applied it: a permission was missing.
    b3: { kind: 'forbidden', scope: null, ...common },
  };
  harness.main.sendFault = ({ snapshot, attempt }) => {
    const error = attempt === 1 ? errors[snapshot.billId] : undefined;
    return error ? { kind: 'rejected', error } : null;
  };
  for (const billId of ['b1', 'b2', 'b3']) await workspace.commands.approveBills([billId]);
  await harness.advance(20 * SECOND_MS);
  for (const billId of ['b1', 'b3'])
    await workspace.commands.sendAgain([approvalOf(workspace, billId).id]);
  // The bill has another total, so it is back in the inbox, and the user approves it again.
  harness.edit('b2', due(510));
  workspace.commands.refresh();
  await harness.advance(20 * SECOND_MS);
  await workspace.commands.approveBills(['b2']);
  expect(observed).toEqual(['b1 false', 'b2 false', 'b3 false', 'b1 true', 'b3 false', 'b2 true']);
});
