import * as z from '../base/zod.ts';
import { fileName, id, listOf, words } from './bounds.ts';

/** Format of an export: CSV for people (RFC 4180), or the same rows as JSON for programs. */
export const journalFormatSchema = z.enum(['csv', 'json']);
export type JournalFormat = z.infer<typeof journalFormatSchema>;

/** A damaged line of the journal. */
export const journalProblemSchema = z.object({
  /** Empty when there is no file. */
  file: fileName,
  /** Counts from 1. */
  line: z.int().check(z.minimum(1)),
  problem: z.enum([
    'unreadable',
    'newerVersion',
    /** The line does not hold the hash of the line before it. */
    'wrongHash',
    'wrongNumber',
    /** Billfold wrote a different line there. */
    'changed',
    /** Billfold wrote no such line there. */
    'invented',
    /** Lines before it are missing. */
    'removed',
    /** Billfold wrote the line elsewhere. */
    'moved',
    /** Lines after it are missing. */
    'cutEnd',
    /** All lines are missing. */
    'emptied',
    /** Another key was used from here on: a foreign journal was appended, or the key was lost. */
    'otherKey',
    /** No line was written with the given key. */
    'wrongKey',
    /** The chain up to here is whole, but Billfold did not write it. */
    'remade',
    /** When Billfold started here, its last lines were missing or changed. */
    'notAsLeft',
    /** When Billfold started here, the key was missing or different. No line is known to be missing. */
    'keyLost',
  ]),
});
export type JournalProblem = Readonly<z.infer<typeof journalProblemSchema>>;

/** Maximum problems to report. The first ones suffice for a badly damaged journal. */
export const JOURNAL_PROBLEMS_MOST = 100;

const facts = {
  /** Names of the files, in order. */
  files: listOf(fileName, 100_000),
  lines: z.int(),
  attempts: z.int(),
  outcomes: z.int(),
  /** Number of lines with a valid HMAC. */
  authentic: z.int(),
  /** Number of lines that are only chained: older than the first key, or written while the keyring was away. */
  chainedOnly: z.int(),
  /** Number of these lines that follow a line with a key. */
  chainedLater: z.int(),
  /** The key exists but could not be read at this start, so only the chain was checked. */
  isKeyUnread: z.boolean(),
  /** The first file continues a missing one, which the verification does not cover. */
  startsInTheMiddle: z.boolean(),
  /** Number of the last line that the organization's retention removed, according to a line; 0 when none was. */
  retired: z.int(),
  /** Hash of the last line. A copy kept elsewhere shows later whether lines were cut off the end. */
  lastHash: z.string().check(z.maxLength(256)),
};

/** Result of following the journal's chain from end to end. */
export const journalVerificationSchema = z.discriminatedUnion('kind', [
  /** Every line holds the hash of the line before it. */
  z.object({ kind: z.literal('whole'), ...facts }),
  /** Whole, except for a last line that was cut off. Billfold repairs it before the next write. */
  z.object({ kind: z.literal('torn'), ...facts }),
  z.object({
    kind: z.literal('broken'),
    ...facts,
    /** First problems, in the order of the lines. */
    problems: z.array(journalProblemSchema).check(z.maxLength(JOURNAL_PROBLEMS_MOST)),
    problemCount: z.int(),
  }),
  /** The disk refused to read the journal. `code`: the system's error code, such as EACCES. */
  z.object({ kind: z.literal('unreadable'), code: id }),
]);
export type JournalVerification = Readonly<z.infer<typeof journalVerificationSchema>>;

/** Entry of the audit log about an approval, with the user who ran Billfold then. */
export const journalEntrySchema = z.object({
  approvalId: id,
  kind: z.enum(['approved', 'attempt', 'outcome', 'ended']),
  atMs: z.number(),
  file: fileName,
  /** Number of the line in the whole log, from 1. */
  number: z.int(),
  /** Names as the system gives them; null in an older log. */
  by: z.nullable(z.object({ user: words, host: words, version: words })),
});
export type JournalEntry = Readonly<z.infer<typeof journalEntrySchema>>;

/** Maximum entries per call, more than the requested approvals can have. */
export const JOURNAL_ENTRIES_MOST = 100_000;

/**
 * Result of saving the verification key. It is exported only once: `given` afterwards, and `none` without a keyring.
 */
export const journalKeyExportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: fileName }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.enum(['given', 'none']) }),
  z.object({
    kind: z.literal('failed'),
    why: z.enum(['noRoom', 'notAllowed', 'notWritten']),
    /** The system's error code, such as ENOSPC. */
    code: id,
  }),
]);
export type JournalKeyExport = Readonly<z.infer<typeof journalKeyExportSchema>>;

/** Result of an export. The user chooses the place in main's own dialog; only the file's name is returned. */
export const journalExportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: fileName, attempts: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('failed'),
    why: z.enum(['journalUnreadable', 'noRoom', 'notAllowed', 'notWritten']),
    /** The system's error code, such as ENOSPC. */
    code: id,
  }),
]);
export type JournalExport = Readonly<z.infer<typeof journalExportSchema>>;
