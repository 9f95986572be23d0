import * as z from '../base/zod.ts';
import {
  DOCUMENTED_REQUESTS_PER_WINDOW,
  DOCUMENTED_TOKEN_LIFETIME_S,
  DOCUMENTED_WINDOW_MS,
} from '../contract/assumptions.ts';
import { dialectSchema, pageDialect } from './dialects.ts';
import { billStatuses } from '../contract/wire-names.ts';

/**
 * What the embedded service does where the service page gives a number, gives two forms, or says
 * nothing. The defaults are the page's; tests turn one at a time.
 */
export const sandboxSettingsSchema = z.object({
  /** Forms of its answers, where the page leaves them open. */
  dialect: z._default(dialectSchema, pageDialect),
  requestsPerWindow: z._default(z.int().check(z.minimum(1)), DOCUMENTED_REQUESTS_PER_WINDOW),
  windowMs: z._default(z.int().check(z.minimum(1)), DOCUMENTED_WINDOW_MS),
  tokenLifetimeS: z._default(z.int().check(z.minimum(1)), DOCUMENTED_TOKEN_LIFETIME_S),
  codeLifetimeMs: z._default(z.int().check(z.minimum(1)), 60_000),
  /** How far the service's clock is ahead of the true one: in `Date`, resets and `created_at`. */
  clockOffsetMs: z._default(z.int(), 0),
  /** How `X-RateLimit-Reset` is written; the page says "timestamp" and no more. */
  resetForm: z._default(
    z.enum(['epochSeconds', 'epochMs', 'deltaSeconds', 'httpDate', 'absent']),
    'epochSeconds',
  ),
  /** Whether a 429 says when to come back, and how. */
  retryAfter: z._default(z.enum(['seconds', 'httpDate', 'absent']), 'seconds'),
  /** `created_at` is present "in one documented form of the response". */
  tokenCreatedAt: z._default(z.boolean(), true),
  /** `iss` on the redirect (RFC 9207), which the page does not name. */
  sendIssuer: z._default(z.boolean(), false),
  rotateRefreshTokens: z._default(z.boolean(), true),
  /** `ignored`: a service that knows nothing of PKCE and skips unknown parameters (RFC 6749 §3.1). */
  pkce: z._default(z.enum(['honoured', 'ignored']), 'honoured'),
  /** `once`: a cursor is good for one request after it was handed out; the page does not say how long. */
  cursors: z._default(z.enum(['lasting', 'once']), 'lasting'),
  /** What approve answers; "response body: not shown". */
  approveAnswer: z._default(
    z.enum(['bill', 'noContent', 'wrappedBill', 'accepted', 'text']),
    'bill',
  ),
  /** "The effect of the approve operation on the status … is not stated". */
  statusAfterApprove: z._default(z.enum(['unchanged', ...billStatuses]), 'unchanged'),
});
export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;
export type SandboxSettingsPatch = Partial<SandboxSettings>;

/** A change of some settings: no defaults are filled in. */
export const sandboxSettingsPatchSchema = z.partialRecord(
  z.keyof(sandboxSettingsSchema),
  z.unknown(),
);

/**
 * Settings with some of them changed.
 * @throws when a value is none the schema knows: a bug in the test that asks for it
 */
export function changeSettings(
  settings: SandboxSettings,
  patch: Readonly<Record<string, unknown>>,
): SandboxSettings {
  return z.strictObject(sandboxSettingsSchema.shape).parse({ ...settings, ...patch });
}
