import { compareValues } from '../base/compare-values.ts';
import { partitionPoint } from '../base/partition-point.ts';

/** Fields that give an item a fixed place in a list, oldest first. */
export interface Keyed {
  readonly id: string;
  readonly created_at: string;
}

/** Items ordered by `created_at`, then `id`, readable from any key. */
export interface Keyset<Item extends Keyed> {
  readonly all: readonly Item[];
  /**
   * Up to `limit` items after the one with `key` (null: from the start). A negative `shift` repeats earlier
   * items, a positive one skips some.
   */
  page(key: string | null, limit: number, shift?: number): KeysetPage<Item>;
  insert(item: Item): void;
  remove(item: Item): void;
}

interface KeysetPage<Item> {
  readonly items: readonly Item[];
  /** Key of the last item if more follow, else null. */
  readonly nextKey: string | null;
}

export function keyOf(item: Keyed): string {
  return `${item.created_at} ${item.id}`;
}

export function createKeyset<Item extends Keyed>(items: readonly Item[]): Keyset<Item> {
  const entries = items.map((item) => ({ key: keyOf(item), item }));
  entries.sort((a, b) => compareValues(a.key, b.key));
  const keys = entries.map(({ key }) => key);
  const sorted = entries.map(({ item }) => item);

  /** Index of the first key greater than `key`, or equal to it if `inclusive`. */
  const indexFrom = (key: string, inclusive: boolean): number =>
    partitionPoint(keys.length, (at) => {
      const candidate = keys[at] ?? '';
      return candidate < key || (!inclusive && candidate === key);
    });

  return {
    all: sorted,
    page: (key, limit, shift = 0) => {
      const start = Math.max(0, (key === null ? 0 : indexFrom(key, false)) + shift);
      const end = start + limit;
      return {
        items: sorted.slice(start, end),
        nextKey: end < sorted.length ? (keys[end - 1] ?? null) : null,
      };
    },
    insert: (item) => {
      const key = keyOf(item);
      const at = indexFrom(key, true);
      keys.splice(at, 0, key);
      sorted.splice(at, 0, item);
    },
    remove: (item) => {
      const key = keyOf(item);
      const at = indexFrom(key, true);
      if (keys[at] !== key) return;
      keys.splice(at, 1);
      sorted.splice(at, 1);
    },
  };
}
