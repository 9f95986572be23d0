import { expect, test } from 'vitest';
import { allSteps } from '../../../base/testing/all-steps.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import { summarizeBulk } from '../../core/bills/figures/bulk-summary.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { aBill } from '../../core/testing/fake-bridge.ts';
import {
  approvalOf,
  harnessOfEachTest,
  SECOND_MS,
  states,
} from '../../core/testing/workspace-harness.ts';
import type { AskedAction } from '../../core/approve/approval-actions.ts';
import { reasonFor, reasonsWith } from './review.ts';
import {
  askThenApprove,
  type BillQuestion,
  bulkFacts,
  questionAbout,
  stillInBulk,
  withoutAskedAlone,
} from './questions.ts';

const harness = harnessOfEachTest();

const alike = { billNumber: 'QS-7', vendor: { id: null, name: 'Quartz' }, totalCents: 70_00 };

/** Bills b1 to b5: three copies of one bill, and two others. `paid` is a copy that was paid. */
async function start(paid: 'paid' | 'open' = 'open') {
  harness.main.service.set('acme', [
    ...['b1', 'b2', 'b3'].map((id) => aBill(id, alike)),
    aBill('b4', { totalCents: 1, amountDueCents: 100_00 }),
    aBill('b5', { dueDate: '2026-02-05' }),
    ...(paid === 'paid' ? [aBill('paid', { ...alike, status: 'paid' })] : []),
  ]);
  harness.main.settings = { ...harness.main.settings, flagsOff: ['firstOfVendor'] };
  const { workspace } = await harness.start();
  await harness.advance(10 * SECOND_MS);
  return { workspace, ...userOf(workspace) };
}

/** A user who answers the questions. `log` has each question, and the result for the bill. */
function userOf(workspace: Workspace) {
  const log: string[] = [];
  const shown: { question: BillQuestion | null } = { question: null };
  let reasons: Parameters<typeof reasonFor>[0] = new Map();
  const running: Promise<unknown>[] = [];
  const asking = {
    workspace,
    ask: (question: BillQuestion | null) => {
      shown.question = question;
      if (question) log.push(`${question.asks.kind} ${question.row.bill.id}`);
    },
    onLoading: () => void log.push('loading'),
    onChanged: () => void log.push('changed'),
    approveNow: (row: BillRow) => {
      log.push(`approve ${row.bill.id}`);
      const options = { reasonOf: () => reasonFor(reasons, row) };
      running.push(
        workspace.commands.approveBills([row.bill.id], options, new Map([[row.bill.id, row]])),
      );
    },
  };
  const rowOf = (billId: string): BillRow => {
    const row = workspace.bills.get(billId);
    if (row === null) throw new Error(`no bill ${billId}`);
    return row;
  };
  return {
    rowOf,
    log,
    settled: () => Promise.all(running),
    press: (billId: string) => askThenApprove(rowOf(billId), null, asking),
    yes: () => shown.question && askThenApprove(shown.question.row, shown.question.asks, asking),
    no: () => asking.ask(null),
    giveReason: (billId: string, reason: string) => {
      reasons = reasonsWith(reasons, rowOf(billId), reason);
    },
    hold: async (whom: string, ...billIds: readonly string[]) => {
      const hold = { reason: 'Price', whom, answerBy: null, atMs: 0 };
      await workspace.annotations.setHold(billIds.map(rowOf), () => hold);
    },
    /** Approvals as "bill: reason", by bill. */
    approved: () =>
      workspace.approvals
        .get()
        .map(({ billId, override }) => `${billId}: ${override?.reason ?? 'no flags'}`)
        .toSorted(),
    bulk: (billIds: readonly string[], isFlaggedIncluded = true) =>
      allSteps(
        summarizeBulk(
          billIds.map(rowOf),
          bulkFacts(workspace, { has: (id) => approvedIds(workspace).has(id) }),
          isFlaggedIncluded,
        ),
      ),
  };
}

const approvedIds = ({ approvals }: Workspace) => new Set(approvals.get().map((row) => row.billId));
const ids = (rows: readonly BillRow[]) => rows.map(({ bill }) => bill.id).join(' ');

test('M-20, P-72 a bill without copy and hold is approved without a question; a copy and a hold each ask once', async () => {
  const user = await start();
  await user.hold('', 'b4');
  user.press('b5');
  user.press('b4');
  user.yes();
  user.press('b1');
  await user.settled();
  user.press('b2');
  user.yes();
  await user.settled();
  expect(user.log).toEqual([
    ...['approve b5', 'hold b4', 'approve b4', 'approve b1'],
    ...['copy b2', 'approve b2'],
  ]);
  expect(user.approved().map((line) => line.slice(0, 2))).toEqual(['b1', 'b2', 'b4', 'b5']);
});

test('M-20, P-72 the question about a copy comes before the one about a hold, even if a person was asked', async () => {
  const user = await start('paid');
  await user.hold('Anna', 'b1');
  user.press('b1');
  user.yes();
  user.yes();
  await user.settled();
  expect(user.log).toEqual(['copy b1', 'hold b1', 'approve b1']);
});

