import * as z from '../base/zod.ts';
import { billSchema, withOurNames } from '../contract/bill.ts';
import { itemIdSchema } from '../contract/item-id.ts';
import { organizationIdSchema } from '../contract/organization.ts';
import { cursorSchema } from '../contract/lists/page.ts';
import { visibleText } from '../base/controls.ts';
import { serviceErrorSchema } from '../contract/service-error.ts';
import { epochMs, id, itemText, listOf } from './bounds.ts';
import { billOfAnswer, reviewedSnapshotSchema, type ReviewedSnapshot } from './snapshot.ts';

/** Maximum characters of a reason. */
export const LONGEST_REASON = 200;

/** Flags of a bill that the user approved anyway, as the window reports them: main computes no flags. */
export const overrideSchema = z.object({
  flags: listOf(id, 100),
  /** The user's words; empty for none. */
  reason: z.string().check(z.maxLength(LONGEST_REASON), z.overwrite(visibleText)),
});
export type Override = Readonly<z.infer<typeof overrideSchema>>;

/** One attempt to send one approval. Billfold sends each pair (approvalId, attempt) at most once. */
export const sendApprovalSchema = z.object({
  approvalId: id,
  /** Counts from 1. A higher number needs the user's consent, or a rule that allows another try. */
  attempt: z.int().check(z.minimum(1)),
  connectionId: id,
  signInId: id,
  organizationId: organizationIdSchema,
  /** See `Approval.profileEpoch`. Empty in data older than epochs. */
  profileEpoch: z._default(z.string().check(z.maxLength(256)), ''),
  /** Time of the user's approval, epoch milliseconds. */
  approvedAtMs: epochMs,
  snapshot: reviewedSnapshotSchema,
  /** Absent when the bill had no flags, and in older data. */
  override: z.optional(overrideSchema),
});
export type SendApproval = Readonly<z.infer<typeof sendApprovalSchema>>;

/** An approval to send, with the page that last held its bill. */
export const sendRequestSchema = z.extend(sendApprovalSchema, {
  /** Null when no page is known, or when a list read since the approval shows the bill. */
  page: z.nullable(
    z.object({
      status: id,
      after: z.nullable(cursorSchema),
      /** Ordered time of the window, comparable only within one launch. */
      askedMs: z.number(),
      /** Id of the window's launch. */
      run: id,
      /** Approvals that the user made in one action share readings of the page. */
      batch: id,
    }),
  ),
});
export type SendRequest = Readonly<z.infer<typeof sendRequestSchema>>;
export type PageToRecheck = NonNullable<SendRequest['page']>;

/** Reasons why an approval was not sent. Each proves that the service did not apply it. */
export const notSentReasonSchema = z.enum([
  /** Billfold could not connect to the service. */
  'unreachable',
  /** The recheck or the renewal of the token failed. */
  'serviceFailed',
  /** The quota is spent, by Billfold's count or by the service's answer (429). */
  'quota',
  'signedOut',
  /** The approval was made under another connection or sign-in: the user must decide. */
  'otherSignIn',
  /** The journal could not be read or written, for example on a full disk, so the attempt was not sent. */
  'journalUnwritable',
  /** The bill changed, or its reading became too old, while the approval waited in main. */
  'recheck',
  /** Main could not find the bill: it is not on its page, no page is known, or its organization is not listed. */
  'notOnPage',
  /** This computer's data was copied or restored since: the user must decide. */
  'dataRestored',
  /** Stopped before it left: Billfold is closing or locked, or the user canceled it. It is sent later unless withdrawn. */
  'closing',
  /** The amount is above a limit of the user's, and the journal records no consent to that. */
  'overLimit',
  /** The bill was or may have been approved before, and the journal records no consent to approve it again. */
  'twice',
]);
export type NotSentReason = z.infer<typeof notSentReasonSchema>;

/** Maximum automatic resends of one approval. */
export const MAX_SENT_AGAIN = 3;

/** Maximum approvals that the user can make or send in one action. */
export const MAX_AT_ONCE = 5_000;
/** Maximum approvals of single bills in a minute: more only through the summary of a bulk approval. */
export const MAX_SINGLE_A_MINUTE = 60;
/** Maximum approvals in one message of a larger action, so that each costs window and main only milliseconds. */
export const MAX_IN_PART = 200;

