import { expect, test } from 'vitest';
import { createOneWindow } from './one-window.ts';

test('D-26 a window asked for before its page is served comes when it is, and once', () => {
  const story: string[] = [];
  let close: () => void = () => {};
  const window = createOneWindow({
    open: (onClosed) => {
      close = onClosed;
      return story.push('opened');
    },
    toFront: (which) => story.push(`${which} to the front`),
  });
  window.show();
  window.show();
  story.push('served');
  window.start();
  window.show();
  close();
  story.push('closed');
  window.show();
  expect({ story, now: window.get() }).toEqual({
    story: ['served', 'opened', '2 to the front', 'closed', 'opened'],
    now: 5,
  });
});