test('M-20, P-72 after a no to any question nothing is approved, and the next press asks from the start', async () => {
  const user = await start('paid');
  await user.hold('', 'b1');
  user.press('b1');
  user.no();
  user.press('b1');
  user.yes();
  user.no();
  user.yes();
  user.press('b1');
  await user.settled();
  expect([user.log, user.approved()]).toEqual([['copy b1', 'copy b1', 'hold b1', 'copy b1'], []]);
});

test('R-83 a bill that changes while a question is on screen is not approved', async () => {
  const user = await start();
  await user.hold('', 'b4');
  user.press('b4');
  harness.edit('b4', { amountDueCents: 101_00 });
  user.workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  user.yes();
  expect([user.log, user.approved()]).toEqual([['hold b4', 'changed'], []]);
});

test('J-80, W-32 the reason goes with the bill after all questions, and main still asks about an earlier approval', async () => {
  const user = await start('paid');
  const asked: string[] = [];
  let answer: 'yes' | 'no' = 'no';
  harness.main.agree = ({ approvals }) => {
    for (const { snapshot, mayBeApplied } of approvals)
      asked.push(`${snapshot.billId}${mayBeApplied ? ' again' : ''}`);
    return answer;
  };
  await user.hold('', 'b1');
  user.giveReason('b1', 'Two sites');
  const approve = async (answers: number) => {
    user.press('b1');
    for (let at = 0; at < answers; at += 1) user.yes();
    await user.settled();
  };
  await approve(2);
  const refused = user.approved();
  answer = 'yes';
  await approve(2);
  await harness.advance(60 * SECOND_MS);
  harness.edit('b1', { totalCents: 71_00, amountDueCents: 71_00 });
  user.workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  // The new amount makes b1 no longer a copy. Its reason was for the old amount.
  await approve(1);
  expect([refused, user.approved()]).toEqual([[], ['b1: ', 'b1: Two sites']]);
  expect(asked).toEqual(['b1', 'b1', 'b1 again']);
});

test('P-72 a copy is asked about while the first approval waits for main and is being saved', async () => {
  const user = await start();
  const gate = harness.main.hold('approvals.agree');
  user.press('b1');
  await harness.advance(SECOND_MS);
  user.press('b2');
  const bulk = user.bulk(['b2', 'b3', 'b5']);
  gate.release();
  await user.settled();
  user.no();
  user.press('b3');
  expect(user.log).toEqual(['approve b1', 'copy b2', 'copy b3']);
  expect([ids(bulk.rows), bulk.secondCopies.length]).toEqual(['b5', 2]);
});

test('P-72 after an approval that could not be saved, its copy is approved without a question', async () => {
  const user = await start();
  harness.main.agree = () => 'no';
  user.press('b1');
  await user.settled();
  user.press('b2');
  expect(user.log).toEqual(['approve b1', 'approve b2']);
  await user.settled();
});

test('M-20, P-72, R-83 a bulk has no held bill and one of several copies, even if this changed while the summary was shown', async () => {
  const user = await start();
  const all = ['b1', 'b2', 'b3', 'b4', 'b5'];
  await user.hold('', 'b3');
  await user.hold('Anna', 'b4');
  const summary = user.bulk(all);
  const unflagged = user.bulk(all, false);
  const still = () => ids(stillInBulk(user.workspace, summary, false));
  const before = still();
  await user.hold('', 'b5');
  const held = still();
  user.press('b2');
  await user.settled();
  expect({
    rows: ids(summary.rows),
    unflagged: ids(unflagged.rows),
    copies: ids(summary.secondCopies.map(({ row }) => row)),
    held: ids(summary.held.map(({ row }) => row)),
    still: [before, held, still()],
    routine: ids(stillInBulk(user.workspace, summary, true)),
  }).toEqual({
    rows: 'b1 b5',
    unflagged: 'b5',
    copies: 'b2 b3',
    held: 'b4',
    still: ['b1 b5', 'b1', ''],
    routine: '',
  });
});

test('P-72 a copy that was paid in part is asked about, and no bulk takes its copies', async () => {
  const user = await start();
  harness.edit('b1', { status: 'partially_paid', amountDueCents: 1_00 });
  user.workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const bulk = user.bulk(['b2', 'b3', 'b5']);
  user.press('b2');
  user.press('b5');
  expect([user.log, ids(bulk.rows)]).toEqual([['copy b2', 'approve b5'], 'b5']);
});

