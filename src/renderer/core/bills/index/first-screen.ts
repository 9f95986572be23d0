import * as z from '../../../../base/zod.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { malformedItemSchema, type MalformedItem } from '../../../../contract/read-item.ts';
import type { Approval } from '../../outbox/approval.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { flagKinds, type Flag } from '../../model/flag.ts';

/**
 * What the review list shows before all bills are in memory: its first rows, and what the rest comes to.
 * Sums are kept by due date, since a heading such as *this week* means other bills tomorrow.
 */
export interface FirstScreen {
  /** Whose bills, sorted. */
  readonly organizationIds: readonly string[];
  /** Of all bills, by status. */
  readonly counts: readonly (readonly [status: string, bills: number])[];
  /** Bills that can be approved, by due date and currency. */
  readonly dues: readonly DueSum[];
  /** The first of them in the order of the list. */
  readonly rows: readonly BillRow[];
  /** Other bills that decide what is shown: approved or hidden ones, and those a flag compares with. */
  readonly others: readonly BillRow[];
  /** Why to look twice, of the first rows, by bill. */
  readonly flags: readonly (readonly [billId: string, flags: readonly Flag[]])[];
  readonly malformed: readonly MalformedItem[];
  /** How many approvals it knows of: none is ever deleted. */
  readonly approvals: number;
  /** Bills that are snoozed or dismissed, for whatever time. */
  readonly hiddenIds: readonly string[];
}

export interface DueSum {
  readonly dueDate: string | null;
  readonly currency: string;
  readonly bills: number;
  readonly amountCents: number;
}

/** What decides, besides the bills, what the first screen shows. */
export interface ScreenFacts {
  readonly organizationIds: readonly string[];
  readonly approvals: readonly Approval[];
  /** Bills that are snoozed or dismissed, for whatever time. */
  readonly hiddenIds: readonly string[];
}

/** Whether it shows what is so: for these organizations, and with no approval or hidden bill it has not heard of. */
export function isTrueNow(screen: FirstScreen, facts: ScreenFacts): boolean {
  const known = new Set(screen.hiddenIds);
  return (
    screen.organizationIds.join('\n') === facts.organizationIds.toSorted().join('\n') &&
    screen.approvals === facts.approvals.length &&
    facts.hiddenIds.every((id) => known.has(id))
  );
}

/** Bills were parsed when they came: what sorting and sums rest on is enough, as with their pages. */
const rowSchema = z.object({
  organizationId: z.string(),
  seenAtMs: z.number(),
  bill: z.pipe(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      currency: z.string(),
      totalCents: z.int(),
      amountDueCents: z.int(),
    }),
    z.transform((bill) => bill as Bill),
  ),
});

/** Written by the version that reads it: one of another shape is none. */
const firstScreenSchema = z.object({
  organizationIds: z.array(z.string()),
  counts: z.array(z.tuple([z.string(), z.int()])),
  dues: z.array(
    z.object({
      dueDate: z.nullable(z.string()),
      currency: z.string(),
      bills: z.int(),
      amountCents: z.number(),
    }),
  ),
  rows: z.array(rowSchema),
  others: z.array(rowSchema),
  flags: z.array(
    z.tuple([
      z.string(),
      z.array(
        z.pipe(
          z.looseObject({ kind: z.enum(flagKinds) }),
          z.transform((flag) => flag as Flag),
        ),
      ),
    ]),
  ),
  malformed: z.array(malformedItemSchema),
  approvals: z.int(),
  hiddenIds: z.array(z.string()),
});

/** @returns null for what is no first screen of this version */
export function readFirstScreen(stored: unknown): FirstScreen | null {
  return firstScreenSchema.safeParse(stored).data ?? null;
}
