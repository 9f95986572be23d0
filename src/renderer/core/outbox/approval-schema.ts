import * as z from '../../../base/zod.ts';
import {
  notSentReasonSchema,
  overrideSchema,
  sendOutcomeSchema,
} from '../../../bridge/approval.ts';
import { reviewedSnapshotSchema } from '../../../bridge/snapshot.ts';
import { approvalStates, historyEvents, type Approval } from '../model/approval.ts';

const approvalStateSchema = z.enum(approvalStates);

/** One row of the outbox as stored. Every row read from disk is parsed with this schema. */
export const approvalSchema: z.ZodMiniType<Approval> = z.object({
  id: z.string().check(z.minLength(1)),
  connectionId: z.string().check(z.minLength(1)),
  signInId: z.string().check(z.minLength(1)),
  profileEpoch: z._default(z.string(), ''),
  organizationId: z.string().check(z.minLength(1)),
  billId: z.string().check(z.minLength(1)),
  snapshot: reviewedSnapshotSchema,
  override: z.optional(overrideSchema),
  state: approvalStateSchema,
  approvedAtMs: z.number(),
  batchId: z.string(),
  heldUntilMs: z.number(),
  attempt: z.int().check(z.minimum(0)),
  needsRecheckAfterMs: z.nullable(z.number()),
  missedRechecks: z.int().check(z.minimum(0)),
  retryAtMs: z.nullable(z.number()),
  waitingFor: z.nullable(z.union([notSentReasonSchema, z.enum(['restored', 'noOrganization'])])),
  outcome: z.nullable(sendOutcomeSchema),
  found: z._default(z.nullable(reviewedSnapshotSchema), null),
  isAcknowledged: z._default(z.boolean(), false),
  confirmedBy: z.nullable(z.enum(['service', 'seen', 'user'])),
  history: z.array(
    z.object({
      atMs: z.number(),
      event: z.union([z.enum(historyEvents), z.string().brand<'NewerEvent'>()]),
      from: z.nullable(approvalStateSchema),
      to: approvalStateSchema,
      detail: z.nullable(z.string()),
    }),
  ),
});
