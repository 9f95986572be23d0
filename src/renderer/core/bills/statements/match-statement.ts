import { isPayable } from '../../../../contract/assumptions.ts';
import { daysBetween, readPlainDate } from '../../../../base/days.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { numberForms } from '../flags/bill-keys.ts';
import { invisibleLetters } from '../search/search-text.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { StatementLine } from './statement-lines.ts';

/** Results, the most urgent first. */
export const matchKinds = [
  /** Open for the vendor, but paid, void or in an unknown state here. */
  'openThere',
  /** No bill here has the number. */
  'missing',
  /** The amounts differ. */
  'different',
  /** The statement names no currency, and the vendor's bills have several. */
  'unknownCurrency',
  /** Another line for a number already matched, or a payment or credit for a bill. */
  'further',
  /** The totals agree, but a part is paid here. */
  'partPaid',
  /** Open here, but not on the statement. */
  'notThere',
  /** The amounts agree. */
  'same',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** A bill on the statement, here, or both. */
export interface StatementMatch {
  readonly kind: MatchKind;
  /** Null for `notThere`. */
  readonly line: StatementLine | null;
  /** Cents due here; the total of a bill that is no longer due. Null when no bill is compared with the line. */
  readonly hereCents: number | null;
  /** ISO code; empty when it is unknown. */
  readonly currency: string;
  /** The bill here; null for `missing`. */
  readonly row: BillRow | null;
  /** For `missing`: a bill here that may be meant, since its number looks alike or its amount is the same. */
  readonly likely: BillRow | null;
}

/** The dates of a line and its bill, if they differ; null if they don't, or one is unknown. */
export function differentDates({ line, hereCents, row }: StatementMatch) {
  const here = readPlainDate(row?.bill.date);
  const there = line?.date ?? null;
  const isCompared = hereCents !== null && there !== null && here !== null;
  return isCompared && there !== here ? { there, here } : null;
}

export interface StatementResult {
  readonly matches: readonly StatementMatch[];
  /** Payments that match no bill. */
  readonly payments: readonly StatementLine[];
  /** Currency of lines that name none: the only one of the vendor's bills. Null when no line needs it. */
  readonly assumedCurrency: string | null;
}

/** Lines or bills per step: a few milliseconds. */
const STEP = 200;
/** A vendor and an accountant may date the same bill this many days apart. */
const MAX_DAYS_APART = 7;

/**
 * Matches lines with the bills of their vendor, each line with at most one bill and each bill with at most one line.
 * Amounts of lines are never added up. Yields between steps.
 * @param rows all bills of the vendor
 */
export function* matchStatement(
  lines: readonly StatementLine[],
  rows: readonly BillRow[],
): Generator<undefined, StatementResult> {
  const [byNumber, byLook] = [new Map<string, BillRow[]>(), new Map<string, BillRow[]>()];
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield;
    push(byNumber, exactNumber(row.bill.billNumber), row);
    for (const form of numberForms(row.bill.billNumber)) push(byLook, form, row);
  }
  const usual = onlyCurrency(rows);
  const claims: Claim[] = [];
  const counts = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) yield;
    const found = billsNumbered(line.number, byNumber);
    const currency = line.currency ?? usual ?? '';
    const number = exactNumber(found[0]?.bill.billNumber ?? line.number);
    const claim: Claim = { line, currency, number, found, row: null };
    claims.push(claim);
    const key = sumKey(claim, line.cents);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const matched = yield* pair(claims);
  const furtherNumbers = new Set(claims.flatMap(({ row, number }) => (row === null ? number : [])));
  const free = Map.groupBy(
    rows.filter(({ bill }) => bill.status !== 'void' && !matched.has(bill.id)),
    ({ bill }) => bill.totalCents,
  );
  const matches: StatementMatch[] = [];
  const payments: StatementLine[] = [];
  for (const [at, claim] of claims.entries()) {
    if (at % STEP === 0) yield;
    const { row, line, found } = claim;
    const isSettled = isReversed(claim, counts);
    if (row !== null) {
      const match = compare(row, claim);
      const isOneOfSeveral = match.kind === 'same' && furtherNumbers.has(claim.number);
      const isPaidThere = match.kind === 'openThere' && isSettled;
      matches.push(isOneOfSeveral || isPaidThere ? { ...match, kind: 'further' } : match);
    } else if (found.length > 0)
      matches.push(unpaired('further', claim, { row: found[0] ?? null }));
    else if (line.isPayment) payments.push(line);
    else if (isSettled) matches.push(unpaired('further', claim, {}));
    else {
      const likely = alikeBill(claim, byLook, matched) ?? likelyBill(claim, free, matched);
      if (likely !== null) matched.add(likely.bill.id);
      if (likely !== null && line.number === null) matches.push(compare(likely, claim));
      else matches.push(unpaired('missing', claim, { likely }));
    }
  }
  return {
    payments,
    matches: [...matches, ...notThere(rows, matched, lines)],
    assumedCurrency: lines.some((line) => line.currency === null) ? usual : null,
  };
}

interface Claim {
  readonly line: StatementLine;
  readonly currency: string;
  /** The number as compared; empty for none. */
  readonly number: string;
  readonly found: readonly BillRow[];
  /** The bill that the line stands for. */
  row: BillRow | null;
}

/**
 * A number without case, invisible letters, and the kind of separators. Zeros and letters that look alike count:
 * "QS 100" is "qs-100", but "0102" is not "102".
 */
function exactNumber(number: string | null): string {
  return (number ?? '')
    .normalize('NFC')
    .replaceAll(invisibleLetters, '')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}./_#:]+/gu, '-')
    .replaceAll(/^-|-$|(?<=\p{L})-(?=\p{N})|(?<=\p{N})-(?=\p{L})/gu, '');
}

