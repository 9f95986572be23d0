/** What the stand-in tells the process that started it. */
export type Announcement = WindowAnnouncement | NotificationAnnouncement;

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

/** Tells the process that started this one, when it listens. */
export function announce(announcement: Announcement): void {
  process.send?.(announcement);
}
