import { dataKeyNames, type DataKeyName } from '../../bridge/data-keys.ts';
import type { ReplyOf, RequestOf } from '../../bridge/methods.ts';
import type { DataKeys } from '../auth/data-keys.ts';
import type { Session } from '../auth/session.ts';
import type { Notices } from '../settings/notices.ts';
import type { Redactor } from './redact.ts';

interface WindowKeysDeps {
  readonly session: Pick<Session, 'connection'>;
  readonly dataKeys: DataKeys;
  readonly redactor: Pick<Redactor, 'addSecret' | 'forget'>;
  readonly notices: Pick<Notices, 'add' | 'list'>;
}

/**
 * Hands out the keys of the present connection, each once per page. The page imports them in a form that it can't read
 * back, so code that takes the page over later doesn't get them.
 */
export interface WindowKeys extends Pick<DataKeys, 'destroy' | 'applyStorageSetting'> {
  open(connectionId: string): Promise<ReplyOf<'keys.open'>>;
  /**
   * Notifies the user of lost work of their own: rows, if this run created the key, since a new key opens no earlier
   * rows; the database, if the key is older, since a database then existed.
   */
  reportLost(part: RequestOf<'keys.reportLost'>): void;
  /** A page was loaded, and may ask again. */
  pageLoaded(): void;
  /** Called when the window was locked: removes from memory the keys that the keyring can return. */
  locked(): void;
}

export function createWindowKeys(deps: WindowKeysDeps): WindowKeys {
  const { session, dataKeys, redactor, notices } = deps;
  /** Keys that this page already has. */
  const given = new Map<string, Set<DataKeyName>>();
  let page = 0;
  return {
    open: async (connectionId) => {
      const isPresent = (): boolean => session.connection()?.id === connectionId;
      const mine = page;
      // Only keys of the current connection are given out. A window that still shows the previous connection asks
      // again.
      const opened = isPresent() ? await dataKeys.open(connectionId) : null;
      if (opened === null || !isPresent() || mine !== page)
        return { kind: 'unavailable', technical: 'another connection or page is in use' };
      if (!opened.ok) return opened.error;
      const before = given.get(connectionId);
      given.set(connectionId, new Set(dataKeyNames));
      const { cache, local, lasts } = opened.value;
      for (const key of [cache, local]) redactor.addSecret(key);
      const once = (name: DataKeyName, key: string) => (before?.has(name) ? null : key);
      return {
        kind: 'keys',
        keys: { cache: once('cache', cache), local: once('local', local), lasts },
      };
    },
    destroy: (connectionId, names) => {
      // The notes of another connection can't be read from its service again.
      if (session.connection()?.id !== connectionId) return false;
      for (const name of names) given.get(connectionId)?.delete(name);
      return dataKeys.destroy(connectionId, names);
    },
    applyStorageSetting: dataKeys.applyStorageSetting,
    reportLost: (part) => {
      const isKnown = notices.list().some(({ kind }) => kind === 'keysQuarantined');
      const isNew = dataKeys.isLocalNew(session.connection()?.id ?? '');
      if (isKnown || isNew !== (part === 'rows')) return;
      notices.add({ kind: isNew ? 'keysLost' : 'notesLost', about: '' });
    },
    pageLoaded: () => {
      page += 1;
      given.clear();
    },
    locked: () => {
      for (const key of dataKeys.forget()) redactor.forget(key);
    },
  };
}
