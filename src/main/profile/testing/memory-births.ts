import { succeed } from '../../../base/result.ts';
import type { Births } from '../../ports.ts';

/** Births in memory that can be copied like a folder. */
export interface MemoryBirths extends Births {
  /** Copies the folder: same names, but new files. */
  copy(): MemoryBirths;
  /** A snapshot below the file system: the same files. */
  snapshot(): MemoryBirths;
  /** Copies these over the present files; a file with the same name keeps its identity. */
  putOver(copied: MemoryBirths): void;
  readonly births: ReadonlyMap<string, string>;
}

let born = 0;

export function createMemoryBirths(from: Iterable<[string, string]> = []): MemoryBirths {
  const births = new Map(from);
  const make = (name: string): string => {
    born += 1;
    births.set(name, `${born}`);
    return `${born}`;
  };
  return {
    make: async (name) => succeed(make(name)),
    find: async (name) => succeed(births.get(name) ?? null),
    keepOnly: async (kept) => {
      for (const name of births.keys()) if (name !== kept) births.delete(name);
    },
    copy: () => {
      const copied = createMemoryBirths();
      copied.putOver(createMemoryBirths(births));
      return copied;
    },
    snapshot: () => createMemoryBirths(births),
    putOver: (copied) => {
      for (const name of copied.births.keys()) if (!births.has(name)) make(name);
    },
    births,
  };
}
