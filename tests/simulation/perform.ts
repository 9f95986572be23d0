import { assertNever } from '../../src/base/assert-never.ts';
import { fingerprint, snapshotOf } from '../../src/bridge/snapshot.ts';
import { isPayable } from '../../src/contract/assumptions.ts';
import type { FaultRule } from '../../src/sandbox/faults/fault.ts';
import type { SandboxBill } from '../../src/sandbox/company/company.ts';
import { approveConsent } from '../../src/sandbox/testing/consent.ts';
import { createSandboxFetch } from '../../src/sandbox/transport.ts';
import type { Approval, Workspace } from '../../src/renderer/workspace.ts';
import { setDocumentsFull } from './main-disk.ts';
import type { Yes } from './model.ts';
import type { Operation, ServiceFault } from './operations.ts';
import type { World } from './world.ts';

/** Does one operation. What it starts goes on while time passes afterwards. */
export async function perform(world: World, operation: Operation): Promise<void> {
  world.count(operation.kind);
  world.note(JSON.stringify(operation));
  const workspace = world.workspace();
  if (isUsers(operation)) {
    if (workspace) await performForUser(world, workspace, operation);
    else world.note('  nobody to do it');
  } else await performOnWorld(world, operation);
  await world.clock.settle();
}

const userKinds = [
  'approve',
  'undo',
  'sendAgain',
  'approveAsChanged',
  'withdraw',
  'markConfirmed',
  'adopt',
  'selectOrganization',
  'signOut',
  'signIn',
  'refresh',
  'sendAgainByItself',
] as const;
type UserOperation = Extract<Operation, { kind: (typeof userKinds)[number] }>;

function isUsers(operation: Operation): operation is UserOperation {
  return (userKinds as readonly string[]).includes(operation.kind);
}

async function performForUser(
  world: World,
  workspace: Workspace,
  operation: UserOperation,
): Promise<void> {
  const { model } = world;
  const { commands } = workspace;
  const rows = workspace.approvals.get();
  const inStates = (...states: readonly Approval['state'][]): Approval[] =>
    rows.filter((row) => states.includes(row.state));

  switch (operation.kind) {
    case 'approve':
      return approve(world, workspace, operation.picks, operation.undo);
    case 'undo':
      return takeBack(world, workspace, pickOne(inStates('held', 'queued'), operation.pick));
    case 'withdraw':
      return takeBack(
        world,
        workspace,
        pickOne(inStates('unknown', 'rejected', 'changed'), operation.pick),
      );
    case 'sendAgain': {
      const open = inStates('unknown', 'rejected');
      const chosen = operation.all ? open : pickOne(open, operation.pick);
      for (const row of chosen) {
        const known = model.approvals.get(row.id);
        if (!known) continue;
        const isUnknown = row.state === 'unknown';
        if (isUnknown) known.sentAgain += 1;
        if (isUnknown || !yesNow(world, workspace).isOnline) {
          known.readAfterMs = world.clock.trueMs();
        }
      }
      return go(world, commands.sendAgain(idsOf(chosen)));
    }
    case 'approveAsChanged': {
      const chosen = pickOne(inStates('changed'), operation.pick);
      for (const row of chosen) {
        const known = model.approvals.get(row.id);
        if (!known || row.changes.length === 0) continue;
        const shown = { ...row.snapshot };
        for (const { field, after } of row.changes) Object.assign(shown, { [field]: after });
        known.pendingChange = { ...yesNow(world, workspace), snapshot: shown };
      }
      return go(world, commands.approveAsChanged(idsOf(chosen)));
    }
    case 'markConfirmed': {
      const chosen = pickOne(inStates('unknown'), operation.pick);
      for (const { id } of chosen) {
        const known = model.approvals.get(id);
        if (known) known.markedConfirmed = true;
      }
      return go(world, commands.markConfirmed(idsOf(chosen)));
    }
    case 'adopt':
      return adoptAll(world, workspace);
    case 'selectOrganization': {
      const shown = workspace.organizationId.get();
      const other = workspace.organizations.get().find(({ id }) => id !== shown);
      return other ? go(world, commands.selectOrganization(other.id)) : undefined;
    }
    case 'signOut':
      if (operation.waiting === 'discard') {
        for (const { id } of rows) {
          const known = model.approvals.get(id);
          if (known) known.askedBack = true;
        }
      }
      if (workspace.session.get().kind === 'signedIn') world.count('sign-out');
      world.excuseSession('the user signed out');
      return go(world, commands.signOut(operation.waiting));
    case 'signIn':
      return signIn(world, workspace);
    case 'refresh':
      return commands.refresh();
    case 'sendAgainByItself':
      if (operation.on) model.sendsAgainByItself = true;
      return go(world, commands.changeSettings({ sendAgainByItself: operation.on }));
    default:
      return assertNever(operation);
  }
}

/** Starts a command; what it throws is a bug of its own. */
function go(world: World, command: Promise<unknown>): void {
  command.catch((problem: unknown) => world.note(`  refused: ${String(problem)}`));
}

