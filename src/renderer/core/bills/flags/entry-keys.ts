import { numberForms, numberWithoutSuffix } from './bill-keys.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Keys that bills of vendors with one look and one number share. */
export function numberKeys({ name, bill }: FlagEntry): readonly number[] {
  if (name === null) return [];
  const ofVendor = hashOf(name.look);
  const stem = numberWithoutSuffix(bill.billNumber);
  return [...numberForms(bill.billNumber), ...numberForms(stem)].map((number) =>
    hashOf(number, ofVendor),
  );
}

/** Key that bills of one date, total and currency share; null without a date. */
export function totalKey({ date, bill }: FlagEntry): number | null {
  return date === null ? null : hashOf(bill.currency, hashOf(date) ^ bill.totalCents);
}

/**
 * A number in place of a text: 200,000 texts would be kept for their keys alone. Two texts of one number bring
 * a bill more to compare, and no flag. @param from the hash of what stands before the text
 */
function hashOf(text: string, from: number = FNV_BASIS): number {
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // As many bits as a number may have that is no object of its own.
  return hash & 0x3f_ff_ff_ff;
}

const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;
