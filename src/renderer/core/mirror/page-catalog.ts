import type { Head, PageKind } from './cache-database.ts';

/** The page of each item of an organization: the heads in memory. */
export interface Catalog {
  readonly heads: ReadonlyMap<number, Head>;
  /** The page that has the item; null for none. */
  find(kind: PageKind, id: string): Head | null;
  /** Applies a committed transaction's change. */
  apply(change: HeadChange): void;
}

/** Heads added or replaced, and pages deleted. */
export interface HeadChange {
  readonly puts: readonly Head[];
  readonly deletes: readonly number[];
}

export function createCatalog(): Catalog {
  const heads = new Map<number, Head>();
  const places: Record<PageKind, Map<string, number>> = { bills: new Map(), invoices: new Map() };
  const forgetPlaces = ({ seq, kind }: Head): void => {
    for (const id of heads.get(seq)?.ids ?? []) {
      if (places[kind].get(id) === seq) places[kind].delete(id);
    }
  };
  const known = new Map<string, string>();
  const put = (read: Head): void => {
    // Share equal strings: each status read from disk is a string of its own.
    const statuses = read.statuses.map((status) => {
      const same = known.get(status);
      if (same === undefined) known.set(status, status);
      return same ?? status;
    });
    const head = { ...read, statuses };
    forgetPlaces(head);
    heads.set(head.seq, head);
    for (const id of head.ids) places[head.kind].set(id, head.seq);
  };
  return {
    heads,
    find: (kind, id) => heads.get(places[kind].get(id) ?? -1) ?? null,
    apply: ({ puts, deletes }) => {
      for (const seq of deletes) {
        const head = heads.get(seq);
        if (head) forgetPlaces(head);
        heads.delete(seq);
      }
      for (const head of puts) put(head);
    },
  };
}

/** A change of the heads that is being prepared. The catalog itself changes once this is on disk. */
export interface Draft {
  /** Adds a page that was read. Its items leave all other pages. */
  add(page: Head): void;
  /** Drops items of the kind for which `isGone` returns true. Returns their ids. */
  drop(kind: PageKind, isGone: (head: Head, status: string) => boolean): readonly string[];
  /** Drops the malformed items of these pages. */
  dropMalformed(isGone: (head: Head) => boolean): void;
  change(): HeadChange;
}

export function createDraft(catalog: Catalog): Draft {
  const changed = new Map<number, Head>();
  const present = (): Head[] => [
    ...[...catalog.heads.values()].map((head) => changed.get(head.seq) ?? head),
    ...[...changed.values()].filter(({ seq }) => !catalog.heads.has(seq)),
  ];
  const put = (head: Head): void => void changed.set(head.seq, head);
  /** Current page of each added item. */
  const added: Record<PageKind, Map<string, number>> = { bills: new Map(), invoices: new Map() };
  return {
    add: (page) => {
      const ids = new Set(page.ids);
      const before = new Set(
        page.ids.flatMap(
          (id) => added[page.kind].get(id) ?? catalog.find(page.kind, id)?.seq ?? [],
        ),
      );
      for (const id of page.ids) added[page.kind].set(id, page.seq);
      for (const seq of before) {
        const head = changed.get(seq) ?? catalog.heads.get(seq);
        if (head) put(keepItems(head, (id) => !ids.has(id)));
      }
      const named = new Set(page.malformed.filter((id) => id !== null));
      for (const head of present()) {
        if (head.kind !== page.kind || head.malformed.length === 0) continue;
        const isHere = (id: string | null): boolean =>
          id !== null && (ids.has(id) || named.has(id));
        if (!head.malformed.some(isHere)) continue;
        put({ ...head, malformed: head.malformed.filter((id) => !isHere(id)) });
      }
      put(page);
    },
    drop: (kind, isGone) => {
      const gone: string[] = [];
      for (const head of present()) {
        if (head.kind !== kind) continue;
        const isLeaving = (_id: string, at: number): boolean =>
          isGone(head, head.statuses[at] ?? '');
        const leaving = head.ids.filter(isLeaving);
        if (leaving.length === 0) continue;
        gone.push(...leaving);
        put(keepItems(head, (id, at) => !isLeaving(id, at)));
      }
      return gone;
    },
    dropMalformed: (isGone) => {
      for (const head of present()) {
        if (head.malformed.length > 0 && isGone(head)) put({ ...head, malformed: [] });
      }
    },
    change: () => {
      const all = [...changed.values()];
      const isEmpty = ({ ids, malformed }: Head): boolean => ids.length + malformed.length === 0;
      return {
        puts: all.filter((head) => !isEmpty(head)),
        deletes: all.filter(isEmpty).map(({ seq }) => seq),
      };
    },
  };
}

function keepItems(head: Head, isKept: (id: string, at: number) => boolean): Head {
  return {
    ...head,
    ids: head.ids.filter(isKept),
    statuses: head.statuses.filter((_status, at) => isKept(head.ids[at] ?? '', at)),
  };
}

/** Items on a page of the service's lists. */
const PAGE_ITEMS = 50;
/** Pages are merged when there are this many more than twice the fewest possible. */
const SPARE_PAGES = 32;

/**
 * Pages with few items, to be merged into one: each page read out of turn takes items from other pages. Empty
 * while there are not many more pages than needed. All have one generation, so that a sweep still knows which
 * items its crawl has listed.
 */
export function scatteredPages({ heads }: Catalog): readonly Head[] {
  let items = 0;
  for (const { ids } of heads.values()) items += ids.length;
  if (heads.size <= 2 * Math.ceil(items / PAGE_ITEMS) + SPARE_PAGES) return [];
  const sparse = [...heads.values()].filter(
    ({ ids, malformed }) => ids.length * 2 <= PAGE_ITEMS && malformed.length === 0,
  );
  const alike = Map.groupBy(sparse, ({ kind, generation }) => `${kind} ${generation}`);
  const [most = []] = [...alike.values()].toSorted((left, right) => right.length - left.length);
  const merged: Head[] = [];
  let count = 0;
  for (const head of most.toSorted((left, right) => left.ids.length - right.ids.length)) {
    count += head.ids.length;
    if (count > PAGE_ITEMS) break;
    merged.push(head);
  }
  return merged.length > 1 ? merged : [];
}
