import type { Bridge } from '../../../bridge/client.ts';
import type { DataKeyName } from '../../../bridge/data-keys.ts';
import type { Cipher, CipherPort } from '../cipher.ts';

/** Keys that seal a connection's data on this computer. */
export interface ConnectionKeys {
  /** For bills and last viewed versions; deleted when the user signs out. */
  readonly cache: Cipher;
  /** For the user's own work: notes, snoozes, views. */
  readonly local: Cipher;
  /** False when data sealed now cannot be opened after the next start. */
  readonly lasts: boolean;
}

/** The keyring cannot open the keys now. Billfold tries again. */
export class KeyringAway extends Error {
  override name = 'KeyringAway';
}

/** Opens the keys of connections. Main gives each key to a page only once, so the page keeps its ciphers. */
export interface ConnectionKeyring {
  /** @throws KeyringAway when the keyring cannot open the keys now; another error when they cannot be read */
  open(connectionId: string): Promise<ConnectionKeys>;
  /** Destroys keys, here and in main. */
  destroy(connectionId: string, names: readonly DataKeyName[]): Promise<void>;
}

export function createConnectionKeyring(bridge: Bridge, platform: CipherPort): ConnectionKeyring {
  const ciphers = new Map<string, Cipher>();
  const place = (connectionId: string, name: DataKeyName): string => `${name} ${connectionId}`;
  const cipherOf = async (
    connectionId: string,
    name: DataKeyName,
    key: string | null,
  ): Promise<Cipher> => {
    const at = place(connectionId, name);
    if (key !== null) ciphers.set(at, await platform.cipher(connectionId, key));
    const cipher = ciphers.get(at);
    if (cipher === undefined) throw new Error('the page has lost the keys that main gave it');
    return cipher;
  };
  return {
    open: async (connectionId) => {
      const answer = await bridge.call('keys.open', { connectionId });
      if (answer.kind === 'unavailable') throw new KeyringAway(answer.technical);
      if (answer.kind === 'unread') throw new Error(answer.technical);
      const { cache, local, lasts } = answer.keys;
      // Import both keys even if one fails: main gives out neither again.
      const [forCache, forLocal] = await Promise.all([
        cipherOf(connectionId, 'cache', cache),
        cipherOf(connectionId, 'local', local),
      ]);
      return { cache: forCache, local: forLocal, lasts };
    },
    destroy: async (connectionId, names) => {
      for (const name of names) ciphers.delete(place(connectionId, name));
      await bridge.call('keys.destroy', { connectionId, names: [...names] });
    },
  };
}
