import { assertNever } from '../../src/base/assert-never.ts';
import { isPayable } from '../../src/contract/assumptions.ts';
import type { FaultRule } from '../../src/sandbox/faults/fault.ts';
import type { SandboxBill } from '../../src/sandbox/company/company.ts';
import { setDocuments } from './main-disk.ts';
import { pickOne, type Operation, type ServiceFault } from './operations.ts';
import type { UserOperation } from './perform-user.ts';
import type { World } from './world.ts';

type WorldOperation = Exclude<Operation, UserOperation>;

/** What the service, the network and the computer do. */
export async function performOnWorld(world: World, operation: WorldOperation): Promise<void> {
  const { sandbox, network, clock } = world;
  const { edit } = sandbox;
  switch (operation.kind) {
    case 'setClock':
      world.quota.doubt();
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
      world.session.note('the service ended it');
      return edit.revokeSignIns();
    case 'consumeQuota':
      world.quota.excuse(1_000);
      // Enough of it that Billfold has to mind.
      return edit.consumeQuota(
        Math.floor(sandbox.settings().requestsPerWindow * (0.5 + operation.share / 2)),
      );
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
    case 'diskReadOnly':
      return lockDisk(world, operation.forMs);
    case 'sleep': {
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
      // The time passes where everything is watched.
      return;
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
  world.mainDisk.files.setRoom(Math.floor(world.random.next() * 400));
  setDocuments(world.mainDisk, { full: true, readOnly: false });
  world.later(forMs, () => freeDisk(world));
}

/** The system takes every right to write away: after an error of the disk, as Linux does. */
function lockDisk(world: World, forMs: number): void {
  world.mainDisk.files.setRoom(0);
  setDocuments(world.mainDisk, { full: false, readOnly: true });
  world.later(forMs, () => freeDisk(world));
}

function freeDisk(world: World): void {
  world.mainDisk.files.setRoom(null);
  setDocuments(world.mainDisk, { full: false, readOnly: false });
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
