import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createSystemRandom } from '../../../base/system-random.ts';
import { testKey } from '../testing/node-cipher.ts';
import { createBrowserPlatform } from './browser-platform.ts';

test('the browser is asked not to drop the databases', async () => {
  const persist = vi.fn<() => Promise<boolean>>(async () => true);
  const listen = { addEventListener: () => undefined };
  const window = {
    ...listen,
    document: { ...listen, visibilityState: 'visible', hasFocus: () => true },
    navigator: { onLine: true, storage: { persist } },
  };
  const { keepStorage } = createBrowserPlatform(
    window as never,
    createSystemRandom(),
    createVirtualClock(),
  );
  expect([await keepStorage(), persist.mock.calls.length]).toEqual([true, 1]);
});

test('the window gets to respond 8 ms after it last did, not after each slice of bills', async () => {
  const listen = { addEventListener: () => undefined };
  let [nowMs, yields] = [0, 0];
  const window = {
    ...listen,
    document: { ...listen, visibilityState: 'visible', hasFocus: () => true },
    navigator: {},
    // Time that the window uses meanwhile does not count.
    scheduler: { postTask: async () => void ((yields += 1), (nowMs += 50)) },
  };
  const clock = { elapsedMs: () => nowMs };
  const { yieldToMain } = createBrowserPlatform(window as never, createSystemRandom(), clock);
  const taken: number[] = [];
  for (let slice = 0; slice < 9; slice++) {
    await yieldToMain();
    nowMs += 3;
    taken.push(yields);
  }
  expect(taken).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

test('C-91 a sealed page opens only in its place, of its connection, with its key', async () => {
  const listen = { addEventListener: () => undefined };
  const document = { ...listen, visibilityState: 'visible', hasFocus: () => true };
  const window = { ...listen, document, navigator: {}, crypto: globalThis.crypto };
  const { cipher } = createBrowserPlatform(
    window as never,
    createSystemRandom(),
    createVirtualClock(),
  );
  const mine = await cipher('one', testKey('a'));
  const place = ['acme', 'bills', 7, 3] as const;
  const sealed = await mine.seal(place, 'Invoice 12');
  const again = await mine.seal(place, 'Invoice 12');
  const damaged = sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
  expect([
    await mine.open(place, sealed),
    await (await cipher('two', testKey('a'))).open(place, sealed),
    await (await cipher('one', testKey('b'))).open(place, sealed),
    ...(await Promise.all(
      [
        ['other', 'bills', 7, 3],
        ['acme', 'invoices', 7, 3],
        ['acme', 'bills', 8, 3],
        ['acme', 'bills', 7, 4],
      ].map((other) => mine.open(other, sealed)),
    )),
    await mine.open(place, damaged),
    await mine.open(place, new Uint8Array()),
    Buffer.from(sealed).equals(Buffer.from(again)),
  ]).toEqual(['Invoice 12', null, null, null, null, null, null, null, null, false]);
});
