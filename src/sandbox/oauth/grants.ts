import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Ids, Random } from '../../base/random.ts';
import type { SandboxSettings } from '../settings.ts';
import { createCodes, refusalOf } from './codes.ts';
import type { CodeRequest, CodeUse, IssuedCode } from './codes.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/** What a user allowed an application, from consent to the last token that came of it. */
const signInSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  revoked: z.boolean(),
  tokensGiven: z.int(),
});

/** An access token, known by its hash. It carries the window of its own quota. */
const accessSchema = z.object({
  hash: z.string(),
  signInId: z.string(),
  number: z.int(),
  expiresAtMs: z.number(),
  windowStartMs: z.number().nullable(),
  used: z.int(),
});
export type Access = z.infer<typeof accessSchema>;

const refreshSchema = z.object({ hash: z.string(), signInId: z.string(), rotated: z.boolean() });

/** What outlives a restart: hashes only, so that the file gives nobody access. */
export const grantsStateSchema = z.object({
  signIns: z.array(signInSchema),
  accesses: z.array(accessSchema),
  refreshes: z.array(refreshSchema),
});
export type GrantsState = z.infer<typeof grantsStateSchema>;
type SignIn = GrantsState['signIns'][number];

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
}

/** Why a code or refresh token gives nothing; all of them are `invalid_grant` (RFC 6749 §5.2). */
export interface GrantRefusal {
  readonly refused: string;
}

/** A living access token with the sign-in it came of. */
export interface Caller {
  readonly access: Access;
  readonly signIn: Readonly<SignIn>;
}

export interface Grants {
  issueCode(request: CodeRequest): string;
  redeemCode(use: CodeUse): IssuedTokens | GrantRefusal;
  refresh(use: { refreshToken: string; clientId: string }): IssuedTokens | GrantRefusal;
  /** The living access token of this text with its sign-in, or null. */
  findAccess(token: string): Caller | null;
  /** Ends this one access token now. */
  expire(access: Access): void;
  /** Ends all access tokens; refresh tokens stay good. */
  expireAll(): void;
  /** Ends every sign-in: all tokens die. */
  revokeAll(): void;
  /** All living access tokens. */
  living(): readonly Access[];
  state(): GrantsState;
}

/** A sign-in's spent refresh tokens that are remembered, so that the state does not grow for ever. */
const SPENT_REFRESHES_KEPT = 50;

export function createGrants(deps: {
  clock: Clock;
  random: Random;
  ids: Ids;
  settings: () => SandboxSettings;
  before: GrantsState | null;
}): Grants {
  const { clock, random, ids, settings } = deps;
  const codes = createCodes({ clock, random, settings });
  const signIns = new Map(deps.before?.signIns.map((signIn) => [signIn.id, signIn]));
  const accesses = new Map(deps.before?.accesses.map((access) => [access.hash, access]));
  const refreshes = new Map(deps.before?.refreshes.map((refresh) => [refresh.hash, refresh]));

  const revoke = (signInId: string): void => {
    const signIn = signIns.get(signInId);
    if (signIn) signIn.revoked = true;
  };

  const isLiving = (access: Access): boolean =>
    access.expiresAtMs > clock.nowMs() && signIns.get(access.signInId)?.revoked === false;

  const issueAccess = (signIn: SignIn): string => {
    for (const [hash, access] of accesses) if (!isLiving(access)) accesses.delete(hash);
    const accessToken = makeSecret(random);
    signIn.tokensGiven += 1;
    accesses.set(hashSecret(accessToken), {
      hash: hashSecret(accessToken),
      signInId: signIn.id,
      number: signIn.tokensGiven,
      expiresAtMs: clock.nowMs() + settings().tokenLifetimeS * 1000,
      windowStartMs: null,
      used: 0,
    });
    return accessToken;
  };

  const issueRefresh = (signIn: SignIn): string => {
    const refreshToken = makeSecret(random);
    const hash = hashSecret(refreshToken);
    refreshes.set(hash, { hash, signInId: signIn.id, rotated: false });
    return refreshToken;
  };

  const forgetOldest = (signInId: string): void => {
    const spent = [...refreshes.values()].filter(
      (known) => known.signInId === signInId && known.rotated,
    );
    for (const { hash } of spent.slice(0, -SPENT_REFRESHES_KEPT)) refreshes.delete(hash);
  };

  const startSignIn = (code: IssuedCode): SignIn => {
    const { clientId, scopes } = code;
    const signIn = {
      id: ids.next(),
      clientId,
      scopes: [...scopes],
      revoked: false,
      tokensGiven: 0,
    };
    signIns.set(signIn.id, signIn);
    code.signInId = signIn.id;
    return signIn;
  };

  return {
    issueCode: codes.issue,

    redeemCode: (use) => {
      const code = codes.find(use.code);
      if (!code || code.clientId !== use.clientId) return { refused: 'The code is not known.' };
      // RFC 6749 §4.1.2: whoever holds a used code may have stolen it.
      if (code.signInId !== null) revoke(code.signInId);
      const refused = refusalOf(code, use, clock.nowMs());
      if (refused !== null) return { refused };
      const signIn = startSignIn(code);
      return {
        accessToken: issueAccess(signIn),
        refreshToken: issueRefresh(signIn),
        scopes: signIn.scopes,
      };
    },

    refresh: ({ refreshToken, clientId }) => {
      const refresh = refreshes.get(hashSecret(refreshToken));
      const signIn = refresh ? signIns.get(refresh.signInId) : undefined;
      if (!refresh || !signIn || signIn.clientId !== clientId) {
        return { refused: 'The refresh token is not known.' };
      }
      if (signIn.revoked) return { refused: 'The sign-in was revoked.' };
      if (refresh.rotated) {
        revoke(signIn.id);
        return { refused: 'The refresh token was used before; the sign-in is revoked.' };
      }
      const { scopes } = signIn;
      if (!settings().rotateRefreshTokens) {
        return { accessToken: issueAccess(signIn), refreshToken, scopes };
      }
      refresh.rotated = true;
      forgetOldest(signIn.id);
      return { accessToken: issueAccess(signIn), refreshToken: issueRefresh(signIn), scopes };
    },

    findAccess: (token) => {
      const access = accesses.get(hashSecret(token));
      const signIn = access && signIns.get(access.signInId);
      return access && signIn && isLiving(access) ? { access, signIn } : null;
    },
    expire: (access) => void accesses.delete(access.hash),
    expireAll: () => accesses.clear(),
    revokeAll: () => {
      for (const id of signIns.keys()) revoke(id);
    },
    living: () => [...accesses.values()].filter(isLiving),
    state: () => ({
      signIns: [...signIns.values()],
      accesses: [...accesses.values()].filter(isLiving),
      refreshes: [...refreshes.values()],
    }),
  };
}
