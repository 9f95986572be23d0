import * as z from '../../base/zod.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { SessionEnd, TokenStorage } from '../../bridge/session.ts';
import type { DocumentProblem, SecretsProblem } from '../ports.ts';
import { createTypedDocument } from '../settings/typed-document.ts';
import type { TypedDocument } from '../settings/typed-document.ts';
import {
  createSealer,
  isOfOtherKeyring,
  isWeaklySealed,
  allowedStorage,
  sealedSecretSchema,
} from './sealing.ts';
import type { SealedDocumentDeps, Sealer, SecretPurpose } from './sealing.ts';

/** Tokens of one sign-in, in main's memory only. */
export interface Tokens {
  readonly accessToken: string;
  /** Null when the service gave none: the session ends with the access token. */
  readonly refreshToken: string | null;
  /** Grows with each refresh and each sign-in. */
  readonly generation: number;
  /** When the access token expires, epoch milliseconds on the *service's* clock. */
  readonly expiresAtMs: number;
  /** Total lifetime of the access token, milliseconds. */
  readonly lifetimeMs: number;
}

/** Facts about a sign-in that can be read without opening a secret. */
export interface SignInRecord {
  readonly connectionId: string;
  readonly signInId: string;
  readonly scopes: readonly string[];
}

const recordShape = {
  connectionId: z.string().check(z.minLength(1)),
  signInId: z.string().check(z.minLength(1)),
  scopes: z.array(z.string()),
};

/** Content of the document. It holds secrets only sealed, each on its own. */
const tokenDocumentSchema = z.discriminatedUnion('kind', [
  /** A session in memory only, recorded so that the next start can say why it ended. */
  z.object({ kind: z.literal('memoryOnly'), ...recordShape }),
  z.object({
    kind: z.literal('sealed'),
    ...recordShape,
    weak: z.boolean(),
    generation: z.int().check(z.minimum(1)),
    expiresAtMs: z.number(),
    lifetimeMs: z.number().check(z.positive()),
    accessToken: sealedSecretSchema,
    refreshToken: z.nullable(sealedSecretSchema),
  }),
]);
type TokenDocument = z.infer<typeof tokenDocumentSchema>;
type SealedDocument = Extract<TokenDocument, { kind: 'sealed' }>;

const TOKEN_DOCUMENT_VERSION = 1;

/** Stored session that a start finds, before it asks the keyring. */
type StoredSession =
  | { readonly kind: 'none' }
  | { readonly kind: 'over'; readonly why: SessionEnd }
  | { readonly kind: 'saved'; readonly record: SignInRecord; readonly storage: TokenStorage };

type OpenProblem =
  /** The keyring does not answer now, but the session continues. */
  | { readonly kind: 'unavailable'; readonly technical: string }
  | { readonly kind: 'over'; readonly why: SessionEnd };

/** The tokens of one session on disk. */
export interface TokenStore {
  /** Reads the record of `connectionId`'s session. */
  peek(connectionId: string): StoredSession;
  /** Opens the tokens. `over`: they cannot be read, and were quarantined. */
  open(connectionId: string, isCurrent: () => boolean): Promise<Result<Tokens, OpenProblem>>;
  /**
   * Saves tokens as the keyring and the user's choice allow; on disk when it returns `sealed` or
   * `weak`. `memoryOnly`: neither these tokens nor those of an earlier sign-in are on disk. Sealing
   * takes time: a save that began before a wipe, or before newer tokens reached the disk, writes
   * nothing.
   * @param isCurrent asked again right before the write, since the session may have changed
   */
  save(record: SignInRecord, tokens: Tokens, isCurrent: () => boolean): Promise<TokenStorage>;
  clear(): void;
  /** Whether tokens on disk have a seal that protects against no one. */
  isWeak(): boolean;
  /** Wipes the stored session unless it belongs to `connectionId`. */
  clearOthers(connectionId: string): void;
  /** True after a failed wipe: tokens of a finished session are still on disk. */
  hasLeftovers(): boolean;
  /** Tries a failed wipe again. */
  clearLeftovers(): void;
}

