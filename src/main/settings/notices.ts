import { createObservable, type Observable } from '../../base/observable.ts';
import type { AppInfo } from '../../bridge/app.ts';

/** A notice for the user: for example a file was quarantined, or the journal cannot be written. */
export type Notice = AppInfo['notices'][number];

/** Collects notices for the user, one per kind and subject. */
export interface Notices {
  add(notice: Notice): void;
  list(): readonly Notice[];
}

/** Notices that can also be listed and removed. */
export interface NoticeBoard extends Notices {
  /** Removes all notices of this kind, once they no longer apply. */
  remove(kind: Notice['kind']): void;
  readonly all: Observable<Notice[]>;
}

export function createNotices(): NoticeBoard {
  const all = createObservable<Notice[]>([]);
  return {
    add: (notice) => {
      const isSame = (known: Notice): boolean =>
        known.kind === notice.kind && known.about === notice.about;
      if (!all.get().some(isSame)) all.set([...all.get(), notice]);
    },
    remove: (kind) => {
      const left = all.get().filter((notice) => notice.kind !== kind);
      if (left.length < all.get().length) all.set(left);
    },
    list: all.get,
    all,
  };
}
