import { compareValues } from '../../../base/compare-values.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Ids } from '../../../base/random.ts';
import { tryTwice, type IndexedDbPort } from '../indexed-db.ts';
import { createSerial } from '../../../base/serial.ts';
import { createLocalDatabase, type LocalDatabase } from './local-database.ts';
import type { ListChoice } from '../model/list-choice.ts';
import { listChoiceOf, savedViewSchema, type SavedView } from './saved-view.ts';

/** The user's named lists of one connection, on this computer only. */
export interface SavedViews {
  /** Sorted by name; empty until they have been read. */
  readonly all: Observable<readonly SavedView[]>;
  /** Saves the choice under the name, replacing a view with that name. */
  save(name: string, choice: ListChoice): Promise<ViewResult>;
  /** `nameTaken`: another view has this name. */
  rename(id: string, name: string): Promise<ViewResult | 'nameTaken'>;
  remove(id: string): Promise<ViewResult>;
}

/** `notSaved`: this computer could not store it (disk full), and nothing has changed. */
export type ViewResult = 'saved' | 'notSaved';

/** The views with the operations of their owner. */
export interface LiveSavedViews extends SavedViews {
  /** Connection whose views are on screen; null for none. */
  switchConnection(connectionId: string | null): void;
  close(): void;
}

export interface SavedViewsDeps {
  readonly idb: IndexedDbPort;
  readonly ids: Ids;
  onFault(problem: unknown): void;
}

interface OpenViews {
  readonly connectionId: string;
  readonly database: LocalDatabase;
}

/** Rows this version cannot read stay on disk for the version that wrote them. */
export function createSavedViews({ idb, ids, onFault }: SavedViewsDeps): LiveSavedViews {
  const all = createObservable<readonly SavedView[]>([]);
  const inOrder = createSerial();
  let open: OpenViews | null = null;

  const read = async (mine: OpenViews): Promise<void> => {
    try {
      const stored = await tryTwice(async () => {
        if (!mine.database.isOpen()) await mine.database.open();
        return mine.database.views.toArray();
      });
      const views = stored.flatMap((row) => savedViewSchema.safeParse(row).data ?? []);
      if (mine === open) all.set(views.toSorted(byName));
    } catch (problem) {
      // If the database was closed while it was read, the fault no longer matters.
      if (mine === open) onFault(problem);
    }
  };

  /** Makes a change, then shows the views on disk, so that a change that was not stored does not appear. */
  const change = (
    work: (views: LocalDatabase['views']) => PromiseLike<unknown>,
  ): Promise<ViewResult> =>
    inOrder(async () => {
      const mine = open;
      if (mine === null) return 'notSaved';
      try {
        await work(mine.database.views);
      } catch (problem) {
        onFault(problem);
        return 'notSaved';
      }
      await read(mine);
      return 'saved';
    });

  const leave = (): void => {
    const left = open;
    open = null;
    all.set([]);
    if (left !== null) void inOrder(async () => left.database.close());
  };

  return {
    all,
    save: (name, choice) => {
      const id = named(all.get(), name)?.id ?? ids.next();
      return change((views) => views.put({ id, name: name.trim(), ...listChoiceOf(choice) }));
    },
    rename: async (id, name) => {
      const view = all.get().find((each) => each.id === id);
      if (view === undefined) return 'notSaved';
      const other = named(all.get(), name);
      if (other !== null && other.id !== id) return 'nameTaken';
      return change((views) => views.put({ ...view, name: name.trim() }));
    },
    remove: (id) => change((views) => views.delete(id)),
    switchConnection: (connectionId) => {
      if (connectionId === (open?.connectionId ?? null)) return;
      leave();
      if (connectionId === null) return;
      const mine = { connectionId, database: createLocalDatabase(connectionId, idb) };
      open = mine;
      void inOrder(() => read(mine));
    },
    close: leave,
  };
}

/** The view with this name in any case: two names that differ only in case would look the same. */
export function named(views: readonly SavedView[], name: string): SavedView | null {
  const wanted = name.trim().toLowerCase();
  return views.find((view) => view.name.toLowerCase() === wanted) ?? null;
}

function byName(left: SavedView, right: SavedView): number {
  return left.name.localeCompare(right.name) || compareValues(left.id, right.id);
}
