import { isDeepStrictEqual } from 'node:util';
import type { BillPage } from '../../bridge/bill-page.ts';
import type { RequestOf } from '../../bridge/methods.ts';
import { mayGoUnchecked, ownFieldOf } from '../../bridge/own-fields.ts';
import {
  uncheckedOf,
  type Settings,
  type SettingsChange,
  type UncheckedField,
} from '../../bridge/settings.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../ports.ts';
import type { SettingsStore } from './settings.ts';
import { weakened, type Weakening } from './weakening.ts';

type Change = RequestOf<'settings.change'>;

interface Deps {
  readonly settings: SettingsStore;
  /** Asks whether bill pages of these origins may be opened. */
  readonly askToOpen: (origins: readonly string[]) => Promise<boolean>;
  /** Asks whether fields with these names may go unchecked. */
  readonly askToUncheck: (names: readonly string[]) => Promise<boolean>;
  readonly askToWeaken: (weaker: Weakening) => Promise<boolean>;
  readonly writeWeakened: Journal['writeWeakened'];
  /** Session and keys, which apply the choice of weak token storage. */
  readonly session: { applyStorageSetting(): Promise<void> };
  readonly windowKeys: { applyStorageSetting(): Promise<void> };
  readonly log: Log;
}

/**
 * Changes settings for the window. Main asks outside the window before a change weakens a protection, and journals each
 * consent first. After a refusal, or if the journal can't be written, the settings stay.
 * @returns the settings that now apply
 */
export function createSettingsChanges(deps: Deps): (change: Change) => Promise<Settings> {
  const { settings, session, windowKeys, log } = deps;
  const changeSettings = async (change: Change): Promise<Settings> => {
    // Otherwise a page could remove limits that main has not read without a question.
    settings.readAgain();
    const before = settings.settings.get();
    const given = givenFieldsOf(change);
    const allowed = await askAboutChange(deps, before, given);
    if (allowed === null) return settings.settings.get();
    // The consent covers only the settings that the question was about.
    const isAsAsked = (): boolean => isDeepStrictEqual(settings.settings.get(), before);
    if (!isAsAsked()) return changeSettings(change);
    if (allowed.length > 0) {
      const values = allowed.map((name) => ({
        name,
        before: JSON.stringify(before[name]),
        after: JSON.stringify({ ...before, ...given }[name]),
      }));
      if (!(await deps.writeWeakened({ settings: values })).ok) return settings.settings.get();
      log.warn('the user allowed weaker settings', { allowed });
    }
    if (!isAsAsked()) return changeSettings(change);
    const after = settings.change(given);
    if (after.allowWeakTokenStorage !== before.allowWeakTokenStorage) {
      await session.applyStorageSetting();
      await windowKeys.applyStorageSetting();
    }
    return after;
  };
  return changeSettings;
}

/** Asks about all protections that the change weakens. Returns them, or null after a no. */
async function askAboutChange(
  { askToOpen, askToUncheck, askToWeaken }: Deps,
  before: Settings,
  given: SettingsChange,
): Promise<readonly (keyof Settings)[] | null> {
  const allowed: (keyof Settings)[] = [];
  // Main asks outside the window: otherwise a taken-over page could open any address in the browser.
  const unknown = newOrigins(before.billPages, given.billPages ?? []);
  if (unknown.length > 0) {
    if (!(await askToOpen(unknown))) return null;
    allowed.push('billPages');
  }
  const isKnown = ({ connectionId, field }: UncheckedField): boolean =>
    uncheckedOf(before.uncheckedFields, connectionId).includes(field);
  const unchecked = (given.uncheckedFields ?? []).filter((each) => !isKnown(each));
  if (!unchecked.every(({ field }) => mayGoUnchecked(field))) return null;
  if (unchecked.length > 0) {
    const names = unchecked.map(({ field }) => ownFieldOf(field)?.names.join(' › ') ?? field);
    if (!(await askToUncheck(names))) return null;
    allowed.push('uncheckedFields');
  }
  const after = { ...before, ...given };
  const weaker = weakened(before, after);
  if (weaker.length > 0 && !(await askToWeaken({ weaker, before, after }))) return null;
  return [...allowed, ...weaker];
}

/** Origins of the bill pages in `after` that no page in `before` has. */
function newOrigins(before: readonly BillPage[], after: readonly BillPage[]): readonly string[] {
  const originOf = ({ address }: BillPage): string => new URL(address).origin;
  const known = new Set(before.map(originOf));
  return [...new Set(after.map(originOf))].filter((origin) => !known.has(origin));
}

/** Drops fields that crossed the bridge as `undefined`: the window did not set them. */
function givenFieldsOf(change: Change): SettingsChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
