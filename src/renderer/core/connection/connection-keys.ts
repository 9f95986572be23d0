import type { Bridge } from '../../../bridge/client.ts';
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
