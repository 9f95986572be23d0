import { parseJson } from '../../base/parse-json.ts';
import { settingsChangeSchema, type Settings, type SettingsChange } from '../../bridge/settings.ts';
import type { NoticeBoard } from './notices.ts';
import type { SettingsStore } from './settings.ts';
import { protectiveSettings, strictestOf, weakened } from './weakening.ts';

/** Settings that protect the user, as text to seal with the journal's key: the settings file itself has no seal. */
export interface Protections {
  /** Settings as text to seal now. */
  currentText(): string;
  /**
   * Restores settings that are stricter in this text, with a notice: someone weakened the file outside Billfold. A text
   * that can't be read counts as gone.
   */
  applySealed(text: string): void;
  /** Call it when a seal should exist. Until the seal is read, the file alone does not allow weak storage. */
  expectSeal(): void;
  /**
   * Uses the strictest values, with a notice, unless the seal was found. `unread`: only until Billfold quits, since the
   * keyring may open the seal at the next start. `gone`: until the user changes them.
   */
  distrust(why: 'unread' | 'gone'): void;
}

const names: readonly (keyof Settings)[] = [...protectiveSettings, 'uncheckedFields', 'billPages'];

/** @param fixed values of the organization, which the file cannot change */
export function createProtections(
  { settings, change, overlay, correctBy }: SettingsStore,
  notices: Pick<NoticeBoard, 'add' | 'list' | 'remove'>,
  fixed: Partial<Settings>,
): Protections {
  let last: { readonly text: string; readonly sealed: SettingsChange } | null = null;
  let isGone = false;
  const isUnread = (): boolean => notices.list().some(({ kind }) => kind === 'settingsUnread');
  correctBy((read) => {
    if (last === null) return isGone ? strictestOf(read) : null;
    const stricter = stricterOf(last.sealed, read, fixed);
    if (Object.keys(stricter).length > 0) notices.add({ kind: 'settingsWeakened', file: '' });
    return stricter;
  });
  const distrust: Protections['distrust'] = (why) => {
    if (last !== null) return;
    const strictest = strictestOf(settings.get());
    isGone = why === 'gone';
    if (why === 'unread') overlay(strictest);
    else change(strictest);
    notices.add({ kind: 'settingsUnsealed', file: '' });
  };
  return {
    currentText: () => {
      if (last !== null && isUnread()) return last.text;
      return JSON.stringify(pick(settings.get()));
    },
    applySealed: (text) => {
      const read = settingsChangeSchema.safeParse(parseJson(text));
      // A later version may have sealed values that this one does not know.
      if (!read.success) return distrust('gone');
      const sealed = pick(read.data);
      last = { text, sealed };
      overlay({});
      notices.remove('settingsUnsealed');
      const stricter = stricterOf(sealed, settings.get(), fixed);
      if (isUnread()) return overlay(stricter);
      if (Object.keys(stricter).length === 0) return;
      change(stricter);
      notices.add({ kind: 'settingsWeakened', file: '' });
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

function stricterOf(
  sealed: SettingsChange,
  now: Settings,
  fixed: Partial<Settings>,
): SettingsChange {
  const weaker = weakened({ ...now, ...sealed }, now).filter((name) => !Object.hasOwn(fixed, name));
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