async function approve(
  world: World,
  workspace: Workspace,
  picks: readonly number[],
  undo: boolean,
): Promise<void> {
  const query = { status: 'payable', search: '', sort: 'dueDate', descending: false } as const;
  const shown = workspace.bills.query(query).map(({ bill }) => bill);
  const chosen = new Set(picks.flatMap((pick) => pickOne(shown, pick)));
  for (const bill of chosen) {
    const yes: Yes = { ...yesNow(world, workspace), snapshot: snapshotOf(bill) };
    world.model.clicks.set(bill.id, [...(world.model.clicks.get(bill.id) ?? []), yes]);
  }
  const command = workspace.commands.approve([...chosen].map(({ id }) => id));
  go(
    world,
    command.then(({ approved }) => {
      for (const row of approved) learnApproval(world, row);
      if (undo) takeBack(world, workspace, [...approved]);
    }),
  );
  await world.clock.settle();
}

function yesNow(world: World, workspace: Workspace): Omit<Yes, 'snapshot'> {
  const session = workspace.session.get();
  return {
    atMs: world.clock.trueMs(),
    isOnline: workspace.connectivity.get().state === 'online',
    signInId: session.kind === 'signedIn' ? session.signInId : null,
  };
}

/** An approval is on disk: the user must have clicked it, on what was shown. */
export function learnApproval(world: World, row: Approval): void {
  const { model } = world;
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
  world.count('approval');
  model.approvals.set(row.id, {
    id: row.id,
    organizationId: row.organizationId,
    billId: row.billId,
    snapshot: click.snapshot,
    saidAtMs: click.atMs,
    readAfterMs: click.isOnline ? null : click.atMs,
    signIns: new Set([row.signInId]),
    askedBack: false,
    isWithdrawn: false,
    sentAgain: 0,
    markedConfirmed: false,
    pendingChange: null,
    story: [],
  });
}

function takeBack(world: World, workspace: Workspace, rows: readonly Approval[]): void {
  for (const row of rows) {
    const known = world.model.approvals.get(row.id);
    if (known) known.askedBack = true;
    go(
      world,
      workspace.commands.withdraw([row.id]).then((count) => {
        if (count !== 1 || !known) return;
        world.count(row.state === 'held' ? 'undone in time' : 'withdrawn');
        known.isWithdrawn = true;
      }),
    );
  }
}

/** The user lets this sign-in send what was approved under an earlier one. */
export function adoptAll(world: World, workspace: Workspace): void {
  const session = workspace.session.get();
  if (session.kind !== 'signedIn') return;
  const foreign = workspace.approvals
    .get()
    .filter((row) => row.signInId !== session.signInId && row.state !== 'sending');
  for (const { id } of foreign) {
    const known = world.model.approvals.get(id);
    known?.signIns.add(session.signInId);
    if (known) known.readAfterMs = world.clock.trueMs();
  }
  go(world, workspace.commands.adopt(idsOf(foreign)));
}

/** Signs in by the consent page, as far as the answer of the browser; the exchange takes its time. */
export async function signIn(world: World, workspace: Workspace): Promise<void> {
  const main = world.main();
  const window = world.renderer();
  if (!main || !window || workspace.session.get().kind === 'signedIn') return;
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  workspace.bridge.call('session.signIn', { moreScopes: [] }).then(end, end);
  await world.clock.settle();
  // The challenge is hashed in a thread of its own, which no virtual clock knows of.
  while (!main.link() && !isOver && !main.life.isOver() && !window.life.isOver()) {
    await world.clock.settle();
  }
  const link = main.link();
  if (!link || main.life.isOver()) return;
  const location = new URL(await approveConsent(link.url, createSandboxFetch(world.sandbox)));
  world.model.secrets.add(location.searchParams.get('code') ?? 'no code');
  world.signInBegins();
  link.answer({ kind: 'code', parameters: location.searchParams });
  await world.clock.settle();
}

type WorldOperation = Exclude<Operation, UserOperation>;

