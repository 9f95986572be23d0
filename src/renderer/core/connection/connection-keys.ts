import type { Bridge } from '../../../bridge/client.ts';
import type { Cipher, CipherPort } from '../cipher.ts';

/** What a connection's data on this computer is sealed with. */
export interface ConnectionKeys {
  /** Bills, and what was last seen of them: gone with a sign-out. */
  readonly cache: Cipher;
  /** The user's own work. */
  readonly local: Cipher;
  /** False: what is sealed now does not open after the next start. */
  readonly lasts: boolean;
}

/** The keyring does not open the keys now; it is asked again. */
export class KeyringAway extends Error {
  override name = 'KeyringAway';
}

/** @throws KeyringAway */
export async function openConnectionKeys(
  bridge: Bridge,
  platform: CipherPort,
  connectionId: string,
): Promise<ConnectionKeys> {
  const answer = await bridge.call('keys.open', { connectionId });
  if (answer.kind === 'unavailable') throw new KeyringAway(answer.technical);
  if (answer.kind === 'unread') throw new Error(answer.technical);
  const { cache, local, lasts } = answer.keys;
  return {
    cache: await platform.cipher(connectionId, cache),
    local: await platform.cipher(connectionId, local),
    lasts,
  };
}
