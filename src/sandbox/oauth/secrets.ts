import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../base/random.ts';

const SECRET_BYTES = 32;

/** A new code or token: 256 bits, in characters that never need escaping. */
export function makeSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

/** Stored form of a code or token. It identifies the secret but can't be used as one. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** S256 challenge of a verifier (RFC 7636 §4.6). It happens to be the same function as the hash above. */
export function challengeOf(verifier: string): string {
  return hashSecret(verifier);
}

/** Compares in constant time, so that timing doesn't reveal a partial match. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)));
}
