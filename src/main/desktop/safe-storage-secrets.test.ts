import { expect, test } from 'vitest';
import { createMemorySecrets } from '../auth/testing/memory-secrets.ts';
import { holdSecretsContract } from '../auth/testing/secrets-contract.ts';
import { createSafeStorageSecrets, type SafeStorageShaped } from './safe-storage-secrets.ts';

const PUBLISHED = 'v10';
const KEYRING = 'v11';

/** Electron's `safeStorage`, which rejects with little detail, as its documentation and source say. */
function createSafeStorage(backend = 'gnome_libsecret') {
  const keyring = createMemorySecrets();
  const fixture = {
    available: true,
    /** The Secret Service is absent, locked, or its prompt was refused. Chromium still seals. */
    locked: false,
    allowWeak: false,
    plainText: false,
    message: 'Error while decrypting.',
  };
  const safeStorage: SafeStorageShaped = {
    isAsyncEncryptionAvailable: async () => fixture.available,
    encryptStringAsync: async (plain) => {
      const sealed = await keyring.seal(plain);
      if (!sealed.ok) throw new Error(`Error while encrypting ${plain}`);
      return Buffer.concat([Buffer.from(fixture.locked ? PUBLISHED : KEYRING), sealed.value]);
    },
    decryptStringAsync: async (encrypted) => {
      const prefix = encrypted.toString('latin1', 0, 3);
      if (prefix === KEYRING && fixture.locked) throw new Error(fixture.message);
      const opened = await keyring.open(encrypted.subarray(3));
      if (!opened.ok) throw new Error(fixture.message);
      return { shouldReEncrypt: opened.value.reseal, result: opened.value.plain };
    },
    getSelectedStorageBackend: () => backend,
    setUsePlainTextEncryption: (use) => {
      fixture.plainText = use;
    },
  };
  const secrets = createSafeStorageSecrets({
    safeStorage,
    platform: 'linux',
    allowWeak: () => fixture.allowWeak,
  });
  return { safeStorage, secrets, keyring, fixture };
}

test.each([
  [KEYRING, 'linux', false],
  [PUBLISHED, 'linux', true],
  [PUBLISHED, 'darwin', false],
])('T-2 a seal with the prefix %s on %s: weak %s', (prefix, platform, isWeak) => {
  const { safeStorage } = createSafeStorage();
  const secrets = createSafeStorageSecrets({ safeStorage, platform, allowWeak: () => false });
  expect(secrets.isWeak(Buffer.from(`${prefix}sealed`))).toBe(isWeak);
});

holdSecretsContract('safeStorage', () => {
  const { secrets, keyring, fixture } = createSafeStorage();
  return {
    secrets,
    goAway: () => (fixture.available = false),
    comeBack: () => (fixture.available = true),
    loseKey: keyring.loseKey,
    rotateKey: keyring.rotateKey,
  };
});

const backends = [
  ['linux', 'gnome_libsecret', 'open', { backend: 'gnome_libsecret', strength: 'strong' }],
  ['linux', 'gnome_libsecret', 'locked', { backend: 'gnome_libsecret', strength: 'weak' }],
  ['linux', 'kwallet6', 'open', { backend: 'kwallet6', strength: 'strong' }],
  ['linux', 'kwallet6', 'away', { backend: 'kwallet6', strength: 'none' }],
  // Chromium does not know Sway, i3 and the like by name, but they may have a keyring.
  ['linux', 'basic_text', 'open', { backend: 'basic_text', strength: 'strong' }],
  ['linux', 'basic_text', 'locked', { backend: 'basic_text', strength: 'weak' }],
  ['linux', 'basic_text', 'away', { backend: 'basic_text', strength: 'weak' }],
  ['linux', 'unknown', 'away', { backend: 'unknown', strength: 'weak' }],
  // On other systems the first characters of sealed text have no meaning.
  ['darwin', 'basic_text', 'locked', { backend: 'keychain', strength: 'strong' }],
  ['win32', 'basic_text', 'away', { backend: 'dpapi', strength: 'none' }],
] as const;

test.each(backends)(
  'T-2 on %s with %s, %s, the strength follows from the sealed text, not from the name',
  async (platform, backend, state, strength) => {
    const { safeStorage, fixture } = createSafeStorage(backend);
    fixture.available = state !== 'away';
    fixture.locked = state === 'locked';
    const secrets = createSafeStorageSecrets({ safeStorage, platform, allowWeak: () => false });
    expect(await secrets.describe()).toEqual(strength);
  },
);

test('T-2 text sealed with a published key is returned only if the user allowed it, and then opens', async () => {
  const { secrets, fixture } = createSafeStorage();
  fixture.locked = true;
  const refused = await secrets.seal('plain');
  fixture.allowWeak = true;
  const sealed = await secrets.seal('plain');
  const opened = await secrets.open(sealed.ok ? sealed.value : new Uint8Array());
  expect([refused, sealed.ok, opened.ok]).toEqual([
    { ok: false, error: { kind: 'unavailable', technical: 'the keyring is not available' } },
    true,
    true,
  ]);
});

test('T-2 only the user can allow a fixed password on a desktop without a known keyring', async () => {
  const { secrets, fixture } = createSafeStorage('basic_text');
  await secrets.describe();
  await secrets.seal('plain');
  const before = fixture.plainText;
  fixture.allowWeak = true;
  await secrets.seal('plain');
  expect([before, fixture.plainText]).toEqual([false, true]);
});

test('a keyring whose prompt was refused counts as unavailable, and text that it sealed not as lost', async () => {
  const { secrets, fixture } = createSafeStorage();
  const sealed = await secrets.seal('plain');
  const bytes = sealed.ok ? sealed.value : new Uint8Array();
  fixture.locked = true;
  const refused = await secrets.open(bytes);
  fixture.locked = false;
  expect([refused, await secrets.open(bytes)]).toEqual([
    { ok: false, error: { kind: 'unavailable', technical: 'Error' } },
    { ok: true, value: { plain: 'plain', reseal: false } },
  ]);
});

test('a decryption that is temporarily unavailable does not count as a lost key', async () => {
  const { secrets, keyring, fixture } = createSafeStorage();
  keyring.loseKey();
  fixture.message = 'Decryption is temporarily unavailable.';
  const opened = await secrets.open(new Uint8Array(40));
  expect(opened).toEqual({ ok: false, error: { kind: 'unavailable', technical: 'Error' } });
});

test('A-17 a keyring problem never quotes the secret', async () => {
  const { secrets, keyring } = createSafeStorage();
  keyring.awayFor = Infinity;
  expect(JSON.stringify(await secrets.seal('the-secret'))).not.toContain('the-secret');
});
