import { fail, succeed } from '../../base/result.ts';
import type { Secrets, SecretsProblem, SecretsStrength } from '../ports.ts';

/** The part of Electron's `safeStorage` that is used: its asynchronous methods. */
export interface SafeStorageShaped {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(plainText: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  /** Linux only: a desktop without a keyring may then seal with a fixed password. */
  setUsePlainTextEncryption?(usePlainText: boolean): void;
}

interface SafeStorageSecretsDeps {
  readonly safeStorage: SafeStorageShaped;
  /** Value like that of `process.platform`. */
  readonly platform: string;
  /** Whether the user chose to store secrets without strong protection. */
  readonly allowWeak: () => boolean;
}

/**
 * First characters of text that Chromium sealed with a keyring on Linux: the Secret Service, the portal. When both are
 * absent, locked or refused, Chromium still seals, with a key published in its source (`v10`).
 */
const KEYRING_PREFIXES: readonly string[] = ['v11', 'v12'];
const PREFIX_LENGTH = 3;
/** Text to seal, in order to see which key seals. Sealing an empty text would yield an empty one. */
const PROBE = 'probe';

/** The system's keyring, through Electron's `safeStorage`. */
export function createSafeStorageSecrets(deps: SafeStorageSecretsDeps): Secrets {
  const { safeStorage, platform, allowWeak } = deps;
  const isLinux = platform !== 'darwin' && platform !== 'win32';

  const isOfKeyring = (sealed: Buffer): boolean =>
    !isLinux || KEYRING_PREFIXES.includes(sealed.toString('latin1', 0, PREFIX_LENGTH));

  /** Tries to seal `plain`; null when that fails. */
  const tried = async (plain: string): Promise<Buffer | null> => {
    // It has an effect only on desktops for which Chromium knows no keyring.
    if (isLinux && allowWeak()) safeStorage.setUsePlainTextEncryption?.(true);
    try {
      return (await safeStorage.isAsyncEncryptionAvailable())
        ? await safeStorage.encryptStringAsync(plain)
        : null;
    } catch {
      return null;
    }
  };

  const describe = async (): Promise<SecretsStrength> => {
    const backend = backendOf(safeStorage, platform);
    // Only sealed text shows which key was used; the desktop's name does not.
    const seal = await tried(PROBE);
    if (seal !== null) return { backend, strength: isOfKeyring(seal) ? 'strong' : 'weak' };
    const isNameless = backend === 'basic_text' || backend === 'unknown';
    return { backend, strength: isNameless ? 'weak' : 'none' };
  };

  /**
   * Reason of a failed opening. Electron rejects in the same way if the keyring is away and if no key opens the bytes.
   */
  const whyNotOpened = async (sealed: Buffer, cause: unknown): Promise<SecretsProblem> => {
    const message = cause instanceof Error ? cause.message : '';
    const seal = await tried(PROBE);
    const isAway =
      /temporar|unavailable|locked|cancel/i.test(message) ||
      seal === null ||
      // A keyring sealed the bytes but cannot seal now, because it is locked or its prompt was refused.
      (isOfKeyring(sealed) && !isOfKeyring(seal));
    return { kind: isAway ? 'unavailable' : 'cannotOpen', technical: nameOf(cause) };
  };

  return {
    describe,
    seal: async (plain) => {
      const sealed = await tried(plain);
      if (sealed === null) return fail(notAvailable);
      // The keyring that the caller found may be gone now, and a weak seal needs the user's consent.
      if (!isOfKeyring(sealed) && !allowWeak()) return fail(notAvailable);
      return succeed(sealed);
    },
    open: async (bytes) => {
      const sealed = Buffer.from(bytes);
      if ((await tried(PROBE)) === null) return fail(notAvailable);
      try {
        const opened = await safeStorage.decryptStringAsync(sealed);
        return succeed({ plain: opened.result, reseal: opened.shouldReEncrypt });
      } catch (cause) {
        return fail(await whyNotOpened(sealed, cause));
      }
    },
    isWeak: (sealed) => !isOfKeyring(Buffer.from(sealed)),
  };
}

const notAvailable: SecretsProblem = {
  kind: 'unavailable',
  technical: 'the keyring is not available',
};

/** Name of the keyring. Only Linux has several. */
function backendOf(safeStorage: SafeStorageShaped, platform: string): string {
  if (platform === 'darwin') return 'keychain';
  if (platform === 'win32') return 'dpapi';
  return safeStorage.getSelectedStorageBackend?.() ?? 'unknown';
}

/** The error's message may quote the secret; its name cannot. */
function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : 'unknown';
}
