import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../base/random.ts';

const SECRET_BYTES = 32;

/** A fresh code or token: 256 bits, in letters that need no escaping anywhere. */
export function makeSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

/** What is kept of a code or token: enough to know it again, not to use it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The S256 challenge of a verifier (RFC 7636 §4.6): by chance the same function as the hash above. */
export function challengeOf(verifier: string): string {
  return hashSecret(verifier);
}

/** Compares without telling by its time how much was right. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)));
}
