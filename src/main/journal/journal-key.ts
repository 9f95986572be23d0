import { createHash, createHmac } from 'node:crypto';

/**
 * One key of a row of keys, each the hash of the one before: whoever has one can make all that follow, and
 * none that came before.
 */
export interface JournalKey {
  /** Names the row: from the hash of its first key, which it does not give away. */
  readonly id: string;
  /** How many keys of the row were used up before it: a line each. */
  readonly index: number;
  readonly key: Uint8Array;
}

export const JOURNAL_KEY_BYTES = 32;

// A hash of a key for one purpose must say nothing of its hash for another.
const NEXT = 'billfold journal: next key\0';
const NAME = 'billfold journal: name of the row\0';
const CHECKPOINT = 'billfold journal: checkpoint\0';

/** The first key of a row. @param key JOURNAL_KEY_BYTES of chance */
export function firstKey(key: Uint8Array): JournalKey {
  return { id: hash(NAME, key).toString('hex').slice(0, 16), index: 0, key };
}

export function nextKey({ id, index, key }: JournalKey): JournalKey {
  return { id, index: index + 1, key: hash(NEXT, key) };
}

/** The key of checkpoints, made from the key of a line. It reveals no line's key. */
export function checkpointKeyOf({ key }: JournalKey): Uint8Array {
  return hash(CHECKPOINT, key);
}

/** HMAC-SHA-256 in hex. */
export function macOf({ key }: Pick<JournalKey, 'key'>, bytes: Uint8Array): string {
  return createHmac('sha256', key).update(bytes).digest('hex');
}

function hash(label: string, key: Uint8Array): Buffer {
  return createHash('sha256').update(label).update(key).digest();
}
