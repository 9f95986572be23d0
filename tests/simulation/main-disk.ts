import { fail } from '../../src/base/result.ts';
import type {
  AppendFile,
  FileIdentities,
  DocumentStore,
  Files,
  Secrets,
} from '../../src/main/ports.ts';
import {
  createMemoryFileIdentities,
  type MemoryFileIdentities,
} from '../../src/main/profile/testing/memory-file-identities.ts';
import { createMemoryFiles, type MemoryFiles } from '../../src/main/files/testing/memory-files.ts';
import {
  createMemorySecrets,
  type MemorySecrets,
} from '../../src/main/auth/testing/memory-secrets.ts';
import {
  createMemoryDocument,
  type MemoryDocument,
} from '../../src/main/settings/testing/memory-document.ts';
import { never, type Life } from './life.ts';

/** Data that outlives main: files, documents, the keyring. */
export interface MainDisk {
  files: MemoryFiles;
  readonly documents: Readonly<Record<DocumentName, MemoryDocument>>;
  readonly secrets: MemorySecrets;
  identities: MemoryFileIdentities;
  /** Id of the computer that has the disk. */
  machine: string;
}

export const documentNames = [
  'settings',
  'connection',
  'tokens',
  'keys',
  'quota',
  'marks',
  'journal-key',
] as const;
type DocumentName = (typeof documentNames)[number];

export function createMainDisk(): MainDisk {
  return {
    files: createMemoryFiles(),
    documents: {
      settings: createMemoryDocument('settings'),
      connection: createMemoryDocument('connection'),
      tokens: createMemoryDocument('tokens'),
      keys: createMemoryDocument('keys'),
      quota: createMemoryDocument('quota'),
      marks: createMemoryDocument('marks'),
      'journal-key': createMemoryDocument('journal-key'),
    },
    secrets: createMemorySecrets(),
    identities: createMemoryFileIdentities(),
    machine: 'first machine',
  };
}

/** Fills the documents' disk, makes it read-only as a system may, or repairs it. */
export function setDocuments(disk: MainDisk, state: { full: boolean; readOnly: boolean }): void {
  for (const name of documentNames) Object.assign(disk.documents[name], state);
}

/** Whether a write now would reach the disk. */
export function documentsTakeAll({ documents }: MainDisk): boolean {
  return !documents.tokens.full && !documents.tokens.readOnly;
}

/** A document for one process. A dead process writes nothing. */
export function mortalDocument(document: DocumentStore, life: Life): DocumentStore {
  const dead = fail({ kind: 'unwritable', technical: 'the process is dead' } as const);
  return {
    read: () => (life.step() ? document.read() : dead),
    write: (value) => (life.step() ? document.write(value) : dead),
    quarantine: () => (life.step() ? document.quarantine() : dead),
    remove: () => (life.step() ? document.remove() : dead),
  };
}

/** Files for one process. Each call counts a step before and after it. */
export function mortalFiles(files: Files, life: Life): Files {
  const call = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (!life.step()) return never();
    const value = await work();
    return life.step() ? value : never();
  };
  const mortalFile = (file: AppendFile): AppendFile => ({
    append: (bytes) => call(() => file.append(bytes)),
    sync: () => call(() => file.sync()),
    truncate: (length) => call(() => file.truncate(length)),
    close: () => call(() => file.close()),
  });
  return {
    read: (path) => call(() => files.read(path)),
    openAppend: (path, mode) =>
      call(async () => {
        const opened = await files.openAppend(path, mode);
        return opened.ok ? { ok: true, value: mortalFile(opened.value) } : opened;
      }),
    writeAtomic: (path, bytes, mode) => call(() => files.writeAtomic(path, bytes, mode)),
    remove: (path) => call(() => files.remove(path)),
    list: (folder) => call(() => files.list(folder)),
  };
}

/** Creation times of files, for one process. */
export function mortalIdentities(identities: FileIdentities, life: Life): FileIdentities {
  return {
    make: (name) => life.whileAlive(identities.make(name)),
    find: (name) => life.whileAlive(identities.find(name)),
    keepOnly: (name) => life.whileAlive(identities.keepOnly(name)),
  };
}

/** The keyring for one process. */
export function mortalSecrets(secrets: Secrets, life: Life): Secrets {
  return {
    describe: () => life.whileAlive(secrets.describe()),
    seal: (plain) => life.whileAlive(secrets.seal(plain)),
    open: (sealed) => life.whileAlive(secrets.open(sealed)),
    isWeak: secrets.isWeak,
  };
}
