import { createObservable, type Observable } from '../../base/observable.ts';
import { noticesSchema, type AppInfo } from '../../bridge/app.ts';
import type { DocumentStore } from '../ports.ts';
import { createTypedDocument } from './typed-document.ts';

/** A notice for the user: for example a file was quarantined, or the journal cannot be written. */
export type Notice = AppInfo['notices'][number];

/** Collects notices for the user, one per kind and subject. */
export interface Notices {
  add(notice: Notice): void;
  list(): readonly Notice[];
}

/** Notices that can also be listed, removed and closed. */
export interface NoticeBoard extends Notices {
  /** Removes all notices of this kind, once they no longer apply. */
  remove(kind: Notice['kind']): void;
  /** Removes a notice of a past event, because the user has closed it. */
  close(notice: Pick<Notice, 'kind' | 'about'>): void;
  readonly all: Observable<Notice[]>;
}

/** Notices of events that only one start finds. A user who restarts at once would never learn of them otherwise. */
const events: ReadonlySet<Notice['kind']> = new Set([
  'settingsQuarantined',
  'settingsWeakened',
  'connectionQuarantined',
  'connectionEdited',
  'keysQuarantined',
  'keysLost',
  'notesLost',
  'journalRepaired',
  'journalGone',
  'journalCut',
  'journalKeyLost',
  'profileRestored',
  'profileStale',
]);
const isEvent = ({ kind }: Pick<Notice, 'kind'>): boolean => events.has(kind);

const NOTICES_VERSION = 1;

/** @param store keeps notices of events until the user closes them; without it they end with this run */
export function createNotices(store?: DocumentStore): NoticeBoard {
  const document =
    store &&
    createTypedDocument<Notice[]>({
      store,
      schema: noticesSchema,
      version: NOTICES_VERSION,
      onQuarantine: () => undefined,
    });
  const all = createObservable<Notice[]>(document?.content()?.filter(isEvent) ?? []);
  let closed: readonly Pick<Notice, 'kind' | 'about'>[] = [];
  const show = (notices: Notice[]): void => {
    all.set(notices);
    const lasting = notices.filter(isEvent);
    // Deleting works on a full disk too.
    if (lasting.length === 0) document?.clear();
    else document?.write(lasting);
  };
  return {
    add: (notice) => {
      if (![...all.get(), ...closed].some((known) => isSame(known, notice)))
        show([...all.get(), notice]);
    },
    remove: (kind) => {
      const left = all.get().filter((notice) => notice.kind !== kind);
      if (left.length < all.get().length) show(left);
    },
    close: (notice) => {
      const left = all.get().filter((known) => !isSame(known, notice));
      // A page could otherwise close notices before they are added.
      if (!isEvent(notice) || left.length === all.get().length) return;
      closed = [...closed, notice];
      show(left);
    },
    list: all.get,
    all,
  };
}

function isSame(one: Pick<Notice, 'kind' | 'about'>, other: typeof one): boolean {
  return one.kind === other.kind && one.about === other.about;
}
