import { createHash } from 'node:crypto';
import * as z from '../../base/zod.ts';
import {
  approvalNoteSchema,
  type ApprovalNote,
  journaledOutcomeSchema,
  sendApprovalSchema,
} from '../../bridge/approval.ts';
import { fingerprint, type ReviewedSnapshot } from '../../bridge/snapshot.ts';

// Version of the lines. A line of a newer version stays in the chain and is reported as unread.
export const JOURNAL_VERSION = 1;

const common = {
  v: z.literal(JOURNAL_VERSION),
  /** Number of the line in the whole journal, across all files, from 1. */
  seq: z.int().check(z.minimum(1)),
  /** SHA-256 of the line before, without its line end, in hex; 64 zeros in the first line. */
  prev: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /**
   * HMAC-SHA-256, in hex, of the line from `atMs` on, under a key that only this line has (ADR 19). Absent without a
   * keyring, and in older lines.
   */
  mac: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Epoch milliseconds by this machine's clock. */
  atMs: z.number(),
};

const lineSchema = z.object({ seq: z.int(), lastHash: z.string() });
/** End of the chain: number and hash of the last line. The next line must name this hash. */
export type ChainHead = Readonly<z.infer<typeof lineSchema>>;

/** User, computer and version that write the journal. The system gives the names. */
const writerSchema = z.object({ user: z.string(), host: z.string(), version: z.string() });
export type JournalWriterName = Readonly<z.infer<typeof writerSchema>>;

/** Reasons to assume that the profile is older than this machine's last use of it; see `profile/restore-marks.ts`. */
const restoredReasonSchema = z.enum([
  'copied',
  'otherMachine',
  'journalGone',
  'journalBehind',
  'journalUnreadable',
  'marksGone',
  'longAgo',
  'clockBehind',
]);
export type RestoredReason = z.infer<typeof restoredReasonSchema>;

const [approved, ended] = approvalNoteSchema.def.options;

/** Latest name from the service, if main has received one. */
const organization = { organizationName: z.optional(z.string()) };

/**
 * The window's notes, with main's own marks. Older lines have no marks.
 * `readByMain`: whether main itself had read this content of the bill since it was started.
 * `onlyTheWindow`: the window says that the service confirmed it, but main received no confirmation.
 */
const noted = {
  approved: z.extend(approved, {
    readByMain: z.optional(z.enum(['same', 'other', 'never'])),
    ...organization,
  }),
  ended: z.extend(ended, { onlyTheWindow: z.optional(z.literal(true)) }),
};

/** The organization's id is folded (`foldId`). Older lines do not have this part. */
export const agreedUnderSchema = z.object({
  connectionId: z.string(),
  organizationId: z.string(),
  signInId: z.string(),
  profileEpoch: z.string(),
});

/**
 * One line of the journal. `approved` and `ended` restore the outbox. `agreed` and `approved` are on disk before the
 * window stores the approval; `ended` follows the outbox within moments, or at the next start. `attempt` is on disk
 * before the first byte of an approval leaves, and `outcome` before the window receives it.
 */
