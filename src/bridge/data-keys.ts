import * as z from '../base/zod.ts';
import { words } from './bounds.ts';

/**
 * `cache`: of what the service brings again, gone with a sign-out. `local`: of the user's own work, which
 * outlives a sign-out that keeps it.
 */
export const dataKeyNames = ['cache', 'local'] as const;
export type DataKeyName = (typeof dataKeyNames)[number];

const key = z.base64().check(z.length(44));

/** 256 bits each, base64. */
export const dataKeysSchema = z.object({
  cache: key,
  local: key,
  /** False: no keyring keeps them, and what is sealed under them does not open after the next start. */
  lasts: z.boolean(),
});
export type DataKeys = Readonly<z.infer<typeof dataKeysSchema>>;

export const dataKeysAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: dataKeysSchema }),
  /** The keyring is locked, or does not answer: worth another try. */
  z.object({ kind: z.literal('unavailable'), technical: words }),
  /** The disk does not give them: the same, and no keyring can help. */
  z.object({ kind: z.literal('unread'), technical: words }),
]);
export type DataKeysAnswer = Readonly<z.infer<typeof dataKeysAnswerSchema>>;
