import { parseJson } from '../../base/parse-json.ts';

/** Place that a sealed text is bound to. Moved to another place, it does not open. */
export type SealedPlace = readonly (string | number)[];

/** Seals and opens texts with one key, which cannot be read back. */
export interface Cipher {
  /** AES-256-GCM with a fresh nonce. Returns nonce, text and tag in one array. */
  seal(place: SealedPlace, plain: string): Promise<Uint8Array>;
  /** Null when it was sealed with another key, for another place, or is damaged. */
  open(place: SealedPlace, sealed: Uint8Array): Promise<string | null>;
}

/** Creates ciphers. The connection is part of every place. */
export interface CipherPort {
  /** @param key 256 bits, base64 */
  cipher(connectionId: string, key: string): Promise<Cipher>;
}

/** A sealed database row: only its key is readable. */
export interface SealedRow {
  readonly sealed: Uint8Array;
}

export function isSealed(row: unknown): row is SealedRow {
  return row instanceof Object && Reflect.get(row, 'sealed') instanceof Uint8Array;
}

/** The value sealed as JSON; undefined when it does not open, or is not JSON. */
export async function openJson(cipher: Cipher, place: SealedPlace, row: unknown): Promise<unknown> {
  if (!isSealed(row)) return undefined;
  const plain = await cipher.open(place, row.sealed);
  return plain === null ? undefined : parseJson(plain);
}

/** Additional authenticated data of a sealed text. */
export function placeText(connectionId: string, place: SealedPlace): string {
  return JSON.stringify([connectionId, ...place]);
}
