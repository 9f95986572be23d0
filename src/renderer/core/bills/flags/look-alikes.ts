import type { Disguise, VendorLook } from './vendor-look.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { LookAlikeFlag } from '../../model/flag.ts';

/** Vendor of a bill, by its name and the service's id. */
interface Variant {
  readonly name: VendorLook;
  readonly vendorId: string | null;
  bills: number;
  /** How many of the bills are paid. */
  paid: number;
}

/** Names of vendors by their look, counted as bills come and go. */
export interface LookAlikes {
  /** @param change 1 for a bill that comes, -1 for one that goes */
  count(entry: FlagEntry, change: 1 | -1): void;
  clear(): void;
  /**
   * The vendor that this one looks like; null for none, or if this is the genuine one.
   * @param isHistoryRead whether all bills are counted. Otherwise only a disguise tells which is genuine.
   */
  flagOf(entry: FlagEntry, isHistoryRead: boolean): LookAlikeFlag | null;
}

export function createLookAlikes(): LookAlikes {
  const looks = new Map<string, Map<string, Variant>>();
  return {
    count: ({ name, bill }, change) => {
      if (name === null) return;
      const vendorId = bill.vendor?.id ?? null;
      const variants = looks.get(name.look) ?? new Map<string, Variant>();
      const key = `${vendorId}\n${name.name}`;
      const variant = variants.get(key) ?? { name, vendorId, bills: 0, paid: 0 };
      variant.bills += change;
      if (bill.status === 'paid') variant.paid += change;
      if (variant.bills > 0) variants.set(key, variant);
      else variants.delete(key);
      if (variants.size > 0) looks.set(name.look, variants);
      else looks.delete(name.look);
    },
    clear: () => looks.clear(),
    flagOf: ({ name, bill }, isHistoryRead) => {
      const variants = name === null ? undefined : looks.get(name.look);
      if (name === null || variants === undefined || variants.size < 2) return null;
      return lookAlike(name, bill.vendor?.id ?? null, [...variants.values()], isHistoryRead);
    },
  };
}

function lookAlike(
  own: VendorLook,
  vendorId: string | null,
  variants: readonly Variant[],
  isHistoryRead: boolean,
): LookAlikeFlag | null {
  const isOwn = ({ name }: Variant): boolean => name.written === own.written;
  // A vendor that the service knows as one may be written with and without its legal form.
  const isSameVendor = (each: Variant): boolean => vendorId !== null && each.vendorId === vendorId;
  const others = variants.filter(
    (each) => !isOwn(each) && (own.disguise !== null || !isSameVendor(each)),
  );
  const genuine = others.toSorted(likelierGenuine)[0];
  if (genuine === undefined) return null;
  if (own.disguise === null) {
    if (genuine.name.disguise !== null || !isHistoryRead) return null;
    const isGenuine = ({ name }: Variant): boolean => name.written === genuine.name.written;
    // The vendor that has been paid more often is the genuine one: a swindler may send many bills.
    const [ownSum, otherSum] = [sumOf(variants.filter(isOwn)), sumOf(others.filter(isGenuine))];
    const isLess =
      ownSum.paid - otherSum.paid ||
      ownSum.bills - otherSum.bills ||
      (own.written > genuine.name.written ? -1 : 1);
    if (isLess > 0) return null;
  }
  return {
    kind: 'lookAlike',
    how: own.disguise?.how ?? (own.form === genuine.name.form ? 'legalForm' : 'spelling'),
    codePoint: codePointOf(own.disguise),
    otherName: genuine.name.name,
    bills: sumOf(variants.filter(({ name }) => name.written === genuine.name.written)).bills,
  };
}

function codePointOf(disguise: Disguise | null): string | null {
  return disguise?.codePoint ?? null;
}

function sumOf(variants: readonly Variant[]): Pick<Variant, 'bills' | 'paid'> {
  let [bills, paid] = [0, 0];
  for (const each of variants) [bills, paid] = [bills + each.bills, paid + each.paid];
  return { bills, paid };
}

function likelierGenuine(left: Variant, right: Variant): number {
  return (
    Number(left.name.disguise !== null) - Number(right.name.disguise !== null) ||
    right.paid - left.paid ||
    right.bills - left.bills ||
    (left.name.name < right.name.name ? -1 : 1)
  );
}
