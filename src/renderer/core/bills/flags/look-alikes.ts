import { compareValues } from '../../../../base/compare-values.ts';
import { partyId } from '../../../../contract/party.ts';
import type { VendorGroup } from './vendor-group.ts';
import type { VendorLook } from './vendor-look.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { LookAlikeFlag } from '../../model/flag.ts';

/** Vendor of a bill, by its name and the service's id. */
interface Variant {
  readonly name: VendorLook;
  readonly vendorId: string | null;
  bills: number;
  /** The paid ones among the bills. */
  readonly paid: Set<FlagEntry>;
  /** Earliest `order` of the paid bills; empty without any, null when it must be computed again. */
  firstPaid: string | null;
}

/** Index of vendors' names that look alike, updated with each bill. */
export interface LookAlikes {
  /** @param change 1 for an added bill, -1 for a removed one */
  count(entry: FlagEntry, change: 1 | -1): void;
  clear(): void;
  /**
   * The vendor that this one looks like; null for none, or if this is the genuine one.
   * @param isHistoryRead whether all bills are counted; otherwise only a disguise proves which name is genuine
   * @param group the bills with the same form of the vendor's name
   */
  flagOf(
    entry: FlagEntry,
    isHistoryRead: boolean,
    group?: Pick<VendorGroup, 'isApart'>,
  ): LookAlikeFlag | null;
}

export function createLookAlikes(): LookAlikes {
  const known = new Map<string, Variant>();
  const looks = new Map<string, Set<Variant>>();
  return {
    count: (entry, change) => {
      const { name, bill } = entry;
      if (name === null) return;
      const vendorId = partyId(bill.vendor);
      const key = `${vendorId}\n${name.name}`;
      let variant = known.get(key);
      if (variant === undefined) {
        variant = { name, vendorId, bills: 0, paid: new Set(), firstPaid: '' };
        known.set(key, variant);
        for (const look of looksOf(name)) {
          const alike = looks.get(look);
          if (alike === undefined) looks.set(look, new Set([variant]));
          else alike.add(variant);
        }
      }
      variant.bills += change;
      if (bill.status === 'paid') countPaid(variant, entry, change);
      if (variant.bills > 0) return;
      known.delete(key);
      for (const look of looksOf(name)) {
        looks.get(look)?.delete(variant);
        if (looks.get(look)?.size === 0) looks.delete(look);
      }
    },
    clear: () => {
      known.clear();
      looks.clear();
    },
    flagOf: ({ name, bill }, isHistoryRead, group) => {
      if (name === null) return null;
      const groups = looksOf(name).flatMap((look) => looks.get(look) ?? []);
      if (groups.every(({ size }) => size < 2)) return null;
      const variants = new Set(groups.flatMap((each) => [...each]));
      const isApart = (one: VendorLook, other: VendorLook): boolean =>
        one.form === other.form && group?.isApart(one.spelling, other.spelling) === true;
      const own = { name, vendorId: partyId(bill.vendor), isApart };
      return lookAlike(own, [...variants], isHistoryRead);
    },
  };
}

/** Keys shared by names that look alike. */
function looksOf({ look, letters }: VendorLook): readonly string[] {
  return [look, `\n${letters}`];
}

interface Own {
  readonly name: VendorLook;
  readonly vendorId: string | null;
  /** Whether the service has two vendors with these names, though only the spelling of the legal form differs. */
  isApart(one: VendorLook, other: VendorLook): boolean;
}

