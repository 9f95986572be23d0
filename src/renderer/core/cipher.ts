import { parseJson } from '../../base/parse-json.ts';

/** What a sealed text is bound to: moved to another place, it does not open. */
export type SealedPlace = readonly (string | number)[];

/** Seals and opens texts under one key, which nobody can read back from it. */
export interface Cipher {
  /** AES-256-GCM under a nonce of its own; nonce, text and tag as one piece. */
  seal(place: SealedPlace, plain: string): Promise<Uint8Array>;
  /** Null: sealed under another key, for another place, or damaged. */
  open(place: SealedPlace, sealed: Uint8Array): Promise<string | null>;
}

/** Makes ciphers. The connection is part of every place. */
export interface CipherPort {
  /** @param key 256 bits, base64 */
  cipher(connectionId: string, key: string): Promise<Cipher>;
}

/** A row of a database in which only its place can be read. */
export interface SealedRow {
  readonly sealed: Uint8Array;
}

export function isSealed(row: unknown): row is SealedRow {
  return row instanceof Object && Reflect.get(row, 'sealed') instanceof Uint8Array;
}

/** What was sealed as JSON; undefined when it does not open, or is none. */
export async function openJson(cipher: Cipher, place: SealedPlace, row: unknown): Promise<unknown> {
  if (!isSealed(row)) return undefined;
  const plain = await cipher.open(place, row.sealed);
  return plain === null ? undefined : parseJson(plain);
}

/** The additional data of a sealed text. */
export function placeText(connectionId: string, place: SealedPlace): string {
  return JSON.stringify([connectionId, ...place]);
}
