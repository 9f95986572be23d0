import type { AppInfo } from '../../bridge/app.ts';

/** Something the user should be told once: a file was set aside, the journal was repaired. */
type Notice = AppInfo['notices'][number];

/** Collects what `app.info` tells the renderer. One notice a file. */
export interface Notices {
  add(notice: Notice): void;
  list(): readonly Notice[];
}

export function createNotices(): Notices {
  const notices: Notice[] = [];
  return {
    add: (notice) => {
      if (!notices.some((known) => known.kind === notice.kind && known.file === notice.file)) {
        notices.push(notice);
      }
    },
    list: () => [...notices],
  };
}
