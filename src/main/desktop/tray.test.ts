import { expect, test } from 'vitest';
import { createObservable } from '../../base/observable.ts';
import { createTray } from './tray.ts';

type Items = Parameters<ReturnType<Parameters<typeof createTray>[0]['add']>['setMenu']>[0];

function arrange() {
  const settings = createObservable({ keepSending: false });
  const counts = createObservable({ attention: 0, waiting: 0 });
  const timeline: string[] = [];
  const state = { isLocked: false, menu: [] as Items };
  const tray = createTray({
    settings,
    counts,
    language: () => 'en',
    isLocked: () => state.isLocked,
    show: () => timeline.push('shown'),
    quit: () => timeline.push('quit'),
    keepSending: (keepSending) => settings.set({ keepSending }),
    add: () => {
      timeline.push('added');
      return {
        setMenu: (items) => {
          state.menu = items;
          timeline.push(String(items[1]?.label));
        },
        remove: () => timeline.push('removed'),
      };
    },
  });
  const click = (id: string): void => {
    const entry = state.menu.find((item) => item.id === id);
    if (entry?.enabled !== false) entry?.click?.({} as never, undefined, {});
  };
  return { settings, counts, timeline, state, tray, click };
}

test('D-52 the tray icon exists while *Keep sending* is on; when it goes, the hidden window returns', () => {
  const { settings, counts, timeline, click } = arrange();
  counts.set({ attention: 3, waiting: 2 });
  settings.set({ keepSending: true });
  counts.set({ attention: 4, waiting: 2 });
  counts.set({ attention: 4, waiting: 1 });
  for (const id of ['open', 'quit', 'keepSending']) click(id);
  counts.set({ attention: 0, waiting: 0 });
  expect(timeline).toEqual([
    'added',
    '2 approvals pending',
    '1 approval pending',
    'shown',
    'quit',
    'removed',
    'shown',
  ]);
});

test('D-52 the tray of a locked Billfold says that nothing is sent, and changes no setting', () => {
  const { settings, timeline, state, tray, click } = arrange();
  settings.set({ keepSending: true });
  state.isLocked = true;
  tray.follow();
  click('keepSending');
  expect([timeline, settings.get()]).toEqual([
    ['added', 'No pending approvals', 'Locked: nothing is sent'],
    { keepSending: true },
  ]);
});
