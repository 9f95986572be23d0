import type { CurrencyLimit, Settings } from '../../bridge/settings.ts';

/** Shortest undo period that a user can react to, milliseconds. */
const MIN_UNDO_MS = 1_000;

/** Changes of settings that weaken a protection. The user confirms these outside the window. */
const weakens = {
  allowWeakTokenStorage: (before, after) =>
    after.allowWeakTokenStorage && !before.allowWeakTokenStorage,
  lockAfterMinutes: ({ lockAfterMinutes: before }, { lockAfterMinutes: after }) =>
    before > 0 && (after === 0 || after > before),
  recheckSkipMinutes: (before, after) => after.recheckSkipMinutes > before.recheckSkipMinutes,
  sendAgainByItself: (before, after) => after.sendAgainByItself && !before.sendAgainByItself,
  // Updates have fixes, perhaps of the very flaw through which the window was taken over.
  checkForUpdates: (before, after) => before.checkForUpdates && !after.checkForUpdates,
  limits: (before, after) => loosenedLimits(before.limits, after.limits).length > 0,
  limitsUnread: (before, after) =>
    before.limitsUnread.some((currency) => !after.limitsUnread.includes(currency)),
  undoWindowMs: ({ undoWindowMs: before }, { undoWindowMs: after }) =>
    before > after && after < MIN_UNDO_MS,
  flagsOff: (before, after) => after.flagsOff.some((flag) => !before.flagsOff.includes(flag)),
} as const satisfies Partial<
  Record<keyof Settings, (before: Settings, after: Settings) => boolean>
>;

export type WeakenedSetting = keyof typeof weakens;

/** A change that needs the user's consent. */
export interface Weakening {
  /** Settings that protect less after the change; at least one. */
  readonly weaker: readonly WeakenedSetting[];
  readonly before: Settings;
  readonly after: Settings;
}

export const protectiveSettings = Object.keys(weakens) as readonly WeakenedSetting[];

/**
 * Strictest values, for a file that can't be compared with its seal. The user's limits stay, and also the time until
 * the lock, because unlocking needs the same keyring.
 */
export function strictestOf({ limits, undoWindowMs }: Settings): Partial<Settings> {
  return {
    allowWeakTokenStorage: false,
    recheckSkipMinutes: 0,
    sendAgainByItself: false,
    checkForUpdates: true,
    limits: limits.map((limit) => ({ ...limit, batchMostCents: null })),
    limitsUnread: [null],
    undoWindowMs: Math.max(undoWindowMs, MIN_UNDO_MS),
    flagsOff: [],
    uncheckedFields: [],
    billPages: [],
  } satisfies Record<Exclude<keyof typeof weakens, 'lockAfterMinutes'>, unknown> &
    Partial<Settings>;
}

/** Settings with weaker protection after the change. */
export function weakened(before: Settings, after: Settings): readonly WeakenedSetting[] {
  return protectiveSettings.filter((name) => weakens[name](before, after));
}

/** A limit that a change loosens, cents; null: off. */
export interface LoosenedLimit {
  readonly currency: string;
  readonly name: Exclude<keyof CurrencyLimit, 'currency'>;
  readonly from: number | null;
  readonly to: number | null;
}

/** Limits that a change loosens. Currencies that had a limit before come first. */
export function loosenedLimits(
  before: Settings['limits'],
  after: Settings['limits'],
): readonly LoosenedLimit[] {
  const currencies = new Set([...before, ...after].map(({ currency }) => currency));
  return [...currencies].flatMap((currency) =>
    (['askAboveCents', 'bulkMostCents', 'batchMostCents'] as const).flatMap((name) => {
      const valueIn = (limits: Settings['limits']): number | null =>
        limits.find((limit) => limit.currency === currency)?.[name] ?? null;
      const [from, to] = [valueIn(before), valueIn(after)];
      return isLooser(name, from, to) ? [{ currency, name, from, to }] : [];
    }),
  );
}

/** Null is the strictest batch limit: it allows no batch. For the other limits, null is the loosest: no limit. */
function isLooser(name: LoosenedLimit['name'], from: number | null, to: number | null): boolean {
  if (name === 'batchMostCents') return to !== null && (from === null || to > from);
  return from !== null && (to === null || to > from);
}
