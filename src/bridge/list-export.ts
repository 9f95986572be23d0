import * as z from '../base/zod.ts';
import { fileName, id, words } from './bounds.ts';

/** Target of a list: a CSV file (RFC 4180), a PDF file, or a printer. */
export const listTargetSchema = z.enum(['csv', 'pdf', 'printer']);
export type ListTarget = z.infer<typeof listTargetSchema>;
export type ListFormat = Exclude<ListTarget, 'printer'>;

/** Layout of a PDF's pages. */
export const pageSetupSchema = z.object({
  paper: z.enum(['A4', 'Letter']),
  /** Whether the PDF has the structure that screen readers need. Drawing it takes five times as long. */
  tagged: z.boolean(),
});
export type PageSetup = Readonly<z.infer<typeof pageSetupSchema>>;

/** Maximum characters per message. A longer list crosses in pieces. */
export const LIST_TEXT_MOST = 500_000;
/** Maximum characters of a suggested file name. */
export const LIST_NAME_MOST = 120;

const failedSchema = z.object({
  kind: z.literal('failed'),
  why: z.enum([
    'noRoom',
    'notAllowed',
    'notWritten',
    /** The pages could not be drawn, or the system could not print them. */
    'notDrawn',
    /** The text is too long to print. */
    'tooLong',
    /** Another list began, or Billfold is closing. */
    'givenUp',
  ]),
  /** The system's error code, such as ENOSPC. */
  technical: words,
});
export type ListFailure = Readonly<z.infer<typeof failedSchema>>;

/** Result of asking for a place in main's own dialog. The path stays in main. */
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

/** Result of an export. Only a file's name is returned. */
export const listEndedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: fileName }),
  z.object({ kind: z.literal('printed') }),
  /** The user cancelled the system's print dialog. */
  z.object({ kind: z.literal('cancelled') }),
  failedSchema,
]);
export type ListEnded = Readonly<z.infer<typeof listEndedSchema>>;
