/** Offset of the clock of app, page and sandbox from the computer's, in milliseconds. */
export const CLOCK_OFFSET_VARIABLE = 'STAND_IN_CLOCK_OFFSET_MS';

/**
 * Moves `Date` by `offsetMs` milliseconds; time passes normally from there. Bills are due "today", and
 * pictures must always show the same day. The source text of this function also runs in pages.
 */
export function moveClock(offsetMs: number): void {
  const Present = Date;
  const presentNow = Present.now.bind(Present);
  Present.now = () => presentNow() + offsetMs;
  globalThis.Date = new Proxy(Present, {
    // `Date()` without `new` returns a string.
    apply: () => new Present(Present.now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [Present.now()] : given, newTarget) as Date,
  });
}

/** Requested offset in milliseconds, or null. */
export function askedClockOffsetMs(env: NodeJS.ProcessEnv): number | null {
  const given = env[CLOCK_OFFSET_VARIABLE];
  return given === undefined || given === '' ? null : Number(given);
}