/**
 * Bills that the user approves in the window, or a part of them. For bills above a limit and bills approved before, main
 * asks in one system dialog. Main then journals the approvals; the window stores them after that.
 */
export const agreementRequestSchema = z.object({
  /** `send`: approvals that exist already. */
  does: z.enum(['approve', 'send']),
  /** Absent when the message has all bills of the action. */
  part: z.optional(z.object({ action: id, isLast: z.boolean() })),
  approvals: listOf(
    z.object({
      ...z.omit(sendApprovalSchema, { attempt: true, approvedAtMs: true }).shape,
      /** The window knows of an earlier approval or attempt of the bill, which main may not know. */
      mayBeApplied: z.boolean(),
      /** The only reason for `mayBeApplied` is a rejection by the service. Absent means false. */
      wasRejected: z.optional(z.boolean()),
    }),
    MAX_IN_PART,
  ),
});
export type AgreementRequest = Readonly<z.infer<typeof agreementRequestSchema>>;
export type AgreementClaim = AgreementRequest['approvals'][number];
export type BillClaim = Pick<
  AgreementClaim,
  'approvalId' | 'connectionId' | 'organizationId' | 'snapshot'
>;

/**
 * `yes`: given, or not needed. `notSaved`: the journal can't be read, can't be written or has no room, so main agreed to
 * nothing. `more`: main waits for the other parts.
 */
export const agreementReplySchema = z.enum(['yes', 'no', 'notSaved', 'more']);
export type AgreementReply = z.infer<typeof agreementReplySchema>;

/** In outboxes of earlier versions, bills have the service's field names. */
const savedBillSchema = z.pipe(z.transform(withOurNames), billSchema);

/** Outcome of an attempt. */
export const sendOutcomeSchema = z.discriminatedUnion('kind', [
  /**
   * The service's confirmation. `bill`: the bill, if the answer held it. `unread`: the answer held it in a form that
   * could not be compared.
   */
  z.object({
    kind: z.literal('confirmed'),
    bill: z.nullable(savedBillSchema),
    unread: z.optional(z.literal(true)),
  }),
  /** Rejected by the service itself, with 400, 403, 404, 422 or another 4xx. */
  z.object({ kind: z.literal('rejected'), error: serviceErrorSchema }),
  /**
   * Sent, and possibly applied. Either the answer proves nothing (`serverFailed`, `conflict`, `malformedResponse`), or
   * no complete answer came (`answerLost`, or null after a crash).
   */
  z.object({ kind: z.literal('unknown'), error: z.nullable(serviceErrorSchema) }),
  z.object({
    kind: z.literal('notSent'),
    reason: notSentReasonSchema,
    /** Earliest time worth another try, epoch milliseconds; null when something else must happen first. */
    retryAtMs: z.nullable(z.number()),
    error: z.nullable(serviceErrorSchema),
    /** The request was sent and answered with 401 or 429. */
    isRefused: z.exactOptional(z.literal(true)),
  }),
]);
export type SendOutcome = Readonly<z.infer<typeof sendOutcomeSchema>>;

/** The recheck found a changed bill, so Billfold sent nothing. */
const changedSchema = z.object({ kind: z.literal('changed'), found: reviewedSnapshotSchema });

/** Outcome of a request to send. */
export const sendAnswerSchema = z.discriminatedUnion('kind', [
  ...sendOutcomeSchema.def.options,
  changedSchema,
]);
export type SendAnswer = Readonly<z.infer<typeof sendAnswerSchema>>;

/** Fields of an answer's bill that the journal saves. The snapshot has the other fields that matter. */
const shortBillSchema = z.object({
  id: itemIdSchema,
  status: itemText,
  currency: itemText,
  totalCents: z.int(),
  amountDueCents: z.int(),
});

const [confirmed, ...otherOutcomes] = sendOutcomeSchema.def.options;

/**
 * An outcome as the journal saves it. In lines of earlier versions, the bill has the service's field names; the first
 * versions saved the whole bill.
 */
export const journaledOutcomeSchema = z.discriminatedUnion('kind', [
  z.extend(confirmed, {
    bill: z.nullable(z.pipe(z.transform(withOurNames), shortBillSchema)),
  }),
  ...otherOutcomes,
]);
export type JournaledOutcome = Readonly<z.infer<typeof journaledOutcomeSchema>>;

