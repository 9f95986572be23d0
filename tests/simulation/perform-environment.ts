import { assertNever } from '../../src/base/assert-never.ts';
import { isPayable } from '../../src/contract/assumptions.ts';
import { backUp, restoreBackup } from './backup.ts';
import { setDocuments } from './main-disk.ts';
import { pickOne, type Operation } from './operations.ts';
import type { UserOperation } from './perform-user.ts';
import type { ServiceBill } from './service.ts';
import type { Harness } from './harness.ts';

/** Events at the service, the network and the computer. */
export async function performInEnvironment(
  harness: Harness,
  operation: Exclude<Operation, UserOperation>,
): Promise<void> {
  const { service, network, clock } = harness;
  switch (operation.kind) {
    case 'setClock':
      harness.quota.doubt();
      return clock.jump(operation.byMs);
    case 'hideWindow':
      harness.renderer()?.visibility.set(false);
      return harness.later(operation.forMs, () => harness.renderer()?.visibility.set(true));
    case 'quit':
      return harness.main()?.quit();
    case 'editBill': {
      const bill = pickBill(harness, operation.pick);
      if (bill) service.changeBill(bill.id, changedFields(bill, operation.field));
      return;
    }
    case 'payBill': {
      const bill = pickBill(harness, operation.pick);
      if (bill) service.pay(bill.id, operation.part ? 100 : Number(bill['amount_due_cents']));
      return;
    }
    case 'voidBill': {
      const bill = pickBill(harness, operation.pick);
      if (bill) service.void(bill.id);
      return;
    }
    case 'addBill':
      return service.addBill('org-1');
    case 'removeBill': {
      const bill = pickBill(harness, operation.pick);
      if (bill) service.removeBill(bill.id);
      return;
    }
    case 'changeBack': {
      const [billId] = pickOne(changedAndApproved(harness), operation.pick);
      if (billId !== undefined) service.changeBack(billId);
      return;
    }
    case 'moveBill': {
      const bill = pickBill(harness, operation.pick);
      if (bill) service.moveUp(bill.id);
      return;
    }
    case 'addOddBill':
      return service.addOddBill(operation.odd);
    case 'badStart':
      harness.renderer()?.life.kill();
      harness.rendererDisk.failsIn = operation.inCalls + 1;
      return;
    case 'hideOrganization':
      // Keep the last one, because without any there is nothing to check.
      if (service.organizationIds().length < 2) return;
      return service.hideOrganization(operation.isFirst ? 'org-1' : 'org-2');
    case 'oddAnswers':
      return service.drawAnswers(operation.place, operation.count, operation.seed);
    case 'answers':
      return service.answerApprovals(operation.answers);
    case 'oddPages':
      service.readPagesAs(operation.reading);
      return harness.later(operation.forMs, () => service.readPagesAs({}));
    case 'databaseFails':
      harness.rendererDisk.failsIn = operation.inCalls + 1;
      return;
    case 'expireTokens':
      return service.expireTokens();
    case 'revokeSignIns':
      harness.session.note('the service ended it');
      return service.revokeSignIns();
    case 'consumeQuota':
      harness.quota.allowRefusals(1_000);
      // Enough that Billfold has to slow down.
      return service.consumeQuota(0.5 + operation.share / 2);
    case 'network':
      network.state = operation.state;
      harness.renderer()?.onLine.set(operation.state !== 'down');
      return harness.later(operation.forMs, () => {
        network.state = 'up';
        harness.renderer()?.onLine.set(true);
      });
    case 'exchange':
      network.faults.push({ ...operation });
      return;
    case 'answer':
      return service.answer(operation.place, operation.answer, operation.count);
    case 'crash':
      return harness.crash(operation);
    case 'diskFull':
      return fillDisk(harness, operation.which, operation.forMs);
    case 'diskReadOnly':
      return lockDisk(harness, operation.forMs);
    case 'otherMachine':
      harness.mainDisk.machine += ' and on';
      harness.model.movedAtMs = clock.trueMs();
      harness.renderer()?.life.kill();
      return harness.main()?.life.kill();
    case 'restore': {
      const backup = await backUp(harness, operation.what);
      return harness.later(operation.afterMs, () => restoreBackup(harness, backup));
    }
    case 'sleep': {
      harness.quota.doubt();
      harness.main()?.power('suspended');
      await clock.settle();
      clock.suspend();
      return harness.later(operation.forMs, () => {
        clock.resume();
        harness.main()?.power('resumed');
      });
    }
    case 'wait':
      // `advance` lets the time pass, with all checks.
      return;
    default:
      return assertNever(operation);
  }
}

function fillDisk(harness: Harness, which: 'main' | 'renderer', forMs: number): void {
  if (which === 'renderer') {
    harness.rendererDisk.full = true;
    return harness.later(forMs, () => {
      harness.rendererDisk.full = false;
    });
  }
  harness.mainDisk.files.setRoom(Math.floor(harness.random.next() * 400));
  setDocuments(harness.mainDisk, { full: true, readOnly: false });
  harness.later(forMs, () => freeDisk(harness));
}

/** The system makes the disk read-only, as Linux does after an error. */
function lockDisk(harness: Harness, forMs: number): void {
  harness.mainDisk.files.setRoom(0);
  setDocuments(harness.mainDisk, { full: false, readOnly: true });
  harness.later(forMs, () => freeDisk(harness));
}

function freeDisk(harness: Harness): void {
  harness.mainDisk.files.setRoom(null);
  setDocuments(harness.mainDisk, { full: false, readOnly: false });
}

/** Bills that were changed at any time and have an approval. */
function changedAndApproved({ model }: Harness): readonly string[] {
  const billIds = new Set([...model.approvals.values()].map(({ billId }) => billId));
  return [...billIds].filter((id) => model.changedAtMs.has(id));
}

/** A bill, half of the time one with an approval, so that it matters. */
function pickBill(harness: Harness, pick: number): ServiceBill | null {
  const { service, model } = harness;
  const all = service.organizationIds().flatMap((id) => [...service.bills(id)]);
  const payable = all.filter(({ status }) => isPayable(status));
  const approved = [...model.approvals.values()]
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .slice(-8)
    .flatMap(({ billId }) => all.find(({ id }) => id === billId) ?? [])
    .filter(({ status }) => isPayable(status));
  const isApproved = pick < 0.6 && approved.length > 0;
  const [bill] = isApproved ? pickOne(approved, pick / 0.6) : pickOne(payable, pick);
  return bill ?? null;
}

function changedFields(bill: ServiceBill, field: number): Readonly<Record<string, unknown>> {
  const vendor: Readonly<Record<string, unknown>> = Object(bill['vendor']);
  if (field < 0.3) {
    return {
      total_cents: Number(bill['total_cents']) + 100,
      amount_due_cents: Number(bill['amount_due_cents']) + 100,
    };
  }
  if (field < 0.5) return { due_date: dayAfter(String(bill['due_date'])) };
  if (field < 0.6) return { vendor: { ...vendor, name: `${String(vendor['name'])} & Co` } };
  if (field < 0.7)
    return { vendor: { ...vendor, bank_account: `${text(vendor, 'bank_account')}1` } };
  if (field < 0.8) return { bill_number: `${String(bill['bill_number'])}b` };
  if (field < 0.85) return { memo: `${String(bill['memo'])}.` };
  if (field < 0.93) return { cost_center: `${text(bill, 'cost_center')}7` };
  return { currency: bill['currency'] === 'USD' ? 'CAD' : 'USD' };
}

function text(fields: Readonly<Record<string, unknown>>, name: string): string {
  return typeof fields[name] === 'string' ? fields[name] : '';
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
