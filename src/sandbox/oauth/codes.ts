import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { SandboxSettings } from '../settings.ts';
import { challengeOf, hashSecret, makeSecret } from './secrets.ts';

/** An application's request for the user's consent. */
export interface CodeRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** S256 challenge, or null when none was sent. */
  readonly challenge: string | null;
}

/** An application's request to redeem a code. */
export interface CodeUse {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string | null;
}

export interface IssuedCode extends CodeRequest {
  readonly expiresAtMs: number;
  /** Id of the sign-in that redeemed it; null before. */
  signInId: string | null;
}

/** Codes are remembered this long after they expire, so that reuse is detected. Milliseconds. */
const CODE_REMEMBERED_MS = 3_600_000;

/** Issued authorization codes. They stay in memory only, since each is valid for a minute at most. */
export interface Codes {
  issue(request: CodeRequest): string;
  find(code: string): IssuedCode | null;
}

export function createCodes(deps: {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: () => SandboxSettings;
}): Codes {
  const { clock, random, settings } = deps;
  const codes = new Map<string, IssuedCode>();
  return {
    issue: (request) => {
      const nowMs = clock.nowMs();
      for (const [hash, { expiresAtMs }] of codes) {
        if (expiresAtMs + CODE_REMEMBERED_MS < nowMs) codes.delete(hash);
      }
      const code = makeSecret(random);
      const expiresAtMs = nowMs + settings().codeLifetimeMs;
      codes.set(hashSecret(code), { ...request, expiresAtMs, signInId: null });
      return code;
    },
    find: (code) => codes.get(hashSecret(code)) ?? null,
  };
}

/** Reason to refuse a client's own code; null when it is valid. */
export function refusalOf(code: IssuedCode, use: CodeUse, nowMs: number): string | null {
  if (code.signInId !== null) return 'The code was used before; what it gave is revoked.';
  if (code.expiresAtMs <= nowMs) return 'The code has expired.';
  if (code.redirectUri !== use.redirectUri) return 'The redirect URI is another one.';
  return verifierFits(code.challenge, use.verifier) ? null : 'The verifier does not fit.';
}

/** Without a challenge any verifier fits; with one, the verifier must match (RFC 7636 §4.6). */
function verifierFits(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true;
  return verifier !== null && challengeOf(verifier) === challenge;
}
