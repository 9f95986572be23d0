/** Things by a key many of them may share. */
export interface Buckets<Item> {
  add(key: string, item: Item): void;
  remove(key: string, item: Item): void;
  /** Puts what has this key into `found`, at most `MOST_IN_REACH` of them. */
  addTo(found: Set<Item>, key: string): void;
  clear(): void;
}

/** A thousand bills of one day and one total are all each other's copies: a few of them say so. */
const MOST_IN_REACH = 200;

/** Most keys have one item: those cost no list of their own. */
export function createBuckets<Item extends object>(): Buckets<Item> {
  const single = new Map<string, Item>();
  const several = new Map<string, Item[]>();
  return {
    add: (key, item) => {
      const list = several.get(key);
      const only = single.get(key);
      if (list) list.push(item);
      else if (only === undefined) single.set(key, item);
      else {
        single.delete(key);
        several.set(key, [only, item]);
      }
    },
    remove: (key, item) => {
      if (single.get(key) === item) single.delete(key);
      const list = several.get(key);
      const at = list?.indexOf(item) ?? -1;
      if (list && at >= 0) list.splice(at, 1);
      if (list?.length === 0) several.delete(key);
    },
    addTo: (found, key) => {
      const only = single.get(key);
      if (only) found.add(only);
      for (const item of several.get(key)?.slice(0, MOST_IN_REACH) ?? []) found.add(item);
    },
    clear: () => {
      single.clear();
      several.clear();
    },
  };
}
