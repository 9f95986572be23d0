import { expect, test } from 'vitest';
import { createOneAtATime } from './serial.ts';

test('D-37 one dialog opens at a time, even if a page requests a thousand; after a failure, the next one opens', async () => {
  const oneAtATime = createOneAtATime();
  let opened = 0;
  const dialog = async (): Promise<string> => {
    opened += 1;
    await Promise.resolve();
    throw new Error('the window is gone');
  };
  const asked = Array.from({ length: 1_000 }, () => oneAtATime(dialog, 'refused'));
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter(({ status }) => status === 'fulfilled').length;
  await oneAtATime(dialog, 'refused').catch(() => undefined);
  expect([refused, opened]).toEqual([999, 2]);
});
