import type { Hold, VendorMark } from '../model/annotation.ts';
import { dropControls, visibleText } from '../../../base/controls.ts';
import { type Bill, vendorName } from '../../../contract/bill.ts';
import { partyId } from '../../../contract/party.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import * as z from '../../../base/zod.ts';
import { viewedFieldsOf, viewedFieldsSchema } from '../bills/flags/viewed-bill.ts';

/** `notSaved`: this computer could not store it (disk full), and nothing has changed. */
export type AnnotationResult = 'saved' | 'notSaved';

/** Text typed by the user. The user may have pasted it from a bill or a mail. */
const typedText = z.string().check(z.overwrite(dropControls));
const shortText = z.string().check(z.overwrite(visibleText));

/**
 * The user's data about a bill, as stored. The key is [organizationId, billId]. Loose: fields that a newer
 * version has added survive a change by this one.
 */
export const storedAnnotationSchema = z.looseObject({
  organizationId: z.string(),
  billId: z.string(),
  /** Plain text; empty for none. */
  note: typedText,
  /** `YYYY-MM-DD`, the day it returns to the list; null when it is not snoozed. */
  snoozedUntil: z.nullable(z.string()),
  /** Epoch milliseconds; null when it is not hidden. */
  hiddenAtMs: z.nullable(z.number()),
  /** The bill's fields when it was snoozed or hidden; null while it is in the inbox. */
  hiddenAs: z.nullable(viewedFieldsSchema),
  /** Bills that the user has marked as no duplicates of this one. */
  notDuplicateOf: z.optional(z.array(z.string())),
  hold: z.optional(
    z.object({
      reason: shortText,
      whom: shortText,
      answerBy: z.nullable(z.string()),
      atMs: z.number(),
    }),
  ),
  /** Marks of an organization's vendors by name, in a separate row; see `vendorsKey`. */
  vendors: z.optional(
    z.record(
      z.string(),
      z.object({
        note: typedText,
        /**
         * Whether the name alone is trusted, for vendors without an id. Earlier versions set it with ids, too.
         */
        isTrusted: z.boolean(),
        /** Ids with which the name is trusted. */
        trustedIds: z.optional(z.array(z.string())),
      }),
    ),
  ),
  /** When the bill was first seen paid without an approval from this computer, epoch milliseconds. */
  paidUnapprovedAtMs: z.optional(z.number()),
});
export type StoredAnnotation = Readonly<z.infer<typeof storedAnnotationSchema>>;

export type AnnotationKey = Pick<StoredAnnotation, 'organizationId' | 'billId'>;

/**
 * Key of the row with the marks of all vendors of an organization. One row per vendor would show the vendors' names,
 * since keys are readable on disk. No organization has such an id.
 */
export function vendorsKey(organizationId: string): AnnotationKey {
  return { organizationId: `vendors ${organizationId}`, billId: 'all' };
}

/** The mark of the bill's vendor. The note belongs to the name, trust to id and name. Null for none. */
export function vendorMarkOf(
  vendors: StoredAnnotation['vendors'] = {},
  { vendor }: Bill,
): VendorMark | null {
  const name = vendorName({ vendor });
  const mark = name !== null && Object.hasOwn(vendors, name) ? vendors[name] : undefined;
  if (mark === undefined) return null;
  const id = partyId(vendor);
  const isTrusted = id === null ? mark.isTrusted : (mark.trustedIds ?? []).includes(id);
  return { note: mark.note, isTrusted };
}

