import { createHash, createHmac, createSecretKey } from 'node:crypto';
import * as z from '../../base/zod.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/parse-json.ts';
import type { Random } from '../../base/random.ts';
import { createSealer, sealedSecretSchema, type SecretPurpose } from '../auth/sealing.ts';
import type { DocumentStore, Log, Secrets } from '../ports.ts';
import type { ChainHead } from './journal-record.ts';

/**
 * One key of a series. Each key is the hash of the previous one, so a key reveals all later keys, but no earlier one.
 */
export interface JournalKey {
  /** Id of the series, derived from its first key without revealing it. */
  readonly id: string;
  /** Number of keys used before it. Each line uses one. */
  readonly index: number;
  readonly key: Uint8Array;
}

export const JOURNAL_KEY_BYTES = 32;

// One label per purpose: a hash for one purpose must reveal nothing about a hash for another.
const NEXT = 'billfold journal: next key\0';
// The bytes must not change: "row" was the earlier word for a series of keys.
const NAME = 'billfold journal: name of the row\0';
const CHECKPOINT = 'billfold journal: checkpoint\0';

/** Makes the first key of a series. @param key JOURNAL_KEY_BYTES random bytes */
export function firstKey(key: Uint8Array): JournalKey {
  return { id: hash(NAME, key).toString('hex').slice(0, 16), index: 0, key };
}

export function nextKey({ id, index, key }: JournalKey): JournalKey {
  return { id, index: index + 1, key: hash(NEXT, key) };
}

/** Derives the key of checkpoints from the key of a line. It reveals no line's key. */
export function checkpointKeyOf({ key }: JournalKey): Uint8Array {
  return hash(CHECKPOINT, key);
}

/** HMAC-SHA-256 in hex. */
export function macOf({ key }: Pick<JournalKey, 'key'>, bytes: Uint8Array): string {
  // createHmac is three times as fast with a key object as with bytes.
  return createHmac('sha256', createSecretKey(key)).update(bytes).digest('hex');
}

function hash(label: string, key: Uint8Array): Buffer {
  return createHash('sha256').update(label).update(key).digest();
}

/** Journal state sealed by the keyring. It may be older than the journal, but never newer. */
export interface SealedState {
  /** First unused key. */
  readonly next: JournalKey;
  /** Last line at the time of sealing. */
  readonly head: ChainHead;
  /** First key of the series, until it is exported; then null. */
  readonly first: JournalKey | null;
  /** Authenticates checkpoints. It stays the same, so a checkpoint outlives a crash. */
  readonly checkpointKey: Uint8Array;
  /** Number of damaged lines at the time of sealing; null in a state that an earlier version sealed. */
  readonly damaged: number | null;
  /** Digests of the damaged places at the time of sealing; null in a state that an earlier version sealed. */
  readonly breaks: readonly string[] | null;
  /** The user's protective settings as text; null in a state that an earlier version sealed. */
  readonly protections: string | null;
  /** Serial number, also noted in the profile's marks; 0 in a state that an earlier version sealed. */
  readonly number: number;
}

/** Facts that reveal an older sealed state in place of this one. */
export interface SealNote extends Pick<SealedState, 'number' | 'protections'> {
  /** The first key was exported, which is possible only once. */
  readonly isKeyGiven: boolean;
}

/** Stores the last note outside the sealed state, authenticated with its `checkpointKey`. */
export interface SealNotes {
  /** Whether an earlier start left a note. */
  isNoted(): boolean;
  /** @returns the note, if it is of a later state than this one; `lost` if it was changed or is missing */
  laterThan(opened: OpenedState): SealNote | 'lost' | null;
  note(note: SealNote, key: Uint8Array): void;
  /** Tries again to save the note. Returns the code of the disk's error; null when the note is saved. */
  retryNote(): string | null;
}

/** The saved state, or the beginning of a new series of keys, whose `head` is null. */
export type OpenedState = Omit<SealedState, 'head'> & { readonly head: ChainHead | null };

