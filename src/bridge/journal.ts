import { z } from 'zod';

/** Sheets for people (RFC 4180), or the same rows for programs. */
export const journalFormatSchema = z.enum(['csv', 'json']);
export type JournalFormat = z.infer<typeof journalFormatSchema>;

/** A line of the journal with which something is wrong. */
const journalProblemSchema = z.object({
  file: z.string(),
  /** From 1. */
  line: z.int().min(1),
  problem: z.enum(['unreadable', 'newerVersion', 'wrongHash', 'wrongNumber']),
});
export type JournalProblem = Readonly<z.infer<typeof journalProblemSchema>>;

/** A journal broken all over is not sent line by line: the first of them say it. */
export const JOURNAL_PROBLEMS_MOST = 100;

const facts = {
  /** Names of the files, in their order. */
  files: z.array(z.string()),
  lines: z.int(),
  attempts: z.int(),
  outcomes: z.int(),
  /** The first file continues an earlier one that is not there, so nothing is said of that. */
  startsInTheMiddle: z.boolean(),
  /** Hash of the last line: written down elsewhere, it shows later that nothing was cut off the end. */
  lastHash: z.string(),
};

/** What following the journal's chain from end to end has shown. */
export const journalVerificationSchema = z.discriminatedUnion('kind', [
  /** Every line names the one before it. */
  z.object({ kind: z.literal('whole'), ...facts }),
  /** Whole, but for a last line that was cut off; it is repaired before the next one is written. */
  z.object({ kind: z.literal('torn'), ...facts }),
  z.object({
    kind: z.literal('broken'),
    ...facts,
    /** The first of them, in order. */
    problems: z.array(journalProblemSchema).max(JOURNAL_PROBLEMS_MOST),
    problemCount: z.int(),
  }),
  /** The disk did not let it be read. `code` as the system names it, such as EACCES. */
  z.object({ kind: z.literal('unreadable'), code: z.string() }),
]);
export type JournalVerification = Readonly<z.infer<typeof journalVerificationSchema>>;

/** How an export ended. The user chose the place in main's own dialog; only the file's name comes back. */
export const journalExportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: z.string(), attempts: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('failed'),
    why: z.enum(['journalUnreadable', 'noRoom', 'notAllowed', 'notWritten']),
    /** As the system names it, such as ENOSPC. */
    code: z.string(),
  }),
]);
export type JournalExport = Readonly<z.infer<typeof journalExportSchema>>;
