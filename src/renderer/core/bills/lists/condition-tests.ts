import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import type { BillColumns, TextColumn } from '../index/bill-columns.ts';
import { tagsIn } from '../../model/annotation.ts';
import type { BillList, OutOfInbox } from '../../model/list-choice.ts';
import type { BillQuery, BillRow, OrganizationBill } from '../../model/bill-row.ts';
import { paymentTermsOf } from '../../model/payment-terms.ts';
import type { Flag } from '../../model/flag.ts';
import { flagKinds } from '../../../../bridge/settings.ts';
import type { SearchCondition, TextMatch } from '../search/search-conditions.ts';
import type { SearchPart } from '../search/search-reading.ts';
import { searchTerms, type SearchTerm } from '../search/search-terms.ts';
import { hasNumber, sortKeyOf, startsNameIn } from '../search/search-text.ts';
import type { SearchOrder, SearchState } from '../search/search-words.ts';

/** Facts that filters need besides the bills. */
export interface FilterFacts {
  readonly today: PlainDate;
  /** Bills with a current approval, and its day; null while the approval needs the user. */
  readonly approved: ReadonlyMap<string, PlainDate | null>;
  /** Bills the user has snoozed or hidden. */
  readonly outOfInboxOf: (row: BillRow) => OutOfInbox | null;
  readonly flagsOf: (billId: string) => readonly Flag[];
  readonly isRoutine: (billId: string) => boolean;
  /** Whether the bill was paid, or left the payable lists, without an approval from this computer. */
  readonly leftUnapproved: (row: BillRow) => boolean;
}

/** Whether the user's approval of the bill is sent, or will be. One that needs the user does not count. */
export const isApprovedByUser = (approved: FilterFacts['approved'], billId: string): boolean =>
  (approved.get(billId) ?? null) !== null;

/** Facts that a search needs besides the bills. */
export interface SearchFacts extends FilterFacts {
  /** Day on which the bill returns to the inbox; null when it is not snoozed. */
  readonly snoozedUntil: (row: BillRow) => PlainDate | null;
  /** The user’s note on the bill, empty for none. */
  readonly noteOf: (row: OrganizationBill) => string;
  /** Slots of the bills whose text holds the term. */
  readonly holding: (term: SearchTerm, match: TextMatch) => { has(slot: number): boolean };
}

/** Whether the bill in a slot meets a part of a search. */
export type SlotTest = (slot: number) => boolean;

/** A test for each part, the slowest last. */
export function partTests(
  parts: readonly SearchPart[],
  columns: BillColumns,
  facts: SearchFacts,
): readonly SlotTest[] {
  const rated = parts
    .filter(({ any }) => any.length > 0)
    .map(({ any }) => ({ test: anyTest(any, columns, facts), cost: Math.max(...any.map(costOf)) }));
  return rated.toSorted((left, right) => left.cost - right.cost).map(({ test }) => test);
}

/** Cost of a test: 2 for flags, 1 for facts outside the columns, 0 for columns. */
function costOf(condition: SearchCondition): number {
  if (condition.kind === 'not') return Math.max(...condition.any.map(costOf));
  if (condition.kind !== 'state') return rowKinds.has(condition.kind) ? 1 : 0;
  return condition.state === 'flagged' ||
    condition.state === 'unflagged' ||
    condition.state === 'routine' ||
    kinds.has(condition.state)
    ? 2
    : 1;
}

/** Conditions about facts outside the columns. */
const rowKinds: ReadonlySet<string> = new Set(['field', 'tag', 'terms']);
const kinds: ReadonlySet<string> = new Set(flagKinds);

function anyTest(
  any: readonly SearchCondition[],
  columns: BillColumns,
  facts: SearchFacts,
): SlotTest {
  const tests = any
    .toSorted((left, right) => costOf(left) - costOf(right))
    .map((condition) => conditionTest(condition, columns, facts));
  const [only, ...others] = tests;
  if (only !== undefined && others.length === 0) return only;
  return (slot) => tests.some((test) => test(slot));
}

function rowTest({ rows }: BillColumns): (test: (row: BillRow) => boolean) => SlotTest {
  return (test) => (slot) => {
    const row = rows[slot];
    return row !== undefined && test(row);
  };
}

