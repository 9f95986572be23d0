import { parseJson } from '../../base/parse-json.ts';
import * as z from '../../base/zod.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { DocumentStore, Log, Secrets, SecretsProblem } from '../ports.ts';
import type { Notices } from '../settings/notices.ts';

/** A secret on disk: sealed on its own, with the name of the keyring that can open it. */
export const sealedSecretSchema = z.object({
  /** Sealed secret from the keyring, base64. */
  sealed: z.base64().check(z.minLength(1)),
  backend: z.string().check(z.minLength(1)),
});
export type SealedSecret = Readonly<z.infer<typeof sealedSecretSchema>>;

/**
 * Purpose of a secret, sealed together with it. A program that can write the file then cannot swap secrets of different
 * ages, connections or kinds.
 */
export interface SecretPurpose {
  readonly kind:
    | 'accessToken'
    | 'refreshToken'
    | 'client'
    /** The secret alone, as earlier versions sealed it. */
    | 'clientSecret'
    | 'journalKey'
    | 'cacheKey'
    | 'localKey';
  readonly connectionId: string;
  /** Generation of the tokens; 0 for other secrets. */
  readonly generation: number;
  /** Sign-in of the tokens; absent for other secrets. */
  readonly signInId?: string;
}

/** Dependencies of each store that seals secrets in its own document. */
export interface SealedDocumentDeps {
  readonly document: DocumentStore;
  readonly notices: Notices;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  /** The user's explicit choice to save secrets without a keyring that protects them. */
  readonly allowWeak: () => boolean;
}

/** Protection with which secrets may be saved on disk at this moment; null when they may not be saved. */
export async function allowedStorage({
  secrets,
  allowWeak,
}: Pick<SealedDocumentDeps, 'secrets' | 'allowWeak'>): Promise<'strong' | 'weak' | null> {
  const { strength } = await secrets.describe();
  if (strength === 'weak') return allowWeak() ? strength : null;
  return strength === 'strong' ? strength : null;
}

/** Whether a stored secret, null for none, has a seal that protects against no one. */
export function isWeaklySealed(
  secret: SealedSecret | null,
  { secrets }: Pick<SealedDocumentDeps, 'secrets'>,
): boolean {
  return secret !== null && secrets.isWeak(Buffer.from(secret.sealed, 'base64'));
}

/** Whether a different keyring than the present one sealed the secret. */
export async function isOfOtherKeyring(
  sealed: SealedSecret,
  { secrets }: Pick<SealedDocumentDeps, 'secrets'>,
): Promise<boolean> {
  const { strength, backend } = await secrets.describe();
  // A missing keyring, or one whose name is not known yet, does not count as another one.
  return strength !== 'none' && backend !== 'unknown' && backend !== sealed.backend;
}

/** Seals and opens single secrets, and retries while the keyring is unavailable for a moment. */
export interface Sealer {
  seal(purpose: SecretPurpose, secret: string): Promise<Result<SealedSecret, SecretsProblem>>;
  open(
    purpose: SecretPurpose,
    sealed: SealedSecret,
  ): Promise<Result<{ secret: string; reseal: boolean }, SecretsProblem>>;
}

/** Pauses before the second, third and fourth try of a keyring that does not answer, milliseconds. */
const KEYRING_RETRY_DELAYS_MS: readonly number[] = [250, 1_000, 3_000];

const contentSchema = z.object({
  kind: z.string(),
  connectionId: z.string(),
  generation: z.int(),
  // Tokens of earlier versions have none, until their next refresh.
  signInId: z.optional(z.string()),
  secret: z.string().check(z.minLength(1)),
});

export function createSealer(deps: { readonly secrets: Secrets; readonly clock: Clock }): Sealer {
  const { secrets, clock } = deps;
  return {
    seal: async (purpose, secret) => {
      const { backend } = await secrets.describe();
      const plain = JSON.stringify({ ...purpose, secret });
      const sealed = await withRetries(clock, () => secrets.seal(plain));
      if (!sealed.ok) return sealed;
      return succeed({ sealed: Buffer.from(sealed.value).toString('base64'), backend });
    },
    open: async (purpose, { sealed }) => {
      const bytes = Buffer.from(sealed, 'base64');
      const opened = await withRetries(clock, () => secrets.open(bytes));
      if (!opened.ok) return opened;
      const secret = readContent(opened.value.plain, purpose);
      return secret === null
        ? fail({ kind: 'cannotOpen', technical: 'sealed for another purpose' })
        : succeed({ secret, reseal: opened.value.reseal });
    },
  };
}

function readContent(plain: string, purpose: SecretPurpose): string | null {
  const content = contentSchema.safeParse(parseJson(plain));
  if (!content.success) return null;
  const { kind, connectionId, generation, secret, signInId = purpose.signInId } = content.data;
  const fits =
    kind === purpose.kind &&
    connectionId === purpose.connectionId &&
    generation === purpose.generation &&
    signInId === purpose.signInId;
  return fits ? secret : null;
}

/** Tries up to four times, with growing pauses, because a keyring needs time to start. */
async function withRetries<Value>(
  clock: Clock,
  action: () => Promise<Result<Value, SecretsProblem>>,
): Promise<Result<Value, SecretsProblem>> {
  for (const delayMs of KEYRING_RETRY_DELAYS_MS) {
    const result = await action();
    if (result.ok || result.error.kind !== 'unavailable') return result;
    await clock.sleep(delayMs);
  }
  return action();
}
