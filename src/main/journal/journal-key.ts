import { createHash, createHmac, createSecretKey } from 'node:crypto';

/**
 * One key of a row, in which each key is the hash of the one before. From a key follow all later keys, but no earlier
 * one.
 */
export interface JournalKey {
  /** Id of the row, derived from its first key without revealing it. */
  readonly id: string;
  /** Number of keys used before it. Each line uses one. */
  readonly index: number;
  readonly key: Uint8Array;
}

export const JOURNAL_KEY_BYTES = 32;

// One label per purpose: a hash for one purpose must reveal nothing about a hash for another.
const NEXT = 'billfold journal: next key\0';
const NAME = 'billfold journal: name of the row\0';
const CHECKPOINT = 'billfold journal: checkpoint\0';

/** Makes the first key of a row. @param key JOURNAL_KEY_BYTES random bytes */
export function firstKey(key: Uint8Array): JournalKey {
  return { id: hash(NAME, key).toString('hex').slice(0, 16), index: 0, key };
}

export function nextKey({ id, index, key }: JournalKey): JournalKey {
  return { id, index: index + 1, key: hash(NEXT, key) };
}

/** Derives the key of checkpoints from the key of a line. It reveals no line's key. */
export function checkpointKeyOf({ key }: JournalKey): Uint8Array {
  return hash(CHECKPOINT, key);
}

/** HMAC-SHA-256 in hex. */
export function macOf({ key }: Pick<JournalKey, 'key'>, bytes: Uint8Array): string {
  // Given bytes, createHmac takes three times as long.
  return createHmac('sha256', createSecretKey(key)).update(bytes).digest('hex');
}

function hash(label: string, key: Uint8Array): Buffer {
  return createHash('sha256').update(label).update(key).digest();
}
