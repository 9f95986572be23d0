import * as z from '../../base/zod.ts';
import type { Clock } from '../../base/clock.ts';
import type { Ids, Random } from '../../base/random.ts';
import type { SandboxSettings } from '../settings.ts';
import { createCodes, refusalOf } from './codes.ts';
import type { CodeRequest, Codes, CodeUse, IssuedCode } from './codes.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/** A user's consent to an application, with all tokens issued for it. */
const signInSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  revoked: z.boolean(),
  tokensGiven: z.int(),
});

/** An access token, stored as its hash, with its quota window. */
const accessSchema = z.object({
  hash: z.string(),
  signInId: z.string(),
  number: z.int(),
  expiresAtMs: z.number(),
  windowStartMs: z.nullable(z.number()),
  used: z.int(),
});
export type Access = z.infer<typeof accessSchema>;

const refreshSchema = z.object({ hash: z.string(), signInId: z.string(), rotated: z.boolean() });

/** State that survives a restart. It contains only hashes, so the file gives no access. */
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

/** Reason to refuse a code or refresh token. The OAuth error is always `invalid_grant` (RFC 6749 §5.2). */
export interface GrantRefusal {
  readonly refused: string;
}

/** A valid access token with its sign-in. */
export interface Caller {
  readonly access: Access;
  readonly signIn: Readonly<SignIn>;
}

export interface Grants {
  issueCode(request: CodeRequest): string;
  redeemCode(use: CodeUse): IssuedTokens | GrantRefusal;
  refresh(use: { refreshToken: string; clientId: string }): IssuedTokens | GrantRefusal;
  /** The valid access token with this text and its sign-in; null for none. */
  findAccess(token: string): Caller | null;
  /** Expires this access token now. */
  expire(access: Access): void;
  /** Expires all access tokens; refresh tokens stay valid. */
  expireAll(): void;
  /** Ends every sign-in and invalidates all its tokens. */
  revokeAll(): void;
  /** All valid access tokens. */
  living(): readonly Access[];
  state(): GrantsState;
}

/** Maximum number of remembered used refresh tokens per sign-in, so that the state doesn't grow forever. */
const SPENT_REFRESHES_KEPT = 50;

interface GrantsDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly settings: () => SandboxSettings;
  readonly before: GrantsState | null;
}

/** All grants: sign-ins by id, tokens by hash. */
interface Issued {
  readonly deps: GrantsDeps;
  readonly codes: Codes;
  readonly signIns: Map<string, SignIn>;
  readonly accesses: Map<string, Access>;
  readonly refreshes: Map<string, GrantsState['refreshes'][number]>;
}

export function createGrants(deps: GrantsDeps): Grants {
  const { signIns = [], accesses = [], refreshes = [] } = deps.before ?? {};
  const issued: Issued = {
    deps,
    codes: createCodes(deps),
    signIns: new Map(signIns.map((signIn) => [signIn.id, signIn])),
    accesses: new Map(accesses.map((access) => [access.hash, access])),
    refreshes: new Map(refreshes.map((token) => [token.hash, token])),
  };
  const living = (): Access[] =>
    [...issued.accesses.values()].filter((access) => isLiving(issued, access));
  return {
    issueCode: issued.codes.issue,
    redeemCode: (use) => redeemCode(issued, use),
    refresh: (use) => refresh(issued, use),
    findAccess: (token) => {
      const access = issued.accesses.get(hashSecret(token));
      const signIn = access && issued.signIns.get(access.signInId);
      return access && signIn && isLiving(issued, access) ? { access, signIn } : null;
    },
    expire: (access) => void issued.accesses.delete(access.hash),
    expireAll: () => issued.accesses.clear(),
    revokeAll: () => {
      for (const id of issued.signIns.keys()) revoke(issued, id);
    },
    living,
    state: () => ({
      signIns: [...issued.signIns.values()],
      accesses: living(),
      refreshes: [...issued.refreshes.values()],
    }),
  };
}

function redeemCode(issued: Issued, use: CodeUse): IssuedTokens | GrantRefusal {
  const code = issued.codes.find(use.code);
  if (!code || code.clientId !== use.clientId) return { refused: 'The code is not known.' };
  // A reused code may be stolen, so its sign-in ends (RFC 6749 §4.1.2).
  if (code.signInId !== null) revoke(issued, code.signInId);
  const refused = refusalOf(code, use, issued.deps.clock.nowMs());
  return refused === null ? issueTokens(issued, startSignIn(issued, code)) : { refused };
}

function refresh(
  issued: Issued,
  { refreshToken, clientId }: Parameters<Grants['refresh']>[0],
): IssuedTokens | GrantRefusal {
  const known = issued.refreshes.get(hashSecret(refreshToken));
  const signIn = known && issued.signIns.get(known.signInId);
  if (!known || !signIn || signIn.clientId !== clientId) {
    return { refused: 'The refresh token is not known.' };
  }
  if (signIn.revoked) return { refused: 'The sign-in was revoked.' };
  if (known.rotated) {
    revoke(issued, signIn.id);
    return { refused: 'The refresh token was used before; the sign-in is revoked.' };
  }
  if (!issued.deps.settings().rotateRefreshTokens) {
    return issueTokens(issued, signIn, refreshToken);
  }
  known.rotated = true;
  forgetOldest(issued, signIn.id);
  return issueTokens(issued, signIn);
}

function revoke({ signIns }: Issued, signInId: string): void {
  const signIn = signIns.get(signInId);
  if (signIn) signIn.revoked = true;
}

function isLiving({ deps, signIns }: Issued, access: Access): boolean {
  return access.expiresAtMs > deps.clock.nowMs() && signIns.get(access.signInId)?.revoked === false;
}

/** @param kept refresh token that stays valid; without it, a new one is issued */
function issueTokens(issued: Issued, signIn: SignIn, kept?: string): IssuedTokens {
  const accessToken = issueAccess(issued, signIn);
  return { accessToken, refreshToken: kept ?? issueRefresh(issued, signIn), scopes: signIn.scopes };
}

function issueAccess(issued: Issued, signIn: SignIn): string {
  const { accesses, deps } = issued;
  for (const [hash, access] of accesses) if (!isLiving(issued, access)) accesses.delete(hash);
  const accessToken = makeSecret(deps.random);
  const hash = hashSecret(accessToken);
  signIn.tokensGiven += 1;
  accesses.set(hash, {
    hash,
    signInId: signIn.id,
    number: signIn.tokensGiven,
    expiresAtMs: deps.clock.nowMs() + deps.settings().tokenLifetimeS * 1000,
    windowStartMs: null,
    used: 0,
  });
  return accessToken;
}

function issueRefresh({ refreshes, deps }: Issued, signIn: SignIn): string {
  const refreshToken = makeSecret(deps.random);
  const hash = hashSecret(refreshToken);
  refreshes.set(hash, { hash, signInId: signIn.id, rotated: false });
  return refreshToken;
}

function forgetOldest({ refreshes }: Issued, signInId: string): void {
  const spent = [...refreshes.values()].filter(
    (known) => known.signInId === signInId && known.rotated,
  );
  for (const { hash } of spent.slice(0, -SPENT_REFRESHES_KEPT)) refreshes.delete(hash);
}

function startSignIn({ signIns, deps }: Issued, code: IssuedCode): SignIn {
  const { clientId, scopes } = code;
  const id = deps.ids.next();
  const signIn = { id, clientId, scopes: [...scopes], revoked: false, tokensGiven: 0 };
  signIns.set(id, signIn);
  code.signInId = id;
  return signIn;
}