function conditionTest(
  condition: SearchCondition,
  columns: BillColumns,
  facts: SearchFacts,
): SlotTest {
  const ofRow = rowTest(columns);
  switch (condition.kind) {
    case 'text': {
      const found = [condition.term, ...(condition.also ?? [])].map((term) =>
        facts.holding(term, condition.match ?? 'preferWhole'),
      );
      return (slot) => found.every((each) => each.has(slot));
    }
    case 'amount':
      return amountTest(condition, columns);
    case 'date':
      return dateTest(condition, columns, facts);
    case 'vendor': {
      const { part, nearly } = condition;
      return textTest(columns.vendorKey, (key) =>
        nearly === null ? startsNameIn(key ?? '', part) : nearly.includes(key ?? ''),
      );
    }
    case 'terms':
      return ofRow(({ bill }) => paymentTermsOf(bill) === condition.days);
    case 'currency':
      return currencyTest(condition.currencies, columns);
    case 'state':
      return stateTest(condition.state, columns, facts);
    case 'field': {
      const { field, part } = condition;
      if (field === 'note') return ofRow((row) => sortKeyOf(facts.noteOf(row)).includes(part));
      if (field === 'memo') return ofRow(({ bill }) => sortKeyOf(bill.memo ?? '').includes(part));
      return ofRow(({ bill }) => hasNumber(bill.billNumber, part));
    }
    case 'tag': {
      const spellings = searchTerms(condition.part).flat();
      return ofRow((row) =>
        tagsIn(facts.noteOf(row)).some((tag) => spellings.includes(sortKeyOf(tag))),
      );
    }
    case 'order':
      return () => true;
    case 'not': {
      const any = condition.any.map((each): SearchCondition =>
        each.kind === 'text' ? { ...each, match: 'excluded' } : each,
      );
      const test = anyTest(any, columns, facts);
      return (slot) => !test(slot);
    }
    default:
      return condition satisfies never;
  }
}

type Condition<Kind extends SearchCondition['kind']> = Extract<SearchCondition, { kind: Kind }>;

function amountTest(
  { fromCents, toCents, currencies }: Condition<'amount'>,
  columns: BillColumns,
): SlotTest {
  const { amountCents, rows } = columns;
  // One amount may be the total of a bill that is partly paid.
  const isOne = toCents - fromCents < CENTS_PER_UNIT;
  const isOfCurrency = currencies === null ? null : currencyTest(currencies, columns);
  return (slot) => {
    const isIn = (each: number): boolean => fromCents <= each && each <= toCents;
    const isTotal = (): boolean => isOne && isIn(rows[slot]?.bill.totalCents ?? NaN);
    return (isIn(amountCents[slot] ?? 0) || isTotal()) && (isOfCurrency?.(slot) ?? true);
  };
}

function currencyTest(currencies: readonly string[], { currency }: BillColumns): SlotTest {
  return textTest(currency, (code) => currencies.includes(code ?? ''));
}

function dateTest(
  { field, from, to }: Condition<'date'>,
  columns: BillColumns,
  { approved, snoozedUntil, today }: SearchFacts,
): SlotTest {
  const isIn = (date: PlainDate | null): boolean => date !== null && from <= date && date <= to;
  const columnOf: Readonly<Record<'due' | 'date', TextColumn>> = {
    due: columns.dueDate,
    date: columns.dateOrCreated,
  };
  if (field === 'overdue') {
    const isLate = textTest(columns.dueDate, (text) => {
      const due = readPlainDate(text);
      return isIn(due) && (due ?? today) < today;
    });
    return (slot) => columns.payable[slot] === 1 && isLate(slot);
  }
  if (field === 'approved')
    return (slot) => isIn(approved.get(columns.rows[slot]?.bill.id ?? '') ?? null);
  if (field === 'snoozed')
    return (slot) => {
      const row = columns.rows[slot];
      return row !== undefined && isIn(snoozedUntil(row));
    };
  return textTest(columnOf[field], (text) => isIn(readPlainDate(text)));
}

function stateTest(state: SearchState, columns: BillColumns, facts: SearchFacts): SlotTest {
  const { approved, outOfInboxOf, flagsOf, noteOf, today } = facts;
  const { payable, dueDate, amountCents, status, vendor } = columns;
  const ofRow = rowTest(columns);
  const isApproved = ({ bill }: BillRow): boolean => approved.has(bill.id);
  const isByUser = ({ bill }: BillRow): boolean => isApprovedByUser(approved, bill.id);
  switch (state) {
    case 'overdue': {
      const isPast = textTest(dueDate, (text) => (readPlainDate(text) ?? today) < today);
      return (slot) => payable[slot] === 1 && isPast(slot);
    }
    case 'open':
    case 'partially_paid':
    case 'paid':
    case 'void':
      return textTest(status, (text) => text === state);
    case 'unpaid':
      return (slot) => payable[slot] === 1;
    case 'notYetDue': {
      const isAhead = textTest(dueDate, (text) => (readPlainDate(text) ?? '') >= today);
      return (slot) => payable[slot] === 1 && isAhead(slot);
    }
    case 'snoozed':
    case 'hidden':
      return ofRow((row) => outOfInboxOf(row) === state && !isApproved(row));
    case 'approved':
      return ofRow(isByUser);
    case 'unapproved':
      return (slot) => payable[slot] === 1 && ofRow((row) => !isByUser(row))(slot);
    case 'credit':
      return (slot) => (amountCents[slot] ?? 0) < 0;
    case 'noted':
      return ofRow((row) => noteOf(row).trim() !== '');
    case 'noDueDate':
      return textTest(dueDate, (text) => readPlainDate(text) === null);
    case 'noVendor':
      return textTest(vendor, (name) => name === null);
    case 'noNumber':
      return ofRow(({ bill }) => (bill.billNumber ?? '').trim() === '');
    case 'noMemo':
      return ofRow(({ bill }) => (bill.memo ?? '').trim() === '');
    case 'routine':
      return ofRow(({ bill }) => facts.isRoutine(bill.id));
    case 'paidUnapproved':
      return ofRow(
        (row) => isPaidUnapproved(row.bill.status) && !isApproved(row) && facts.leftUnapproved(row),
      );
    case 'unflagged':
      return ofRow(({ bill }) => flagsOf(bill.id).length === 0);
    case 'flagged':
      return ofRow(({ bill }) => flagsOf(bill.id).length > 0);
    // If the user has asked a person about a bill, the bill is on hold, too.
    case 'onHold':
      return ofRow(({ bill }) =>
        flagsOf(bill.id).some(({ kind }) => kind === 'onHold' || kind === 'asked'),
      );
    case 'duplicate':
    case 'unusualAmount':
    case 'changed':
    case 'returned':
    case 'reopened':
    case 'approvedElsewhere':
    case 'stoppedElsewhere':
    case 'dueAboveTotal':
    case 'fraction':
    case 'dueBeforeDate':
    case 'firstOfVendor':
    case 'lookAlike':
    case 'otherOrganization':
    case 'splitBills':
    case 'otherCurrency':
    case 'newBankDetails':
    case 'shorterTerms':
    case 'asked':
    case 'futureDate':
    case 'returningVendor':
      return ofRow(({ bill }) => flagsOf(bill.id).some(({ kind }) => kind === state));
    default:
      return state satisfies never;
  }
}

