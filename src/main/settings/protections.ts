import { parseJson } from '../../base/parse-json.ts';
import { settingsChangeSchema, type Settings, type SettingsChange } from '../../bridge/settings.ts';
import type { NoticeBoard } from './notices.ts';
import { stricterLimits, type SettingsStore } from './settings.ts';
import { protectiveSettings, strictestOf, weakened } from './weakening.ts';

/**
 * Settings that protect the user, as text to seal with the journal's key, because the settings file itself has no seal.
 */
export interface Protections {
  /** Settings as text to seal now. */
  currentText(): string;
  /**
   * Restores settings that are stricter in this text, with a notice: someone weakened the file outside Billfold. A text
   * that can't be read counts as gone.
   */
  applySealed(text: string): void;
  /** To be called when a seal should exist. Until it is read, the file alone does not allow weak storage. */
  expectSeal(): void;
  /**
   * Uses the strictest values, with a notice, unless the seal was found. `unread`: only until Billfold quits, since the
   * keyring may open the seal at the next start. `gone`: until the user changes them.
   */
  distrust(why: 'unread' | 'gone'): void;
}

const names: readonly (keyof Settings)[] = [...protectiveSettings, 'uncheckedFields', 'billPages'];

export function createProtections(
  { own, change, overlay, correctBy }: SettingsStore,
  notices: Pick<NoticeBoard, 'add' | 'list' | 'remove'>,
): Protections {
  let last: { readonly text: string; readonly sealed: SettingsChange } | null = null;
  let isGone = false;
  const isUnread = (): boolean => notices.list().some(({ kind }) => kind === 'settingsUnread');
  correctBy((read) => {
    if (last === null) return isGone ? strictestOf(read) : null;
    return restored(last.sealed, read);
  });
  /** Sealed values that are stricter than the file's, with a notice, and limits that the file lost. */
  const restored = (sealed: SettingsChange, read: Settings): SettingsChange => {
    const stricter = stricterOf(sealed, read);
    const isReset = notices.list().some(({ kind }) => kind === 'settingsQuarantined');
    if (Object.keys(stricter).length > 0 && !isReset)
      notices.add({ kind: 'settingsWeakened', about: '' });
    return { ...stricter, ...unreadLimitsOf(sealed, read) };
  };
  const distrust: Protections['distrust'] = (why) => {
    if (last !== null) return;
    const strictest = strictestOf(own());
    isGone = why === 'gone';
    if (why === 'unread') overlay(strictest);
    else change(strictest);
    notices.add({ kind: 'settingsUnsealed', about: '' });
  };
  return {
    currentText: () => {
      if (last !== null && isUnread()) return last.text;
      return JSON.stringify(pick(own()));
    },
    applySealed: (text) => {
      const read = settingsChangeSchema.safeParse(parseJson(text));
      // A later version may have sealed values that this one does not know.
      if (!read.success) return distrust('gone');
      const sealed = pick(read.data);
      last = { text, sealed };
      overlay({});
      notices.remove('settingsUnsealed');
      if (isUnread()) return overlay(stricterOf(sealed, own()));
      const changed = restored(sealed, own());
      if (Object.keys(changed).length > 0) change(changed);
    },
    expectSeal: () => overlay({ allowWeakTokenStorage: false }),
    distrust,
  };
}

function pick(settings: Readonly<Record<string, unknown>>): SettingsChange {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(settings, name) ? [[name, settings[name]]] : [])),
  );
}

/** Sealed limits that the file lost. A limit stays unread if the seal has none of its currency. */
function unreadLimitsOf(
  { limits, limitsUnread }: SettingsChange,
  now: Settings,
): Pick<SettingsChange, 'limits' | 'limitsUnread'> {
  if (limits === undefined || limitsUnread === undefined) return {};
  const isSealed = (currency: string | null): boolean =>
    currency === null
      ? now.limits.length === 0
      : limits.some((limit) => limit.currency === currency);
  const left = now.limitsUnread.filter((each) => limitsUnread.includes(each) || !isSealed(each));
  if (left.length === now.limitsUnread.length) return {};
  return { limits: stricterLimits([...limits, ...now.limits]), limitsUnread: left };
}

function stricterOf(sealed: SettingsChange, now: Settings): SettingsChange {
  const weaker = weakened({ ...now, ...sealed }, now);
  const back = Object.fromEntries(weaker.map((name) => [name, sealed[name]]));
  const uncheckedFields = knownIn(sealed.uncheckedFields, now.uncheckedFields);
  const isSame = uncheckedFields.length === now.uncheckedFields.length;
  const pages = knownIn(sealed.billPages ?? now.billPages, now.billPages);
  return {
    ...back,
    ...(isSame ? {} : { uncheckedFields }),
    ...(pages.length === now.billPages.length ? {} : { billPages: sealed.billPages }),
  };
}

function knownIn<Element>(sealed: readonly Element[] = [], now: readonly Element[]): Element[] {
  const known = new Set(sealed.map((each) => JSON.stringify(each)));
  return now.filter((each) => known.has(JSON.stringify(each)));
}
