import * as z from '../base/zod.ts';
import { address, id, listOf, words } from './bounds.ts';

/** What the user is told of a release. */
const releaseSchema = z.object({
  version: id,
  /** What is new in it, one sentence each. */
  notes: listOf(words, 200),
  /** Where people get it by hand, https. */
  page: address,
});

/** Why there is no update although there should be. */
export const updateProblemSchema = z.enum([
  /** Nothing came back in time, or no release. */
  'unreachable',
  /** The release list is not where it should be, or the file is not. */
  'notFound',
  /** The server led to an address that is not https. */
  'insecure',
  /** What came is no release list. */
  'malformed',
  /** It is not signed by the makers of Billfold. */
  'badSignature',
  /** The download broke off again and again; what came is kept. */
  'interrupted',
  /** The file is not the one that was signed. */
  'badFile',
  'noRoom',
  'notWritten',
  /** It was to be installed, and the old version is still here. */
  'notInstalled',
]);
export type UpdateProblem = z.infer<typeof updateProblemSchema>;

export const updateStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off'), why: z.enum(['policy', 'setting', 'noFeed']) }),
  z.object({
    kind: z.literal('idle'),
    /** When the last check ended, epoch milliseconds; null before the first. */
    checkedAtMs: z.nullable(z.number()),
    problem: z.nullable(updateProblemSchema),
  }),
  z.object({ kind: z.literal('checking') }),
  /** There is a newer version, and somebody else installs it: a package manager, an administrator. */
  z.object({ kind: z.literal('available'), release: releaseSchema }),
  z.object({
    kind: z.literal('downloading'),
    release: releaseSchema,
    /** 0 to 1. */
    part: z.number(),
  }),
  /** On this computer, and checked. */
  z.object({
    kind: z.literal('ready'),
    release: releaseSchema,
    /** The user agreed to have it installed when Billfold quits. */
    atQuit: z.boolean(),
  }),
  /** Waits for approvals under way, then quits, installs and starts again. */
  z.object({ kind: z.literal('installing'), release: releaseSchema }),
  /** The old version runs on. */
  z.object({
    kind: z.literal('failed'),
    version: id,
    problem: updateProblemSchema,
    /** The user has not been told of this version's failure before. */
    isNews: z.boolean(),
  }),
]);
export type UpdateState = Readonly<z.infer<typeof updateStateSchema>>;
export type OfferedRelease = Readonly<z.infer<typeof releaseSchema>>;

/** When a release that is ready is to be installed. */
export const installWhenSchema = z.enum(['now', 'atQuit', 'notNow']);
export type InstallWhen = z.infer<typeof installWhenSchema>;
