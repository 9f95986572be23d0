import { isDeepStrictEqual } from 'node:util';
import { IDBFactory } from 'fake-indexeddb';
import type { MemoryFileIdentities } from '../../src/main/profile/testing/memory-file-identities.ts';
import { createMemoryFiles } from '../../src/main/files/testing/memory-files.ts';
import { OPEN_AGAIN_MS } from './damaged-databases.ts';
import { attemptsIn } from './journal-check.ts';
import { documentNames, setDocuments } from './main-disk.ts';
import { JOURNAL_FOLDER, OUTSIDE_PATH } from './main-process.ts';
import { allowedFor, type DeliveredPage, type KnownApproval } from './model.ts';
import type { Harness } from './harness.ts';

/**
 * Ways to restore a profile: its folder file by file, all of the user's files, or the whole machine from a
 * snapshot. The last one leaves no trace on the machine (docs/security.md).
 */
export const backupKinds = ['profile', 'home', 'machine'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** A profile as it was on disk at some time, with the user's knowledge then. */
interface Backup {
  readonly kind: BackupKind;
  readonly journal: ReadonlyMap<string, Uint8Array>;
  readonly outside: Uint8Array | null;
  readonly documents: ReadonlyMap<(typeof documentNames)[number], string | null>;
  readonly identities: MemoryFileIdentities;
  readonly databases: IDBFactory;
  readonly damage: Harness['rendererDisk']['damage'];
  /** Whether the databases had been dropped, and their approvals were not restored from the journal yet. */
  readonly isDropped: boolean;
  readonly approvals: readonly KnownApproval[];
  readonly pages: readonly DeliveredPage[];
  /** See `Model.movedAtMs`. */
  readonly movedAtMs: number;
}

/** Closes Billfold and copies its data. */
export async function backUp(harness: Harness, kind: BackupKind): Promise<Backup> {
  closeAll(harness);
  const { mainDisk, rendererDisk, model } = harness;
  const { identities } = mainDisk;
  return {
    kind,
    journal: await journalOf(harness),
    outside: await bytesOf(harness, OUTSIDE_PATH),
    documents: new Map(documentNames.map((name) => [name, mainDisk.documents[name].text()])),
    identities: kind === 'machine' ? identities.snapshot() : identities.copy(),
    databases: await copyDatabases(rendererDisk.factory),
    damage: rendererDisk.damage,
    isDropped: rendererDisk.rebuiltByMs !== null,
    approvals: [...model.approvals.values()].map((known) => structuredClone(known)),
    pages: [...model.pages],
    movedAtMs: model.movedAtMs,
  };
}

/** Closes Billfold and replaces its data with the copy. Only the service knows of later actions. */
export async function restoreBackup(harness: Harness, backup: Backup): Promise<void> {
  closeAll(harness);
  const { mainDisk, rendererDisk, model, clock } = harness;
  const before = await attemptsIn(harness);
  const isUnnoticeable =
    backup.kind === 'machine' || (backup.kind === 'home' && (await isAsOf(harness, backup)));
  const outside = backup.kind === 'profile' ? await bytesOf(harness, OUTSIDE_PATH) : backup.outside;
  mainDisk.files = createMemoryFiles();
  for (const [path, bytes] of backup.journal) mainDisk.files.plant(path, bytes);
  if (outside) mainDisk.files.plant(OUTSIDE_PATH, outside);
  setDocuments(mainDisk, { full: false, readOnly: false });
  for (const [name, text] of backup.documents) {
    if (text === null) mainDisk.documents[name].remove();
    else mainDisk.documents[name].damage(text);
  }
  if (backup.kind === 'home') mainDisk.identities.putOver(backup.identities);
  else mainDisk.identities = backup.identities;
  rendererDisk.factory = backup.databases;
  rendererDisk.damage = backup.damage;
  rendererDisk.rebuiltByMs = backup.isDropped
    ? clock.trueMs() + (rendererDisk.full ? OPEN_AGAIN_MS : 0)
    : null;
  await forgetSince(harness, backup, before);
  harness.session.note('the profile was put back, tokens of before with it');
  harness.quota.allowRefusals(1_000);
  harness.count(`put back: ${backup.kind}`);
  if (isUnnoticeable) harness.count('put back: nothing tells');
  // A snapshot also reverts an earlier restore, without a trace on the machine.
  model.movedAtMs = isUnnoticeable ? backup.movedAtMs : clock.trueMs();
}

/** Whether the disk has accepted nothing since the copy was made, so that Billfold sent nothing either. */
async function isAsOf(harness: Harness, backup: Backup): Promise<boolean> {
  const { documents } = harness.mainDisk;
  const [journal, outside] = [await journalOf(harness), await bytesOf(harness, OUTSIDE_PATH)];
  return (
    documentNames.every((name) => documents[name].text() === backup.documents.get(name)) &&
    isDeepStrictEqual([journal, outside], [backup.journal, backup.outside])
  );
}

function closeAll(harness: Harness): void {
  harness.renderer()?.life.kill();
  harness.main()?.life.kill();
}

/** The user's knowledge of Billfold becomes that of the copy. The service's actions remain. */
async function forgetSince(
  harness: Harness,
  backup: Backup,
  attemptsBefore: ReadonlyMap<string, number>,
): Promise<void> {
  const { model } = harness;
  const billIds = new Set([...model.approvals.values()].map(({ billId }) => billId));
  for (const billId of billIds) model.allowedBefore.set(billId, allowedFor(model, billId));
  const attempts = await attemptsIn(harness);
  for (const [billId, count] of attemptsBefore) {
    const lost = count - (attempts.get(billId) ?? 0);
    model.attemptsLost.set(billId, (model.attemptsLost.get(billId) ?? 0) + lost);
  }
  // Crawls continue where the copy left them. Pages read since do not count.
  model.pages.splice(0, model.pages.length, ...backup.pages);
  model.sends.clear();
  model.endedSignIns.clear();
  model.approvals.clear();
  for (const known of backup.approvals) model.approvals.set(known.id, { ...known, sentAgain: 0 });
}

/** Files of the journal as bytes, by path. */
export async function journalOf(harness: Harness): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await harness.mainDisk.files.list(JOURNAL_FOLDER);
  const paths = (names.ok ? names.value : []).map((name) => `${JOURNAL_FOLDER}/${name}`);
  const contents = await Promise.all(paths.map((path) => bytesOf(harness, path)));
  return new Map(paths.map((path, index) => [path, contents[index] ?? new Uint8Array()]));
}