async function performOnWorld(world: World, operation: WorldOperation): Promise<void> {
  const { sandbox, network, clock } = world;
  const { edit } = sandbox;
  switch (operation.kind) {
    case 'setClock':
      world.quota.doubt();
      world.model.clockWasSet = true;
      return clock.jump(operation.byMs);
    case 'hideWindow':
      world.renderer()?.visibility.set(false);
      return world.later(operation.forMs, () => world.renderer()?.visibility.set(true));
    case 'quit':
      return world.main()?.quit();
    case 'editBill': {
      const bill = pickBill(world, operation.pick);
      if (bill) edit.changeBill(bill.id, changedFields(bill, operation.field));
      return;
    }
    case 'payBill': {
      const bill = pickBill(world, operation.pick);
      if (bill) edit.pay(bill.id, operation.part ? 100 : bill.amount_due_cents);
      return;
    }
    case 'voidBill': {
      const bill = pickBill(world, operation.pick);
      if (bill) edit.void(bill.id);
      return;
    }
    case 'addBill':
      edit.addBill('org-1');
      return;
    case 'removeBill': {
      const bill = pickBill(world, operation.pick);
      if (bill) edit.removeBill(bill.id);
      return;
    }
    case 'expireTokens':
      return edit.expireTokens();
    case 'revokeSignIns':
      world.excuseSession('the service ended it');
      return edit.revokeSignIns();
    case 'consumeQuota':
      world.quota.excuse(1_000);
      return edit.consumeQuota(Math.floor(sandbox.settings().requestsPerWindow * operation.share));
    case 'network':
      network.state = operation.state;
      world.renderer()?.onLine.set(operation.state !== 'down');
      return world.later(operation.forMs, () => {
        network.state = 'up';
        world.renderer()?.onLine.set(true);
      });
    case 'exchange':
      network.faults.push({ ...operation });
      return;
    case 'answer':
      sandbox.faults.add(ruleOf(operation.place, operation.answer, operation.count));
      return;
    case 'crash':
      return world.crash(operation);
    case 'diskFull':
      return fillDisk(world, operation.which, operation.forMs);
    case 'sleep': {
      world.model.clockWasSet = true;
      world.quota.doubt();
      world.main()?.power('suspended');
      await clock.settle();
      clock.suspend();
      return world.later(operation.forMs, () => {
        clock.resume();
        world.main()?.power('resumed');
      });
    }
    case 'wait':
      return world.advance(operation.forMs, () => undefined);
    default:
      return assertNever(operation);
  }
}

function fillDisk(world: World, which: 'main' | 'renderer', forMs: number): void {
  if (which === 'renderer') {
    world.rendererDisk.full = true;
    return world.later(forMs, () => {
      world.rendererDisk.full = false;
    });
  }
  // A refresh token that cannot be written down is lost with the process.
  world.excuseSession('the disk was full');
  world.mainDisk.files.setRoom(Math.floor(world.random.next() * 400));
  setDocumentsFull(world.mainDisk, true);
  world.later(forMs, () => {
    world.mainDisk.files.setRoom(null);
    setDocumentsFull(world.mainDisk, false);
  });
}

/** Every other time a bill somebody has approved, so that it matters. */
function pickBill(world: World, pick: number): SandboxBill | null {
  const { sandbox, model } = world;
  const all = sandbox.organizations.flatMap(({ id }) => sandbox.bills(id));
  const payable = all.filter(({ status }) => isPayable(status));
  const approved = [...model.approvals.values()]
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .slice(-8)
    .flatMap(({ billId }) => sandbox.bill(billId) ?? [])
    .filter(({ status }) => isPayable(status));
  const isApproved = pick < 0.6 && approved.length > 0;
  const [bill] = isApproved ? pickOne(approved, pick / 0.6) : pickOne(payable, pick);
  return bill ?? null;
}

function changedFields(bill: SandboxBill, field: number): Partial<SandboxBill> {
  if (field < 0.3) {
    return {
      total_cents: bill.total_cents + 100,
      amount_due_cents: bill.amount_due_cents + 100,
    };
  }
  if (field < 0.5) return { due_date: dayAfter(bill.due_date) };
  if (field < 0.65) return { vendor: { ...bill.vendor, name: `${bill.vendor.name} & Co` } };
  if (field < 0.8) return { bill_number: `${bill.bill_number}b` };
  if (field < 0.9) return { memo: `${bill.memo}.` };
  return { currency: bill.currency === 'USD' ? 'CAD' : 'USD' };
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

const paths = {
  approve: '/api/v1/bills/*/approve',
  bills: '/api/v1/bills',
  organizations: '/api/v1/me/organizations',
  token: '/oauth/token',
} as const;

function ruleOf(place: keyof typeof paths, answer: ServiceFault, count: number): FaultRule {
  const match = { path: paths[place], nth: 1, times: count };
  return { match, fault: faultOf(answer) };
}

function faultOf(answer: ServiceFault): FaultRule['fault'] {
  switch (answer) {
    case 'status500':
      return { kind: 'status', status: 500 };
    case 'status500Applied':
      return { kind: 'status', status: 500, applied: true };
    case 'status502Applied':
      return { kind: 'status', status: 502, applied: true, body: 'html' };
    case 'status503':
      return { kind: 'status', status: 503, retryAfter: '20' };
    case 'storm':
      return { kind: 'rateLimitStorm', retryAfterS: 40 };
    case 'malformedBill':
      return { kind: 'malformedBill', how: 'textAmount', position: 1 };
    case 'refuseCursor':
      return { kind: 'refuseCursor' };
    case 'duplicateItems':
      return { kind: 'duplicateItems', count: 2 };
    case 'tokenDies':
      return { kind: 'tokenDies' };
    case 'invalid':
      return { kind: 'status', status: 422 };
    default:
      return assertNever(answer);
  }
}

function pickOne<Value>(values: readonly Value[], pick: number): Value[] {
  const value = values[Math.floor(pick * values.length)];
  return value === undefined ? [] : [value];
}

function idsOf(rows: readonly Approval[]): string[] {
  return rows.map(({ id }) => id);
}
