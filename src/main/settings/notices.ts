import { createObservable, type Observable } from '../../base/observable.ts';
import type { AppInfo } from '../../bridge/app.ts';

/** Something the user should be notified of: a file was quarantined, the journal cannot be written. */
export type Notice = AppInfo['notices'][number];

/** Takes what the user should be notified of. One notice of a kind for a file. */
export interface Notices {
  add(notice: Notice): void;
  list(): readonly Notice[];
}

/** The notices, for those who show them. */
export interface NoticeBoard extends Notices {
  /** What the notices of this kind say is so no more. */
  remove(kind: Notice['kind']): void;
  readonly all: Observable<Notice[]>;
}

export function createNotices(): NoticeBoard {
  const all = createObservable<Notice[]>([]);
  return {
    add: (notice) => {
      const isSame = (known: Notice): boolean =>
        known.kind === notice.kind && known.file === notice.file;
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
