import * as z from '../base/zod.ts';
import {
  DOCUMENTED_REQUESTS_PER_WINDOW,
  DOCUMENTED_TOKEN_LIFETIME_S,
  DOCUMENTED_WINDOW_MS,
} from '../contract/assumptions.ts';
import { dialectSchema, pageDialect } from './dialects.ts';
import { billStatuses } from '../contract/wire-names.ts';

/**
 * Behavior of the sandbox where the service page gives a number, gives two forms, or says nothing. The
 * defaults are the page's; tests change one at a time.
 */
export const sandboxSettingsSchema = z.object({
  /** Answer forms that the page leaves open. */
  dialect: z._default(dialectSchema, pageDialect),
  requestsPerWindow: z._default(z.int().check(z.minimum(1)), DOCUMENTED_REQUESTS_PER_WINDOW),
  windowMs: z._default(z.int().check(z.minimum(1)), DOCUMENTED_WINDOW_MS),
  tokenLifetimeS: z._default(z.int().check(z.minimum(1)), DOCUMENTED_TOKEN_LIFETIME_S),
  codeLifetimeMs: z._default(z.int().check(z.minimum(1)), 60_000),
  /** Milliseconds by which the service's clock is ahead of true time: in `Date`, resets and `created_at`. */
  clockOffsetMs: z._default(z.int(), 0),
  /** Form of `X-RateLimit-Reset`; the page only says "timestamp". */
  resetForm: z._default(
    z.enum(['epochSeconds', 'epochMs', 'deltaSeconds', 'httpDate', 'absent']),
    'epochSeconds',
  ),
  /** Form of `Retry-After` in a 429. */
  retryAfter: z._default(z.enum(['seconds', 'httpDate', 'absent']), 'seconds'),
  /** Whether token responses have `created_at`, which is present "in one documented form of the response". */
  tokenCreatedAt: z._default(z.boolean(), true),
  /** Whether the redirect has `iss` (RFC 9207), which the page does not mention. */
  sendIssuer: z._default(z.boolean(), false),
  rotateRefreshTokens: z._default(z.boolean(), true),
  /** `ignored`: a service without PKCE, which skips unknown parameters (RFC 6749 §3.1). */
  pkce: z._default(z.enum(['honoured', 'ignored']), 'honoured'),
  /** `once`: a cursor is valid for one request. The page does not say how long cursors last. */
  cursors: z._default(z.enum(['lasting', 'once']), 'lasting'),
  /** Form of the answer to approve; "response body: not shown". */
  approveAnswer: z._default(
    z.enum(['bill', 'noContent', 'wrappedBill', 'accepted', 'text']),
    'bill',
  ),
  /** Status of a bill after its approval: "The effect of the approve operation on the status … is not stated". */
  statusAfterApprove: z._default(z.enum(['unchanged', ...billStatuses]), 'unchanged'),
});
export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;
export type SandboxSettingsPatch = Partial<SandboxSettings>;

/** A change of some settings, without defaults. */
export const sandboxSettingsPatchSchema = z.partialRecord(
  z.keyof(sandboxSettingsSchema),
  z.unknown(),
);

/**
 * Settings with some values replaced.
 * @throws when the schema refuses a value: a bug in the test
 */
export function changeSettings(
  settings: SandboxSettings,
  patch: Readonly<Record<string, unknown>>,
): SandboxSettings {
  return z.strictObject(sandboxSettingsSchema.shape).parse({ ...settings, ...patch });
}
