import { assertNever } from '../../src/base/assert-never.ts';
import { fingerprint, snapshotOf } from '../../src/bridge/snapshot.ts';
import { approveConsent } from '../../src/sandbox/testing/consent.ts';
import type { Workspace } from '../../src/renderer/core/connection/workspace.ts';
import type { Approval } from '../../src/renderer/core/model/approval.ts';
import { documentsTakeAll } from './main-disk.ts';
import type { KnownApproval, Consent } from './model.ts';
import { pickOne, type Operation } from './operations.ts';
import { contentOf } from './read-watch.ts';
import { asSent } from './service.ts';
import type { Harness } from './harness.ts';

const userKinds = [
  'approve',
  'undo',
  'sendAgain',
  'approveAsChanged',
  'withdraw',
  'markConfirmed',
  'acknowledge',
  'adopt',
  'selectOrganization',
  'showAll',
  'signOut',
  'signIn',
  'refresh',
  'sendAgainByItself',
] as const;
export type UserOperation = Extract<Operation, { kind: (typeof userKinds)[number] }>;

export function isUsers(operation: Operation): operation is UserOperation {
  return (userKinds as readonly string[]).includes(operation.kind);
}

/** Actions of the user in the open window. */
export async function performForUser(
  harness: Harness,
  workspace: Workspace,
  operation: UserOperation,
): Promise<void> {
  const { model } = harness;
  const { commands } = workspace;
  const known = (of: readonly Approval[]): KnownApproval[] =>
    of.flatMap(({ id }) => model.approvals.get(id) ?? []);
  const rows = workspace.approvals.get();
  const inStates = (...states: readonly Approval['state'][]): Approval[] =>
    rows.filter((row) => states.includes(row.state));

  switch (operation.kind) {
    case 'approve':
      return approve(harness, workspace, operation.picks, operation.undo);
    case 'undo':
      return takeBack(
        harness,
        workspace,
        pickOne(inStates('held', 'queued', 'sending'), operation.pick),
      );
    case 'withdraw':
      return takeBack(
        harness,
        workspace,
        pickOne(inStates('unknown', 'rejected', 'changed'), operation.pick),
      );
    case 'sendAgain': {
      const open = inStates('unknown', 'rejected');
      const chosen = operation.all ? open : pickOne(open, operation.pick);
      for (const each of known(chosen.filter(({ state }) => state === 'unknown')))
        each.sentAgain += 1;
      const session = workspace.session.get();
      for (const each of known(chosen)) {
        each.decidedAtMs = harness.clock.trueMs();
        // Sending again is the user's decision under the present sign-in.
        if (session.kind === 'signedIn') each.signIns.add(session.signInId);
      }
      return go(harness, commands.sendAgain(idsOf(chosen)));
    }
    case 'approveAsChanged': {
      const chosen = pickOne(inStates('changed'), operation.pick);
      for (const { id, billId, found } of chosen) {
        const approval = model.approvals.get(id);
        if (!approval || !found) continue;
        const bill = workspace.bills.get(billId)?.bill;
        const isShown = bill && fingerprint(snapshotOf(bill)) === fingerprint(found);
        const content = isShown ? contentOf(asSent(bill)) : null;
        approval.pendingChange = { ...yesNow(harness, workspace), snapshot: found, content };
      }
      return go(harness, commands.approveAsChanged(idsOf(chosen)));
    }
    case 'markConfirmed': {
      const chosen = pickOne(inStates('unknown'), operation.pick);
      for (const each of known(chosen)) each.markedConfirmed = true;
      return go(harness, commands.markConfirmed(idsOf(chosen)));
    }
    case 'acknowledge': {
      const differing = inStates('confirmed').filter((row) => row.found && !row.isAcknowledged);
      return go(harness, commands.acknowledge(idsOf(pickOne(differing, operation.pick))));
    }
    case 'adopt':
      return adoptAll(harness, workspace);
    case 'selectOrganization': {
      const shown = workspace.organizationId.get();
      const other = workspace.organizations.get().find(({ id }) => id !== shown);
      return other ? go(harness, commands.selectOrganization(other.id)) : undefined;
    }
    case 'showAll':
      return go(harness, commands.showAllOrganizations());
    case 'signOut':
      if (operation.waiting === 'discard') {
        for (const each of known(rows)) each.askedToWithdraw = true;
      }
      if (workspace.session.get().kind === 'signedIn') harness.count('sign-out');
      if (!documentsTakeAll(harness.mainDisk)) harness.count('sign-out on a disk that refuses');
      return go(harness, commands.signOut(operation.waiting));
    case 'signIn':
      // A user who has just approved something also decides at once that this sign-in sends it.
      if (inStates('held').length > 0) {
        harness.later(ANSWER_MS, () => {
          const shown = harness.workspace();
          if (shown) adoptAll(harness, shown);
        });
      }
      return signIn(harness, workspace);
    case 'refresh':
      return commands.refresh();
    case 'sendAgainByItself':
      if (operation.on) model.sendsAgainByItself = true;
      return go(harness, commands.changeSettings({ sendAgainByItself: operation.on }));
    default:
      return assertNever(operation);
  }
}

