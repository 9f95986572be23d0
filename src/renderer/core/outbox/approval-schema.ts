import { z } from 'zod';
import { notSentReasonSchema, sendOutcomeSchema } from '../../../bridge/approval.ts';
import { reviewedSnapshotSchema } from '../../../bridge/snapshot.ts';
import { approvalStates, storyEvents, type Approval } from './approval.ts';

const approvalStateSchema = z.enum(approvalStates);

/** One row of the outbox as it is stored: what is read from disk passes through here. */
export const approvalSchema: z.ZodType<Approval> = z.object({
  id: z.string().min(1),
  connectionId: z.string().min(1),
  signInId: z.string().min(1),
  profileEpoch: z.string().default(''),
  organizationId: z.string().min(1),
  billId: z.string().min(1),
  snapshot: reviewedSnapshotSchema,
  state: approvalStateSchema,
  approvedAtMs: z.number(),
  batchId: z.string(),
  heldUntilMs: z.number(),
  attempt: z.int().min(0),
  needsRecheckAfterMs: z.number().nullable(),
  missedRechecks: z.int().min(0),
  retryAtMs: z.number().nullable(),
  waitingFor: z.union([notSentReasonSchema, z.enum(['restored', 'noOrganization'])]).nullable(),
  outcome: sendOutcomeSchema.nullable(),
  found: reviewedSnapshotSchema.nullable().default(null),
  isAcknowledged: z.boolean().default(false),
  confirmedBy: z.enum(['service', 'seen', 'user']).nullable(),
  history: z.array(
    z.object({
      atMs: z.number(),
      event: z.union([z.enum(storyEvents), z.string().brand<'NewerEvent'>()]),
      from: approvalStateSchema.nullable(),
      to: approvalStateSchema,
      detail: z.string().nullable(),
    }),
  ),
});
