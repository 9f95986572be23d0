import * as z from '../../base/zod.ts';
import { createObservable } from '../../base/observable.ts';
import type { Observable } from '../../base/observable.ts';
import { mayGoUnchecked } from '../../bridge/own-fields.ts';
import {
  currencyLimitSchema,
  MAX_LIMITS,
  settingsChangeSchema,
  settingsSchema,
} from '../../bridge/settings.ts';
import type { CurrencyLimit, Settings, SettingsChange } from '../../bridge/settings.ts';
import type { DocumentStore, Log } from '../ports.ts';
import type { NoticeBoard } from './notices.ts';
import { createTypedDocument } from './typed-document.ts';
import { weakened } from './weakening.ts';

/** The user's settings, saved in `settings.json`. */
export interface SettingsStore {
  readonly settings: Observable<Settings>;
  /** The user's own values, without those of the organization. */
  own(): Settings;
  /**
   * Applies the change at once, and writes it. If the disk refuses, a notice says so, and the
   * change still applies.
   */
  change(change: SettingsChange): Settings;
  /** Tries again to read the file, if that failed at the start. */
  readAgain(): void;
  /** Sets the function that corrects a file read by `readAgain`, before its values apply. */
  correctBy(correct: CorrectSettings): void;
  /**
   * Uses these values instead of the file's, until the user changes them or the next call replaces them. The file stays
   * unchanged.
   */
  overlay(values: Partial<Settings>): void;
}

/**
 * Corrects settings read from the file: returns the values to use instead. Null while the seal is not known; then an
 * overlay stays.
 */
export type CorrectSettings = (read: Settings) => SettingsChange | null;

/** A new field needs no new version, since each has a default. */
const SETTINGS_VERSION = 1;

/**
 * Reads the settings and saves changes. A damaged file is quarantined whole. If only a field is
 * invalid, the other fields count, and the file is quarantined before the next write.
 */
export function createSettingsStore(deps: {
  readonly store: DocumentStore;
  readonly notices: Pick<NoticeBoard, 'add' | 'list' | 'remove'>;
  readonly log: Log;
  /** Values from the policy. They override the user's values, which stay in the file. */
  readonly fixed?: (own: Settings) => Partial<Settings>;
}): SettingsStore {
  const document = createTypedDocument({
    ...deps,
    schema: z.record(z.string(), z.unknown()),
    version: SETTINGS_VERSION,
    onQuarantine: (file) => deps.notices.add({ kind: 'settingsQuarantined', about: file }),
  });
  const notice = (kind: 'settingsUnread' | 'settingsNotSaved', isSo: boolean): void => {
    if (isSo) deps.notices.add({ kind, about: '' });
    else deps.notices.remove(kind);
  };
  /** Reads the user's own settings; null while the disk cannot read them. */
  const read = () => {
    const reading = document.read();
    notice('settingsUnread', reading.kind === 'unread');
    if (reading.kind === 'unread') return null;
    if (reading.kind === 'quarantined') return { ...withoutLimits(), complete: false };
    return readFields(reading.kind === 'content' ? reading.content : {});
  };
  const first = read();
  /** The user's changes while the file cannot be read; null once it can. */
  let unmerged: z.infer<typeof settingsChangeSchema> | null = first === null ? {} : null;
  const { settings: chosen, complete } = first ?? withoutLimits();
  /** Values in the file, or to be written to it. */
  let saved: Settings = chosen;
  let overlaid: Partial<Settings> = {};
  let correct: CorrectSettings = () => null;
  const own = (): Settings => ({ ...saved, ...overlaid });
  const current = (): Settings => ({ ...own(), ...deps.fixed?.(own()) });
  const settings = createObservable<Settings>(current());
  const show = (): void => settings.set(current());
  if (!complete) document.quarantine();

  const write = (value: Settings): void => {
    // Defaults must not overwrite an unreadable file, which may be readable a moment later.
    const written = unmerged === null ? document.write({ ...value }) : null;
    notice('settingsNotSaved', written?.ok !== true);
    if (written?.ok !== true)
      deps.log.error('the settings were not written', { problem: written?.error.kind ?? 'unread' });
  };
  const readAgain = (): void => {
    const found = unmerged && read();
    if (!unmerged || !found) return;
    const changed = withoutWeaker(unmerged, found.settings);
    unmerged = null;
    const merged = { ...found.settings, ...changed };
    const corrected = correct(merged);
    saved = settingsSchema.parse({ ...merged, ...corrected });
    if (!found.complete) document.quarantine();
    if (corrected !== null) overlaid = {};
    if (!found.complete || Object.keys({ ...changed, ...corrected }).length > 0) write(saved);
    show();
  };
  if (!complete) write(saved);
  followUnreadLimits(settings, () => unmerged === null && !overlaid.limitsUnread, deps.notices);

  return {
    settings,
    own,
    readAgain,
    correctBy: (next) => {
      correct = next;
    },
    overlay: (values) => {
      overlaid = values;
      show();
    },
    change: (change) => {
      // Otherwise defaults would overwrite the file.
      readAgain();
      const changed = settingsChangeSchema.parse(change);
      overlaid = Object.fromEntries(
        Object.entries(overlaid).filter(([name]) => !Object.hasOwn(changed, name)),
      );
      saved = settingsSchema.parse({ ...saved, ...changed });
      if (unmerged) unmerged = { ...unmerged, ...changed };
      write(saved);
      show();
      return settings.get();
    },
  };
}

