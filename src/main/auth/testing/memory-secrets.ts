import { createHash } from 'node:crypto';
import { fail, succeed } from '../../../base/result.ts';
import type { Secrets, SecretsStrength } from '../../ports.ts';

/** A keyring in memory that a test can lock, replace and rotate. */
export interface MemorySecrets extends Secrets {
  strength: SecretsStrength;
  /** Number of next calls for which the keyring is unavailable. */
  awayFor: number;
  /** Replaces the key: secrets sealed before cannot be opened. */
  loseKey(): void;
  /** Uses a new key. The old one still opens secrets, and `open` then returns `reseal`. */
  rotateKey(): void;
  /** Calls of seal and open so far. */
  readonly calls: { seal: number; open: number };
}

/**
 * Seals by XOR with a key stream and a checksum, so that plain text never shows and damage does.
 */
export function createMemorySecrets(
  strength: SecretsStrength = { backend: 'gnome_libsecret', strength: 'strong' },
): MemorySecrets {
  let keys = ['key-1'];
  let made = 1;
  const weak = new Set<string>();
  const nameOf = (sealed: Uint8Array): string => Buffer.from(sealed).toString('base64');
  const isAway = (): boolean => secrets.awayFor > 0 && secrets.awayFor-- > 0;

  const secrets: MemorySecrets = {
    strength,
    awayFor: 0,
    calls: { seal: 0, open: 0 },
    loseKey: () => {
      keys = [`key-${++made}`];
    },
    rotateKey: () => {
      keys = [`key-${++made}`, ...keys];
    },
    describe: () => Promise.resolve(secrets.strength),
    seal: (plain) => {
      secrets.calls.seal++;
      if (isAway()) return Promise.resolve(fail({ kind: 'unavailable', technical: 'locked' }));
      const sealed = mix(keys[0] ?? '', Buffer.from(check(plain) + plain));
      if (secrets.strength.strength === 'weak') weak.add(nameOf(sealed));
      return Promise.resolve(succeed(sealed));
    },
    open: (sealed) => {
      secrets.calls.open++;
      if (isAway()) return Promise.resolve(fail({ kind: 'unavailable', technical: 'locked' }));
      for (const [index, key] of keys.entries()) {
        const text = Buffer.from(mix(key, sealed)).toString();
        const plain = text.slice(CHECK_LENGTH);
        if (text.startsWith(check(plain))) {
          return Promise.resolve(succeed({ plain, reseal: index > 0 }));
        }
      }
      return Promise.resolve(fail({ kind: 'cannotOpen', technical: 'wrong key' }));
    },
    isWeak: (sealed) => weak.has(nameOf(sealed)),
  };
  return secrets;
}

const CHECK_LENGTH = 16;

function check(plain: string): string {
  return createHash('sha256').update(plain).digest('hex').slice(0, CHECK_LENGTH);
}

function mix(key: string, bytes: Uint8Array): Uint8Array {
  const stream = (block: number): Buffer => createHash('sha256').update(`${key}:${block}`).digest();
  const blocks = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, block) => stream(block));
  const keyStream = Buffer.concat(blocks);
  return bytes.map((byte, index) => byte ^ (keyStream[index] ?? 0));
}
