import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { lazy, lazyFile, loadWaiting } from './lazy.tsx';
import { ShellContext, type ShellServices } from '../services/shell.ts';

test('a component that could not be loaded is loaded again when it is next shown', async () => {
  const read = vi
    .fn<() => Promise<{ Menu: (props: { readonly of: string }) => string }>>()
    .mockRejectedValueOnce(new Error('no such file'))
    .mockResolvedValue({ Menu: ({ of }) => `The menu of ${of}` });
  await loadWaiting(async () => undefined);
  const Menu = lazy(read, 'Menu');
  const shell = { locale: 'en' } as ShellServices;
  const shown = async (): Promise<string> => {
    const menu = (
      <ShellContext value={shell}>
        <Menu of="QS-7" />
      </ShellContext>
    );
    const { prelude } = await prerenderToNodeStream(menu);
    const drawn = await text(prelude);
    await import('./ControlsLocale.tsx');
    await settle();
    return drawn;
  };
  // The first load fails, the second is complete at the next render.
  expect(await shown()).toBe('');
  expect(await shown()).toBe('');
  expect(await shown()).toContain('The menu of QS-7');
  expect(read).toHaveBeenCalledTimes(2);
});

test('a file loads after the first screen, once for all that use it', async () => {
  const read = vi.fn<() => Promise<{ word: string }>>(async () => ({ word: 'loaded' }));
  const useFile = lazyFile(read);
  const Shown = () => useFile(false)?.word ?? 'waiting';
  const shown = async () => text((await prerenderToNodeStream(<Shown />)).prelude);
  expect([await shown(), read.mock.calls.length]).toEqual(['waiting', 0]);
  await loadWaiting(async () => undefined);
  await loadWaiting(async () => undefined);
  expect([await shown(), read.mock.calls.length]).toEqual(['loaded', 1]);
});
