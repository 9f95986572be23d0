/** What the stand-in tells the process that started it. */
export type Announcement = WindowAnnouncement | NotificationAnnouncement | DesktopAnnouncement;

export interface WindowAnnouncement {
  readonly standIn: 'window';
  /** Where a test connects to the page (Chrome DevTools Protocol). */
  readonly endpoint: string;
}

/** A notification came up on the desktop. */
export interface NotificationAnnouncement {
  readonly standIn: 'notification';
  readonly title: string;
  readonly body: string;
}

/** What stands for the app beside its window, from now on. */
export type DesktopAnnouncement =
  | { readonly standIn: 'badge'; readonly count: number }
  /** Labels of the menu; null for no icon. */
  | { readonly standIn: 'tray'; readonly entries: readonly string[] | null }
  | { readonly standIn: 'visible'; readonly isVisible: boolean };

/** Tells the process that started this one, when it listens. */
export function announce(announcement: Announcement): void {
  process.send?.(announcement);
}
