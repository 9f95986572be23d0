import type { CurrencyLimit, Settings } from '../../bridge/settings.ts';

/** Shortest undo period that a user can react to, milliseconds. */
const LEAST_UNDO_MS = 1_000;

/** Changes of settings that weaken a protection. The user confirms these outside the window. */
const weakens = {
  allowWeakTokenStorage: (before, after) =>
    after.allowWeakTokenStorage && !before.allowWeakTokenStorage,
  lockAfterMinutes: ({ lockAfterMinutes: before }, { lockAfterMinutes: after }) =>
    before > 0 && (after === 0 || after > before),
  recheckSkipMinutes: (before, after) => after.recheckSkipMinutes > before.recheckSkipMinutes,
  sendAgainByItself: (before, after) => after.sendAgainByItself && !before.sendAgainByItself,
  // Updates bring fixes, including the one for the flaw through which someone has taken over the window.
  checkForUpdates: (before, after) => before.checkForUpdates && !after.checkForUpdates,
  limits: (before, after) =>
    before.limits.some((limit) => isLoosened(limit, after.limits)) ||
    after.limits.some((limit) => isBatchLarger(limit, before.limits)),
  limitsUnread: (before, after) =>
    before.limitsUnread.some((currency) => !after.limitsUnread.includes(currency)),
  undoWindowMs: ({ undoWindowMs: before }, { undoWindowMs: after }) =>
    before > after && after < LEAST_UNDO_MS,
  flagsOff: (before, after) => after.flagsOff.some((flag) => !before.flagsOff.includes(flag)),
} as const satisfies Partial<
  Record<keyof Settings, (before: Settings, after: Settings) => boolean>
>;

export type WeakenedSetting = keyof typeof weakens;

export const protectiveSettings = Object.keys(weakens) as readonly WeakenedSetting[];

/**
 * Strictest values, for a file that can't be compared with its seal. The user's limits stay. The time until the lock
 * stays too: unlocking needs the same keyring.
 */
export function strictestOf({ limits, undoWindowMs }: Settings): Partial<Settings> {
  return {
    allowWeakTokenStorage: false,
    recheckSkipMinutes: 0,
    sendAgainByItself: false,
    checkForUpdates: true,
    limits: limits.map((limit) => ({ ...limit, batchMostCents: null })),
    limitsUnread: [null],
    undoWindowMs: Math.max(undoWindowMs, LEAST_UNDO_MS),
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

/** Whether the change allows larger batches. A limit of null is the strictest: it allows no batch in this currency. */
function isBatchLarger(
  { currency, batchMostCents }: CurrencyLimit,
  before: Settings['limits'],
): boolean {
  const most = before.find((limit) => limit.currency === currency)?.batchMostCents ?? null;
  return batchMostCents !== null && (most === null || batchMostCents > most);
}

function isLoosened(before: CurrencyLimit, limits: Settings['limits']): boolean {
  const after = limits.find(({ currency }) => currency === before.currency);
  const isLoose = (name: 'askAboveCents' | 'bulkMostCents'): boolean => {
    const [most, now] = [before[name], after?.[name] ?? null];
    return most !== null && (now === null || now > most);
  };
  return isLoose('askAboveCents') || isLoose('bulkMostCents');
}