/** Time a user takes to answer a question on screen. */
const ANSWER_MS = 1_500;

/** Starts a command. An exception is a bug by itself. */
function go(harness: Harness, command: Promise<unknown>): void {
  command.catch((problem: unknown) => harness.note(`  refused: ${String(problem)}`));
}

async function approve(
  harness: Harness,
  workspace: Workspace,
  picks: readonly number[],
  undo: boolean,
): Promise<void> {
  const query = { status: 'payable', search: '', sort: 'dueDate', descending: false } as const;
  const shown = workspace.bills.query(query).map(({ bill }) => bill);
  const chosen = new Set(picks.flatMap((pick) => pickOne(shown, pick)));
  for (const bill of chosen) {
    const content = contentOf(asSent(bill));
    const yes: Consent = { ...yesNow(harness, workspace), snapshot: snapshotOf(bill), content };
    harness.model.clicks.set(bill.id, [...(harness.model.clicks.get(bill.id) ?? []), yes]);
  }
  // The user approves a bill again that changed after its approval was confirmed.
  const earlier = new Set(workspace.approvals.get().map(({ id }) => id));
  const command = workspace.commands.approveBills([...chosen].map(({ id }) => id));
  go(
    harness,
    command.then(({ approved, skipped }) => {
      for (const { billId } of skipped.filter(({ why }) => why === 'notSaved')) {
        const made = workspace.approvals
          .get()
          .filter((row) => row.billId === billId && !earlier.has(row.id));
        const isThere = made.some(({ state }) => state !== 'withdrawn');
        harness.count('approval not kept');
        harness.model.check('claimed', !isThere, () => `${billId} is shown as not kept, and is`);
      }
      for (const row of approved) learnApproval(harness, row);
      if (undo) takeBack(harness, workspace, [...approved]);
    }),
  );
  await harness.clock.settle();
}

function yesNow(harness: Harness, workspace: Workspace): Omit<Consent, 'snapshot' | 'content'> {
  const session = workspace.session.get();
  return {
    atMs: harness.clock.trueMs(),
    signInId: session.kind === 'signedIn' ? session.signInId : null,
  };
}