interface Disk {
  readonly deps: SealedDocumentDeps;
  readonly document: TypedDocument<TokenDocument>;
  readonly sealer: Sealer;
  /** Number of saves and wipes begun so far. */
  begun: number;
  /** Number of the last save or wipe that took effect. */
  done: number;
  /** True after a failed wipe, until it succeeds or other content overwrites the tokens. */
  hasLeftovers: boolean;
}

export function createTokenStore(deps: SealedDocumentDeps): TokenStore {
  const document = createTypedDocument({
    store: deps.document,
    schema: tokenDocumentSchema,
    version: TOKEN_DOCUMENT_VERSION,
    // The session's end has a message of its own.
    onQuarantine: (file) => deps.log.warn('quarantined the stored session', { file }),
  });
  const disk: Disk = {
    deps,
    document,
    sealer: createSealer(deps),
    begun: 0,
    done: 0,
    hasLeftovers: false,
  };
  const clear = (): void => wipe(disk, ++disk.begun);
  return {
    peek: (connectionId) => {
      const reading = document.read();
      if (reading.kind === 'quarantined') return { kind: 'over', why: 'storeUnreadable' };
      const stored = reading.kind === 'content' ? reading.content : null;
      if (stored?.connectionId !== connectionId) return { kind: 'none' };
      if (stored.kind === 'memoryOnly') return { kind: 'over', why: 'notSaved' };
      const { signInId, scopes, weak } = stored;
      const record = { connectionId, signInId, scopes };
      return { kind: 'saved', record, storage: weak ? 'weak' : 'sealed' };
    },
    open: async (connectionId, isCurrent) => {
      const stored = document.content();
      if (stored?.kind !== 'sealed' || stored.connectionId !== connectionId) {
        return fail({ kind: 'over', why: 'storeUnreadable' });
      }
      return openStored(disk, stored, isCurrent);
    },
    save: (record, tokens, isCurrent) => save(disk, record, tokens, isCurrent),
    clear,
    isWeak: () => {
      const stored = document.content();
      if (stored?.kind !== 'sealed') return false;
      return [stored.accessToken, stored.refreshToken].some((each) => isWeaklySealed(each, deps));
    },
    clearOthers: (connectionId) => {
      const stored = document.content();
      if (stored !== null && stored.connectionId !== connectionId) clear();
    },
    hasLeftovers: () => disk.hasLeftovers,
    clearLeftovers: () => {
      // Keeps the old number: a new wipe number would discard a new sign-in's tokens that are being
      // sealed.
      if (disk.hasLeftovers) wipe(disk, disk.done);
    },
  };
}

function wipe(disk: Disk, number: number): void {
  const wiped = disk.document.clear();
  // Saves that began before the wipe are dropped, even if it failed.
  disk.done = number;
  disk.hasLeftovers = !wiped.ok;
  if (wiped.ok) return;
  disk.deps.log.error('the stored session was not wiped', { problem: wiped.error.kind });
}

async function openStored(
  disk: Disk,
  stored: SealedDocument,
  isCurrent: () => boolean,
): Promise<Result<Tokens, OpenProblem>> {
  const { sealer, deps } = disk;
  if (await isOfOtherKeyring(stored.accessToken, deps)) return quarantine(disk, 'keyringChanged');
  const access = await sealer.open(purposeOf(stored, 'accessToken'), stored.accessToken);
  if (!access.ok) return unopened(disk, access.error);
  const refresh = await openOptional(sealer, stored);
  if (!refresh.ok) return unopened(disk, refresh.error);
  const { generation, expiresAtMs, lifetimeMs } = stored;
  const tokens: Tokens = {
    accessToken: access.value.secret,
    refreshToken: refresh.value?.secret ?? null,
    generation,
    expiresAtMs,
    lifetimeMs,
  };
  if (access.value.reseal || refresh.value?.reseal) await save(disk, stored, tokens, isCurrent);
  return succeed(tokens);
}

