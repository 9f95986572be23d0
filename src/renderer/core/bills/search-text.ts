import { CENTS_PER_UNIT, vendorName } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';

/**
 * Lower-case text that the search looks in: number, vendor, memo, and each amount as people type it
 * ("1,250.00", "1250.00", "1250").
 */
export function searchTextOf(bill: Bill): string {
  const parts = [bill.bill_number ?? '', vendorName(bill) ?? '', bill.memo ?? ''];
  parts.push(...amountSpellings(bill.total_cents));
  if (bill.amount_due_cents !== bill.total_cents) {
    parts.push(...amountSpellings(bill.amount_due_cents));
  }
  // A line break between the parts: no word typed by a person runs across it.
  return foldCase(parts.join('\n'));
}

/** The terms of a search, folded like the text they are looked for in. */
export function searchTerms(search: string): readonly string[] {
  return foldCase(search).split(/\s+/).filter(Boolean);
}

/** Text for sorting: case and accents do not part "Émile" from "emile". */
export function sortKeyOf(text: string): string {
  const lower = text.toLowerCase();
  return isAscii.test(lower) ? lower : lower.normalize('NFKD').replaceAll(marks, '');
}

const isAscii = /^[\x20-\x7e]*$/;
const marks = /\p{Mark}/gu;

/** Text as the search compares it. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** An amount as people type it: "1250.00", "1,250.00". */
export function amountSpellings(cents: number): string[] {
  const sign = cents < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(cents) / CENTS_PER_UNIT));
  const rest = String(Math.abs(cents) % CENTS_PER_UNIT).padStart(2, '0');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const plain = `${sign}${whole}.${rest}`;
  // "1250" is found inside "1250.00"; only the grouped spelling adds something to find.
  return grouped === whole ? [plain] : [plain, `${sign}${grouped}.${rest}`];
}