export const journalRecordSchema = z.discriminatedUnion('kind', [
  /**
   * A file begins, or Billfold was started.
   * `follows`: the file before, when this line begins a new file. Its last line is `prev`.
   * `key`: key of this line; the lines up to the next `opened` use the keys after it. Its `after` repeats `prev`, so
   * that the `mac` covers it. Null, or absent in older lines, when these lines have no key.
   * `lacks`: the last sealed line, if this start found it missing, or found lines damaged since the seal; the last
   * line, if the keys or the newest seal were lost.
   */
  z.object({
    ...common,
    kind: z.literal('opened'),
    follows: z.nullable(z.string()),
    by: z.optional(writerSchema),
    key: z.nullish(
      z.object({ id: z.string(), index: z.int().check(z.minimum(0)), after: z.string() }),
    ),
    lacks: z.optional(lineSchema),
  }),
  z.object({ ...common, ...noted.approved.shape }),
  z.object({ ...common, ...noted.ended.shape }),
  z.object({ ...common, kind: z.literal('attempt'), ...sendApprovalSchema.shape, ...organization }),
  z.object({
    ...common,
    kind: z.literal('outcome'),
    approvalId: z.string().check(z.minLength(1)),
    attempt: z.int().check(z.minimum(1)),
    outcome: journaledOutcomeSchema,
  }),
  /**
   * The user approved one content of a bill in the window, and main agreed. No approval is sent without this line.
   * `snapshot`: SHA-256 of its fingerprint, in hex.
   * `under`: main's own state when it agreed. An approval under another connection or organization, another sign-in or
   * in another profile needs another agreement.
   * `overLimit`: the user consented to exceed a limit, in main's own dialog.
   * `inBulk`: the action approved several bills, so the bulk limit applies until the approval is sent.
   * `twice`: the consent also covers these other approvals of the bill, and this approval's own attempts up to
   * `attempt`.
   */
  z.object({
    ...common,
    kind: z.literal('agreed'),
    approvalId: z.string().check(z.minLength(1)),
    snapshot: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    under: z.optional(agreedUnderSchema),
    overLimit: z.boolean(),
    inBulk: z.optional(z.literal(true)),
    twice: z.nullable(z.object({ attempt: z.int(), others: z.array(z.string()) })),
  }),
  /**
   * The user allowed weaker protection in Billfold's own dialog. Main applies it once this line is on disk.
   * `before`, `after`: values of the setting as JSON.
   */
  z.object({
    ...common,
    kind: z.literal('weakened'),
    settings: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  }),
  /**
   * The organization's retention removed files from the beginning: lines up to `upTo`. Their approvals had all ended;
   * only the ids are left.
   */
  z.object({
    ...common,
    kind: z.literal('retired'),
    upTo: lineSchema,
    files: z.array(z.string()),
    approvals: z.array(z.object({ connectionId: z.string(), ids: z.array(z.string()) })),
  }),
  /** A torn last line was cut off and quarantined. `setAside` names its file; the format keeps this older name. */
  z.object({
    ...common,
    kind: z.literal('repaired'),
    setAside: z.string(),
    bytes: z.int(),
  }),
  /**
   * At a start the restore marks did not match, and a new epoch began. `expected`: last line known outside the profile.
   */
  z.object({
    ...common,
    kind: z.literal('restored'),
    epoch: z.string(),
    reasons: z.array(restoredReasonSchema),
    expected: z.nullable(lineSchema),
  }),
]);
export type JournalRecord = Readonly<z.infer<typeof journalRecordSchema>>;

type Bare<Record_> = Record_ extends unknown ? Omit<Record_, keyof typeof common> : never;
/** Main's agreement to an approval. */
export type Agreement = Omit<Extract<NewRecord, { kind: 'agreed' }>, 'kind'>;
/** A record without its place in the chain. */
export type NewRecord = Bare<JournalRecord>;
export type NewNote = Extract<NewRecord, { kind: ApprovalNote['kind'] | 'agreed' }>;

/**
 * Whether the start that wrote the line found earlier lines missing or changed, by the seal or by the mark outside the
 * profile. The mark reveals even a restore of journal and key together.
 */
export function foundLinesMissing(record: NewRecord): boolean {
  if (record.kind === 'opened') return record.lacks !== undefined;
  return record.kind === 'restored' && record.reasons.some((one) => rollbackReasons.has(one));
}

const rollbackReasons: ReadonlySet<RestoredReason> = new Set(['journalGone', 'journalBehind']);

/** Digest of a bill's content in an `agreed` line: SHA-256 of its fingerprint, in hex. */
export function digestOf(snapshot: ReviewedSnapshot): string {
  return createHash('sha256').update(fingerprint(snapshot)).digest('hex');
}