/** Called for an approval on disk: the user must have clicked, with this version on screen. */
export function learnApproval(harness: Harness, row: Approval): void {
  const { model } = harness;
  if (model.approvals.has(row.id)) return;
  const text = fingerprint(row.snapshot);
  const click = model.clicks
    .get(row.billId)
    ?.findLast((each) => fingerprint(each.snapshot) === text);
  const isSameSignIn = !click?.signInId || click.signInId === row.signInId;
  model.check(
    'kept',
    click !== undefined && isSameSignIn,
    () => `${row.id} of ${row.billId} is there and nobody clicked it`,
  );
  if (!click) return;
  harness.count('approval');
  model.approvals.set(row.id, {
    id: row.id,
    organizationId: row.organizationId,
    billId: row.billId,
    snapshot: click.snapshot,
    content: click.content,
    decidedAtMs: click.atMs,
    signIns: new Set([row.signInId]),
    askedToWithdraw: false,
    isWithdrawn: false,
    sentAgain: 0,
    markedConfirmed: false,
    pendingChange: null,
    missingSince: 0,
    history: [],
  });
}

function takeBack(harness: Harness, workspace: Workspace, rows: readonly Approval[]): void {
  for (const row of rows) {
    const known = harness.model.approvals.get(row.id);
    if (known) known.askedToWithdraw = true;
    go(
      harness,
      workspace.commands.withdraw([row.id]).then((count) => {
        if (count !== 1 || !known) return;
        harness.count(row.state === 'held' ? 'undone in time' : 'withdrawn');
        known.isWithdrawn = true;
      }),
    );
  }
}

/** The user answers all questions: approvals of other sign-ins, restored ones, and changed bills. */
export function adoptAll(harness: Harness, workspace: Workspace): void {
  const session = workspace.session.get();
  if (session.kind !== 'signedIn') return;
  const rows = workspace.approvals.get();
  const foreign = rows.filter(
    (row) => row.signInId !== session.signInId && row.state !== 'sending',
  );
  const restored = rows.filter(
    (row) =>
      row.signInId === session.signInId &&
      (row.waitingFor === 'restored' || row.waitingFor === 'dataRestored'),
  );
  const heldBack = rows.filter(
    ({ signInId, waitingFor }) =>
      signInId === session.signInId &&
      ['overLimit', 'twice', 'changedBack'].includes(waitingFor ?? ''),
  );
  for (const { id } of [...foreign, ...restored, ...heldBack]) {
    const known = harness.model.approvals.get(id);
    known?.signIns.add(session.signInId);
    if (known) known.decidedAtMs = harness.clock.trueMs();
  }
  go(harness, workspace.commands.adopt(idsOf(foreign)));
  go(harness, workspace.commands.sendRestored(idsOf(restored)));
  go(harness, workspace.commands.confirmAndSend(idsOf(heldBack)));
  const differing = rows.filter((row) => row.state === 'confirmed' && row.found !== null);
  const unseen = differing.filter((row) => !row.isAcknowledged);
  if (unseen.length > 0) go(harness, workspace.commands.acknowledge(idsOf(unseen)));
}

/** Signs in with the consent page, up to the browser's answer. The token exchange takes its time. */
export async function signIn(harness: Harness, workspace: Workspace): Promise<void> {
  const main = harness.main();
  if (!main || workspace.session.get().kind === 'signedIn') return;
  // Without probing the host, which would let virtual time pass.
  const call = workspace.bridge.call('session.signIn', { moreScopes: [], anyway: true });
  call.catch((problem: unknown) => harness.note(`  refused: ${String(problem)}`));
  await harness.clock.settle();
  // The challenge is hashed in a thread outside the virtual clock. Wait for it even if a process has died
  // meanwhile, or the run would depend on the thread's speed.
  while (main.isSigningIn() && !main.link()) await harness.clock.settle();
  const link = main.link();
  if (!link || main.life.isOver()) return;
  const fetch = (url: string, init: RequestInit = {}): Promise<Response> =>
    harness.service.fetch(url, init);
  const location = new URL(await approveConsent(link.url, fetch));
  harness.model.secrets.add(location.searchParams.get('code') ?? 'no code');
  harness.session.signInBegins();
  link.answer({ kind: 'code', parameters: location.searchParams });
  await harness.clock.settle();
}

function idsOf(rows: readonly Approval[]): string[] {
  return rows.map(({ id }) => id);
}
