import { fieldsOf } from './bill-texts.ts';
import { type BillWithPaid, type Misfit, misfitOf } from './field-habit.ts';
import type { FlagEntry } from './flag-entry.ts';
import { LATEST } from './usual-values.ts';

/** Number of vendors to learn from: more would take longer without a better result. */
export const MAX_VENDORS = 20;
/** Minimum number of other vendors to learn from. */
const MIN_VENDORS = 3;
/** If this share of the other vendors' open bills has another value than their paid ones, a new value is usual. */
const USUAL_CHANGE_SHARE = 0.5;
/** If this share of them has another value, a value of paid bills is unusual. */
const SURE_CHANGE_SHARE = 0.8;
/** Minimum share of other vendors with the same value. */
const MIN_SHARED = 0.15;
/** Minimum share of other vendors with the field on their paid bills. */
const MIN_COMMON = 0.3;
/** Values are free if there are this many, and more than `FREE_SHARE` of them are distinct. */
const MIN_FREE = 4;
const FREE_SHARE = 0.7;

/** Knowledge of fields that change when a bill is paid, learned from open bills of several vendors. */
export interface OpenFields {
  /** Whether other vendors' open bills differ from paid ones in the same way. */
  isUsual(path: string, text: string, misfit: Misfit, entry: FlagEntry): boolean;
  /** Whether the value is that of paid bills, although the field differs on nearly all other vendors' open bills. */
  isOfPaid(path: string, text: string, entry: FlagEntry): boolean;
}

/** A field of one vendor's open bill, compared with that vendor's paid bills. */
interface FieldSample {
  readonly from: FlagEntry;
  /** Empty for none. */
  readonly text: string;
  readonly misfit: Misfit | null;
  /** Values of the field on the vendor's paid bills; '' for a bill without it. */
  readonly paid: readonly string[];
}

/** @param open an open bill of each vendor */
export function learnOpenFields(open: readonly BillWithPaid[]): OpenFields {
  const samples = new Map<string, FieldSample[]>();
  /** Paths of fields that may change with the payment. */
  const following = new Set<string>();
  const paths = new Set(
    open.flatMap(({ entry, paid }) =>
      [entry, ...paid.slice(0, LATEST)].flatMap(({ bill }) => [...fieldsOf(bill).keys()]),
    ),
  );
  for (const path of paths) {
    const seen = open.map((each) => sampleOf(path, each));
    samples.set(path, seen);
    const changed = seen.filter(({ misfit }) => misfit !== null).length;
    if (changed >= (open.length - 1) * SURE_CHANGE_SHARE) following.add(path);
  }
  const ofOthers = (path: string, { name }: FlagEntry): readonly FieldSample[] =>
    samples.get(path)?.filter(({ from }) => from.name?.form !== name?.form) ?? [];
  return {
    isUsual: (path, text, misfit, entry) => {
      const others = ofOthers(path, entry);
      if (others.length < MIN_VENDORS) return false;
      const changed = others.filter((each) => each.misfit !== null);
      if (changed.length >= others.length * USUAL_CHANGE_SHARE)
        return areFree(changed) || isShared(text, changed, others.length);
      const alike = others.filter(({ from }) => from.bill.status === entry.bill.status);
      const asThis = alike.filter((each) => each.misfit !== null && each.text === text);
      if (asThis.length >= Math.max(2, alike.length * USUAL_CHANGE_SHARE)) return true;
      return isFreeOnPaid(text, misfit, others);
    },
    isOfPaid: (path, text, entry) => {
      if (open.length > MIN_VENDORS && !following.has(path)) return false;
      const others = ofOthers(path, entry);
      if (others.length < MIN_VENDORS) return paidName.test(path) && !noText.test(text);
      const changed = others.filter((each) => each.misfit !== null);
      const isFollowing = changed.length >= others.length * SURE_CHANGE_SHARE;
      return isFollowing && !areFree(changed) && !isShared(text, others, others.length);
    },
  };
}

/** Names of fields that only paid bills have, for use when there are too few other vendors. */
const paidName = /(?:^|[._])(?:payments\.\d+|(?:is_?)?paid(?:_?(?:at|on|date))?)(?:\.|$)/iu;
const noText = /^(?:false|no|0(?:\.0+)?)$/u;

function sampleOf(path: string, beside: BillWithPaid): FieldSample {
  const textOf = ({ bill }: FlagEntry): string => fieldsOf(bill).get(path)?.text ?? '';
  return {
    from: beside.entry,
    text: textOf(beside.entry),
    misfit: misfitOf(path, beside),
    paid: beside.paid.slice(0, LATEST).map(textOf),
  };
}

function areFree(samples: readonly FieldSample[]): boolean {
  const distinct = new Set(samples.map(({ text }) => text)).size;
  return samples.length >= MIN_FREE && distinct > samples.length * FREE_SHARE;
}

function isShared(text: string, samples: readonly FieldSample[], vendors: number): boolean {
  const shared = samples.filter((each) => each.text === text).length;
  return shared >= Math.max(2, vendors * MIN_SHARED);
}

/** Whether the field also varies among other vendors' paid bills, so that this misfit proves nothing. */
function isFreeOnPaid(text: string, misfit: Misfit, others: readonly FieldSample[]): boolean {
  const having = others.filter(({ paid }) => paid.some((each) => each !== ''));
  if (misfit === 'new') return having.length >= others.length * MIN_COMMON;
  if (misfit === 'unrelated') return false;
  // If two other vendors have this value, too, it does not identify one bill.
  if (misfit === 'repeated') return having.filter(({ paid }) => paid.includes(text)).length >= 2;
  const isVarying = ({ paid }: FieldSample): boolean => new Set(paid).size > 1;
  return (
    having.filter(isVarying).length >= Math.max(2, others.length * USUAL_CHANGE_SHARE) &&
    others.some((each) => each.text === text || each.paid.includes(text))
  );
}
