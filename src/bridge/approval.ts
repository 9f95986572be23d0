import * as z from '../base/zod.ts';
import { billSchema, withOurNames } from '../contract/bill.ts';
import { itemIdSchema } from '../contract/item-id.ts';
import { cursorSchema } from '../contract/page.ts';
import { serviceErrorSchema } from '../contract/service-error.ts';
import { id, itemText, listOf } from './bounds.ts';
import { billOfAnswer, reviewedSnapshotSchema, type ReviewedSnapshot } from './snapshot.ts';

/** One attempt to send one approval. The pair (approvalId, attempt) is sent at most once, ever. */
export const sendApprovalSchema = z.object({
  approvalId: id,
  /** Counts from 1; the next number means that the rules, or the user, allow another try. */
  attempt: z.int().check(z.minimum(1)),
  connectionId: id,
  signInId: id,
  organizationId: id,
  /** See `Approval.profileEpoch`. Empty: from before there were any. */
  profileEpoch: z._default(z.string().check(z.maxLength(256)), ''),
  /** When the user approved, epoch milliseconds. */
  approvedAtMs: z.number(),
  snapshot: reviewedSnapshotSchema,
});
export type SendApproval = Readonly<z.infer<typeof sendApprovalSchema>>;

/** An approval to send, and the page on which its bill was last read. */
export const sendRequestSchema = z.extend(sendApprovalSchema, {
  /** Null: no page is known, or a list read since the approval shows the bill. */
  page: z.nullable(
    z.object({
      status: id,
      after: z.nullable(cursorSchema),
      /** Ordered time of the window, and which run of it. */
      askedMs: z.number(),
      run: id,
    }),
  ),
});
export type SendRequest = Readonly<z.infer<typeof sendRequestSchema>>;
export type PageToRecheck = NonNullable<SendRequest['page']>;

/** Why an approval stayed here. Each of these proves that the service did not apply it. */
export const notSentReasonSchema = z.enum([
  /** No connection to the service was made. */
  'unreachable',
  /** The quota is spent, here or by the service's word (429). */
  'quota',
  'signedOut',
  /** Made under another connection or sign-in: the user has to say so. */
  'otherSignIn',
  /** The attempt could not be written to the journal (disk full, not writable): so it was not sent. */
  'journalUnwritable',
  /** The bill changed, or its reading grew old, while the approval waited in main. */
  'recheck',
  /** The bill is not on the page named, or no page was named: a crawl has to find it. */
  'notOnPage',
  /** This computer's data was copied or restored since: the user has to say so. */
  'dataRestored',
  /** Billfold is closing. */
  'closing',
  /** Above a limit of the user's, and the journal has no yes to that. */
  'overLimit',
  /** The bill was or may have been approved before, and the journal has no yes to approving it again. */
  'twice',
]);
export type NotSentReason = z.infer<typeof notSentReasonSchema>;

/** Automatic resends of one approval. */
export const MOST_SENT_AGAIN = 3;

/** Approvals that the user can make, or let go, in one action. */
export const MOST_AT_ONCE = 5_000;

/**
 * Bills the user says yes to in the window. Main asks about those above a limit and those approved before, in one
 * dialog outside the window.
 */
export const agreementRequestSchema = z.object({
  does: z.enum(['approve', 'send']),
  approvals: listOf(
    z.object({
      ...z.pick(sendApprovalSchema, {
        approvalId: true,
        connectionId: true,
        organizationId: true,
        snapshot: true,
      }).shape,
      /** The window knows of an earlier approval, or attempt, that main may not know of. */
      mayBeApplied: z.boolean(),
    }),
    MOST_AT_ONCE,
  ),
});
export type AgreementRequest = Readonly<z.infer<typeof agreementRequestSchema>>;
export type AgreementClaim = AgreementRequest['approvals'][number];
/** An approval with the bill it is of. */
export type BillClaim = Omit<AgreementClaim, 'mayBeApplied'>;

/** `yes`: given, or not needed. `notKept`: the user said yes, and the journal could not be written. */
export const agreementSchema = z.enum(['yes', 'no', 'notKept']);
export type AgreementReply = z.infer<typeof agreementSchema>;

/** Outboxes of earlier versions hold the bill under the service's names. */
const savedBillSchema = z.pipe(z.transform(withOurNames), billSchema);

/** What became of an attempt. */
export const sendOutcomeSchema = z.discriminatedUnion('kind', [
  /**
   * A yes that is the service's. `bill` when the answer held that very bill. `unread`: it held that bill, in a form
   * that could not be compared.
   */
  z.object({
    kind: z.literal('confirmed'),
    bill: z.nullable(savedBillSchema),
    unread: z.optional(z.literal(true)),
  }),
  /** The service said no, by its error object: 400, 403, 404, 422 or another 4xx. */
  z.object({ kind: z.literal('rejected'), error: serviceErrorSchema }),
  /**
   * Sent, and it may have been applied. An answer came and proves nothing (`serverFailed`, `conflict`,
   * `malformedResponse`), or none came whole (`answerLost`, or null after a crash).
   */
  z.object({ kind: z.literal('unknown'), error: z.nullable(serviceErrorSchema) }),
  z.object({
    kind: z.literal('notSent'),
    reason: notSentReasonSchema,
    /** Not worth trying before this, epoch milliseconds; null when something else has to happen first. */
    retryAtMs: z.nullable(z.number()),
    error: z.nullable(serviceErrorSchema),
  }),
]);
export type SendOutcome = Readonly<z.infer<typeof sendOutcomeSchema>>;

