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

export interface SafeStorageSecretsDeps {
  readonly safeStorage: SafeStorageShaped;
  /** Such as `process.platform`. */
  readonly platform: string;
  /** The user's choice to keep secrets although nothing can seal them well. */
  readonly allowWeak: () => boolean;
}

/**
 * What Chromium's seals of a keyring begin with on Linux: the Secret Service, the portal. Whenever both
 * are absent, locked or refused it seals as well, with a key that its source publishes (`v10`).
 */
const KEYRING_PREFIXES: readonly string[] = ['v11', 'v12'];
const PREFIX_LENGTH = 3;
/** Sealed to see by what; an empty text comes back empty. */
const PROBE = 'probe';

/** The system's keyring through Electron's `safeStorage`. */
export function createSafeStorageSecrets(deps: SafeStorageSecretsDeps): Secrets {
  const { safeStorage, platform, allowWeak } = deps;
  const isLinux = platform !== 'darwin' && platform !== 'win32';

  const isOfKeyring = (sealed: Buffer): boolean =>
    !isLinux || KEYRING_PREFIXES.includes(sealed.toString('latin1', 0, PREFIX_LENGTH));

  /** What comes back for `plain` now; null when nothing does. */
  const tried = async (plain: string): Promise<Buffer | null> => {
    // Only where there is no keyring by its name does this change anything.
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
    // Which key seals shows in what comes back alone, not in the desktop's name.
    const seal = await tried(PROBE);
    if (seal !== null) return { backend, strength: isOfKeyring(seal) ? 'strong' : 'weak' };
    const isNameless = backend === 'basic_text' || backend === 'unknown';
    return { backend, strength: isNameless ? 'weak' : 'none' };
  };

  /** Electron rejects alike for a keyring that is away and for bytes that no key opens. */
  const whyNotOpened = async (sealed: Buffer, cause: unknown): Promise<SecretsProblem> => {
    const message = cause instanceof Error ? cause.message : '';
    const seal = await tried(PROBE);
    const isAway =
      /temporar|unavailable|locked|cancel/i.test(message) ||
      seal === null ||
      // Sealed by a keyring that does not seal now: locked, or its prompt was refused.
      (isOfKeyring(sealed) && !isOfKeyring(seal));
    return { kind: isAway ? 'unavailable' : 'cannotOpen', technical: nameOf(cause) };
  };

  return {
    describe,
    seal: async (plain) => {
      const sealed = await tried(plain);
      if (sealed === null) return fail(notAvailable);
      // Whoever asked found a keyring a moment ago, or has the user's word.
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

/** The message may quote what was to be sealed; the name cannot. */
function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : 'unknown';
}
