import * as z from '../../base/zod.ts';
import type { Random } from '../../base/random.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import { createSerial } from '../../base/serial.ts';
import { dataKeyNames } from '../../bridge/data-keys.ts';
import type { DataKeyName, DataKeysAnswer } from '../../bridge/data-keys.ts';
import { createTypedDocument } from '../settings/typed-document.ts';
import type { TypedDocument } from '../settings/typed-document.ts';
import { createSealer, isOfOtherKeyring, allowedStorage, sealedSecretSchema } from './sealing.ts';
import type { SealedDocumentDeps, SealedSecret, Sealer, SecretPurpose } from './sealing.ts';

/** Keys of a connection, 256 bits each, base64. */
interface KeySet extends Readonly<Record<DataKeyName, string>> {
  /** False when no keyring stores the keys. */
  readonly lasts: boolean;
}

/**
 * Keys with which the window seals a connection's bills and notes. They do not seal approvals, so a lost key loses no
 * approval.
 */
export interface DataKeys {
  /**
   * Opens the connection's keys, and creates missing ones. Without a keyring they last until Billfold quits.
   * `unavailable`: the keyring cannot open the stored keys now. `unread`: their file cannot be read now.
   */
  open(
    connectionId: string,
  ): Promise<Result<KeySet, Exclude<DataKeysAnswer, { readonly kind: 'keys' }>>>;
  /**
   * Deletes keys; the next `open` returns new ones. A key that the disk could not delete is never
   * used again, and the next key overwrites it.
   * @returns whether the keys are gone from the disk
   */
  destroy(connectionId: string, names: readonly DataKeyName[]): boolean;
  /**
   * Removes from memory the keys that are saved on disk; the next `open` reads them again.
   * @returns the removed keys
   */
  forget(): readonly string[];
  /** Whether this launch created the connection's local key. A new key cannot open earlier notes. */
  isLocalNew(connectionId: string): boolean;
  /** Saves the keys in memory, or removes them from disk, after a change of the setting `allowWeakTokenStorage`. */
  applyStorageSetting(): Promise<void>;
}

type DataKeysDeps = SealedDocumentDeps & { readonly random: Random };

const sealedKeysSchema = z.partialRecord(z.enum(dataKeyNames), sealedSecretSchema);
const keyDocumentSchema = z.object({ connections: z.record(z.string(), sealedKeysSchema) });
type SealedKeys = Partial<Record<DataKeyName, SealedSecret>>;
type KeyDocument = z.infer<typeof keyDocumentSchema>;

const KEY_DOCUMENT_VERSION = 1;

/** AES-256. */
const KEY_BYTES = 32;

interface KeyInMemory {
  readonly key: string;
  /** True when the key is on disk, sealed. */
  isSaved: boolean;
}
type KeysInMemory = Partial<Record<DataKeyName, KeyInMemory>>;

interface KeyStore {
  readonly deps: DataKeysDeps;
  readonly document: TypedDocument<KeyDocument>;
  readonly sealer: Sealer;
  readonly inMemory: Map<string, KeysInMemory>;
  /** Connections whose local key this run created. */
  readonly withNewLocal: Set<string>;
  /** Number of deletions so far. A key whose sealing began before a deletion is not written after it. */
  destroyed: number;
}

export function createDataKeys(deps: DataKeysDeps): DataKeys {
  const document = createTypedDocument<KeyDocument>({
    store: deps.document,
    schema: keyDocumentSchema,
    version: KEY_DOCUMENT_VERSION,
    onQuarantine: (file) => deps.notices.add({ kind: 'keysQuarantined', about: file }),
  });
  const store: KeyStore = {
    deps,
    document,
    sealer: createSealer(deps),
    inMemory: new Map(),
    withNewLocal: new Set(),
    destroyed: 0,
  };
  const inOrder = createSerial();
  return {
    open: (connectionId) => inOrder(() => open(store, connectionId)),
    destroy: (connectionId, names) => {
      store.destroyed += 1;
      // Replaces the keys in memory at once, so that a key still on disk is not loaded again.
      for (const name of names) addFreshKey(store, connectionId, name);
      const gone = remove(store, [connectionId], names);
      if (!gone) deps.log.error('the data keys were not deleted from the disk');
      return gone;
    },
    forget: () =>
      [...store.inMemory.values()].flatMap((keys) =>
        dataKeyNames.flatMap((name) => {
          const known = keys[name];
          if (!known?.isSaved) return [];
          delete keys[name];
          return known.key;
        }),
      ),
    isLocalNew: (connectionId) => store.withNewLocal.has(connectionId),
    applyStorageSetting: () =>
      inOrder(async () => {
        const isKeyring = (await allowedStorage(deps)) !== null;
        for (const connectionId of store.inMemory.keys())
          if (isKeyring) await saveKeys(store, connectionId);
        if (isKeyring) return;
        // The key of notes stays, because the service cannot send notes again.
        remove(store, [...store.inMemory.keys()], ['cache']);
        for (const keys of store.inMemory.values()) if (keys.cache) keys.cache.isSaved = false;
      }),
  };
}

