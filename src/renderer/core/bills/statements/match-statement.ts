import { isPayable } from '../../../../contract/assumptions.ts';
import { daysBetween, readPlainDate } from '../../../../base/days.ts';
import { numberForms } from '../flags/bill-keys.ts';
import { invisibleLetters } from '../search/search-text.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { DayOrder } from '../search/search-reader.ts';
import type { StatementLayout } from './statement-columns.ts';
import { readLines, type StatementLine, type StatementLines } from './statement-lines.ts';
import type { StatementRecord } from './statement-records.ts';

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
  /** Another line or bill of a number already matched, or a payment or credit for a bill. */
  'further',
  /** The totals agree, but a part is paid here. */
  'partPaid',
  /** Open here, but no line of the statement has the number. */
  'notThere',
  /** The amounts agree. */
  'same',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** A bill on the statement, here, or both. */
export interface StatementMatch {
  readonly kind: MatchKind;
  /** Null for `notThere`, and for another bill of a number already matched. */
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
  /** Currency of lines that name none. Null when no line needs it, or it is unknown. */
  readonly assumed: AssumedCurrency | null;
}

/** The only currency of all bills of the vendor, or of those with the numbers of a file that names none. */
export interface AssumedCurrency {
  readonly currency: string;
  readonly from: 'vendor' | 'numbers';
}

/** Lines or bills per step: a few milliseconds. */
const STEP = 200;
/** A vendor and an accountant may date the same bill this many days apart. */
const MAX_DAYS_APART = 7;

/** Reads a statement and matches it, with reversed signs if more bills agree that way. Yields between steps. */
export function* compareStatement(
  records: readonly StatementRecord[],
  layout: StatementLayout,
  order: DayOrder | null,
  rows: readonly BillRow[],
): Generator<undefined, { readonly lines: StatementLines; readonly result: StatementResult }> {
  const plain = yield* readLines(records, layout, order);
  const reversed = yield* readLines(records, layout, order, true);
  const numbered = [
    ...(yield* billsOfLines(plain.lines, rows)),
    ...(yield* billsOfLines(reversed.lines, rows)),
  ];
  const payments = new Set(
    [...plain.lines, ...reversed.lines].flatMap(({ isPayment, line }) => (isPayment ? line : [])),
  );
  let surplus = -1;
  for (const [at, line] of [...plain.lines, ...reversed.lines].entries()) {
    if (at % STEP === 0) yield;
    if (payments.has(line.line)) continue;
    const alike = (numbered[at] ?? []).filter(({ bill }) => line.cents * bill.totalCents > 0);
    if (at < plain.lines.length) surplus -= Number(alike.length > 0);
    else surplus += Number(alike.some((row) => isSumOf(line, row)));
  }
  const lines = surplus > 0 ? reversed : plain;
  return { lines, result: yield* matchStatement(lines.lines, rows) };
}

/**
 * Matches lines with the bills of their vendor, each line with at most one bill and each bill with at most one line.
 * Amounts of lines are never added up. Yields between steps.
 * @param rows all bills of the vendor
 */
