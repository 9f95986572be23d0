import * as z from '../../base/zod.ts';
import type { Random } from '../../base/random.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import { createSerial } from '../../base/serial.ts';
import { dataKeyNames } from '../../bridge/data-keys.ts';
import type { DataKeyName, DataKeys as KeySet, DataKeysAnswer } from '../../bridge/data-keys.ts';
import { createTypedDocument } from '../settings/typed-document.ts';
import type { TypedDocument } from '../settings/typed-document.ts';
import { createSealer, isOfOtherKeyring, keepingNow, sealedSecretSchema } from './sealing.ts';
import type { SealedDocumentDeps, SealedSecret, Sealer, SecretPurpose } from './sealing.ts';

/** The keys under which the window seals a connection's bills and notes. Losing one loses no approval. */
export interface DataKeys {
  /**
   * The connection's keys, made where there are none. Where no keyring may keep them they are good until
   * Billfold ends. `unavailable`: there are some, and the keyring does not open them now; `unread`: the disk does
   * not give them.
   */
  open(
    connectionId: string,
  ): Promise<Result<KeySet, Exclude<DataKeysAnswer, { readonly kind: 'keys' }>>>;
  /**
   * The next `open` makes others. @returns whether they are gone from the disk; what it did not let go is
   * never used again, and is written over by the next key
   */
  destroy(connectionId: string, names: readonly DataKeyName[]): boolean;
  /** Keeps what is in memory as the user has now chosen. */
  keepAgain(): Promise<void>;
}

type DataKeysDeps = SealedDocumentDeps & { readonly random: Random };

const sealedKeysSchema = z.partialRecord(z.enum(dataKeyNames), sealedSecretSchema);
const keyDocumentSchema = z.object({ connections: z.record(z.string(), sealedKeysSchema) });
type SealedKeys = Partial<Record<DataKeyName, SealedSecret>>;
type KeyDocument = z.infer<typeof keyDocumentSchema>;

/** Version 1: the first. */
const KEY_DOCUMENT_VERSION = 1;

/** AES-256. */
const KEY_BYTES = 32;

interface HeldKey {
  readonly key: string;
  /** On disk, sealed. */
  isKept: boolean;
}
type HeldKeys = Partial<Record<DataKeyName, HeldKey>>;

interface Ring {
  readonly deps: DataKeysDeps;
  readonly document: TypedDocument<KeyDocument>;
  readonly sealer: Sealer;
  readonly held: Map<string, HeldKeys>;
  /** Counts what was destroyed: what was sealed before is not written after it. */
  destroyed: number;
}

export function createDataKeys(deps: DataKeysDeps): DataKeys {
  const document = createTypedDocument<KeyDocument>({
    store: deps.document,
    schema: keyDocumentSchema,
    version: KEY_DOCUMENT_VERSION,
    notices: deps.notices,
    notice: 'keysQuarantined',
  });
  const ring: Ring = {
    deps,
    document,
    sealer: createSealer(deps),
    held: new Map(),
    destroyed: 0,
  };
  const inOrder = createSerial();
  return {
    open: (connectionId) => inOrder(() => open(ring, connectionId)),
    destroy: (connectionId, names) => {
      ring.destroyed += 1;
      // Held anew at once: a key the disk did not let go is not taken up again.
      for (const name of names) hold(ring, connectionId, name, freshKey(ring), false);
      const gone = remove(ring, [connectionId], names);
      if (!gone) deps.log.error('The keys of the bills were not wiped');
      return gone;
    },
    keepAgain: () =>
      inOrder(async () => {
        const isKeyring = (await keepingNow(deps)) !== null;
        for (const connectionId of ring.held.keys()) if (isKeyring) await keep(ring, connectionId);
        if (isKeyring) return;
        // The key of notes stays as it is: no reading of the service brings those back.
        remove(ring, [...ring.held.keys()], ['cache']);
        for (const keys of ring.held.values()) if (keys.cache) keys.cache.isKept = false;
      }),
  };
}

