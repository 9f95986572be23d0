import { expect, test, vi } from 'vitest';
import { createBrowserPlatform } from './browser-platform.ts';

test('O-23 the browser is asked not to drop the databases', async () => {
  const persist = vi.fn<() => Promise<boolean>>(async () => true);
  const listen = { addEventListener: () => undefined };
  const window = {
    ...listen,
    document: { ...listen, visibilityState: 'visible', hasFocus: () => true },
    navigator: { onLine: true, storage: { persist } },
  };
  const { keepStorage } = createBrowserPlatform(window as never);
  expect([await keepStorage(), persist.mock.calls.length]).toEqual([true, 1]);
});