/** The row with a new mark of the bill's vendor. An empty mark is deleted. */
export function vendorMarked(
  annotation: StoredAnnotation,
  { vendor }: Bill,
  { note, isTrusted }: VendorMark,
): StoredAnnotation {
  const name = vendorName({ vendor });
  if (name === null) return annotation;
  const { vendors = {}, ...kept } = annotation;
  const { [name]: before, ...others } = vendors;
  const id = partyId(vendor);
  const trustedIds = (before?.trustedIds ?? []).filter((each) => each !== id);
  if (id !== null && isTrusted) trustedIds.push(id);
  const mark = {
    note,
    isTrusted: id === null ? isTrusted : (before?.isTrusted ?? false),
    trustedIds,
  };
  const isEmpty = note === '' && !mark.isTrusted && trustedIds.length === 0;
  const marked = isEmpty ? others : { ...others, [name]: mark };
  return Object.keys(marked).length === 0 ? kept : { ...kept, vendors: marked };
}

export function annotationKey({ organizationId, billId }: AnnotationKey): string {
  return `${organizationId}\n${billId}`;
}

export function emptyAnnotation({ organizationId, billId }: AnnotationKey): StoredAnnotation {
  return {
    organizationId,
    billId,
    note: '',
    snoozedUntil: null,
    hiddenAtMs: null,
    hiddenAs: null,
  };
}

/** Whether it has no content. Such a row is deleted, unless a newer version has added more to it. */
export function isEmptyAnnotation(annotation: StoredAnnotation): boolean {
  const isKnown = (field: string): boolean => Object.hasOwn(storedAnnotationSchema.shape, field);
  const isDecided = (annotation.notDuplicateOf ?? []).length > 0;
  if (annotation.note !== '' || isSnoozedOrHidden(annotation) || isDecided) return false;
  if (annotation.paidUnapprovedAtMs !== undefined || annotation.hold) return false;
  if (Object.keys(annotation.vendors ?? {}).length > 0) return false;
  return Object.keys(annotation).every(isKnown);
}

function isSnoozedOrHidden({ snoozedUntil, hiddenAtMs }: StoredAnnotation): boolean {
  return snoozedUntil !== null || hiddenAtMs !== null;
}

/** Whether both are in the inbox, or out of it in the same way and for the same time. */
export function hasSameInboxState(left: StoredAnnotation, right: StoredAnnotation): boolean {
  return left.snoozedUntil === right.snoozedUntil && left.hiddenAtMs === right.hiddenAtMs;
}

/** Whether both have the same decisions that affect flags. */
export function hasSameDecisions(left: StoredAnnotation, right: StoredAnnotation): boolean {
  const decisions = ({ notDuplicateOf = [], hold, vendors }: StoredAnnotation): string =>
    JSON.stringify([notDuplicateOf, hold, vendors]);
  return decisions(left) === decisions(right);
}

export function snoozed(
  annotation: StoredAnnotation,
  { bill }: OrganizationBill,
  until: string,
): StoredAnnotation {
  return { ...annotation, snoozedUntil: until, hiddenAtMs: null, hiddenAs: viewedFieldsOf(bill) };
}

export function hidden(
  annotation: StoredAnnotation,
  { bill }: OrganizationBill,
  atMs: number,
): StoredAnnotation {
  return { ...annotation, snoozedUntil: null, hiddenAtMs: atMs, hiddenAs: viewedFieldsOf(bill) };
}

/** The annotation without a snooze or hiding. The note stays. */
export function backInInbox(annotation: StoredAnnotation): StoredAnnotation {
  return { ...annotation, snoozedUntil: null, hiddenAtMs: null, hiddenAs: null };
}

/** The annotation with this hold; null releases the bill. */
export function held(annotation: StoredAnnotation, hold: Hold | null): StoredAnnotation {
  const { hold: _, ...kept } = annotation;
  return hold === null ? kept : { ...kept, hold };
}

/** The annotation with the user's decision whether the other bill may be a duplicate. */
export function decided(
  annotation: StoredAnnotation,
  otherId: string,
  isDuplicate: boolean,
): StoredAnnotation {
  const { notDuplicateOf: before = [], ...kept } = annotation;
  const others = before.filter((id) => id !== otherId);
  const notDuplicateOf = isDuplicate ? others : [...others, otherId];
  return notDuplicateOf.length === 0 ? kept : { ...kept, notDuplicateOf };
}