async function bytesOf({ mainDisk }: Harness, path: string): Promise<Uint8Array | null> {
  const read = await mainDisk.files.read(path);
  return read.ok ? read.value : null;
}

async function copyDatabases(from: IDBFactory): Promise<IDBFactory> {
  const to = new IDBFactory();
  for (const { name = '', version } of await from.databases()) {
    const source = await done(from.open(name));
    const stores = await contentsOf(source);
    // The database was being deleted, and opening it has created an empty one. Discard that.
    if (stores.length === 0) {
      source.close();
      await done(from.deleteDatabase(name));
      continue;
    }
    const opening = to.open(name, version);
    opening.addEventListener('upgradeneeded', () => fill(opening, stores));
    (await done(opening)).close();
    source.close();
  }
  return to;
}

interface StoreCopy {
  readonly store: IDBObjectStore;
  readonly indexes: readonly IDBIndex[];
  readonly rows: readonly unknown[];
}

async function contentsOf(source: IDBDatabase): Promise<readonly StoreCopy[]> {
  const names = [...source.objectStoreNames];
  if (names.length === 0) return [];
  const transaction = source.transaction(names);
  const stores = names.map((name) => transaction.objectStore(name));
  const rows = await Promise.all(stores.map((store) => done<unknown[]>(store.getAll())));
  return stores.map((store, index) => ({
    store,
    indexes: [...store.indexNames].map((name) => store.index(name)),
    rows: rows[index] ?? [],
  }));
}

function fill({ result }: IDBOpenDBRequest, stores: readonly StoreCopy[]): void {
  for (const { store, indexes, rows } of stores) {
    const { name, keyPath, autoIncrement } = store;
    const copy = result.createObjectStore(name, { keyPath, autoIncrement });
    for (const { name: index, keyPath: path, multiEntry, unique } of indexes) {
      copy.createIndex(index, path, { multiEntry, unique });
    }
    for (const row of rows) copy.put(row);
  }
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the copy failed')));
  });
}
