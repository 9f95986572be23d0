import type { Bill } from '../../src/contract/bill.ts';
import type { Fetch } from '../../src/main/ports.ts';
import type { ApproveAnswer } from '../reference-peer/grammar.ts';
import type { Place } from './network.ts';
import type { OddBill, PageReading, ServiceFault } from './operations.ts';

/** A bill as the service has it; nothing of it is Billfold's reading. */
export interface ServiceBill {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** A bill that Billfold has read, under the names the service gives its fields. */
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

/** The fields that have a value, without the one that names the kind of object. */
export function given(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name !== 'object' && value !== null),
  );
}

/** An approval that was carried out. */
export interface Applied {
  readonly billId: string;
  /** True time at which its request arrived. */
  readonly arrivedAtMs: number;
}

/** The accounting service of a run, whichever it is: what it has done, and what others do to it. */
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
  /** One that cannot be mirrored: it is in no other answer of this. */
  addOddBill(odd: OddBill): void;
  /** How many of those an organization has. */
  oddBills(organizationId: string): number;
  /** To the head of the list, where the service has such a thing. */
  moveUp(billId: string): void;
  hideOrganization(organizationId: string): void;
  expireTokens(): void;
  revokeSignIns(): void;
  /** Somebody else uses this part of a window. */
  consumeQuota(share: number): void;
  /** The next answers of a place are of this kind. */
  answer(place: Place, kind: ServiceFault, count: number): void;
  /** The next answers of a place are drawn from the reference peer's grammar. */
  drawAnswers(place: Place, count: number, seed: number): void;
  /** The reference peer gives these answers to the next approvals, in their order. */
  answerApprovals(answers: readonly ApproveAnswer[]): void;
  /** Answers to approvals it has not given yet. */
  answersLeft(): number;
  /** How its pages are from now on. */
  readPagesAs(reading: PageReading): void;
  /** Whether whoever reads the first page of the bill's status meets it. */
  isAmongNewest(organizationId: string, billId: string): boolean;
  /** True time at which reading all pages last did not show all bills; -1: it always did. */
  unreadableAtMs(): number;
  /** 429s that nobody has earned. */
  refusalsMadeUp(): number;
  /** Fresh tokens that were refused. */
  tokensRefused(): number;
  /** Grants it has spent without its client having got all that came of them. */
  grantsLost(): number;
  /** Nothing goes wrong any more. */
  calm(): void;
  /** What it has met, by kind. */
  counts(): ReadonlyMap<string, number>;
}

/** How often each bill's approval was carried out. */
export function timesApplied(service: SimService, billId: string): number {
  return service.applied().filter((each) => each.billId === billId).length;
}
