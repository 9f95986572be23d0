import { canonicalJson } from '../../../base/canonical-json.ts';
import { isObject } from '../../../base/is-object.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { isAccountOrPayee, mayRedirectPayment, ownFieldOf } from '../../../bridge/own-fields.ts';
import type { FieldChange, FieldValue } from '../../../bridge/snapshot.ts';
import { isCustomFields, isLineItems, isSetByApproving } from '../../../contract/assumptions.ts';

/** Whether approving does not explain this change in the answer's bill. */
export function isUnexpectedChange({ field, before, after }: FieldChange): boolean {
  if (field === 'status') return after === 'void';
  if (field === 'amountDueCents') return after !== 0;
  const own = ownFieldOf(field);
  if (own === null || mayRedirectPayment(field, before, after)) return true;
  const isOfVendor = own.of === 'vendor';
  // An answer may say more about the vendor than the list did, but not name an account.
  if (before === null || after === null)
    return isOfVendor && isAccountOrPayee(field, before ?? after);
  if (isOfVendor) return true;
  const [first = '', ...inner] = own.names;
  if (isLineItems(first)) return areOtherLines(linesIn(before), linesIn(after));
  return isCustomFields(first) && inner.length > 0 && !inner.some(isSetByApproving);
}

/** Values of a line by path. */
type Line = ReadonlyMap<string, unknown>;

/** Lines of a list as a snapshot writes it; null for any other value. */
function linesIn(value: FieldValue): readonly Line[] | null {
  const list = typeof value === 'string' ? parseJson(value) : null;
  if (!Array.isArray(list) || !list.every(isObject)) return null;
  return list.map((line) => new Map(leavesOf(line, '')));
}

function leavesOf(line: object, path: string): readonly (readonly [string, unknown])[] {
  return Object.entries(line).flatMap(([name, value]: [string, unknown]) => {
    if (isSetByApproving(name)) return [];
    return isObject(value) ? leavesOf(value, `${path}/${name}`) : [[`${path}/${name}`, value]];
  });
}

/** Whether lines differ, in any order. Ignores fields that only one of the lists has. */
function areOtherLines(before: readonly Line[] | null, after: readonly Line[] | null): boolean {
  if (before === null || after === null) return false;
  const pathsIn = (lines: readonly Line[]) => new Set(lines.flatMap((line) => [...line.keys()]));
  const sent = pathsIn(after);
  const paths = [...pathsIn(before)].filter((path) => sent.has(path));
  const textOf = (lines: readonly Line[]): string =>
    canonicalJson(
      lines.map((line) => canonicalJson(paths.map((path) => line.get(path) ?? null))).toSorted(),
    );
  return textOf(before) !== textOf(after);
}
