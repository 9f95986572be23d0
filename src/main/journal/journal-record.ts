import * as z from '../../base/zod.ts';
import {
  approvalNoteSchema,
  type ApprovalNote,
  journaledOutcomeSchema,
  sendApprovalSchema,
} from '../../bridge/approval.ts';

// Version 1: the first. A line of a newer version stays in the chain and is reported as unread.
export const JOURNAL_VERSION = 1;

const common = {
  v: z.literal(JOURNAL_VERSION),
  /** Counts the lines of the whole journal, over all its files, from 1. */
  seq: z.int().check(z.minimum(1)),
  /** SHA-256 of the line before, without its line end, in hex; of nothing: 64 zeros. */
  prev: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /**
   * HMAC-SHA-256, in hex, of the line from `atMs` on, under a key that this line alone has (ADR 19). None where
   * there was no keyring, and in lines of before.
   */
  mac: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Epoch milliseconds of this machine. */
  atMs: z.number(),
};

const lineSchema = z.object({ seq: z.int(), lastHash: z.string() });

/** Who runs this program, and which: what the system says of it. */
const writerSchema = z.object({ user: z.string(), host: z.string(), version: z.string() });
export type JournalWriterName = Readonly<z.infer<typeof writerSchema>>;

/** Why what lies in the profile may be older than what this machine has done; see `profile/restore-marks.ts`. */
export const restoredReasonSchema = z.enum([
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

/** As the service last named it, where main has heard that. */
const organization = { organizationName: z.optional(z.string()) };

/**
 * What the window says, with main's own word to it. Lines of before have none.
 * `readByMain`: whether main had itself handed that very content of the bill to the window, in that run.
 * `onlyTheWindow`: that the service confirmed it is not what main has heard.
 */
const noted = {
  approved: z.extend(approved, {
    readByMain: z.optional(z.enum(['same', 'other', 'never'])),
    ...organization,
  }),
  ended: z.extend(ended, { onlyTheWindow: z.optional(z.literal(true)) }),
};

/**
 * One line of the journal. `approved` and `ended` are what the outbox says, so that it can be put together
 * again; they follow it within moments, or at the next start. `attempt` is on disk before the first byte of an approval leaves, `outcome`
 * before anybody hears of it.
 */
export const journalRecordSchema = z.discriminatedUnion('kind', [
  /**
   * A file begins, or Billfold was started. `follows` names the file before, whose last line is `prev`. `key`: which
   * key this line has, those of the lines up to the next `opened` follow it, and `after` is `prev` once more, under
   * the `mac`; null, and in lines of before absent: these lines have none. `lacks`: a line known to have been there
   * when Billfold was last here, and gone or changed since.
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
   * Outside the window the user said yes to what main asked about one content of a bill. `snapshot`: SHA-256 of its
   * fingerprint, in hex. `twice`: asked about as well were these other approvals of the bill, and this approval's own
   * attempts up to `attempt`.
   */
  z.object({
    ...common,
    kind: z.literal('agreed'),
    approvalId: z.string().check(z.minLength(1)),
    snapshot: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    overLimit: z.boolean(),
    twice: z.nullable(z.object({ attempt: z.int(), others: z.array(z.string()) })),
  }),
  /**
   * As the organization has decided, files were removed from the beginning: lines up to `upTo`. Approvals they were
   * about had all ended; their ids are all that is left of them.
   */
  z.object({
    ...common,
    kind: z.literal('retired'),
    upTo: lineSchema,
    files: z.array(z.string()),
    approvals: z.array(z.object({ connectionId: z.string(), ids: z.array(z.string()) })),
  }),
  /** A torn last line was cut off and quarantined: `setAside` is the name of its file, as lines on disk spell it. */
  z.object({
    ...common,
    kind: z.literal('repaired'),
    setAside: z.string(),
    bytes: z.int(),
  }),
  /** At a start marks were off, and a new epoch began; `expected` is the last line known of outside the profile. */
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
/** A yes that the user gave outside the window. */
export type Agreement = Omit<Extract<NewRecord, { kind: 'agreed' }>, 'kind'>;
/** A record before it has its place in the chain. */
export type NewRecord = Bare<JournalRecord>;
export type NewNote = Extract<NewRecord, { kind: ApprovalNote['kind'] }>;
