import { expect, test } from 'vitest';
import { createMemorySecrets } from '../auth/testing/memory-secrets.ts';
import { holdSecretsContract } from '../auth/testing/secrets-contract.ts';
import { createSafeStorageSecrets } from './safe-storage-secrets.ts';
import type { SafeStorageShaped } from './safe-storage-secrets.ts';

/** Electron's `safeStorage` as its documentation has it: rejects, and says little. */
function createSafeStorage(backend = 'gnome_libsecret') {
  const keyring = createMemorySecrets();
  const world = { available: true, plainText: false, message: 'Error while decrypting.' };
  const safeStorage: SafeStorageShaped = {
    isAsyncEncryptionAvailable: () =>
      Promise.resolve(world.available && (backend !== 'basic_text' || world.plainText)),
    encryptStringAsync: async (plain) => {
      const sealed = await keyring.seal(plain);
      if (!sealed.ok) throw new Error(`Error while encrypting ${plain}`);
      return Buffer.from(sealed.value);
    },
    decryptStringAsync: async (encrypted) => {
      const opened = await keyring.open(encrypted);
      if (!opened.ok) throw new Error(world.message);
      return { shouldReEncrypt: opened.value.reseal, result: opened.value.plain };
    },
    getSelectedStorageBackend: () => backend,
    setUsePlainTextEncryption: (use) => {
      world.plainText = use;
    },
  };
  return { safeStorage, keyring, world };
}

holdSecretsContract('safeStorage', () => {
  const { safeStorage, keyring, world } = createSafeStorage();
  return {
    secrets: createSafeStorageSecrets(safeStorage, 'linux'),
    goAway: () => (world.available = false),
    comeBack: () => (world.available = true),
    loseKey: keyring.loseKey,
    rotateKey: keyring.rotateKey,
  };
});

const backends = [
  ['linux', 'gnome_libsecret', true, { backend: 'gnome_libsecret', strength: 'strong' }],
  ['linux', 'kwallet6', true, { backend: 'kwallet6', strength: 'strong' }],
  ['linux', 'kwallet6', false, { backend: 'kwallet6', strength: 'none' }],
  ['linux', 'basic_text', true, { backend: 'basic_text', strength: 'weak' }],
  ['linux', 'unknown', true, { backend: 'unknown', strength: 'weak' }],
  ['darwin', 'basic_text', true, { backend: 'keychain', strength: 'strong' }],
  ['win32', 'basic_text', false, { backend: 'dpapi', strength: 'none' }],
] as const;

test.each(backends)(
  'T-2 on %s with %s (available: %s) the strength is told',
  async (platform, backend, available, strength) => {
    const { safeStorage, world } = createSafeStorage(backend);
    world.available = available;
    world.plainText = true;
    expect(await createSafeStorageSecrets(safeStorage, platform).describe()).toEqual(strength);
  },
);

test('T-2 a weak backend is switched on by whoever seals, not by asking what there is', async () => {
  const { safeStorage, world } = createSafeStorage('basic_text');
  const secrets = createSafeStorageSecrets(safeStorage, 'linux');
  await secrets.describe();
  const asked = world.plainText;
  const sealed = await secrets.seal('plain');
  expect([asked, sealed.ok, world.plainText]).toEqual([false, true, true]);
});

test('T-3 a decryption that says it is away for a while is not taken for a lost key', async () => {
  const { safeStorage, keyring, world } = createSafeStorage();
  const secrets = createSafeStorageSecrets(safeStorage, 'linux');
  keyring.loseKey();
  world.message = 'Decryption is temporarily unavailable.';
  const opened = await secrets.open(new Uint8Array(40));
  expect(opened).toEqual({ ok: false, error: { kind: 'unavailable', technical: 'Error' } });
});

test('A-17 a problem of the keyring never quotes what was to be sealed', async () => {
  const { safeStorage, keyring } = createSafeStorage();
  keyring.awayFor = Infinity;
  const sealed = await createSafeStorageSecrets(safeStorage, 'linux').seal('the-secret');
  expect(JSON.stringify(sealed)).not.toContain('the-secret');
});
