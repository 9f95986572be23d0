import { isObject, isNested } from '../../base/is-object.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { wordsIn } from './approved-fields.ts';
import { AROUND_BILL } from './bare-yes.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { plainKey } from '../body/read-party.ts';
import { ALLOWED_KEY, isStoppedElsewhere } from './stopped-fields.ts';

/**
 * Whether the fields of an answer say in any common form that the bill is stopped, such as `flags: ["on_hold"]`.
 * Ignores fields that the bill had when the user approved it, and flags such as `approvable`, which an approval ends.
 * Objects that may hold the bill are checked separately.
 * @param shown the bill's own fields when the user approved it
 */
export function isNewlyStopped(fields: Fields, shown: Fields): boolean {
  const isOfPlace = ([key, value]: [string, unknown]): boolean =>
    !ALLOWED_KEY.test(wordsIn(key)) && !(isNested(value) && AROUND_BILL.test(plainKey(key)));
  const entries = Object.entries(fields).filter(isOfPlace);
  const sent = Object.fromEntries(entries);
  return !isTooDeep(sent) && isStoppedElsewhere(sent) && isStoppedElsewhere(newIn(sent, shown));
}

/** Fields that are new or have changed, also inside objects. */
function newIn(fields: Fields, before: Fields): Fields {
  const changed = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    const old = before[key];
    if (isObject(value) && isObject(old)) return [[key, newIn(value, old)]];
    if (!Array.isArray(value)) return value === old ? [] : [[key, value]];
    const known = new Set([old].flat().map(canonicalJson));
    const added = value.filter((each) => !known.has(canonicalJson(each)));
    return added.length === 0 ? [] : [[key, added]];
  });
  return Object.fromEntries(changed);
}
