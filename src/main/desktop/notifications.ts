import type { Clock } from '../../base/clock.ts';
import type { Notice, NoticeAbout } from '../../bridge/app.ts';

/** The part of Electron's `Notification` that is used. */
interface SystemNotification {
  on(event: 'click' | 'close', listener: () => void): unknown;
  show(): void;
  close(): void;
}

interface NotificationsDeps {
  readonly isSupported: () => boolean;
  readonly create: (text: { readonly title: string; readonly body: string }) => SystemNotification;
  readonly onClick: (about: NoticeAbout) => void;
  readonly clock: Pick<Clock, 'elapsedMs'>;
}

/** Maximum notifications per minute, so that a taken-over page cannot flood the screen. */
const MAX_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Shows notifications, only the newest of each kind: a new one replaces the one before. */
export function createNotifications({ isSupported, create, onClick, clock }: NotificationsDeps) {
  // References are kept here: an unreferenced notification is garbage collected, and its click is lost.
  const shown = new Map<NoticeAbout, SystemNotification>();
  let recentMs: readonly number[] = [];

  return ({ about, title, body }: Notice): void => {
    const nowMs = clock.elapsedMs();
    recentMs = recentMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
    if (!isSupported() || recentMs.length === MAX_A_MINUTE) return;
    recentMs = [...recentMs, nowMs];
    const before = shown.get(about);
    const notification = create({ title, body });
    shown.set(about, notification);
    before?.close();
    const forget = (): void => {
      if (shown.get(about) === notification) shown.delete(about);
    };
    notification.on('close', forget);
    notification.on('click', () => {
      forget();
      onClick(about);
    });
    notification.show();
  };
}
