import { readPlainDate } from '../../../../base/days.ts';
import { vendorName } from '../../../../contract/bill.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { vendorForm, nameWords, numberForms } from '../flags/bill-keys.ts';
import { spellingOf, vendorRecords } from '../flags/vendor-records.ts';
import { foldedNumber, isWritten } from './match-statement.ts';
import { recognizeLayout } from './statement-columns.ts';
import { readLines, type StatementLine } from './statement-lines.ts';
import type { StatementRecord } from './statement-records.ts';

export interface VendorGuess {
  readonly vendor: string;
  /** Whether the lines alone decided: neither the file's name nor its first lines name the vendor. */
  readonly isFromLines: boolean;
}

/** Records above the first bills, where the vendor's name may be. */
const LETTERHEAD = 10;

/** The vendor of a statement, by its lines and by the names in it; null for none. Yields between steps. */
export function* guessVendor(
  fileName: string,
  records: readonly StatementRecord[],
  rows: readonly BillRow[],
  names: readonly string[],
): Generator<undefined, VendorGuess | null> {
  const letterhead = records.slice(0, LETTERHEAD).map(({ fields }) => fields.join(' '));
  const named = namedVendors([fileName, ...letterhead], names);
  const layout = recognizeLayout(records, null);
  const lines = layout === null ? [] : (yield* readLines(records, layout, null)).lines;
  const vendor = yield* vendorOfLines(lines, rows, named);
  if (vendor === null) return null;
  const form = vendorForm(vendor);
  return { vendor, isFromLines: !named.some((name) => vendorForm(name) === form) };
}

/**
 * Weights of a line whose number is, or looks like, that of a bill. Numbers can be alike by chance, so many loose pairs
 * never outweigh a line that agrees in everything.
 */
const weights = {
  /** The number as written, amount, currency and date agree. */
  all: 1_000_000,
  /** Amount and currency agree, but the date differs or the number only looks alike. */
  sum: 1_000,
  /** Only the number is alike. */
  number: 1,
};

/** Lines or bills per step: a few milliseconds. */
const STEP = 200;
/** Lines of one number that are compared with each bill. */
const LINES_PER_NUMBER = 20;

/**
 * The vendor whose bills agree best with the lines, or else the first one that the texts name; null for neither.
 * Yields between steps.
 * @param lines lines of a statement; at least two must be the vendor's, or one that agrees in everything
 * @param named vendors that the file's name or its first lines name
 */
export function* vendorOfLines(
  lines: readonly StatementLine[],
  rows: readonly BillRow[],
  named: readonly string[],
): Generator<undefined, string | null> {
  const byForm = new Map<string, StatementLine[]>();
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) yield;
    for (const form of line.isPayment ? [] : numberForms(line.number)) {
      const alike = byForm.get(form);
      if (alike === undefined) byForm.set(form, [line]);
      else if (alike.length < LINES_PER_NUMBER) alike.push(line);
    }
  }
  const vendors = new Map<string, Map<StatementLine, number>>();
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield;
    const name = vendorName(row.bill);
    if (name === null) continue;
    for (const form of numberForms(row.bill.billNumber))
      for (const line of byForm.get(form) ?? []) {
        const found = vendors.get(name) ?? new Map<StatementLine, number>();
        vendors.set(name, found.set(line, Math.max(found.get(line) ?? 0, weightOf(line, row))));
      }
  }
  const scores = [...vendors].map(([name, found]) => {
    const score = [...found.values()].reduce((sum, weight) => sum + weight, 0);
    return {
      name,
      score,
      isEnough: found.size > 1 || (score >= weights.all && named.length === 0),
    };
  });
  const enough = scores.filter(({ isEnough }) => isEnough);
  const most = Math.max(...enough.map(({ score }) => score));
  const best = enough.flatMap(({ name, score }) => (score === most ? name : []));
  // A vendor's name in the file is stronger evidence than numbers that no amount confirms.
  const isLoose = most < weights.sum && named.length > 0;
  return named.find((name) => isLoose || best.includes(name)) ?? best[0] ?? named[0] ?? null;
}

/** Weight of a line for a bill. Ignores the sign, because a ledger may be kept from the customer's side. */
function weightOf(line: StatementLine, row: BillRow): number {
  const { bill } = row;
  const isSum = [bill.totalCents, bill.amountDueCents].some(
    (cents) => cents !== 0 && Math.abs(cents) === Math.abs(line.cents),
  );
  if (!isSum || (line.currency ?? bill.currency) !== bill.currency) return weights.number;
  const isNumber = foldedNumber(line.number) === foldedNumber(bill.billNumber);
  const isDate = line.date === null || line.date === readPlainDate(bill.date);
  return isDate && (isNumber || isWritten(line, row)) ? weights.all : weights.sum;
}

/**
 * The vendors with the longest name in these texts, in the spelling of the texts if there is one; several when the
 * texts cannot tell them apart. Longest name first.
 */
export function namedVendors(
  texts: readonly string[],
  names: readonly string[],
): readonly string[] {
  const [text, forms] = [
    ` ${texts.flatMap(nameWords).join(' ')} `,
    ` ${texts.map((each) => vendorForm(each) ?? '').join(' ')} `,
  ];
  const found = names.flatMap((name) => {
    const form = vendorForm(name) ?? '';
    if (form.length <= 3 || !forms.includes(` ${form} `)) return [];
    const spelling = spellingOf(name);
    return { name, form: form.length, exact: text.includes(` ${spelling} `) ? spelling.length : 0 };
  });
  const sorted = found.toSorted(
    (left, right) =>
      right.form - left.form || right.exact - left.exact || right.name.length - left.name.length,
  );
  const [best] = sorted;
  return sorted
    .filter(({ form, exact }) => form === best?.form && exact === best.exact)
    .map(({ name }) => name);
}

/**
 * All bills of a vendor, in every spelling that counts as the same vendor, without those of another vendor record in
 * the same organization.
 */
export function billsOfVendor(
  vendor: string,
  rows: readonly BillRow[],
  names: readonly string[],
): readonly BillRow[] {
  const form = vendorForm(vendor);
  if (form === null) return noRows;
  const alike = new Set(names.filter((name) => vendorForm(name) === form));
  if (alike.size === 0) return noRows;
  const found = rows.filter(({ bill }) => alike.has(vendorName(bill) ?? ''));
  const chosen = spellingOf(vendor);
  const organizations = Map.groupBy(found, ({ organizationId }) => organizationId);
  const others = new Set<string>();
  for (const [organizationId, own] of organizations) {
    const records = vendorRecords(own.map(({ bill }) => bill));
    const record = records?.get(chosen);
    if (!records || record === undefined) continue;
    for (const name of alike)
      if (records.get(spellingOf(name)) !== record) others.add(`${organizationId}\n${name}`);
  }
  if (others.size === 0) return found;
  return found.filter(
    ({ organizationId, bill }) => !others.has(`${organizationId}\n${vendorName(bill) ?? ''}`),
  );
}

const noRows: readonly BillRow[] = [];
