import { expect, test } from 'vitest';
import { settle, createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createQuitCoordinator, RENDERER_LIMIT_MS, SETTLE_LIMIT_MS } from './quit.ts';

function arrange(options: { rendererHears: boolean; settles: 'atOnce' | 'never' | 'badly' }) {
  const clock = createVirtualClock();
  const story: [number, string][] = [];
  const tell = (what: string): void => void story.push([clock.elapsedMs(), what]);
  const coordinator = createQuitCoordinator({
    clock,
    log: { info: tell, warn: tell, error: tell },
    askRenderer: () => {
      tell(options.rendererHears ? 'asked' : 'nobody to ask');
      return options.rendererHears;
    },
    settle: () => {
      tell('settle');
      if (options.settles === 'never') return new Promise(() => {});
      return options.settles === 'badly' ? Promise.reject(new Error('disk')) : Promise.resolve();
    },
    quit: (allPutAway) => {
      tell(allPutAway ? 'quit' : 'quit, not all put away');
      tryQuit();
    },
  });
  const tryQuit = (): void => {
    let held = false;
    coordinator.beforeQuit({ preventDefault: () => (held = true) });
    tell(held ? 'held' : 'through');
  };
  return { clock, story, coordinator, tryQuit };
}

test('D-12 quitting waits for the renderer, then for approvals under way, then goes through', async () => {
  const { clock, story, coordinator, tryQuit } = arrange({
    rendererHears: true,
    settles: 'atOnce',
  });
  tryQuit();
  tryQuit();
  await clock.advance(40);
  coordinator.rendererDone();
  await settle();
  expect({ story, sleepers: clock.sleepers() }).toEqual({
    story: [
      [0, 'asked'],
      [0, 'held'],
      [0, 'held'],
      [40, 'settle'],
      [40, 'quit'],
      [40, 'through'],
    ],
    sleepers: 0,
  });
});

test('D-12 a renderer that does not answer is waited for three seconds, and no longer', async () => {
  const { clock, story, tryQuit } = arrange({ rendererHears: true, settles: 'atOnce' });
  tryQuit();
  await clock.advance(60_000);
  expect(story.slice(2)).toEqual([
    [RENDERER_LIMIT_MS, 'quit: the renderer did not answer in time'],
    [RENDERER_LIMIT_MS, 'settle'],
    [RENDERER_LIMIT_MS, 'quit'],
    [RENDERER_LIMIT_MS, 'through'],
  ]);
});

test('D-12 a renderer that is gone is not waited for', async () => {
  const { clock, story, tryQuit } = arrange({ rendererHears: false, settles: 'atOnce' });
  tryQuit();
  await clock.advance(0);
  expect(story.map(([, what]) => what)).toEqual([
    'nobody to ask',
    'settle',
    'held',
    'quit',
    'through',
  ]);
});

test.each([
  ['never', SETTLE_LIMIT_MS, 'quit: not everything was put away in time'],
  ['badly', 0, 'quit: putting away failed'],
] as const)('D-12 what settles %s does not keep Billfold open', async (settles, atMs, told) => {
  const { clock, story, coordinator, tryQuit } = arrange({ rendererHears: false, settles });
  tryQuit();
  await clock.advance(60_000);
  expect({ end: story.slice(3), mayQuit: coordinator.mayQuit() }).toEqual({
    end: [
      [atMs, told],
      [atMs, 'quit, not all put away'],
      [atMs, 'through'],
    ],
    mayQuit: true,
  });
});
