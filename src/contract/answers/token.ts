import * as z from '../../base/zod.ts';
import type { Fields } from '../party.ts';
import { plainEntries } from '../body/read-party.ts';
import { wordList } from '../body/words.ts';

/** Maximum lifetime in seconds, ten years. A longer one is a mistake, and would exceed the range of a clock. */
const MAX_LIFETIME_S = 315_360_000;

/**
 * Successful response of the token endpoint (service page, *Token response*). Real services send `expires_in` as text,
 * an absolute `expires_at`, or no refresh token. The schema accepts them, and optional fields of other types. Only an
 * unusable access token makes the response malformed. The response never leaves main.
 */
export const tokenResponseSchema = z.looseObject({
  // RFC 6749 (appendix A.12) allows only these characters, which fit in a header.
  access_token: z.string().check(
    z.overwrite((token) => token.replace(/^ *(?:bearer +)?/i, '').replace(/ +$/, '')),
    z.regex(/^(?!(?:null|undefined)$)[!-~](?:[ -~]*[!-~])?$/, 'expected printable ASCII'),
  ),
  // Some services leave it out; the service page has no other type.
  token_type: z.nullish(
    z
      .string()
      .check(
        z.refine((type) => /^(?:bearer(?:[ _-]?token)?)?$/i.test(type.trim()), 'expected Bearer'),
      ),
  ),
  refresh_token: z.orElse(
    z.optional(
      z.union([z.string().check(z.minLength(1)), z.pipe(z.number(), z.transform(String))]),
    ),
    undefined,
  ),
  expires_in: z.orElse(z.optional(z.coerce.number().check(z.positive())), undefined),
  expires_at: z.orElse(z.optional(z.union([z.string(), z.number()])), undefined),
  scope: z.orElse(z.optional(z.union([z.string(), z.array(z.unknown())])), undefined),
  created_at: z.orElse(z.optional(z.number()), undefined),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** Keys around the tokens, as `plainKey` writes them. */
const AROUND =
  /^(?:data|result|response|payload|body|content|value|tokens?|oauth|attributes|authenticationresult|d)$/;
/** Other names of the documented fields, as `plainKey` writes them. */
const otherNames = {
  access_token: 'accesstoken',
  token_type: 'tokentype',
  refresh_token: 'refreshtoken',
  expires_in: 'expiresin',
  expires_at: 'expiresat expireson expires .expires expiry expiration expireat exp',
  scope: 'scope scopes grantedscopes scp',
  created_at: 'createdat',
};

/**
 * Fields of a token response under their documented names. They may stand under usual keys, such as `data`, to three
 * levels, and be spelled in another way, such as `accessToken`.
 */
export function tokenFields(body: unknown): unknown {
  let level: readonly Fields[] = [plainFields(body)];
  for (let depth = 0; depth < 4; depth += 1) {
    const found = level.find((fields) => 'accesstoken' in fields);
    if (found !== undefined) return documented(found);
    level = level.flatMap((fields) => {
      const inner = Object.entries(fields).flatMap(([key, value]) =>
        AROUND.test(key) ? value : [],
      );
      // A wrapper may hold the lifetime or the scopes.
      return inner.map((each) => ({ ...fields, ...plainFields(each) }));
    });
  }
  return body;
}

function plainFields(place: unknown): Fields {
  return Object.fromEntries(plainEntries(place));
}

function documented(found: Fields): Fields {
  return Object.fromEntries(
    Object.entries(otherNames).flatMap(([name, spellings]) => {
      const given = wordList(spellings)
        .map((each) => found[each])
        .find((value) => (value ?? null) !== null);
      return given === undefined ? [] : [[name, given]];
    }),
  );
}

/** Smaller numbers are durations: 10^9 seconds since 1970 are September 2001. */
const MIN_EPOCH_S = 1e9;
const MIN_EPOCH_MS = 1e12;

/** Lifetime in seconds that a response names: `expires_in`, or the time left until `expires_at`; null for none. */
export function lifetimeOf(
  { expires_in, expires_at }: TokenResponse,
  serviceNowMs: number,
): number | null {
  const sent = expires_in ?? expires_at;
  const number = Number(sent);
  const atMs = Number.isNaN(number)
    ? Date.parse(String(sent))
    : number * (number < MIN_EPOCH_MS ? 1000 : 1);
  const seconds = number < MIN_EPOCH_S ? number : Math.round((atMs - serviceNowMs) / 1000);
  return seconds > 0 && seconds <= MAX_LIFETIME_S ? seconds : null;
}
