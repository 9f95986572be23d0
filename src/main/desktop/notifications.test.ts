import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createNotifications } from './notifications.ts';

function arrange(isSupported = true) {
  const happened: string[] = [];
  const made: EventEmitter[] = [];
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
  });
  return { notify, made, happened };
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
