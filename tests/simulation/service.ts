import type { Bill } from '../../src/contract/bill.ts';
import type { Fetch } from '../../src/main/ports.ts';
import type { ApproveAnswer } from '../reference-peer/grammar.ts';
import type { Place } from './network.ts';
import type { OddBill, PageReading, ServiceFault } from './operations.ts';

/** A bill as the service has it, independent of Billfold's reader. */
export interface ServiceBill {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** A bill that Billfold has read, with the service's field names. */
export function asSent(bill: Bill): ServiceBill {
  const { billNumber, dueDate, createdAt, totalCents, amountDueCents, vendor, ...read } = bill;
  const { others, ...same } = read;
  const { others: ofVendor, ...party } = vendor ?? {};
  return {
    ...others,
    ...same,
    ...{ bill_number: billNumber, due_date: dueDate, created_at: createdAt },
    ...{ total_cents: totalCents, amount_due_cents: amountDueCents },
    vendor: vendor === null ? null : given({ ...ofVendor, ...party }),
  };
}

/** The fields with a value, without the one that names the kind of object. */
export function given(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name !== 'object' && value !== null),
  );
}

/** An approval that the service carried out. */
export interface Applied {
  readonly billId: string;
  /** True time at which its request arrived. */
  readonly arrivedAtMs: number;
}

/** A run's accounting service of either kind: its records, and the actions of others on it. */
export interface SimService {
  readonly fetch: Fetch;
  /** Organizations this sign-in can see. */
  organizationIds(): readonly string[];
  bills(organizationId: string): readonly ServiceBill[];
  /** Every approval it carried out, in order. */
  applied(): readonly Applied[];
  changeBill(billId: string, fields: Readonly<Record<string, unknown>>): void;
  changeBack(billId: string): void;
  pay(billId: string, cents: number): void;
  void(billId: string): void;
  removeBill(billId: string): void;
  addBill(organizationId: string): void;
  /** Adds a bill that cannot be mirrored and is in no other answer. */
  addOddBill(odd: OddBill): void;
  /** Number of such bills in an organization. */
  oddBills(organizationId: string): number;
  /** Moves a bill to the head of the list, if the service has an order. */
  moveUp(billId: string): void;
  hideOrganization(organizationId: string): void;
  expireTokens(): void;
  revokeSignIns(): void;
  /** Another program uses this share of a window. */
  consumeQuota(share: number): void;
  /** The next answers at a place are of this kind. */
  answer(place: Place, kind: ServiceFault, count: number): void;
  /** Draws the next answers at a place from the reference peer's grammar. */
  drawAnswers(place: Place, count: number, seed: number): void;
  /** The reference peer gives these answers to the next approvals, in this order. */
  answerApprovals(answers: readonly ApproveAnswer[]): void;
  /** Number of these answers not given yet. */
  answersLeft(): number;
  /** Changes the form of its pages from now on. */
  readPagesAs(reading: PageReading): void;
  /** Whether the first page of the bill's status lists it. */
  isAmongNewest(organizationId: string, billId: string): boolean;
  /** True time at which reading all pages last missed a bill; -1 for never. */
  unreadableAtMs(): number;
  /** Number of 429s without a reason. */
  refusalsMadeUp(): number;
  /** Number of fresh tokens that were refused. */
  tokensRefused(): number;
  /** Number of grants used up without the client receiving all of their tokens. */
  grantsLost(): number;
  /** Ends all faults. */
  calm(): void;
  /** Number of events by kind. */
  counts(): ReadonlyMap<string, number>;
}

/** How often a bill's approval was carried out. */
export function timesApplied(service: SimService, billId: string): number {
  return service.applied().filter((each) => each.billId === billId).length;
}
