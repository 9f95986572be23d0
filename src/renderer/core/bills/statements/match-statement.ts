import { isPayable } from '../../../../contract/assumptions.ts';
import { daysBetween, readPlainDate } from '../../../../base/days.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { numberForms } from '../flags/bill-keys.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { StatementLine } from './statement-lines.ts';

/** Results, the most urgent first. */
export const matchKinds = ['openThere', 'missing', 'different', 'notThere', 'same'] as const;
/**
 * `openThere`: open for the vendor, but paid (or in part), void or in an unknown state here. `missing`: no such bill
 * here. `notThere`: open here, but not on the statement.
 */
export type MatchKind = (typeof matchKinds)[number];

/** A bill on the statement, here, or both. */
export interface StatementMatch {
  readonly kind: MatchKind;
  /** Lines with this number; empty for `notThere`. */
  readonly lines: readonly StatementLine[];
  /** Cents that the vendor claims; null for `notThere`. */
  readonly thereCents: number | null;
  /** Cents due here; the total of a bill that is no longer due. Null for `missing`. */
  readonly hereCents: number | null;
  readonly currency: string;
  /** The bill here; null for `missing`. */
  readonly row: BillRow | null;
  /** For `missing`: a bill here with another number that may be meant, since the amount is the same. */
  readonly likely: BillRow | null;
}

export interface StatementResult {
  readonly matches: readonly StatementMatch[];
  /** Payments without a bill of their own. */
  readonly payments: readonly StatementLine[];
}

/** Lines or bills per step: a few milliseconds. */
const STEP = 200;
/** A vendor and an accountant may date the same bill this many days apart. */
const MOST_DAYS_APART = 7;

/**
 * Matches lines with the bills of their vendor, by number as the flag for duplicates compares numbers. Lines with one
 * number are added up. Yields between steps.
 * @param rows all bills of the vendor
 */
export function* matchStatement(
  lines: readonly StatementLine[],
  rows: readonly BillRow[],
): Generator<undefined, StatementResult> {
  const byForm = new Map<string, BillRow[]>();
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield;
    for (const form of numberForms(row.bill.billNumber)) push(byForm, form, row);
  }
  const usual = onlyCurrency(rows);
  const claims = new Map<string, Claim>();
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) yield;
    const found = line.number === null ? [] : billsNumbered(line.number, byForm);
    const currency = line.currency ?? found[0]?.bill.currency ?? usual ?? '';
    const row = bestOf(found, line, currency);
    const key = row?.bill.id ?? numberForms(line.number).at(-1) ?? `line ${line.line}`;
    const claim = claims.get(`${key} ${currency}`);
    if (claim) claim.lines.push(line);
    else claims.set(`${key} ${currency}`, { row, currency, lines: [line] });
  }
  const matched = new Set([...claims.values()].flatMap(({ row }) => row?.bill.id ?? []));
  const free = Map.groupBy(
    rows.filter(({ bill }) => bill.status !== 'void' && !matched.has(bill.id)),
    ({ bill }) => bill.totalCents,
  );
  const matches: StatementMatch[] = [];
  const payments: StatementLine[] = [];
  let done = 0;
  for (const claim of claims.values()) {
    if (done++ % STEP === 0) yield;
    const { row, lines: own } = claim;
    if (row === null && own.every(({ isPayment }) => isPayment)) payments.push(...own);
    else if (row !== null) matches.push(compare(row, claim));
    else {
      const likely = likelyBill(claim, free, matched);
      if (likely !== null) matched.add(likely.bill.id);
      const hasNumber = own.some(({ number }) => number !== null);
      if (likely !== null && !hasNumber) matches.push(compare(likely, claim));
      // A bill that is settled there needs no bill here.
      else if (sumOf(own) !== 0 || own.length === 1) matches.push(missing(claim, likely));
    }
  }
  return { payments, matches: [...matches, ...notThere(rows, matched, lines)] };
}

interface Claim {
  readonly row: BillRow | null;
  readonly currency: string;
  readonly lines: StatementLine[];
}

