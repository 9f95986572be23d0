import { expect, test } from 'vitest';
import { createOneWindow } from './one-window.ts';

test('a window requested before its page is served opens once it is, and only once', () => {
  const timeline: string[] = [];
  let close: () => void = () => {};
  const window = createOneWindow({
    open: (onClosed) => {
      close = onClosed;
      return timeline.push('opened');
    },
    toFront: (which) => timeline.push(`${which} to the front`),
  });
  window.show();
  window.show();
  timeline.push('served');
  window.start();
  window.show();
  close();
  timeline.push('closed');
  window.show();
  expect({ timeline, now: window.get() }).toEqual({
    timeline: ['served', 'opened', '2 to the front', 'closed', 'opened'],
    now: 5,
  });
});
