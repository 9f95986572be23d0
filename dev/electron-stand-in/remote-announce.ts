/** What the stand-in tells the process that started it. */
export interface Announcement {
  readonly standIn: 'window';
  /** Where a test connects to the page (Chrome DevTools Protocol). */
  readonly endpoint: string;
}

/** Tells the process that started this one, when it listens. */
export function announce(announcement: Announcement): void {
  process.send?.(announcement);
}