async function open(store: KeyStore, connectionId: string): ReturnType<DataKeys['open']> {
  const reading = store.document.read();
  // New keys would overwrite stored ones that are unreadable at the moment, and the notes would be lost.
  if (reading.kind === 'unread' && !store.inMemory.has(connectionId)) {
    return fail({ kind: 'unread', technical: 'the disk cannot read the keys' });
  }
  const stored = (reading.kind === 'content' && reading.content.connections[connectionId]) || {};
  let isLost = false;
  for (const name of dataKeyNames) {
    const sealed = stored[name];
    if (store.inMemory.get(connectionId)?.[name] !== undefined || sealed === undefined) continue;
    const opened = await openStored(store, purposeOf(connectionId, name), sealed);
    // The user signed out meanwhile, so a new key is in memory.
    if (store.inMemory.get(connectionId)?.[name] !== undefined) continue;
    if (opened.ok) {
      setInMemory(store, connectionId, name, opened.value.secret, !opened.value.reseal);
    } else if (opened.error.kind === 'unavailable') {
      return fail({ kind: 'unavailable', technical: opened.error.technical });
    } else {
      store.deps.log.warn('a data key cannot be opened', { name, ...opened.error });
      isLost = true;
    }
  }
  if (isLost) quarantine(store, connectionId);
  const [cache, local] = dataKeyNames.map((name) => {
    const known = store.inMemory.get(connectionId)?.[name];
    return known ?? addFreshKey(store, connectionId, name);
  }) as [KeyInMemory, KeyInMemory];
  const areAllSaved = cache.isSaved && local.isSaved;
  if (!areAllSaved && (await allowedStorage(store.deps)) !== null)
    await saveKeys(store, connectionId);
  const now = { cache, local, ...store.inMemory.get(connectionId) };
  return succeed({ cache: now.cache.key, local: now.local.key, lasts: now.local.isSaved });
}

async function openStored(
  { deps, sealer }: KeyStore,
  purpose: SecretPurpose,
  sealed: SealedSecret,
) {
  if (await isOfOtherKeyring(sealed, deps)) {
    return fail({ kind: 'cannotOpen', technical: 'a different keyring sealed the key' } as const);
  }
  return sealer.open(purpose, sealed);
}

/**
 * Quarantines the file with the keys that cannot be opened, with a notice, and rewrites the other
 * connections' keys.
 */
function quarantine({ document, inMemory }: KeyStore, connectionId: string): void {
  const stored = storedIn(document);
  document.quarantine();
  const { [connectionId]: _lost, ...connections } = stored.connections;
  if (Object.keys(connections).length > 0) document.write({ connections });
  for (const key of Object.values(inMemory.get(connectionId) ?? {})) key.isSaved = false;
}

/**
 * Seals and writes the connection's keys that are not on disk. The next `open` tries failed ones
 * again.
 */
async function saveKeys(store: KeyStore, connectionId: string): Promise<void> {
  const { document, sealer, deps } = store;
  const before = store.destroyed;
  const sealed: SealedKeys = {};
  const keys = store.inMemory.get(connectionId) ?? {};
  for (const name of dataKeyNames) {
    const known = keys[name];
    if (known === undefined || known.isSaved) continue;
    const result = await sealer.seal(purposeOf(connectionId, name), known.key);
    if (result.ok) sealed[name] = result.value;
  }
  if (before !== store.destroyed) return;
  const { connections } = storedIn(document);
  const all = { ...connections[connectionId], ...sealed };
  const written = document.write({ connections: { ...connections, [connectionId]: all } });
  if (!written.ok) deps.log.warn('the data keys were not saved');
  for (const name of dataKeyNames) {
    const known = keys[name];
    if (written.ok && known && sealed[name] !== undefined) known.isSaved = true;
  }
}

/**
 * Removes keys from the disk. If none is left it deletes the file, which works even on a full disk.
 * @returns whether none of these keys is on disk
 */
function remove(
  { document }: KeyStore,
  connectionIds: readonly string[],
  names: readonly DataKeyName[],
): boolean {
  const reading = document.read();
  // Deleting an unreadable file would delete the keys of notes too.
  if (reading.kind === 'unread') return false;
  const { connections } = reading.kind === 'content' ? reading.content : NO_KEYS;
  const left = Object.entries(connections).map(([id, keys]): [string, SealedKeys] => {
    const isOther = ([name]: [string, unknown]): boolean =>
      !connectionIds.includes(id) || !names.some((each) => each === name);
    return [id, Object.fromEntries(Object.entries(keys).filter(isOther))];
  });
  const filled = left.filter(([, keys]) => Object.keys(keys).length > 0);
  if (filled.length === 0) return document.clear().ok;
  return document.write({ connections: Object.fromEntries(filled) }).ok;
}

function setInMemory(
  { inMemory }: KeyStore,
  connectionId: string,
  name: DataKeyName,
  key: string,
  isSaved: boolean,
): KeyInMemory {
  const mine: KeyInMemory = { key, isSaved };
  inMemory.set(connectionId, { ...inMemory.get(connectionId), [name]: mine });
  return mine;
}

function addFreshKey(store: KeyStore, connectionId: string, name: DataKeyName): KeyInMemory {
  if (name === 'local') store.withNewLocal.add(connectionId);
  const key = Buffer.from(store.deps.random.bytes(KEY_BYTES)).toString('base64');
  return setInMemory(store, connectionId, name, key, false);
}

const NO_KEYS: KeyDocument = { connections: {} };

function storedIn(document: TypedDocument<KeyDocument>): KeyDocument {
  return document.content() ?? NO_KEYS;
}

function purposeOf(connectionId: string, name: DataKeyName): SecretPurpose {
  return { kind: `${name}Key`, connectionId, generation: 0 };
}
