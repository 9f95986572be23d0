import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createNotifications } from './notifications.ts';

function arrange(isSupported = true) {
  const happened: string[] = [];
  const made: EventEmitter[] = [];
  const clock = createVirtualClock();
  const notify = createNotifications({
    isSupported: () => isSupported,
    create: ({ title }) => {
      const own = new EventEmitter();
      made.push(own);
      return Object.assign(own, {
        show: () => happened.push(`show ${title}`),
        close: () => {
          happened.push(`close ${title}`);
          own.emit('close');
        },
      });
    },
    onClick: (about) => happened.push(`clicked ${about}`),
    clock,
  });
  return { notify, made, happened, clock };
}

test('K-7 a notification replaces the previous one of its kind, and its click names its kind', () => {
  const { notify, made, happened } = arrange();
  notify({ about: 'sent', title: '2 sent', body: '' });
  notify({ about: 'attention', title: '1 to decide', body: '' });
  notify({ about: 'sent', title: '3 sent', body: '' });
  made[2]?.emit('click');
  notify({ about: 'sent', title: '4 sent', body: '' });
  expect(happened).toEqual([
    'show 2 sent',
    'show 1 to decide',
    'close 2 sent',
    'show 3 sent',
    'clicked sent',
    'show 4 sent',
  ]);
});

test('K-7 a system without notifications shows none', () => {
  const { notify, happened } = arrange(false);
  notify({ about: 'sent', title: '2 sent', body: '' });
  expect(happened).toEqual([]);
});

test('D-37 a page shows at most ten notifications a minute', async () => {
  const { notify, made, clock } = arrange();
  const shown: number[] = [];
  for (const passMs of [0, 59_999, 1]) {
    await clock.advance(passMs);
    for (let at = 0; at < 11; at += 1) notify({ about: 'sent', title: 'x', body: '' });
    shown.push(made.length);
  }
  expect(shown).toEqual([10, 10, 20]);
});
