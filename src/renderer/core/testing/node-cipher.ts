import { createCipheriv, createDecipheriv } from 'node:crypto';
import { placeText, type Cipher } from '../cipher.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
let sealed = 0;

/** Same result as WebCrypto, but synchronous: nothing waits outside the virtual clock. */
function createNodeCipher(connectionId: string, key: string): Cipher {
  const bytes = Buffer.from(key, 'base64');
  return {
    seal: async (place, plain) => {
      const nonce = Buffer.alloc(NONCE_BYTES);
      nonce.writeUInt32BE(++sealed);
      const cipher = createCipheriv(ALGORITHM, bytes, nonce);
      cipher.setAAD(Buffer.from(placeText(connectionId, place)));
      const text = [cipher.update(plain, 'utf8'), cipher.final()];
      return Uint8Array.from(Buffer.concat([nonce, ...text, cipher.getAuthTag()]));
    },
    open: async (place, whole) => {
      try {
        const decipher = createDecipheriv(ALGORITHM, bytes, whole.subarray(0, NONCE_BYTES));
        decipher.setAAD(Buffer.from(placeText(connectionId, place)));
        decipher.setAuthTag(whole.subarray(-TAG_BYTES));
        const text = decipher.update(whole.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Cipher port of a test's or a simulated window. */
export async function nodeCipher(connectionId: string, key: string): Promise<Cipher> {
  return createNodeCipher(connectionId, key);
}

/** A connection's data with the tests' key. */
export function sealedConnection(connectionId = 'connection', letter = 'c') {
  return { connectionId, cipher: createNodeCipher(connectionId, testKey(letter)), lasts: true };
}

/** A test key made of one letter. */
export const testKey = (letter: string): string => Buffer.alloc(32, letter).toString('base64');
