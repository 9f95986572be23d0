import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { standInApp } from './app.ts';
import { isVisible } from './chromium.ts';

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

/** Prefixes of sealed values: Chromium's published key, or a key from the Secret Service. */
const PUBLISHED = 'v10';
const SECRET_SERVICE = 'v11';

/** Desktops by `STAND_IN_KEYRING`: Electron's name for their backend, and whether a Secret Service answers. */
const desktops = {
  gnome_libsecret: { backend: 'gnome_libsecret', hasService: true },
  /** No Secret Service, or it is locked, or its prompt was refused. */
  none: { backend: 'gnome_libsecret', hasService: false },
  /** Sway, i3 and similar desktops, for which Electron has no name. */
  sway: { backend: 'basic_text', hasService: true },
  basic_text: { backend: 'basic_text', hasService: false },
} as const;

/**
 * `safeStorage` as on Linux: always available once ready. Without a Secret Service it uses a published key.
 * The cipher is AES-256-GCM; the service's key is in a file beside the profile.
 */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => {
    standInApp.requireReady('safeStorage');
    return true;
  },
  getSelectedStorageBackend: () => (standInApp.isReady() ? desktop().backend : 'unknown'),
  // Has no effect, because the asynchronous methods use the published key even without this permission.
  setUsePlainTextEncryption: () => {},
  encryptStringAsync: async (plain: string) => {
    standInApp.requireReady('safeStorage');
    const prefix = desktop().hasService ? SECRET_SERVICE : PUBLISHED;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keyOf(prefix), nonce);
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(prefix), nonce, cipher.getAuthTag(), sealed]);
  },
  decryptStringAsync: async (bytes: Buffer) => {
    standInApp.requireReady('safeStorage');
    const prefix = bytes.toString('latin1', 0, PUBLISHED.length);
    const isKnown = prefix === PUBLISHED || (prefix === SECRET_SERVICE && desktop().hasService);
    if (!isKnown) throw new Error('Error while decrypting the ciphertext provided.');
    const sealed = bytes.subarray(prefix.length);
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(prefix),
      sealed.subarray(0, NONCE_BYTES),
    );
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    const shouldReEncrypt = prefix === PUBLISHED && desktop().hasService;
    return { result: plain.toString('utf8'), shouldReEncrypt };
  },
} satisfies Supported;

function desktop(): (typeof desktops)[keyof typeof desktops] {
  // A visible window uses no keyring, so the stand-in reports none.
  const usual = isVisible() ? 'basic_text' : 'gnome_libsecret';
  const asked = process.env['STAND_IN_KEYRING'] ?? usual;
  if (!Object.hasOwn(desktops, asked)) throw new Error(`STAND_IN_KEYRING: no desktop "${asked}".`);
  return desktops[asked as keyof typeof desktops];
}

function keyOf(prefix: string): Buffer {
  return prefix === PUBLISHED ? scryptSync('peanuts', 'saltysalt', KEY_BYTES) : fileKey();
}

function fileKey(): Buffer {
  const path = `${standInApp.getPath('userData')}.keyring`;
  if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  return readFileSync(path);
}
