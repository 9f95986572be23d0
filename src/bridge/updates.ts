import * as z from '../base/zod.ts';
import { address, id, listOf, words } from './bounds.ts';

/** Facts about a release for the user. */
const releaseSchema = z.object({
  version: id,
  /** News in this release, one sentence each. */
  notes: listOf(words, 200),
  /** Page for a manual download, https. */
  page: address,
});

/** Reasons why an update could not be downloaded or installed. */
const updateProblemSchema = z.enum([
  /** The server did not answer in time, or sent no release. */
  'unreachable',
  /** The release list or the file is not at its address. */
  'notFound',
  /** The server redirected to an address that is not https. */
  'insecure',
  /** The answer is no release list. */
  'malformed',
  /** The release is not signed with Billfold's key. */
  'badSignature',
  /** The list is older than one that this installation has seen. */
  'older',
  /** The list, or that of the keys, has expired. */
  'expired',
  /** The download was interrupted repeatedly. The received part is saved. */
  'interrupted',
  /** The file is not the signed one. */
  'badFile',
  'noRoom',
  'notWritten',
  /** Billfold tried to install the release, but the old version is still here. */
  'notInstalled',
]);
export type UpdateProblem = z.infer<typeof updateProblemSchema>;

export const updateStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off'), why: z.enum(['policy', 'setting', 'noFeed']) }),
  z.object({
    kind: z.literal('idle'),
    /** End of the last check, epoch milliseconds; null before the first one. */
    checkedAtMs: z.nullable(z.number()),
    problem: z.nullable(updateProblemSchema),
  }),
  z.object({ kind: z.literal('checking') }),
  /** A newer version exists, and a package manager or an administrator installs it. */
  z.object({ kind: z.literal('available'), release: releaseSchema }),
  z.object({
    kind: z.literal('downloading'),
    release: releaseSchema,
    /** Downloaded part, 0 to 1. */
    part: z.number(),
  }),
  /** The release is downloaded and verified. */
  z.object({
    kind: z.literal('ready'),
    release: releaseSchema,
    /** The user agreed to install it when Billfold quits. */
    atQuit: z.boolean(),
  }),
  /** Billfold waits for approvals in progress, then quits, installs and starts again. */
  z.object({ kind: z.literal('installing'), release: releaseSchema }),
  /** The old version keeps running. */
  z.object({
    kind: z.literal('failed'),
    version: id,
    problem: updateProblemSchema,
    /** The user has not seen this version's failure before. */
    isNews: z.boolean(),
  }),
]);
export type UpdateState = Readonly<z.infer<typeof updateStateSchema>>;
export type OfferedRelease = Readonly<z.infer<typeof releaseSchema>>;

/** Time to install a downloaded release. */
export const installWhenSchema = z.enum(['now', 'atQuit', 'notNow']);
export type InstallWhen = z.infer<typeof installWhenSchema>;
