import type { Clock } from '../../../base/clock.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import { placeText, type Cipher, type SealedPlace } from '../cipher.ts';
import type { Platform } from './platform.ts';

interface BrowserOnly {
  /** Whether the window has the keyboard focus. */
  readonly focus: Observable<boolean>;
  /** Asks the browser not to drop the databases when the disk is nearly full. Returns whether it agrees. */
  keepStorage(): Promise<boolean>;
  /** Resolves when the present page content is painted, or would be if it were visible. */
  painted(): Promise<void>;
}

/** The platform of a real window, for as long as the window exists. */
export function createBrowserPlatform(
  window: Window & typeof globalThis,
  random: Pick<Random, 'bytes'>,
  clock: Pick<Clock, 'elapsedMs'>,
): Platform & BrowserOnly {
  const { document, navigator } = window;
  return {
    indexedDB: window.indexedDB,
    IDBKeyRange: window.IDBKeyRange,
    cipher: (connectionId, key) => importCipher(window.crypto.subtle, random, connectionId, key),
    onLine: watched(window, ['online', 'offline'], () => navigator.onLine),
    visibility: watched(
      document,
      ['visibilitychange'],
      () => document.visibilityState === 'visible',
    ),
    focus: watched(window, ['focus', 'blur'], () => document.hasFocus()),
    leaveField: () => {
      const field = document.activeElement;
      if (field instanceof window.HTMLElement) field.blur();
    },
    keepStorage: () => navigator.storage.persist(),
    yieldToMain: yieldingToMain(window.scheduler, clock),
    painted: () =>
      new Promise((done) => {
        // The first frame callback runs before the paint, the second after it.
        window.requestAnimationFrame(() => window.requestAnimationFrame(() => done()));
        window.setTimeout(done, MAX_BUSY_MS);
      }),
    idle: () =>
      new Promise((done) => window.requestIdleCallback(() => done(), { timeout: MAX_BUSY_MS })),
    locks: {
      request: (name, options, hold) => navigator.locks.request(name, { ...options }, hold),
    },
  };
}

/** Longest wait for a paint or an idle moment, milliseconds: a hidden window never paints. */
const MAX_BUSY_MS = 1_000;

/** Length of a slice of work, milliseconds. It leaves time to answer a key within a frame. */
const YIELD_EVERY_MS = 8;

/** Lets the window handle pending events, if it last did so long enough ago. */
function yieldingToMain(
  scheduler: Window['scheduler'],
  clock: Pick<Clock, 'elapsedMs'>,
): () => Promise<void> {
  let lastMs = -YIELD_EVERY_MS;
  return async () => {
    if (clock.elapsedMs() - lastMs < YIELD_EVERY_MS) return;
    // Use the lowest priority: `yield` would resume before work that React has deferred.
    await scheduler.postTask(() => undefined, { priority: 'background' });
    lastMs = clock.elapsedMs();
  };
}

function watched(
  target: EventTarget,
  events: readonly string[],
  read: () => boolean,
): Observable<boolean> {
  const value = createObservable(read());
  for (const event of events) target.addEventListener(event, () => value.set(read()));
  return value;
}

/** Nonce length of NIST SP 800-38D for AES-GCM, in bytes. */
const NONCE_BYTES = 12;

/** Imports a key that is not extractable, so that an attacker who takes over the window later cannot read it. */
async function importCipher(
  subtle: SubtleCrypto,
  random: Pick<Random, 'bytes'>,
  connectionId: string,
  base64: string,
): Promise<Cipher> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const key = await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const parameters = (place: SealedPlace, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(placeText(connectionId, place)),
  });
  return {
    seal: async (place, plain) => {
      const nonce = random.bytes(NONCE_BYTES);
      const text = encoder.encode(plain);
      const sealed = new Uint8Array(await subtle.encrypt(parameters(place, nonce), key, text));
      const whole = new Uint8Array(NONCE_BYTES + sealed.length);
      whole.set(nonce);
      whole.set(sealed, NONCE_BYTES);
      return whole;
    },
    open: async (place, sealed) => {
      const nonce = sealed.slice(0, NONCE_BYTES);
      try {
        const text = await subtle.decrypt(parameters(place, nonce), key, sealed.slice(NONCE_BYTES));
        return decoder.decode(text);
      } catch {
        // WebCrypto reports only that it failed: another key, another place, or damage.
        return null;
      }
    },
  };
}