/** Stores the journal's key. */
export interface JournalKeySafe {
  /**
   * Opens the saved state, or begins a new series of keys. Returns null while no keyring protects it, or while the keyring
   * or the document cannot be read.
   */
  open(): Promise<OpenedState | null>;
  /**
   * Whether earlier lines may have keys. This safe says whether the keyring seals now; `watchSeal` also counts a saved
   * state or note, whose keyring may be locked or gone.
   */
  mayHaveKeys(): Promise<boolean>;
  /** @returns whether the state was saved durably */
  save(state: SealedState): Promise<boolean>;
  /** Error code of the last failed save; null after a successful one. */
  saveError(): string | null;
}

interface JournalKeySafeDeps {
  readonly document: DocumentStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
}

const documentSchema = z.object({ version: z.literal(1), state: sealedSecretSchema });

const key = z.pipe(
  z.base64(),
  z.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
);
const stateSchema = z.object({
  id: z.string(),
  index: z.int().check(z.minimum(0)),
  key,
  first: z.nullable(key),
  seq: z.int().check(z.minimum(0)),
  lastHash: z.string(),
  // Earlier versions did not have these fields.
  checkpointKey: z.optional(key),
  damaged: z.optional(z.nullable(z.int())),
  breaks: z.optional(z.nullable(z.array(z.string()))),
  protections: z.optional(z.nullable(z.string())),
  number: z.optional(z.int()),
});

/** Every state of a journal has this purpose. An older one also opens, but is behind the journal or the note. */
const PURPOSE: SecretPurpose = { kind: 'journalKey', connectionId: '', generation: 0 };

export function createJournalKeySafe(deps: JournalKeySafeDeps): JournalKeySafe {
  const { document, secrets, random, log } = deps;
  const sealer = createSealer(deps);

  let saveError: string | null = null;
  const save: JournalKeySafe['save'] = async ({ next, head, first, checkpointKey, ...more }) => {
    const { id, index } = next;
    const content = {
      id,
      index,
      key: textOf(next.key),
      first: first && textOf(first.key),
      ...head,
      checkpointKey: textOf(checkpointKey),
      ...more,
    };
    const sealed = await sealer.seal(PURPOSE, JSON.stringify(content));
    const saved = sealed.ok ? document.write({ version: 1, state: sealed.value }) : sealed;
    if (sealed.ok) saveError = saved.ok ? null : saved.error.technical;
    if (!saved.ok) log.warn('the journal key was not saved', { problem: saved.error.kind });
    return saved.ok;
  };

  const hasKeyring = async (): Promise<boolean> => (await secrets.describe()).strength === 'strong';

  return {
    save,
    saveError: () => saveError,
    mayHaveKeys: hasKeyring,
    open: async () => {
      const stored = document.read();
      if (!(await hasKeyring()) || (!stored.ok && stored.error.kind === 'unwritable')) return null;
      if (stored.ok && stored.value !== null) {
        const parsed = documentSchema.safeParse(stored.value);
        const opened = parsed.success ? await sealer.open(PURPOSE, parsed.data.state) : null;
        if (opened?.ok === false && opened.error.kind === 'unavailable') return null;
        const state = stateSchema.safeParse(opened?.ok ? parseJson(opened.value.secret) : null);
        if (state.success) return stateOf(state.data);
        log.warn('the journal key is lost: a new series of keys begins');
        document.quarantine();
      }
      const first = firstKey(random.bytes(JOURNAL_KEY_BYTES));
      return {
        next: first,
        head: null,
        first,
        checkpointKey: checkpointKeyOf(first),
        damaged: null,
        breaks: null,
        protections: null,
        number: 0,
      };
    },
  };
}

function stateOf({
  id,
  index,
  key: bytes,
  first,
  seq,
  lastHash,
  checkpointKey,
  damaged = null,
  breaks = null,
  protections = null,
  number = 0,
}: z.output<typeof stateSchema>): SealedState {
  const next = { id, index, key: bytes };
  return {
    next,
    head: { seq, lastHash },
    first: first && firstKey(first),
    damaged,
    breaks,
    protections,
    number,
    checkpointKey: checkpointKey ?? checkpointKeyOf(next),
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
