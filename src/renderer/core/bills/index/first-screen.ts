import * as z from '../../../../base/zod.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { malformedItemSchema, type MalformedItem } from '../../../../contract/body/read-item.ts';
import type { Approval } from '../../model/approval.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { Flag } from '../../model/flag.ts';
import { flagKinds } from '../../../../bridge/settings.ts';

/**
 * The review list before all bills are in memory: its first rows, and sums of the rest. Sums are by due date,
 * because a heading such as *this week* covers other bills tomorrow.
 */
export interface FirstScreen {
  /** Organizations of the bills, sorted. */
  readonly organizationIds: readonly string[];
  readonly counts: readonly (readonly [status: string, bills: number])[];
  /** Payable bills, by due date and currency. */
  readonly dues: readonly DueSum[];
  /** Currency of most bills of any status; null without bills. */
  readonly usualCurrency: string | null;
  /** The first payable bills in the order of the list. */
  readonly rows: readonly BillRow[];
  /** Other bills that the screen needs: approved or hidden ones, those a flag refers to, and those that name a vendor. */
  readonly others: readonly BillRow[];
  /** Flags of the first rows, by bill. */
  readonly flags: readonly (readonly [billId: string, flags: readonly Flag[]])[];
  readonly malformed: readonly MalformedItem[];
  /** Number of approvals at that time. Approvals are never deleted, so the same number means the same approvals. */
  readonly approvals: number;
  readonly approvalIds: readonly string[];
  /** Bills out of the inbox: hidden ones, and snoozed ones with any return date. */
  readonly hiddenIds: readonly string[];
}

export interface DueSum {
  readonly dueDate: string | null;
  readonly currency: string;
  readonly bills: number;
  readonly amountCents: number;
}

/** Facts, besides the bills, that the first screen depends on. `approvals`: their number, or all of them. */
export interface ScreenFacts<Known = readonly Approval[]> {
  readonly organizationIds: readonly string[];
  readonly approvals: Known;
  /** Bills out of the inbox: hidden ones, and snoozed ones with any return date. */
  readonly hiddenIds: readonly string[];
}

/**
 * Whether the screen is still correct: it is of these organizations, and no bill was approved, snoozed or hidden since.
 */
export function isTrueNow(screen: FirstScreen, facts: ScreenFacts<number>): boolean {
  const known = new Set(screen.hiddenIds);
  return (
    screen.organizationIds.join('\n') === facts.organizationIds.toSorted().join('\n') &&
    screen.approvals === facts.approvals &&
    facts.hiddenIds.every((id) => known.has(id))
  );
}

/** Checks only the fields for sorting and sums, because each bill was parsed when it arrived. */
const rowSchema = z.object({
  organizationId: z.string(),
  seen: z.object({ atMs: z.number() }),
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

/** The same version writes and reads it. Any other shape is ignored. */
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
  usualCurrency: z.nullable(z.string()),
  rows: z.array(rowSchema),
  others: z.array(rowSchema),
  flags: z.array(
    z.tuple([
      z.string(),
      z.array(
        z.pipe(
          z
            .looseObject({ kind: z.enum(flagKinds) })
            .check(z.refine((flag) => flag.kind !== 'duplicate' || 'copyIds' in flag)),
          z.transform((flag) => flag as Flag),
        ),
      ),
    ]),
  ),
  malformed: z.array(malformedItemSchema),
  approvals: z.int(),
  approvalIds: z.array(z.string()),
  hiddenIds: z.array(z.string()),
});

/** @returns null for anything but a first screen of this version */
export function readFirstScreen(stored: unknown): FirstScreen | null {
  return firstScreenSchema.safeParse(stored).data ?? null;
}
