import { fieldsOf } from './bill-texts.ts';
import { type BesidePaid, type Misfit, misfitOf } from './field-habit.ts';
import type { FlagEntry } from './flag-entry.ts';
import { LATEST } from './usual-values.ts';

/** Vendors whose open bills are looked at: more would teach nothing, and take longer. */
export const MOST_VENDORS = 20;
/** Other vendors from which an organization's open bills teach something. */
const LEAST_VENDORS = 3;
/** A field follows the payment if it has changed on half of the open bills; hardly any has its paid value at four in five. */
const MANY = 0.5;
const MOST = 0.8;
/** Open bills that share a value, at least two, or have the field at all on paid ones. */
const LEAST_SHARED = 0.15;
const LEAST_COMMON = 0.3;
/** Values differ freely if so many are nearly all distinct. */
const LEAST_FREE = 4;
const FREE = 0.7;

/** The service's other fields on open bills, where they say other things than on paid ones; learned from all vendors. */
export interface OpenFields {
  /** Whether other vendors' open bills differ from paid ones in the same way. */
  isUsual(path: string, text: string, misfit: Misfit, entry: FlagEntry): boolean;
  /** Whether hardly any other vendor's open bill has such a value, though it is as on paid ones. */
  isOfPaid(path: string, text: string, entry: FlagEntry): boolean;
}

/** One vendor's open bill in one field. */
interface Sight {
  readonly from: FlagEntry;
  /** Empty for none. */
  readonly text: string;
  readonly misfit: Misfit | null;
  /** Values on the vendor's paid bills; empty where it is absent. */
  readonly paid: readonly string[];
}

/** @param open an open bill of each vendor */
export function learnOpenFields(open: readonly BesidePaid[]): OpenFields {
  const sights = new Map<string, Sight[]>();
  /** Fields that may follow the payment: the others need not be looked at. */
  const following = new Set<string>();
  const paths = new Set(
    open.flatMap(({ entry, paid }) =>
      [entry, ...paid.slice(0, LATEST)].flatMap(({ bill }) => [...fieldsOf(bill).keys()]),
    ),
  );
  for (const path of paths) {
    const seen = open.map((each) => sightOf(path, each));
    sights.set(path, seen);
    const changed = seen.filter(({ misfit }) => misfit !== null).length;
    if (changed >= (open.length - 1) * MOST) following.add(path);
  }
  const ofOthers = (path: string, { name }: FlagEntry): readonly Sight[] =>
    sights.get(path)?.filter(({ from }) => from.name?.form !== name?.form) ?? [];
  return {
    isUsual: (path, text, misfit, entry) => {
      const others = ofOthers(path, entry);
      if (others.length < LEAST_VENDORS) return false;
      const changed = others.filter((each) => each.misfit !== null);
      if (changed.length >= others.length * MANY)
        return areFree(changed) || isShared(text, changed, others.length);
      const alike = others.filter(({ from }) => from.bill.status === entry.bill.status);
      const asThis = alike.filter((each) => each.misfit !== null && each.text === text);
      if (asThis.length >= Math.max(2, alike.length * MANY)) return true;
      return isFreeOnPaid(text, misfit, others);
    },
    isOfPaid: (path, text, entry) => {
      if (open.length > LEAST_VENDORS && !following.has(path)) return false;
      const others = ofOthers(path, entry);
      if (others.length < LEAST_VENDORS) return paidName.test(path) && !noText.test(text);
      const changed = others.filter((each) => each.misfit !== null);
      const isFollowing = changed.length >= others.length * MOST;
      return isFollowing && !areFree(changed) && !isShared(text, others, others.length);
    },
  };
}

/** Names of fields that have a value on paid bills alone, where other vendors teach nothing. */
const paidName = /(?:^|[._])(?:payments\.\d+|(?:is_?)?paid(?:_?(?:at|on|date))?)(?:\.|$)/iu;
const noText = /^(?:false|no|0(?:\.0+)?)$/u;

function sightOf(path: string, beside: BesidePaid): Sight {
  const textOf = ({ bill }: FlagEntry): string => fieldsOf(bill).get(path)?.text ?? '';
  return {
    from: beside.entry,
    text: textOf(beside.entry),
    misfit: misfitOf(path, beside),
    paid: beside.paid.slice(0, LATEST).map(textOf),
  };
}

function areFree(sights: readonly Sight[]): boolean {
  const distinct = new Set(sights.map(({ text }) => text)).size;
  return sights.length >= LEAST_FREE && distinct > sights.length * FREE;
}

function isShared(text: string, sights: readonly Sight[], vendors: number): boolean {
  const shared = sights.filter((each) => each.text === text).length;
  return shared >= Math.max(2, vendors * LEAST_SHARED);
}

/** Whether the field differs among each vendor's paid bills, so that a value known elsewhere says nothing. */
function isFreeOnPaid(text: string, misfit: Misfit, others: readonly Sight[]): boolean {
  const having = others.filter(({ paid }) => paid.some((each) => each !== ''));
  if (misfit === 'new') return having.length >= others.length * LEAST_COMMON;
  if (misfit === 'unrelated') return false;
  // A number that tells one bill from all others is on no other vendor's.
  if (misfit === 'repeated') return having.filter(({ paid }) => paid.includes(text)).length >= 2;
  const isVarying = ({ paid }: Sight): boolean => new Set(paid).size > 1;
  return (
    having.filter(isVarying).length >= Math.max(2, others.length * MANY) &&
    others.some((each) => each.text === text || each.paid.includes(text))
  );
}