export function* matchStatement(
  lines: readonly StatementLine[],
  rows: readonly BillRow[],
): Generator<undefined, StatementResult> {
  const byLook = new Map<string, BillRow[]>();
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield;
    for (const form of numberForms(row.bill.billNumber)) push(byLook, form, row);
  }
  const numbered = yield* billsOfLines(lines, rows);
  const assumed = assumeCurrency(lines, rows, numbered);
  const claims: Claim[] = [];
  const counts = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) yield;
    const found = (numbered[at] ?? []).toSorted(
      (left, right) => Number(isWritten(line, right)) - Number(isWritten(line, left)),
    );
    const currency = line.currency ?? assumed?.currency ?? '';
    const number = plainNumber(found[0]?.bill.billNumber) || foldedNumber(line.number);
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
  const near = new Map<Claim, BillRow>();
  for (const nearBill of [alikeBillOfSum, alikeBill, likelyBill])
    for (const [at, claim] of claims.entries()) {
      if (at % STEP === 0) yield;
      const isBill = !claim.line.isPayment && !isReversed(claim, counts);
      if (claim.found.length > 0 || near.has(claim) || !isBill) continue;
      const row = nearBill(claim, { byLook, free, matched });
      if (row === null) continue;
      near.set(claim, row);
      matched.add(row.bill.id);
    }
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
      const likely = near.get(claim) ?? null;
      if (likely !== null && line.number === null) matches.push(compare(likely, claim));
      else matches.push(unpaired('missing', claim, { likely }));
    }
  }
  return {
    payments,
    matches: [...matches, ...notThere(rows, claims, matched)],
    assumed,
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

/** Returns a number without case and invisible letters. */
const plainNumber = (number: string | null | undefined): string =>
  (number ?? '').normalize('NFC').replaceAll(invisibleLetters, '').toLowerCase().trim();

/**
 * Returns a number without case and invisible letters, with one kind of separator: "QS 100" equals "qs-100". Filler
 * zeros and similar letters stay.
 */
export function foldedNumber(number: string | null): string {
  return plainNumber(number)
    .replaceAll(/[\s\p{Pd}./_#:]+/gu, '-')
    .replaceAll(/^-|-$|(?<=\p{L})-(?=\p{N})|(?<=\p{N})-(?=\p{L})/gu, '');
}

const wordEnds = /[\s,;:#]+/u;

/** Forms of a number without separators, and without filler zeros. Doesn't join short parts: "1-12" is not "11-2". */
function spellingsOf(number: string | null): readonly string[] {
  const parts = plainNumber(number).match(/\p{L}+|\p{N}+/gu) ?? [];
  const joined = parts.join('');
  if (!/\p{N}/u.test(joined)) return [];
  const apart = parts.map((part) => part.replace(/^0+(?=\p{N})/u, '')).join('-');
  return joined.length < SHORTEST_JOINED ? [apart] : [apart, `joined ${joined}`];
}

const SHORTEST_JOINED = 4;

/**
 * Bills of each line: those with its number, else the only one whose number differs just in separators or filler zeros,
 * if no other line is for that bill. Yields between steps.
 */
function* billsOfLines(
  lines: readonly StatementLine[],
  rows: readonly BillRow[],
): Generator<undefined, readonly (readonly BillRow[])[]> {
  const [byNumber, bySpelling] = [new Map<string, BillRow[]>(), new Map<string, BillRow[]>()];
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield;
    push(byNumber, foldedNumber(row.bill.billNumber), row);
    for (const spelling of spellingsOf(row.bill.billNumber)) push(bySpelling, spelling, row);
  }
  const found: { readonly isExact: boolean; readonly bills: readonly BillRow[] }[] = [];
  const uses = new Map<BillRow, number>();
  for (const [at, { number }] of lines.entries()) {
    if (at % STEP === 0) yield;
    const exact = billsNumbered(number, byNumber);
    const isExact = exact.length > 0;
    const alike = new Set(spellingsOf(number).flatMap((each) => bySpelling.get(each) ?? []));
    const bills = isExact ? exact : [...alike];
    for (const row of bills) uses.set(row, (uses.get(row) ?? 0) + 1);
    found.push({ isExact, bills });
  }
  return found.map(({ isExact, bills }) => {
    const [only, ...others] = bills;
    const isSure = isExact || (only !== undefined && others.length === 0 && uses.get(only) === 1);
    return isSure ? bills : [];
  });
}

/** Bills with this number, or with one of the words of the field, such as "Invoice 1042 of May". */
function billsNumbered(
  number: string | null,
  byNumber: ReadonlyMap<string, readonly BillRow[]>,
): readonly BillRow[] {
  if (number === null) return [];
  const found = byNumber.get(foldedNumber(number));
  if (found) return found;
  const words = number.split(wordEnds).filter((word) => /\d.*\d.*\d/u.test(word));
  const hits = words.flatMap((word) => {
    const named = byNumber.get(foldedNumber(word));
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
  for (let rank = 0; rank <= LAST_RANK; rank++) {
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

const LAST_RANK = 13;

/**
 * Rank of a line and a bill with its number, 0 for the surest pair; null when the line only pays or reduces the bill.
 * A live bill with exactly the number comes before any whose number is only spelled otherwise.
 */
function rankOf(claim: Claim, row: BillRow): number | null {
  const { line } = claim;
  if (line.isPayment || (line.cents < 0 && row.bill.totalCents >= 0)) return null;
  return 2 * rankOfContent(claim, row) + (isWritten(line, row) ? 0 : 5);
}

/** Whether the line has exactly the bill's number, in upper or lower case, alone or as a word. */
export function isWritten({ number }: StatementLine, { bill }: BillRow): boolean {
  const [there = '', here = ''] = [number, bill.billNumber].map(plainNumber);
  return there === here || there.split(wordEnds).includes(here);
}

function rankOfContent({ line, currency }: Claim, { bill }: BillRow): number {
  const isLive = bill.status !== 'void';
  const isCurrency = currency === bill.currency || currency === '';
  const isSum = isSumOf(line, { bill });
  if (!isCurrency) return 4;
  if (!isSum) return isLive ? 3 : 4;
  if (!isLive) return 2;
  return line.date !== null && readPlainDate(bill.date) === line.date ? 0 : 1;
}

const isSumOf = ({ cents }: StatementLine, { bill }: Pick<BillRow, 'bill'>): boolean =>
  cents === bill.totalCents || cents === bill.amountDueCents;

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
    // If the line has the total, the vendor hasn't booked the part that was paid.
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

/**
 * Open bills without a line, in a currency of the statement, and not dated after its last line. Leaves out bills whose
 * number is on some line.
 */
function notThere(
  rows: readonly BillRow[],
  claims: readonly Claim[],
  matched: ReadonlySet<string>,
): readonly StatementMatch[] {
  const currencies = new Set(claims.map(({ currency }) => currency));
  const numbered = new Set(claims.flatMap(({ found }) => found));
  const shown = new Set(claims.map(({ row, found }) => row ?? found[0]));
  const last = claims
    .flatMap(({ line }) => line.date ?? [])
    .toSorted()
    .at(-1);
  return rows
    .filter((row) => {
      const { bill } = row;
      const date = readPlainDate(bill.date);
      return (
        isPayable(bill.status) &&
        !matched.has(bill.id) &&
        !shown.has(row) &&
        (currencies.has(bill.currency) || currencies.has('')) &&
        (last === undefined || date === null || date <= last)
      );
    })
    .map((row) => ({
      kind: numbered.has(row) ? ('further' as const) : ('notThere' as const),
      line: null,
      likely: null,
      row,
      hereCents: row.bill.amountDueCents,
      currency: row.bill.currency,
    }));
}

interface Candidates {
  readonly byLook: ReadonlyMap<string, readonly BillRow[]>;
  /** Bills without a line, by their total in cents. */
  readonly free: ReadonlyMap<number, readonly BillRow[]>;
  /** IDs of bills that have a line. */
  readonly matched: ReadonlySet<string>;
}

/** Free bills whose number only looks like the line's. */
const alikeBills = ({ line }: Claim, { byLook, matched }: Candidates): readonly BillRow[] =>
  numberForms(line.number)
    .flatMap((form) => byLook.get(form) ?? [])
    .filter(({ bill }) => !matched.has(bill.id));

const alikeBillOfSum = (claim: Claim, candidates: Candidates): BillRow | null =>
  alikeBills(claim, candidates).find(({ bill }) => bill.totalCents === claim.line.cents) ?? null;

const alikeBill = (claim: Claim, candidates: Candidates): BillRow | null =>
  alikeBills(claim, candidates)[0] ?? null;

/**
 * The only bill with this amount that no line has claimed, and with the same digits in its number or from about the
 * same day; null for none or several.
 */
function likelyBill({ line, currency }: Claim, { free, matched }: Candidates): BillRow | null {
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

function assumeCurrency(
  lines: readonly StatementLine[],
  rows: readonly BillRow[],
  numbered: readonly (readonly BillRow[])[],
): AssumedCurrency | null {
  if (lines.every((line) => line.currency !== null)) return null;
  const usual = onlyCurrency(rows);
  if (usual !== null) return { currency: usual, from: 'vendor' };
  const namesNone = lines.every((line) => line.currency === null);
  const currency = namesNone ? onlyCurrency(numbered.flat()) : null;
  return currency === null ? null : { currency, from: 'numbers' };
}

function onlyCurrency(rows: readonly BillRow[]): string | null {
  const [only, ...others] = new Set(rows.map(({ bill }) => bill.currency));
  return others.length === 0 ? (only ?? null) : null;
}

function push<Key>(map: Map<Key, BillRow[]>, key: Key, row: BillRow): void {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}
