import type { Random } from '../../../src/base/random.ts';

/** Events of the user, the machine and the network, in order. Times count from Monday, midnight. */
export type WeekEvent =
  | { readonly atMs: number; readonly kind: 'machine'; readonly awake: boolean }
  | { readonly atMs: number; readonly kind: 'window'; readonly visible: boolean }
  | { readonly atMs: number; readonly kind: 'battery'; readonly onBattery: boolean }
  | { readonly atMs: number; readonly kind: 'network'; readonly online: boolean }
  /** Another organization comes on screen. */
  | { readonly atMs: number; readonly kind: 'switch'; readonly organization: number }
  /** The user approves this many bills with one click. */
  | { readonly atMs: number; readonly kind: 'approve'; readonly bills: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Approvals of a day: bulks of these sizes, the others one at a time. */
const BULKS = [30, 30, 20] as const;
const SINGLES = 120;
export const APPROVALS_PER_DAY = SINGLES + BULKS.reduce((sum, bills) => sum + bills, 0);

/** This many office days from Monday on. The computer sleeps on the weekend. */
export function planWeek(random: Random, days: number): readonly WeekEvent[] {
  const events = Array.from({ length: Math.min(days, 5) }, (_none, day) => planDay(random, day));
  return events.flat().toSorted((left, right) => left.atMs - right.atMs);
}

function planDay(random: Random, day: number): WeekEvent[] {
  const at = (hour: number, minute = 0): number =>
    day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
  const between = (fromHour: number, toHour: number): number =>
    at(fromHour) + random.next() * (toHour - fromHour) * HOUR_MS;
  const inOffice = (): number => (random.next() < 0.5 ? between(8.75, 12) : between(13, 17));

  const events: WeekEvent[] = [
    { atMs: at(8, 30), kind: 'machine', awake: true },
    { atMs: at(8, 30), kind: 'window', visible: true },
    // The lid is closed for lunch.
    { atMs: at(12, 5), kind: 'machine', awake: false },
    { atMs: at(12, 55), kind: 'machine', awake: true },
    { atMs: at(17, 30), kind: 'machine', awake: false },
  ];
  // Other work in front of the window, about a quarter of an hour in each hour.
  for (const hour of [9, 10, 11, 13, 14, 15, 16]) {
    const fromMs = at(hour) + (20 + random.next() * 20) * MINUTE_MS;
    events.push(
      { atMs: fromMs, kind: 'window', visible: false },
      { atMs: fromMs + 15 * MINUTE_MS, kind: 'window', visible: true },
    );
  }
  for (const hour of [10, 12, 14, 16]) {
    const organization = Math.floor(random.next() * 3);
    events.push({ atMs: at(hour, Math.floor(random.next() * 20)), kind: 'switch', organization });
  }
  if (day % 2 === 1) {
    events.push(
      { atMs: at(14), kind: 'battery', onBattery: true },
      { atMs: at(16, 30), kind: 'battery', onBattery: false },
    );
  }
  if (day === 2) {
    events.push(
      { atMs: at(10, 30), kind: 'network', online: false },
      { atMs: at(10, 55), kind: 'network', online: true },
    );
  }
  for (const bills of BULKS) events.push({ atMs: inOffice(), kind: 'approve', bills });
  for (let click = 0; click < SINGLES; click++) {
    events.push({ atMs: inOffice(), kind: 'approve', bills: 1 });
  }
  return events;
}
