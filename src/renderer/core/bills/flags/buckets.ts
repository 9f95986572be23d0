import type { FlagEntry } from './flag-entry.ts';

/** Entries by a key many of them may share. */
export interface Buckets {
  add(key: number, entry: FlagEntry): void;
  remove(key: number, entry: FlagEntry): void;
  /** Puts what has this key into `found`, at most `MOST_IN_REACH` of them. */
  addTo(found: Set<FlagEntry>, key: number): void;
  clear(): void;
}

/** A thousand bills of one day and one total are all each other's copies: a few of them say so. */
const MOST_IN_REACH = 200;

/** Most keys have one entry: those cost no list of their own. */
export function createBuckets(): Buckets {
  const buckets = new Map<number, FlagEntry | FlagEntry[]>();
  return {
    add: (key, entry) => {
      const known = buckets.get(key);
      if (Array.isArray(known)) known.push(entry);
      else buckets.set(key, known === undefined ? entry : [known, entry]);
    },
    remove: (key, entry) => {
      const known = buckets.get(key);
      const at = Array.isArray(known) ? known.indexOf(entry) : -1;
      if (Array.isArray(known) && at >= 0) known.splice(at, 1);
      if (known === entry || (Array.isArray(known) && known.length === 0)) buckets.delete(key);
    },
    addTo: (found, key) => {
      const known = buckets.get(key) ?? [];
      for (const entry of Array.isArray(known) ? known.slice(0, MOST_IN_REACH) : [known])
        found.add(entry);
    },
    clear: () => buckets.clear(),
  };
}
