import * as z from '../base/zod.ts';
import { words } from './bounds.ts';

/**
 * `cache` seals data that the service can send again; a sign-out destroys the key. `local` seals the user's own work;
 * its key survives a sign-out if the user keeps that work.
 */
export const dataKeyNames = ['cache', 'local'] as const;
export type DataKeyName = (typeof dataKeyNames)[number];

const key = z.base64().check(z.length(44));

/** Keys of 256 bits each, base64; null for a key that this page already has. */
const dataKeysSchema = z.object({
  cache: z.nullable(key),
  local: z.nullable(key),
  /** False when no keyring stores the keys: data sealed with them cannot be opened after the next start. */
  lasts: z.boolean(),
});

export const dataKeysAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: dataKeysSchema }),
  /** The keyring is locked or does not answer: worth another try. */
  z.object({ kind: z.literal('unavailable'), technical: words }),
  /** The file with the keys cannot be read: worth another try, but not a matter of the keyring. */
  z.object({ kind: z.literal('unread'), technical: words }),
]);
export type DataKeysAnswer = Readonly<z.infer<typeof dataKeysAnswerSchema>>;
