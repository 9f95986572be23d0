import type { Clock } from '../../../base/clock.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import { placeText, type Cipher, type SealedPlace } from '../cipher.ts';
import type { Platform } from './platform.ts';

interface BrowserOnly {
  /** Whether the keyboard is the window's. */
  readonly focus: Observable<boolean>;
  /** Asks the browser not to drop the databases when the disk is nearly full. Answers whether it will not. */
  keepStorage(): Promise<boolean>;
  /** Resolves when what is in the page by now has been painted, or would have been by now if it could be seen. */
  painted(): Promise<void>;
}

/** The platform of a real window. Lives as long as the window does. */
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
    keepStorage: () => navigator.storage.persist(),
    breathe: breathing(window.scheduler, clock),
    painted: () =>
      new Promise((done) => {
        // The first frame begins before it is painted, the second one after it.
        window.requestAnimationFrame(() => window.requestAnimationFrame(() => done()));
        window.setTimeout(done, MOST_BUSY_MS);
      }),
    idle: () =>
      new Promise((done) => window.requestIdleCallback(() => done(), { timeout: MOST_BUSY_MS })),
    locks: {
      request: (name, options, hold) => navigator.locks.request(name, { ...options }, hold),
    },
  };
}

/** A window that is never idle, or hidden, does what waits all the same. */
const MOST_BUSY_MS = 1_000;

/** What works on at most so long answers a key within a frame. */
const BREATH_EVERY_MS = 8;

/** Lets the window go on with what waits, once enough time has gone since it last did. */
function breathing(
  scheduler: Window['scheduler'],
  clock: Pick<Clock, 'elapsedMs'>,
): () => Promise<void> {
  let lastMs = -BREATH_EVERY_MS;
  return async () => {
    if (clock.elapsedMs() - lastMs < BREATH_EVERY_MS) return;
    // After all else: what goes on by `yield` goes before what React has put off.
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

/** As many as NIST SP 800-38D asks for. */
const NONCE_BYTES = 12;

/** The key is not extractable: whoever takes the window over later cannot read it back. */
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
        // WebCrypto says no more than that it failed: another key, another place, damage.
        return null;
      }
    },
  };
}