async function open(ring: Ring, connectionId: string): ReturnType<DataKeys['open']> {
  const reading = ring.document.read();
  // New ones would be written over those that cannot be read now, and notes do not come back.
  if (reading.kind === 'unread' && !ring.held.has(connectionId)) {
    return fail({ kind: 'unread', technical: 'the disk does not give the keys' });
  }
  const stored = (reading.kind === 'content' && reading.content.connections[connectionId]) || {};
  let isLost = false;
  for (const name of dataKeyNames) {
    const sealed = stored[name];
    if (ring.held.get(connectionId)?.[name] !== undefined || sealed === undefined) continue;
    const opened = await openStored(ring, purposeOf(connectionId, name), sealed);
    // Signed out meanwhile: another one is held.
    if (ring.held.get(connectionId)?.[name] !== undefined) continue;
    if (opened.ok) {
      hold(ring, connectionId, name, opened.value.secret, !opened.value.reseal);
    } else if (opened.error.kind === 'unavailable') {
      return fail({ kind: 'unavailable', technical: opened.error.technical });
    } else {
      ring.deps.log.warn('A key of the bills cannot be opened', { name, ...opened.error });
      isLost = true;
    }
  }
  if (isLost) quarantine(ring, connectionId);
  const [cache, local] = dataKeyNames.map((name) => {
    const known = ring.held.get(connectionId)?.[name];
    return known ?? hold(ring, connectionId, name, freshKey(ring), false);
  }) as [HeldKey, HeldKey];
  const isAllKept = cache.isKept && local.isKept;
  if (!isAllKept && (await keepingNow(ring.deps)) !== null) await keep(ring, connectionId);
  const now = ring.held.get(connectionId) ?? {};
  return succeed({
    cache: (now.cache ?? cache).key,
    local: (now.local ?? local).key,
    lasts: now.local?.isKept ?? false,
  });
}

async function openStored({ deps, sealer }: Ring, purpose: SecretPurpose, sealed: SealedSecret) {
  if (await isOfOtherKeyring(sealed, deps)) {
    return fail({ kind: 'cannotOpen', technical: 'another keyring' } as const);
  }
  return sealer.open(purpose, sealed);
}

/** Keeps the file with the keys that do not open under another name, and the user is told. */
function quarantine({ document, held }: Ring, connectionId: string): void {
  const stored = storedIn(document);
  document.quarantine();
  const { [connectionId]: _lost, ...connections } = stored.connections;
  if (Object.keys(connections).length > 0) document.write({ connections });
  for (const key of Object.values(held.get(connectionId) ?? {})) key.isKept = false;
}

/** Seals and writes what is held of the connection and not on disk. What fails is tried at the next opening. */
async function keep(ring: Ring, connectionId: string): Promise<void> {
  const { document, sealer, deps } = ring;
  const before = ring.destroyed;
  const sealed: SealedKeys = {};
  const keys = ring.held.get(connectionId) ?? {};
  for (const name of dataKeyNames) {
    const known = keys[name];
    if (known === undefined || known.isKept) continue;
    const result = await sealer.seal(purposeOf(connectionId, name), known.key);
    if (result.ok) sealed[name] = result.value;
  }
  if (before !== ring.destroyed) return;
  const { connections } = storedIn(document);
  const all = { ...connections[connectionId], ...sealed };
  const written = document.write({ connections: { ...connections, [connectionId]: all } });
  if (!written.ok) deps.log.warn('The keys of the bills were not kept');
  for (const name of dataKeyNames) {
    const known = keys[name];
    if (written.ok && known && sealed[name] !== undefined) known.isKept = true;
  }
}

/** Answers whether none of them is on disk. A full disk has room to delete the file when nothing else is in it. */
function remove(
  { document }: Ring,
  connectionIds: readonly string[],
  names: readonly DataKeyName[],
): boolean {
  const reading = document.read();
  // Deleting what cannot be read now would take the keys of notes along.
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

function hold(
  { held }: Ring,
  connectionId: string,
  name: DataKeyName,
  key: string,
  isKept: boolean,
): HeldKey {
  const mine: HeldKey = { key, isKept };
  held.set(connectionId, { ...held.get(connectionId), [name]: mine });
  return mine;
}

function freshKey({ deps }: Ring): string {
  return Buffer.from(deps.random.bytes(KEY_BYTES)).toString('base64');
}

const NO_KEYS: KeyDocument = { connections: {} };

function storedIn(document: TypedDocument<KeyDocument>): KeyDocument {
  return document.content() ?? NO_KEYS;
}

function purposeOf(connectionId: string, name: DataKeyName): SecretPurpose {
  return { kind: `${name}Key`, connectionId, generation: 0 };
}
