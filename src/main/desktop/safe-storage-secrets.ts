import { fail, succeed } from '../../base/result.ts';
import type { Secrets, SecretsProblem, SecretsStrength } from '../ports.ts';

/** The part of Electron's `safeStorage` that is used: its asynchronous methods. */
export interface SafeStorageShaped {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(plainText: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  /** Linux only: lets a desktop without a keyring seal with a fixed password. */
  setUsePlainTextEncryption?(usePlainText: boolean): void;
}

/** The system's keyring through Electron's `safeStorage`. @param platform such as `process.platform` */
export function createSafeStorageSecrets(
  safeStorage: SafeStorageShaped,
  platform: string,
): Secrets {
  const describe = async (): Promise<SecretsStrength> => {
    const backend = backendOf(safeStorage, platform);
    // Sealed with a password that is in Chromium's source, or with who knows what.
    if (backend === 'basic_text' || backend === 'unknown') return { backend, strength: 'weak' };
    const available = await isAvailable(safeStorage);
    return { backend, strength: available ? 'strong' : 'none' };
  };

  /** Weak sealing must be switched on; whoever seals weakly has the user's word for it. */
  const allowWeak = async (): Promise<void> => {
    const { strength } = await describe();
    if (strength === 'weak') safeStorage.setUsePlainTextEncryption?.(true);
  };

  return {
    describe,
    seal: async (plain) => {
      await allowWeak();
      if (!(await isAvailable(safeStorage))) return fail(notAvailable);
      try {
        return succeed(await safeStorage.encryptStringAsync(plain));
      } catch (cause) {
        return fail({ kind: 'unavailable', technical: nameOf(cause) });
      }
    },
    open: async (sealed) => {
      await allowWeak();
      if (!(await isAvailable(safeStorage))) return fail(notAvailable);
      try {
        const opened = await safeStorage.decryptStringAsync(Buffer.from(sealed));
        return succeed({ plain: opened.result, reseal: opened.shouldReEncrypt });
      } catch (cause) {
        return fail(await whyNotOpened(safeStorage, cause));
      }
    },
  };
}

const notAvailable: SecretsProblem = {
  kind: 'unavailable',
  technical: 'the keyring is not available',
};

/** The keyring's name on each system; what is not Linux has one only. */
function backendOf(safeStorage: SafeStorageShaped, platform: string): string {
  if (platform === 'darwin') return 'keychain';
  if (platform === 'win32') return 'dpapi';
  return safeStorage.getSelectedStorageBackend?.() ?? 'unknown';
}

async function isAvailable(safeStorage: SafeStorageShaped): Promise<boolean> {
  try {
    return await safeStorage.isAsyncEncryptionAvailable();
  } catch {
    return false;
  }
}

/**
 * Electron rejects alike for a keyring that went away and for bytes that no key opens. Only when the
 * keyring still answers, or says itself that it is away for a while, are the two told apart.
 */
async function whyNotOpened(
  safeStorage: SafeStorageShaped,
  cause: unknown,
): Promise<SecretsProblem> {
  const message = cause instanceof Error ? cause.message : '';
  const away =
    /temporar|unavailable|locked|cancel/i.test(message) || !(await isAvailable(safeStorage));
  return { kind: away ? 'unavailable' : 'cannotOpen', technical: nameOf(cause) };
}

/** The message may quote what was to be sealed; the name cannot. */
function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : 'unknown';
}
