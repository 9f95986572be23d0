import type { BillRow } from '../model/bill-row.ts';
import * as z from '../../../base/zod.ts';
import { seenFieldsOf, seenFieldsSchema } from '../bills/flags/seen-bill.ts';

/** `notKept`: this computer could not store it (disk full); what was hidden is where it was. */
export type AnnotationResult = 'kept' | 'notKept';

export type BillToAnnotate = Pick<BillRow, 'organizationId' | 'bill'>;

export interface Annotation {
  /** Plain text; empty for none. */
  readonly note: string;
  /** `YYYY-MM-DD`, the day it is back in the inbox, which may have passed; null when not snoozed. */
  readonly snoozedUntil: string | null;
  /** Epoch milliseconds; null when not dismissed. */
  readonly dismissedAtMs: number | null;
  /** Ids of bills of which the user has said that this one is no duplicate; the other says the same. */
  readonly notDuplicateOf?: readonly string[] | undefined;
}

/**
 * What the user keeps about a bill, as it is stored. The key is [organizationId, billId]. Loose: what a
 * newer version has added to a row outlives a change by this one.
 */
export const storedAnnotationSchema = z.looseObject({
  organizationId: z.string(),
  billId: z.string(),
  /** Plain text; empty for none. */
  note: z.string(),
  /** `YYYY-MM-DD`: the day it is back in the list; null when it is not snoozed. */
  snoozedUntil: z.nullable(z.string()),
  /** Epoch milliseconds; null when it is not dismissed. */
  dismissedAtMs: z.nullable(z.number()),
  /** What the bill was when it was hidden; null when it is not. */
  hiddenAs: z.nullable(seenFieldsSchema),
  /** Bills it is no duplicate of, as the user has said. */
  notDuplicateOf: z.optional(z.array(z.string())),
});
export type StoredAnnotation = Readonly<z.infer<typeof storedAnnotationSchema>>;

/** Which bill an annotation is about. */
export type AnnotationKey = Pick<StoredAnnotation, 'organizationId' | 'billId'>;

/** Text by which an annotation is found. */
export function annotationKey({ organizationId, billId }: AnnotationKey): string {
  return `${organizationId}\n${billId}`;
}

export function emptyAnnotation({ organizationId, billId }: AnnotationKey): StoredAnnotation {
  return {
    organizationId,
    billId,
    note: '',
    snoozedUntil: null,
    dismissedAtMs: null,
    hiddenAs: null,
  };
}

/** Whether nothing is kept: such a row is deleted, unless a newer version has put more into it. */
export function isEmptyAnnotation(annotation: StoredAnnotation): boolean {
  const isKnown = (field: string): boolean => Object.hasOwn(storedAnnotationSchema.shape, field);
  const isDecided = (annotation.notDuplicateOf ?? []).length > 0;
  if (annotation.note !== '' || isHidden(annotation) || isDecided) return false;
  return Object.keys(annotation).every(isKnown);
}

function isHidden({ snoozedUntil, dismissedAtMs }: StoredAnnotation): boolean {
  return snoozedUntil !== null || dismissedAtMs !== null;
}

/** Whether both are in the inbox, or hidden in the same way and for as long. */
export function isHiddenAlike(left: StoredAnnotation, right: StoredAnnotation): boolean {
  return left.snoozedUntil === right.snoozedUntil && left.dismissedAtMs === right.dismissedAtMs;
}

export function snoozed(
  annotation: StoredAnnotation,
  { bill }: BillToAnnotate,
  until: string,
): StoredAnnotation {
  return { ...annotation, snoozedUntil: until, dismissedAtMs: null, hiddenAs: seenFieldsOf(bill) };
}

export function dismissed(
  annotation: StoredAnnotation,
  { bill }: BillToAnnotate,
  atMs: number,
): StoredAnnotation {
  return { ...annotation, snoozedUntil: null, dismissedAtMs: atMs, hiddenAs: seenFieldsOf(bill) };
}

/** In the inbox again; the note stays. */
export function backInInbox(annotation: StoredAnnotation): StoredAnnotation {
  return { ...annotation, snoozedUntil: null, dismissedAtMs: null, hiddenAs: null };
}

/** No duplicate of the other bill, or again whatever it looks like. */
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