/** Completes the bill of an outcome from the approved snapshot. */
export function wholeOutcome(outcome: JournaledOutcome, approved: ReviewedSnapshot): SendOutcome {
  if (outcome.kind !== 'confirmed') return outcome;
  const { bill } = outcome;
  return { ...outcome, bill: bill && billOfAnswer(approved, bill) };
}

/** The journal's finding about an attempt. If the attempt is in progress, main waits for its end. */
export const attemptFindingSchema = z.object({
  approvalId: id,
  attempt: z.int(),
  finding: z.discriminatedUnion('kind', [
    /** Nothing left this computer. */
    z.object({ kind: z.literal('noAttempt') }),
    /** The attempt may have left; the journal has no outcome. */
    z.object({ kind: z.literal('attemptOnly') }),
    z.object({ kind: z.literal('outcome'), outcome: journaledOutcomeSchema }),
  ]),
});
export type AttemptFinding = Readonly<z.infer<typeof attemptFindingSchema>>;

/**
 * How an approval ended: withdrawn by the user, or confirmed, and in which way. `notStored`: the window could not store
 * it, so it never existed.
 */
const approvalEndSchema = z.enum([
  'withdrawn',
  'notStored',
  'confirmedByService',
  'seenPaid',
  'markedConfirmed',
]);
export type ApprovalEnd = z.infer<typeof approvalEndSchema>;

/**
 * Notes for main's journal on an approval. Together with the attempts they suffice to restore the outbox
 * (docs/adr/0012-outbox-rebuilt-from-the-journal.md).
 */
export const approvalNoteSchema = z.discriminatedUnion('kind', [
  /** The user approved a bill. A later note with the same id means that the user approved the changed bill. */
  z.object({ kind: z.literal('approved'), ...z.omit(sendApprovalSchema, { attempt: true }).shape }),
  z.object({ kind: z.literal('ended'), approvalId: id, how: approvalEndSchema }),
]);
/** Maximum notes per call. */
export const MAX_NOTES = 200;
export type ApprovalNote = Readonly<z.infer<typeof approvalNoteSchema>>;

/** Prefix of an epoch that began only because Billfold was closed for long or the clock was changed. */
export const AWAY_EPOCH = 'away-';

/** Maximum number of approvals, more than any user makes. */
const MAX_NOTED = 10_000_000;

export const journaledIdsSchema = z.object({
  /** Main's current epoch of this computer's data, even if the journal cannot be read; see `Approval.profileEpoch`. */
  profileEpoch: z.string().check(z.maxLength(256)),
  /** Ids of a connection's approvals in the journal; null when it cannot be read. */
  known: z.nullable(
    z.object({
      open: listOf(id, MAX_NOTED),
      /** `same`: exactly the ids that the window has as ended. */
      ended: z.union([listOf(id, MAX_NOTED), z.literal('same')]),
      /**
       * Ids of approvals that are not restored: they ended so long ago that the journal has only their ids, or were never
       * stored. Empty with `same`.
       */
      retired: z._default(listOf(id, MAX_NOTED), []),
    }),
  ),
});
export type JournaledIds = Readonly<z.infer<typeof journaledIdsSchema>>;

/** Digest of a set of ids, in any order. Two different sets have equal digests with a probability of 2^-64. */
export function digestOfIds(ids: readonly string[]): string {
  let [low, high] = [0, 0];
  for (const each of ids) {
    // Two FNV-1a hashes with different starting values.
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

/** Maximum approvals per call to read from the journal. */
export const MAX_FROM_JOURNAL = 5_000;

export const journaledApprovalSchema = z.extend(sendApprovalSchema, {
  /** Number of the last attempt; 0 when there was none. */
  attempt: z.int().check(z.minimum(0)),
  /** Finding about the last attempt. */
  finding: attemptFindingSchema.shape.finding,
  /** The answer to some attempt is not known, so the approval may have been applied. */
  answerLost: z.boolean(),
  ended: z.nullable(approvalEndSchema),
});
export type JournaledApproval = Readonly<z.infer<typeof journaledApprovalSchema>>;