/** Changes that weaken nothing in the file, because the user made them without knowing its values. */
function withoutWeaker(
  changes: z.infer<typeof settingsChangeSchema>,
  file: Settings,
): SettingsChange {
  const weaker: ReadonlySet<string> = new Set(
    weakened(file, settingsSchema.parse({ ...file, ...changes })),
  );
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !weaker.has(name)));
}

/** Reads field by field, so that one bad value does not affect the others. */
function readFields(stored: Record<string, unknown>): { settings: Settings; complete: boolean } {
  const good: Record<string, unknown> = {};
  let complete = true;
  for (const [name, field] of Object.entries(settingsSchema.shape)) {
    const parsed = field.safeParse(stored[name]);
    if (parsed.success) good[name] = parsed.data;
    else complete = false;
  }
  const settings = settingsSchema.parse(good);
  const { limits, limitsUnread } = readLimits(stored['limits']);
  const all = new Set([...settings.limitsUnread, ...limitsUnread]);
  // Another program may have written fields that users cannot exclude.
  const uncheckedFields = settings.uncheckedFields.filter(({ field }) => mayGoUnchecked(field));
  complete &&= uncheckedFields.length === settings.uncheckedFields.length;
  return {
    settings: {
      ...settings,
      limits: limits.slice(0, MAX_LIMITS),
      limitsUnread: Math.max(limits.length, all.size) > MAX_LIMITS ? [null] : [...all],
      uncheckedFields,
    },
    complete,
  };
}

/** Settings when none could be read: the previous limits are unknown. */
function withoutLimits(): ReturnType<typeof readFields> {
  const { settings } = readFields({});
  return { settings: { ...settings, limitsUnread: [null] }, complete: true };
}

/** Shows a notice that lists the unreadable limits, until the user has set all of them again. */
function followUnreadLimits(
  settings: Observable<Settings>,
  isRead: () => boolean,
  notices: Pick<NoticeBoard, 'add' | 'remove'>,
): void {
  let shown: Settings['limitsUnread'] = [];
  const follow = (): void => {
    // An unreadable settings file, or one without its seal, has its own notice.
    const limitsUnread = isRead() ? settings.get().limitsUnread : [];
    if (limitsUnread.join() === shown.join() && limitsUnread.length === shown.length) return;
    shown = limitsUnread;
    notices.remove('limitsUnread');
    const named = limitsUnread.includes(null) ? '' : limitsUnread.join(', ');
    if (limitsUnread.length > 0) notices.add({ kind: 'limitsUnread', about: named });
  };
  follow();
  settings.subscribe(follow);
}

/**
 * Reads the stored limits one by one. An unreadable one is reported, and the others still count.
 * Two limits of one currency, such as `eur` and `EUR`, become the stricter of both.
 */
function readLimits(stored: unknown): Pick<Settings, 'limits' | 'limitsUnread'> {
  if (stored === undefined) return { limits: [], limitsUnread: [] };
  if (!Array.isArray(stored)) return { limits: [], limitsUnread: [null] };
  const limits: CurrencyLimit[] = [];
  const limitsUnread = new Set<string | null>();
  for (const each of stored) {
    const read = currencyLimitSchema.safeParse(each);
    if (read.success) limits.push(read.data);
    else limitsUnread.add(currencyOf(each));
  }
  return { limits: stricterLimits(limits), limitsUnread: [...limitsUnread] };
}

/** One limit for each currency: the stricter of several. */
export function stricterLimits(limits: readonly CurrencyLimit[]): CurrencyLimit[] {
  const found = new Map<string, CurrencyLimit>();
  for (const limit of limits) found.set(limit.currency, stricter(found.get(limit.currency), limit));
  return [...found.values()];
}

/** Currency of an unreadable limit; null if it is unreadable too. */
function currencyOf(limit: unknown): string | null {
  const named: unknown = Object(limit).currency;
  return currencyLimitSchema.shape.currency.safeParse(named).data ?? null;
}

function stricter(one: CurrencyLimit | undefined, other: CurrencyLimit): CurrencyLimit {
  if (one === undefined) return other;
  const least = (name: 'askAboveCents' | 'bulkMostCents'): number | null => {
    const set = [one[name], other[name]].filter((cents) => cents !== null);
    return set.length === 0 ? null : Math.min(...set);
  };
  // Null is the stricter value here, because it allows no batch.
  const isBatch = one.batchMostCents !== null && other.batchMostCents !== null;
  return {
    currency: one.currency,
    askAboveCents: least('askAboveCents'),
    bulkMostCents: least('bulkMostCents'),
    batchMostCents: isBatch ? Math.min(one.batchMostCents, other.batchMostCents) : null,
  };
}