test('P-73 a bulk of new versions leaves out bills that now pay another vendor or account', async () => {
  const withAccount = (iban: string) => ({
    vendor: { id: 'v1', name: 'Quartz', others: { iban } },
  });
  harness.main.service.set('acme', [
    ...[aBill('b1'), aBill('b2', { dueDate: '2026-02-02' })],
    ...[aBill('b3', withAccount('GB290000')), aBill('b4', { dueDate: '2026-02-04' })],
    aBill('b5', { dueDate: '2026-02-05' }),
  ]);
  const { workspace } = await harness.start();
  await harness.advance(10 * SECOND_MS);
  const user = userOf(workspace);
  for (const billId of ['b1', 'b2', 'b3', 'b4', 'b5']) user.press(billId);
  await user.settled();
  harness.edit('b1', { amountDueCents: 60_00 });
  harness.edit('b2', { vendor: { id: 'v9', name: 'Mallory' } });
  harness.edit('b3', withAccount('DE891111'));
  harness.edit('b4', { vendor: { id: null, name: 'Acme', others: { sort: '20-00-00-11' } } });
  harness.edit('b5', { currency: 'CHF' });
  workspace.commands.refresh();
  await harness.advance(30 * SECOND_MS);
  const fitting = workspace.approvals.get().filter(({ state }) => state === 'changed');
  const bulk = withoutAskedAlone(workspace, { action: 'approveAsChanged', fitting });
  expect(
    [bulk.fitting, bulk.leftOut ?? []].map((each) => each.map(({ billId }) => billId)),
  ).toEqual([['b1'], ['b2', 'b3', 'b4', 'b5']]);
});

/** The same bill in two organizations, `acme` and `other`, and one more in each. */
async function twoOrganizations(status: 'open' | 'paid' = 'open') {
  const { main } = harness;
  main.service.set('acme', [aBill('b1', alike), aBill('b2', { ...alike, billNumber: 'QS-8' })]);
  main.service.set('other', [aBill('c1', { ...alike, status, date: '2025-12-20' }), aBill('c2')]);
  main.organizations = ['acme', 'other'].map((id) => ({ id, name: id }));
  main.settings = { ...main.settings, flagsOff: ['firstOfVendor'], allOrganizations: true };
  const { workspace } = await harness.start();
  await harness.advance(60 * SECOND_MS);
  return { workspace, ...userOf(workspace) };
}

test('P-72 a copy in another organization that was approved or paid is asked about, and a bulk takes one of them', async () => {
  const user = await twoOrganizations();
  const bulk = user.bulk(['b1', 'b2', 'c1', 'c2']);
  user.press('b1');
  user.press('c1');
  await user.settled();
  user.press('c1');
  expect(user.log).toEqual(['approve b1', 'copy c1', 'copy c1']);
  expect([ids(bulk.rows), ids(user.bulk(['c1', 'c2']).rows)]).toEqual(['b1 b2 c2', 'c2']);
});

test('P-72 a copy that was paid in another organization is asked about', async () => {
  const user = await twoOrganizations('paid');
  user.press('b1');
  user.press('b2');
  expect(user.log).toEqual(['copy b1', 'approve b2']);
});

test('P-72 a copy approved in an organization that is not on screen is asked about unless its flag is switched off', async () => {
  const user = await twoOrganizations();
  const { commands } = user.workspace;
  user.press('b1');
  await user.settled();
  await commands.selectOrganization('other');
  await harness.advance(10 * SECOND_MS);
  user.press('c1');
  user.no();
  await commands.changeSettings({ flagsOff: ['firstOfVendor', 'otherOrganization'] });
  user.press('c1');
  await user.settled();
  expect(user.log).toEqual(['approve b1', 'copy c1', 'approve c1']);
});

test('P-72, J-80 a new version asks about its copy, a bulk leaves it out, and flags and reason of that version are recorded', async () => {
  const user = await start('paid');
  const { workspace } = user;
  user.press('b4');
  user.press('b5');
  await user.settled();
  await harness.advance(SECOND_MS);
  harness.edit('b4', { totalCents: 3_00, amountDueCents: 90_00 });
  harness.edit('b5', { ...alike, amountDueCents: 70_00 });
  workspace.commands.refresh();
  await harness.advance(30 * SECOND_MS);
  const asked = (...billIds: readonly string[]): AskedAction => ({
    action: 'approveAsChanged',
    fitting: billIds.map((billId) => approvalOf(workspace, billId)),
  });
  const kinds = (of: AskedAction) => {
    const question = questionAbout(workspace, of, []);
    return question === 'unknown' ? question : (question?.kind ?? null);
  };
  const bulk = withoutAskedAlone(workspace, asked('b4', 'b5'));
  expect([states(workspace), kinds(asked('b4')), kinds(asked('b5'))]).toEqual([
    ['b4 changed #1', 'b5 changed #1'],
    null,
    'copy',
  ]);
  expect([bulk.fitting.map(({ billId }) => billId), bulk.leftOut?.length, kinds(bulk)]).toEqual([
    ['b4'],
    1,
    'several',
  ]);
  const b4 = approvalOf(workspace, 'b4').id;
  await workspace.commands.approveAsChanged([b4], { reasonOf: () => 'Corrected' });
  expect(approvalOf(workspace, 'b4').override).toEqual({
    flags: ['dueAboveTotal'],
    reason: 'Corrected',
  });
});
