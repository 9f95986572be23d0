/** Milliseconds that the clock of the app, its page and the sandbox is ahead of the computer's. */
export const CLOCK_OFFSET_VARIABLE = 'STAND_IN_CLOCK_OFFSET_MS';

/**
 * Moves `Date` by so many milliseconds; it runs on from there. Pictures need it: bills are due "today",
 * and a picture must show the same day for ever. The source text of this function also runs in pages.
 */
export function moveClock(offsetMs: number): void {
  const Present = Date;
  const presentNow = Present.now.bind(Present);
  Present.now = () => presentNow() + offsetMs;
  globalThis.Date = new Proxy(Present, {
    // `Date()` without `new` gives a text.
    apply: () => new Present(Present.now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [Present.now()] : given, newTarget) as Date,
  });
}

/** The offset that whoever started this process asks for, or null. */
export function askedClockOffsetMs(env: NodeJS.ProcessEnv): number | null {
  const given = env[CLOCK_OFFSET_VARIABLE];
  return given === undefined || given === '' ? null : Number(given);
}
