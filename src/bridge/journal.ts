import * as z from '../base/zod.ts';
import { fileName, id, listOf, words } from './bounds.ts';

/** Sheets for people (RFC 4180), or the same rows for programs. */
export const journalFormatSchema = z.enum(['csv', 'json']);
export type JournalFormat = z.infer<typeof journalFormatSchema>;

/** A line of the journal with which something is wrong. */
export const journalProblemSchema = z.object({
  /** Empty where there is none. */
  file: fileName,
  /** From 1. */
  line: z.int().check(z.minimum(1)),
  problem: z.enum([
    'unreadable',
    'newerVersion',
    /** It does not name the line before it. */
    'wrongHash',
    'wrongNumber',
    /** Its content is not what Billfold wrote there. */
    'changed',
    /** Billfold wrote no such line there. */
    'invented',
    /** Lines before it are gone. */
    'removed',
    /** Billfold wrote it elsewhere. */
    'moved',
    /** Lines after it are gone. */
    'cutEnd',
    /** Every line is gone. */
    'emptied',
    /** From here on another key was used: another journal was joined on, or the key was lost. */
    'otherKey',
    /** No line was written with the key it is checked with. */
    'wrongKey',
    /** The chain up to here is whole, and is not the one that Billfold wrote. */
    'remade',
    /** When Billfold started here, what it had last written was gone or changed. */
    'notAsLeft',
  ]),
});
export type JournalProblem = Readonly<z.infer<typeof journalProblemSchema>>;

/** A journal broken all over is not sent line by line: the first of them say it. */
export const JOURNAL_PROBLEMS_MOST = 100;

const facts = {
  /** Names of the files, in their order. */
  files: listOf(fileName, 100_000),
  lines: z.int(),
  attempts: z.int(),
  outcomes: z.int(),
  /** Lines that were checked with their keys, one by one. */
  authentic: z.int(),
  /** Lines that have no key, from before there was one or while the keyring was away: chained only. */
  chainedOnly: z.int(),
  /** Of those, the ones after a line that has a key. */
  chainedLater: z.int(),
  /** The first file continues an earlier one that is not there, so nothing is said of that. */
  startsInTheMiddle: z.boolean(),
  /** Lines that were removed from the beginning as the organization decided, and a line says so. */
  retired: z.int(),
  /** Hash of the last line: written down elsewhere, it shows later that nothing was cut off the end. */
  lastHash: z.string().check(z.maxLength(256)),
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
    problems: z.array(journalProblemSchema).check(z.maxLength(JOURNAL_PROBLEMS_MOST)),
    problemCount: z.int(),
  }),
  /** The disk did not let it be read. `code` as the system names it, such as EACCES. */
  z.object({ kind: z.literal('unreadable'), code: id }),
]);
export type JournalVerification = Readonly<z.infer<typeof journalVerificationSchema>>;

/** Where the log says what of an approval, and who ran Billfold then. */
export const journalEntrySchema = z.object({
  approvalId: id,
  kind: z.enum(['approved', 'attempt', 'outcome', 'ended']),
  atMs: z.number(),
  file: fileName,
  /** Counts the lines of the whole log from 1. */
  number: z.int(),
  /** As the system names them; null in a log of before. */
  by: z.nullable(z.object({ user: words, host: words, version: words })),
});
export type JournalEntry = Readonly<z.infer<typeof journalEntrySchema>>;

/** As many as one approval has at the very most, for each that is asked about. */
export const JOURNAL_ENTRIES_MOST = 100_000;

/** How it ended to save the key that verifies the journal. It is given out once: `given`, and `none` without a keyring. */
export const journalKeyExportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: fileName }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.enum(['given', 'none']) }),
  z.object({
    kind: z.literal('failed'),
    why: z.enum(['noRoom', 'notAllowed', 'notWritten']),
    /** As the system names it, such as ENOSPC. */
    code: id,
  }),
]);
export type JournalKeyExport = Readonly<z.infer<typeof journalKeyExportSchema>>;

/** How an export ended. The user chose the place in main's own dialog; only the file's name comes back. */
export const journalExportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: fileName, attempts: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('failed'),
    why: z.enum(['journalUnreadable', 'noRoom', 'notAllowed', 'notWritten']),
    /** As the system names it, such as ENOSPC. */
    code: id,
  }),
]);
export type JournalExport = Readonly<z.infer<typeof journalExportSchema>>;
