import { succeed } from '../../../base/result.ts';
import type { FileIdentities } from '../../ports.ts';

/** Identities of files in memory that can be copied like a folder. */
export interface MemoryFileIdentities extends FileIdentities {
  /** Copies the folder: same names, but new files. */
  copy(): MemoryFileIdentities;
  /** A snapshot below the file system: the same files. */
  snapshot(): MemoryFileIdentities;
  /** Copies these over the present files; a file with the same name keeps its identity. */
  putOver(copied: MemoryFileIdentities): void;
  readonly identities: ReadonlyMap<string, string>;
}

let born = 0;

export function createMemoryFileIdentities(
  from: Iterable<[string, string]> = [],
): MemoryFileIdentities {
  const identities = new Map(from);
  const make = (name: string): string => {
    born += 1;
    identities.set(name, `${born}`);
    return `${born}`;
  };
  return {
    make: async (name) => succeed(make(name)),
    find: async (name) => succeed(identities.get(name) ?? null),
    keepOnly: async (kept) => {
      for (const name of identities.keys()) if (name !== kept) identities.delete(name);
    },
    copy: () => {
      const copied = createMemoryFileIdentities();
      copied.putOver(createMemoryFileIdentities(identities));
      return copied;
    },
    snapshot: () => createMemoryFileIdentities(identities),
    putOver: (copied) => {
      for (const name of copied.identities.keys()) if (!identities.has(name)) make(name);
    },
    identities,
  };
}
