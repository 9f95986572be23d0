import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { standInApp } from './app.ts';

type Supported = Pick<
  SafeStorage,
  | 'decryptStringAsync'
  | 'encryptStringAsync'
  | 'getSelectedStorageBackend'
  | 'isAsyncEncryptionAvailable'
  | 'setUsePlainTextEncryption'
>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

let usesPlainText = false;

/**
 * `safeStorage`: AES-256-GCM with a key in a file beside the profile, readable by its owner only.
 * `STAND_IN_KEYRING` plays other desktops: `basic_text` (no keyring, a fixed password) and `none`
 * (nothing can be sealed).
 */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => {
    standInApp.requireReady('safeStorage');
    const keyring = chosenKeyring();
    return keyring === 'basic_text' ? usesPlainText : keyring !== 'none';
  },
  getSelectedStorageBackend: () => {
    if (!standInApp.isReady()) return 'unknown';
    return chosenKeyring() === 'gnome_libsecret' ? 'gnome_libsecret' : 'basic_text';
  },
  setUsePlainTextEncryption: (usePlainText: boolean) => {
    usesPlainText = usePlainText;
  },
  encryptStringAsync: async (plain: string) => {
    const key = await usableKey();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  },
  decryptStringAsync: async (sealed: Buffer) => {
    const key = await usableKey();
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    return { result: plain.toString('utf8'), shouldReEncrypt: false };
  },
} satisfies Supported;

function chosenKeyring(): 'gnome_libsecret' | 'basic_text' | 'none' {
  const asked = process.env['STAND_IN_KEYRING'];
  return asked === 'basic_text' || asked === 'none' ? asked : 'gnome_libsecret';
}

async function usableKey(): Promise<Buffer> {
  if (!(await safeStorage.isAsyncEncryptionAvailable()))
    throw new Error('Encryption is not available.');
  return chosenKeyring() === 'basic_text'
    ? scryptSync('peanuts', 'saltysalt', KEY_BYTES)
    : fileKey();
}

function fileKey(): Buffer {
  const path = `${standInApp.getPath('userData')}.keyring`;
  if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  return readFileSync(path);
}
