import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test } from 'vitest';
import { StartFailed } from './StartFailed.tsx';

test('a failed start asks to check the disk only if storage failed', async () => {
  const shown = async (fault: unknown): Promise<string> =>
    text((await prerenderToNodeStream(<StartFailed fault={fault} />)).prelude);
  const storage = await shown(new DOMException('no disk', 'UnknownError'));
  const bug = await shown(new RangeError('Invalid language tag: C'));
  expect([storage, bug].map((screen) => [screen.includes('disk space'), titleOf(screen)])).toEqual([
    [true, 'Couldn’t open local data'],
    [false, 'Something went wrong'],
  ]);
  expect(bug).toContain('Invalid language tag: C');
});

function titleOf(screen: string): string | undefined {
  return /message__title">([^<]*)/.exec(screen)?.[1];
}