/** Whether a bill with this status was paid, at least in part. False for a void bill, or one that is payable again. */
export function isPaidUnapproved(status: string): boolean {
  return status === 'paid' || status === 'partially_paid';
}

/** Tests each distinct text once. */
function textTest({ codes, texts }: TextColumn, fits: (text: string | null) => boolean): SlotTest {
  const answers: boolean[] = [];
  return (slot) => {
    const code = codes[slot] ?? 0;
    return (answers[code] ??= fits(texts[code] ?? null));
  };
}

/**
 * List that a search applies to: a state such as “paid” or “snoozed” leads from the inbox to the list with such
 * bills.
 */
export function searchedList(parts: readonly SearchPart[], list: BillList): BillList {
  if (list !== 'inbox') return list;
  const asked = new Set(parts.flatMap(({ any }) => any.map(listOf)));
  asked.delete('inbox');
  const [only, ...others] = asked;
  if (only === undefined) return list;
  const isMixed = parts.some(
    ({ any }) =>
      any.some((each) => listOf(each) === 'inbox') && any.some((each) => listOf(each) === only),
  );
  return others.length > 0 || isMixed ? 'all' : only;
}

function listOf(condition: SearchCondition): BillList {
  if (condition.kind === 'date') {
    const { field } = condition;
    return field === 'approved' || field === 'snoozed' ? field : 'inbox';
  }
  if (condition.kind !== 'state') return 'inbox';
  const { state } = condition;
  if (state === 'unpaid') return 'payable';
  // A bill may be paid in part.
  if (state === 'paidUnapproved') return 'all';
  const isList =
    state === 'snoozed' ||
    state === 'hidden' ||
    state === 'approved' ||
    state === 'paid' ||
    state === 'void';
  return isList ? state : 'inbox';
}

/** Order that a search asks for, the last one if there are several; null for none. */
export function searchedOrder(
  parts: readonly SearchPart[],
): Pick<BillQuery, 'sort' | 'descending'> | null {
  const orders = parts.flatMap(({ any }) =>
    any.flatMap((each) => (each.kind === 'order' ? [each.order] : [])),
  );
  const last = orders.at(-1);
  return last === undefined ? null : orderNamed[last];
}

/** Sort and direction of each order in words. */
export const orderNamed: Readonly<Record<SearchOrder, Pick<BillQuery, 'sort' | 'descending'>>> = {
  amountDown: { sort: 'amount', descending: true },
  amountUp: { sort: 'amount', descending: false },
  ageDown: { sort: 'age', descending: true },
  ageUp: { sort: 'age', descending: false },
  dueDateUp: { sort: 'dueDate', descending: false },
  dueDateDown: { sort: 'dueDate', descending: true },
  vendorUp: { sort: 'vendor', descending: false },
  vendorDown: { sort: 'vendor', descending: true },
};

/** Whether the result may change with the bills’ flags. */
export function asksForFlags(parts: readonly SearchPart[]): boolean {
  const asks = (condition: SearchCondition): boolean => costOf(condition) === 2;
  return parts.some(({ any }) => any.some(asks));
}

/** Whether the result depends on approvals. */
export function asksForApprovals(parts: readonly SearchPart[]): boolean {
  const asks = (condition: SearchCondition): boolean => {
    if (condition.kind === 'not') return condition.any.some(asks);
    if (condition.kind === 'date')
      return condition.field === 'approved' || condition.field === 'snoozed';
    if (condition.kind !== 'state') return false;
    return ['approved', 'unapproved', 'snoozed', 'hidden', 'paidUnapproved'].includes(
      condition.state,
    );
  };
  return parts.some(({ any }) => any.some(asks));
}