/** Bills with this number, or with one of the words of the field, such as "Invoice 1042 of May". */
function billsNumbered(
  number: string | null,
  byNumber: ReadonlyMap<string, readonly BillRow[]>,
): readonly BillRow[] {
  if (number === null) return [];
  const found = byNumber.get(exactNumber(number));
  if (found) return found;
  const words = number.split(/[\s,;:#]+/u).filter((word) => /\d.*\d.*\d/u.test(word));
  const hits = words.flatMap((word) => {
    const named = byNumber.get(exactNumber(word));
    return named ? [named] : [];
  });
  return hits.length === 1 ? (hits[0] ?? []) : [];
}

/**
 * Gives each line its bill, the surest pairs first.
 * @returns IDs of the bills that have a line
 */
function* pair(claims: readonly Claim[]): Generator<undefined, Set<string>> {
  const matched = new Set<string>();
  for (const rank of [0, 1, 2, 3, 4]) {
    for (const [at, claim] of claims.entries()) {
      if (at % STEP === 0) yield;
      if (claim.row !== null) continue;
      const fits = claim.found.filter(
        (row) => !matched.has(row.bill.id) && rankOf(claim, row) === rank,
      );
      claim.row = fits.find(({ bill }) => isPayable(bill.status)) ?? fits[0] ?? null;
      if (claim.row !== null) matched.add(claim.row.bill.id);
    }
  }
  return matched;
}

/**
 * Rank of a line and a bill with its number, 0 for the surest pair; null when the line only pays or reduces the bill.
 */
function rankOf({ line, currency }: Claim, { bill }: BillRow): number | null {
  if (line.isPayment || (line.cents < 0 && bill.totalCents >= 0)) return null;
  const isLive = bill.status !== 'void';
  const isCurrency = currency === bill.currency || currency === '';
  const isSum = line.cents === bill.totalCents || line.cents === bill.amountDueCents;
  if (!isCurrency) return 4;
  if (!isSum) return isLive ? 3 : 4;
  if (!isLive) return 2;
  return line.date !== null && readPlainDate(bill.date) === line.date ? 0 : 1;
}

const sumKey = ({ number, currency }: Claim, cents: number): string =>
  `${number} ${currency} ${cents}`;

/** Whether the statement reverses this line as often as it lists it. */
function isReversed(claim: Claim, counts: ReadonlyMap<string, number>): boolean {
  const { number, line } = claim;
  if (number === '' || line.cents === 0) return false;
  return counts.get(sumKey(claim, line.cents)) === counts.get(sumKey(claim, -line.cents));
}

function compare(row: BillRow, { currency, line }: Claim): StatementMatch {
  const { bill } = row;
  const isDue = isPayable(bill.status);
  const isSettled = !isDue && line.cents === 0;
  const hereCents = isDue ? bill.amountDueCents : isSettled ? 0 : bill.totalCents;
  return { kind: kindOf(), line, hereCents, currency, row, likely: null };

  function kindOf(): MatchKind {
    if (currency === '') return 'unknownCurrency';
    if (currency !== bill.currency) return 'different';
    if (!isDue) return isSettled ? 'same' : 'openThere';
    if (line.cents === bill.amountDueCents) return 'same';
    // The vendor hasn't booked the part that was paid.
    return line.cents === bill.totalCents ? 'partPaid' : 'different';
  }
}

function unpaired(
  kind: MatchKind,
  { currency, line }: Claim,
  { row = null, likely = null }: Partial<Pick<StatementMatch, 'row' | 'likely'>>,
): StatementMatch {
  return { kind, line, hereCents: null, currency, row, likely };
}

/** Bills open here, in a currency of the statement, and not dated after its last line. */
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
      kind: 'notThere' as const,
      line: null,
      likely: null,
      row,
      hereCents: row.bill.amountDueCents,
      currency: row.bill.currency,
    }));
}

/** The free bill whose number only looks like the line's, with the same amount if there is one; null for none. */
function alikeBill(
  { line }: Claim,
  byLook: ReadonlyMap<string, readonly BillRow[]>,
  matched: ReadonlySet<string>,
): BillRow | null {
  const found = numberForms(line.number)
    .flatMap((form) => byLook.get(form) ?? [])
    .filter(({ bill }) => !matched.has(bill.id));
  return found.find(({ bill }) => bill.totalCents === line.cents) ?? found[0] ?? null;
}

/**
 * The only bill with this amount that no line has claimed, and with the same digits in its number or from about the
 * same day; null for none or several.
 */
function likelyBill(
  { line, currency }: Claim,
  free: ReadonlyMap<number, readonly BillRow[]>,
  matched: ReadonlySet<string>,
): BillRow | null {
  const digits = digitsOf(line.number);
  const found = (free.get(line.cents) ?? []).filter(({ bill }) => {
    if (matched.has(bill.id) || (currency !== '' && bill.currency !== currency)) return false;
    if (digits !== '' && digitsOf(bill.billNumber) === digits) return true;
    const day = readPlainDate(bill.date);
    return (
      day !== null && line.date !== null && Math.abs(daysBetween(day, line.date)) <= MAX_DAYS_APART
    );
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const digitsOf = (number: string | null): string => number?.replaceAll(/\D/gu, '') ?? '';

function onlyCurrency(rows: readonly BillRow[]): string | null {
  const [only, ...others] = new Set(rows.map(({ bill }) => bill.currency));
  return others.length === 0 ? (only ?? null) : null;
}

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
