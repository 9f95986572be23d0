import * as z from '../base/zod.ts';
import { fileName, id, words } from './bounds.ts';

/** Where a list goes: a CSV file (RFC 4180), pages in a file, or pages on paper. */
export const listTargetSchema = z.enum(['csv', 'pdf', 'printer']);
export type ListTarget = z.infer<typeof listTargetSchema>;
/** What a list can be saved as. */
export type ListFormat = Exclude<ListTarget, 'printer'>;

/** How the pages of a PDF are drawn. */
export const pageSetupSchema = z.object({
  paper: z.enum(['A4', 'Letter']),
  /** With the structure that those who listen to a PDF need; it takes five times as long. */
  tagged: z.boolean(),
});
export type PageSetup = Readonly<z.infer<typeof pageSetupSchema>>;

/** Most characters of one message: a list of any length crosses in pieces of at most this. */
export const LIST_TEXT_MOST = 500_000;
/** Most characters of the name a file is offered under. */
export const LIST_NAME_MOST = 120;

const failedSchema = z.object({
  kind: z.literal('failed'),
  why: z.enum([
    'noRoom',
    'notAllowed',
    'notWritten',
    /** The pages could not be made, or the system could not print them. */
    'notDrawn',
    /** More text than fits on paper. */
    'tooLong',
    /** Another list was begun, or Billfold is closing. */
    'givenUp',
  ]),
  /** As the system names it, such as ENOSPC. */
  technical: words,
});
export type ListFailure = Readonly<z.infer<typeof failedSchema>>;

/** The user was asked where to, in main's own dialog. The path stays there. */
export const listBegunSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), listId: id }),
  z.object({ kind: z.literal('cancelled') }),
  failedSchema,
]);
export type ListBegun = Readonly<z.infer<typeof listBegunSchema>>;

export const listAppendedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('appended') }),
  failedSchema,
]);
export type ListAppended = Readonly<z.infer<typeof listAppendedSchema>>;

/** How it ended. Of a file only its name comes back. */
export const listEndedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: fileName }),
  z.object({ kind: z.literal('printed') }),
  /** In the system's print dialog. */
  z.object({ kind: z.literal('cancelled') }),
  failedSchema,
]);
export type ListEnded = Readonly<z.infer<typeof listEndedSchema>>;