function lookAlike(
  { name: own, vendorId, isApart }: Own,
  variants: readonly Variant[],
  isHistoryRead: boolean,
): LookAlikeFlag | null {
  // The service may write the name of one vendor record with and without its legal form.
  const isSameVendor = (each: Variant): boolean => vendorId !== null && each.vendorId === vendorId;
  const isOwn = (each: Variant): boolean =>
    each.name.written === own.written &&
    !isApart(own, each.name) &&
    (isSameVendor(each) || isMarkedAlike(own, each.name, vendorId === each.vendorId));
  const others = variants.filter(
    (each) => !isOwn(each) && (own.disguise !== null || !isSameVendor(each)),
  );
  const [likeliest] = others.toSorted((left, right) => byTrust(partyOf([left]), partyOf([right])));
  if (likeliest === undefined) return null;
  const isLikeliest = ({ name }: Variant): boolean =>
    name.written === likeliest.name.written &&
    name.marks === likeliest.name.marks &&
    !isApart(name, likeliest.name);
  const genuine = partyOf(others.filter(isLikeliest));
  if (own.disguise === null) {
    if (likeliest.name.disguise !== null || !isHistoryRead) return null;
    if (byTrust(partyOf(variants.filter(isOwn)), genuine) < 0) return null;
  }
  return {
    kind: 'lookAlike',
    how:
      own.disguise?.how ??
      (own.form !== likeliest.name.form || own.written === likeliest.name.written
        ? 'spelling'
        : 'legalForm'),
    codePoint: own.disguise?.codePoint ?? null,
    otherName: likeliest.name.name,
    bills: genuine.bills,
  };
}

/**
 * Whether names that differ only in accents mean one vendor, since users often omit accents. False if there are two
 * vendor records, or an accent is rare.
 */
function isMarkedAlike(one: VendorLook, other: VendorLook, isSameRecord: boolean): boolean {
  if (one.marks === other.marks) return true;
  return isSameRecord && !rareMarks.test(one.marks + other.marks);
}

/** Letters beyond those with the accents of European keyboards. */
const rareMarks = /[^\u00C0-\u017F]/u;

/** All bills under one name. */
interface Party {
  readonly isDisguised: boolean;
  /** The name, comparable; the first of several spellings. */
  readonly key: string;
  readonly bills: number;
  readonly paid: number;
  readonly firstPaid: string;
}

function partyOf(variants: readonly Variant[]): Party {
  const [first] = variants;
  let [bills, paid, firstPaid] = [0, 0, ''];
  let spelling = first?.name.spelling ?? '';
  for (const each of variants) {
    if (each.name.spelling < spelling) ({ spelling } = each.name);
    const dated = firstPaidOf(each);
    [bills, paid] = [bills + each.bills, paid + each.paid.size];
    if (firstPaid === '' || (dated !== '' && dated < firstPaid)) firstPaid = dated;
  }
  const isDisguised = first !== undefined && first.name.disguise !== null;
  const key = first === undefined ? '' : `${first.name.written}\n${first.name.marks}\n${spelling}`;
  return { isDisguised, key, bills, paid, firstPaid };
}

function countPaid(variant: Variant, entry: FlagEntry, change: 1 | -1): void {
  const { paid, firstPaid } = variant;
  if (change === 1) {
    paid.add(entry);
    if (firstPaid === '' || (firstPaid !== null && entry.order < firstPaid))
      variant.firstPaid = entry.order;
    return;
  }
  paid.delete(entry);
  if (entry.order === firstPaid) variant.firstPaid = null;
}

function firstPaidOf(variant: Variant): string {
  if (variant.firstPaid !== null) return variant.firstPaid;
  let first = '';
  for (const { order } of variant.paid) if (first === '' || order < first) first = order;
  variant.firstPaid = first;
  return first;
}

/**
 * Sorts the name that is more likely genuine first: the one that was paid earlier, since a fraudster comes later but
 * may send as many bills. If one has few payments, the name that was paid more often comes first.
 */
function byTrust(left: Party, right: Party): number {
  const isEstablished = Math.min(left.paid, right.paid) >= MIN_ESTABLISHED;
  return (
    Number(left.isDisguised) - Number(right.isDisguised) ||
    (isEstablished ? compareValues(left.firstPaid, right.firstPaid) : 0) ||
    right.paid - left.paid ||
    right.bills - left.bills ||
    compareValues(left.key, right.key)
  );
}

/** Minimum number of paid bills of an established name. */
const MIN_ESTABLISHED = 2;
