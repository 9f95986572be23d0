import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { lazy, loadWaiting } from './lazy.tsx';
import { ShellContext, type ShellServices } from '../services/shell.ts';

test('a part that could not be loaded is loaded again when it is next shown', async () => {
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
