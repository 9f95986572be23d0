import type { AppInfo } from '../../bridge/app.ts';
import type { Bridge } from '../../bridge/client.ts';
import { createObservable, type ObservableValue } from '../../base/observable.ts';

type Notice = AppInfo['notices'][number];

/**
 * Main's current notices without the dismissed ones. A notice that main removes and repeats appears again.
 * @param first main's notices at the start
 */
export function createShownNotices(
  bridge: Pick<Bridge, 'on'>,
  first: readonly Notice[],
): ObservableValue<readonly Notice[]> {
  const shown = createObservable(first);
  let known = first;
  bridge.on('notices.changed', (now) => {
    const isNew = (notice: Notice): boolean => !has(known, notice);
    shown.set(now.filter((notice) => isNew(notice) || has(shown.get(), notice)));
    known = now;
  });
  return shown;
}

function has(notices: readonly Notice[], { kind, about }: Notice): boolean {
  return notices.some((notice) => notice.kind === kind && notice.about === about);
}
