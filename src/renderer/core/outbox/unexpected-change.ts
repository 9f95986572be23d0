import { canonicalJson } from '../../../base/canonical-json.ts';
import { isObject } from '../../../base/is-object.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { isAccountOrPayee, mayRedirectPayment, ownFieldOf } from '../../../bridge/own-fields.ts';
import {
  differences,
  type FieldChange,
  type FieldValue,
  type ReviewedSnapshot,
  snapshotOf,
  vendorOf,
} from '../../../bridge/snapshot.ts';
import { isApprovedElsewhere } from '../../../contract/approvals/approved-fields.ts';
import { isRejectedElsewhere } from '../../../contract/approvals/rejected-fields.ts';
import type { Bill } from '../../../contract/bill.ts';
import { isOtherParty, type Party } from '../../../contract/party.ts';
import { isCustomFields, isLineItems, isSetByApproving } from '../../../contract/assumptions.ts';

/**
 * The bill in the service's answer, if the service approved something else than the user had seen; else null. The
 * approval itself may change the status and amount due, and set fields that the service page does not name, but not
 * the lines.
 */
export function differingAnswer(approved: ReviewedSnapshot, bill: Bill): ReviewedSnapshot | null {
  const found = snapshotOf({ ...bill, vendor: vendorAnswered(approved, bill.vendor) });
  return differences(approved, found).some(isUnexpectedChange) ? found : null;
}

export type SinceDecision = 'approved' | 'rejected' | null;

/** Decision that the service shows for the bill, but did not show when the user approved it. */
export function decisionSince({ rest }: ReviewedSnapshot, { others = {} }: Bill): SinceDecision {
  const before = rest?.others ?? {};
  if (isApprovedElsewhere(others)) return isApprovedElsewhere(before) ? null : 'approved';
  return isRejectedElsewhere(others) && !isRejectedElsewhere(before) ? 'rejected' : null;
}

/**
 * Vendor of an answer, which may leave out the vendor or any of its fields. A name or id new to the user is no change.
 */
function vendorAnswered(approved: ReviewedSnapshot, sent: Party | null): Party {
  const was = vendorOf(approved);
  // A text alone is read as a name, but may be the vendor's id.
  const isId = sent?.id === null && sent.name !== null && sent.name === was.id;
  const answered = isId ? { ...sent, id: was.id, name: null } : sent;
  if (answered !== null && isOtherParty(was, answered)) return answered;
  const name = was.name === null ? null : (answered?.name ?? was.name);
  return { ...was, name, others: { ...approved.rest?.vendor, ...answered?.others } };
}

/** Whether approving does not explain this change in the answer's bill. */
function isUnexpectedChange({ field, before, after }: FieldChange): boolean {
  if (field === 'status') return after === 'void';
  if (field === 'amountDueCents') return after !== 0;
  const own = ownFieldOf(field);
  if (own === null || mayRedirectPayment(field, before, after)) return true;
  const isOfVendor = own.of === 'vendor';
  // An answer may have more about the vendor than the list had, but no account.
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
