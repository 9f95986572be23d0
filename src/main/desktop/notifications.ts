import type { Notice, NoticeAbout } from '../../bridge/app.ts';

/** As much of Electron's `Notification` as is used. */
export interface SystemNotification {
  on(event: 'click' | 'close', listener: () => void): unknown;
  show(): void;
  close(): void;
}

export interface NotificationsDeps {
  readonly isSupported: () => boolean;
  readonly create: (text: { readonly title: string; readonly body: string }) => SystemNotification;
  readonly onClick: (about: NoticeAbout) => void;
}

/** Shows notifications, of each kind the newest alone: a second takes the place of the first. */
export function createNotifications({ isSupported, create, onClick }: NotificationsDeps) {
  // Held here: one that nobody refers to is collected, and its click is never heard.
  const shown = new Map<NoticeAbout, SystemNotification>();

  return ({ about, title, body }: Notice): void => {
    if (!isSupported()) return;
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