/** The recheck found another bill than the user approved, so nothing was sent. */
const changedSchema = z.object({ kind: z.literal('changed'), found: reviewedSnapshotSchema });

/** What became of a request to send. */
export const sendAnswerSchema = z.discriminatedUnion('kind', [
  ...sendOutcomeSchema.def.options,
  changedSchema,
]);
export type SendAnswer = Readonly<z.infer<typeof sendAnswerSchema>>;

/** Fields of an answer's bill that the journal saves. The others are in the snapshot, or don't concern it. */
const shortBillSchema = z.object({
  id: itemIdSchema,
  status: itemText,
  currency: itemText,
  totalCents: z.int(),
  amountDueCents: z.int(),
});

const [confirmed, ...otherOutcomes] = sendOutcomeSchema.def.options;

/**
 * An outcome as the journal saves it. Lines of earlier versions hold the bill under the service's names, and the first
 * ones hold all of it.
 */
export const journaledOutcomeSchema = z.discriminatedUnion('kind', [
  z.extend(confirmed, {
    bill: z.nullable(z.pipe(z.transform(withOurNames), shortBillSchema)),
  }),
  ...otherOutcomes,
]);
export type JournaledOutcome = Readonly<z.infer<typeof journaledOutcomeSchema>>;

/** The outcome with its bill whole again. */
export function wholeOutcome(outcome: JournaledOutcome, approved: ReviewedSnapshot): SendOutcome {
  if (outcome.kind !== 'confirmed') return outcome;
  const { bill } = outcome;
  return { ...outcome, bill: bill && billOfAnswer(approved, bill) };
}

/** What the journal knows of an approval's attempt. An attempt under way is waited for. */
export const recallFindingSchema = z.object({
  approvalId: id,
  attempt: z.int(),
  finding: z.discriminatedUnion('kind', [
    /** Nothing left this machine. */
    z.object({ kind: z.literal('noAttempt') }),
    /** It may have left; no outcome was written. */
    z.object({ kind: z.literal('attemptOnly') }),
    z.object({ kind: z.literal('outcome'), outcome: journaledOutcomeSchema }),
  ]),
});
export type RecallFinding = Readonly<z.infer<typeof recallFindingSchema>>;

/** How an approval ended: taken back by the user, or confirmed, and by whom. */
export const approvalEndSchema = z.enum([
  'withdrawn',
  'confirmedByService',
  'seenPaid',
  'markedConfirmed',
]);
export type ApprovalEnd = z.infer<typeof approvalEndSchema>;

/**
 * What main is given of an approval beside what it sends, for its journal. With the attempts it is enough to
 * put the outbox together again (docs/adr/0012-outbox-rebuilt-from-the-journal.md).
 */
export const approvalNoteSchema = z.discriminatedUnion('kind', [
  /** The user approved this; a later one of the same id stands for a bill that was approved as changed. */
  z.object({ kind: z.literal('approved'), ...z.omit(sendApprovalSchema, { attempt: true }).shape }),
  z.object({ kind: z.literal('ended'), approvalId: id, how: approvalEndSchema }),
]);
/** As many notes cross at a time. */
export const MOST_NOTES = 500;
export type ApprovalNote = Readonly<z.infer<typeof approvalNoteSchema>>;

/** Begins an epoch for which the time is the only reason: Billfold was closed for long, or the clock was changed. */
export const AWAY_EPOCH = 'away-';

/** More than anybody approves in a life. */
const MOST_NOTED = 10_000_000;

export const notedApprovalsSchema = z.object({
  /** The life of this computer's data that main is in, whatever the journal says; see `Approval.profileEpoch`. */
  profileEpoch: z.string().check(z.maxLength(256)),
  /** Ids of all approvals of a connection that the journal knows, or null when it cannot be read. */
  known: z.nullable(
    z.object({
      open: listOf(id, MOST_NOTED),
      /** `same`: those the window has as ended, and no others. */
      ended: z.union([listOf(id, MOST_NOTED), z.literal('same')]),
      /** Ended so long ago that the journal has their ids alone, and cannot put them back. None with `same`. */
      retired: z._default(listOf(id, MOST_NOTED), []),
    }),
  ),
});
export type NotedApprovals = Readonly<z.infer<typeof notedApprovalsSchema>>;

/** The same text for the same ids, in whatever order; of two different sets only by a chance of 2 to the minus 64. */
export function digestOfIds(ids: readonly string[]): string {
  let [low, high] = [0, 0];
  for (const each of ids) {
    // FNV-1a, from two starts.
    let [one, other] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < each.length; at += 1) {
      const unit = each.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x5bd1e995);
    }
    low = (low + one) | 0;
    high = (high + other) | 0;
  }
  return `${ids.length} ${low >>> 0} ${high >>> 0}`;
}

/** As many approvals are read from the journal at a time. */
export const MOST_FROM_JOURNAL = 5_000;

/** An approval as the journal has it. */
export const journaledApprovalSchema = z.extend(sendApprovalSchema, {
  /** The last one; 0 when there was none. */
  attempt: z.int().check(z.minimum(0)),
  /** What is known of the last attempt. */
  finding: recallFindingSchema.shape.finding,
  /** An attempt, the last one or an earlier one, may have been applied: its answer is not known. */
  answerLost: z.boolean(),
  ended: z.nullable(approvalEndSchema),
});
export type JournaledApproval = Readonly<z.infer<typeof journaledApprovalSchema>>;
