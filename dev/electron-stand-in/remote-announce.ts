/** Messages from the stand-in to the process that started it. */
export type Announcement = WindowAnnouncement | NotificationAnnouncement | DesktopAnnouncement;

export interface WindowAnnouncement {
  readonly standIn: 'window';
  /** Address at which a test connects to the page (Chrome DevTools Protocol). */
  readonly endpoint: string;
}

/** A notification appeared on the desktop. */
export interface NotificationAnnouncement {
  readonly standIn: 'notification';
  readonly title: string;
  readonly body: string;
}

/** The app's badge, tray icon or visibility changed. */
export type DesktopAnnouncement =
  | { readonly standIn: 'badge'; readonly count: number }
  /** Labels of the tray menu; null without an icon. */
  | { readonly standIn: 'tray'; readonly entries: readonly string[] | null }
  | { readonly standIn: 'visible'; readonly isVisible: boolean };

/** Notifies the process that started this one, if it listens. */
export function announce(announcement: Announcement): void {
  process.send?.(announcement);
}
