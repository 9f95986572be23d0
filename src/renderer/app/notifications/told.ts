/** What one look at the facts comes to. */
export interface NoticeResult<Memory> {
  readonly memory: Memory;
  /** How many the user is to be told of now; 0 for nothing to tell. */
  readonly count: number;
  /** When to look again although nothing happens, epoch milliseconds. */
  readonly wakeAtMs: number | null;
}