/** Bills with this number, or with one of the words of the field, such as "Invoice 1042 of May". */
function billsNumbered(
  number: string,
  byForm: ReadonlyMap<string, readonly BillRow[]>,
): readonly BillRow[] {
  const found = numberForms(number).flatMap((form) => byForm.get(form) ?? []);
  if (found.length > 0) return found;
  const words = number.split(/[\s,;:#]+/u).filter((word) => /\d.*\d.*\d/u.test(word));
  const named = words.map((word) => numberForms(word).flatMap((form) => byForm.get(form) ?? []));
  const hits = named.filter((each) => each.length > 0);
  return hits.length === 1 ? (hits[0] ?? []) : [];
}

/** The bill that agrees most, if several have the number. */
function bestOf(
  found: readonly BillRow[],
  { cents, date }: StatementLine,
  currency: string,
): BillRow | null {
  const scoreOf = ({ bill }: BillRow): number =>
    (bill.currency === currency ? 8 : 0) +
    (bill.status === 'void' ? 0 : 4) +
    (bill.totalCents === cents || bill.amountDueCents === cents ? 2 : 0) +
    (date !== null && readPlainDate(bill.date) === date ? 1 : 0);
  return found.toSorted((left, right) => scoreOf(right) - scoreOf(left))[0] ?? null;
}

function compare(row: BillRow, { currency: claimed, lines }: Claim): StatementMatch {
  const { bill } = row;
  // A statement without currencies means the bill's.
  const currency = claimed === '' ? bill.currency : claimed;
  const thereCents = sumOf(lines);
  const isDue = isPayable(bill.status);
  const hereCents = isDue ? bill.amountDueCents : bill.totalCents;
  return { kind: kindOf(), lines, thereCents, hereCents, currency, row, likely: null };

  function kindOf(): MatchKind {
    if (currency !== bill.currency) return 'different';
    if (!isDue) return thereCents === 0 ? 'same' : 'openThere';
    if (thereCents === bill.amountDueCents) return 'same';
    // The vendor hasn't booked the part that was paid.
    return thereCents === bill.totalCents ? 'openThere' : 'different';
  }
}

function missing({ currency, lines }: Claim, likely: BillRow | null): StatementMatch {
  const thereCents = sumOf(lines);
  return { kind: 'missing', lines, thereCents, hereCents: null, currency, row: null, likely };
}

/** Bills open here in a currency of the statement, and no younger than its last line. */
function notThere(
  rows: readonly BillRow[],
  matched: ReadonlySet<string>,
  lines: readonly StatementLine[],
): readonly StatementMatch[] {
  const currencies = new Set(lines.map(({ currency }) => currency));
  const last = lines
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .at(-1);
  return rows
    .filter(({ bill }) => {
      const date = readPlainDate(bill.date);
      return (
        isPayable(bill.status) &&
        !matched.has(bill.id) &&
        (currencies.has(bill.currency) || currencies.has(null)) &&
        (last === undefined || date === null || date <= last)
      );
    })
    .map((row) => ({
      ...{ kind: 'notThere' as const, lines: [], thereCents: null, likely: null, row },
      ...{ hereCents: row.bill.amountDueCents, currency: row.bill.currency },
    }));
}

/**
 * The only bill with this amount that no line has claimed, and with the same digits in its number or from about the
 * same day; null for none or several.
 */
function likelyBill(
  { lines, currency }: Claim,
  free: ReadonlyMap<number, readonly BillRow[]>,
  matched: ReadonlySet<string>,
): BillRow | null {
  const date = lines.flatMap((line) => line.date ?? [])[0] ?? null;
  const digits = digitsOf(lines[0]?.number ?? null);
  const found = (free.get(sumOf(lines)) ?? []).filter(({ bill }) => {
    if (matched.has(bill.id) || (currency !== '' && bill.currency !== currency)) return false;
    if (digits !== '' && digitsOf(bill.billNumber) === digits) return true;
    const day = readPlainDate(bill.date);
    return day !== null && date !== null && Math.abs(daysBetween(day, date)) <= MOST_DAYS_APART;
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const digitsOf = (number: string | null): string => number?.replaceAll(/\D/gu, '') ?? '';

function onlyCurrency(rows: readonly BillRow[]): string | null {
  const [only, ...others] = new Set(rows.map(({ bill }) => bill.currency));
  return others.length === 0 ? (only ?? null) : null;
}

const sumOf = (lines: readonly StatementLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

function push<Key>(map: Map<Key, BillRow[]>, key: Key, row: BillRow): void {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}

/**
 * The vendor with most of these bill numbers; null when fewer than two are known. Yields between steps.
 * @param numbers bill numbers of a statement
 */
export function* vendorOfNumbers(
  numbers: readonly string[],
  rows: readonly BillRow[],
): Generator<undefined, string | null> {
  const forms = new Set(numbers.flatMap((number) => numberForms(number)));
  const hits = new Map<string, number>();
  for (const [at, { bill }] of rows.entries()) {
    if (at % STEP === 0) yield;
    const name = vendorName(bill);
    if (name !== null && numberForms(bill.billNumber).some((form) => forms.has(form)))
      hits.set(name, (hits.get(name) ?? 0) + 1);
  }
  const [most] = [...hits].toSorted(([, left], [, right]) => right - left);
  return most !== undefined && most[1] > 1 ? most[0] : null;
}
