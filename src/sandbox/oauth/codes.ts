import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { SandboxSettings } from '../settings.ts';
import { challengeOf, hashSecret, makeSecret } from './secrets.ts';

/** What the user is asked to allow. */
export interface CodeRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** S256 challenge, or null when none was sent. */
  readonly challenge: string | null;
}

/** What an application sends to have a code redeemed. */
export interface CodeUse {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string | null;
}

export interface IssuedCode extends CodeRequest {
  readonly expiresAtMs: number;
  /** The sign-in it was redeemed for, once it was. */
  signInId: string | null;
}

/** Codes are remembered this long past their end, so that using one again is noticed. */
const CODE_REMEMBERED_MS = 3_600_000;

/** The authorization codes given out. They live in memory alone: none is worth keeping for a minute. */
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

/** Why this use of a client's own code gives nothing, or null when it is in order. */
export function refusalOf(code: IssuedCode, use: CodeUse, nowMs: number): string | null {
  if (code.signInId !== null) return 'The code was used before; what it gave is revoked.';
  if (code.expiresAtMs <= nowMs) return 'The code has expired.';
  if (code.redirectUri !== use.redirectUri) return 'The redirect URI is another one.';
  return verifierFits(code.challenge, use.verifier) ? null : 'The verifier does not fit.';
}

/** Without a challenge nothing is asked; with one, its verifier is (RFC 7636 §4.6). */
function verifierFits(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true;
  return verifier !== null && challengeOf(verifier) === challenge;
}