function unopened(disk: Disk, error: SecretsProblem): Result<never, OpenProblem> {
  if (error.kind === 'unavailable') return fail({ kind: error.kind, technical: error.technical });
  disk.deps.log.warn('the stored session cannot be opened', { technical: error.technical });
  return quarantine(disk, 'storeUnreadable');
}

function quarantine({ document }: Disk, why: SessionEnd): Result<never, OpenProblem> {
  document.quarantine();
  return fail({ kind: 'over', why });
}

async function save(
  disk: Disk,
  record: SignInRecord,
  tokens: Tokens,
  isCurrent: () => boolean,
): Promise<TokenStorage> {
  const { log } = disk.deps;
  const number = ++disk.begun;
  const mayWrite = (): boolean => number > disk.done && isCurrent();
  const { connectionId, signInId, scopes } = record;
  const facts = { connectionId, signInId, scopes: [...scopes] };
  const allowed = await allowedStorage(disk.deps);
  if (allowed !== null) {
    const sealed = await sealTokens(disk.sealer, { connectionId, signInId }, tokens);
    if (!mayWrite()) return 'memoryOnly';
    const weak = allowed === 'weak';
    const written = sealed && write(disk, number, { kind: 'sealed', ...facts, weak, ...sealed });
    if (written?.ok) return weak ? 'weak' : 'sealed';
    log.warn('the session could not be saved', { problem: written ? 'disk' : 'keyring' });
    // This sign-in's own record stays on disk: its older refresh token is worth a try after a
    // crash.
    if (disk.document.content()?.signInId === signInId) return 'memoryOnly';
  }
  if (!mayWrite()) return 'memoryOnly';
  const noted = write(disk, number, { kind: 'memoryOnly', ...facts });
  if (noted.ok) return 'memoryOnly';
  log.warn('the memory-only session could not be recorded', { problem: noted.error.kind });
  // The previous sign-in is over, so the next start must not restore it.
  wipe(disk, number);
  return 'memoryOnly';
}

function write(disk: Disk, number: number, content: TokenDocument): Result<void, DocumentProblem> {
  const written = disk.document.write(content);
  if (written.ok) {
    disk.done = number;
    disk.hasLeftovers = false;
  }
  return written;
}

function purposeOf(stored: SealedDocument, kind: 'accessToken' | 'refreshToken'): SecretPurpose {
  const { connectionId, signInId, generation } = stored;
  return { kind, connectionId, signInId, generation };
}

function openOptional(sealer: Sealer, stored: SealedDocument) {
  return stored.refreshToken === null
    ? Promise.resolve(succeed(null))
    : sealer.open(purposeOf(stored, 'refreshToken'), stored.refreshToken);
}

type SealedTokens = Pick<
  SealedDocument,
  'generation' | 'expiresAtMs' | 'lifetimeMs' | 'accessToken' | 'refreshToken'
>;

async function sealTokens(
  sealer: Sealer,
  of: Pick<SignInRecord, 'connectionId' | 'signInId'>,
  tokens: Tokens,
): Promise<SealedTokens | null> {
  const { generation, expiresAtMs, lifetimeMs } = tokens;
  const about = { ...of, generation };
  const access = await sealer.seal({ kind: 'accessToken', ...about }, tokens.accessToken);
  if (!access.ok) return null;
  const rest = { generation, expiresAtMs, lifetimeMs, accessToken: access.value };
  if (tokens.refreshToken === null) return { ...rest, refreshToken: null };
  const refresh = await sealer.seal({ kind: 'refreshToken', ...about }, tokens.refreshToken);
  return refresh.ok ? { ...rest, refreshToken: refresh.value } : null;
}
