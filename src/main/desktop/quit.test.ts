import { expect, test } from 'vitest';
import { settle, createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createQuitCoordinator, RENDERER_LIMIT_MS, SETTLE_LIMIT_MS } from './quit.ts';

function arrange(options: { rendererAnswers: boolean; settles: 'atOnce' | 'never' | 'badly' }) {
  const clock = createVirtualClock();
  const timeline: [number, string][] = [];
  const note = (what: string): void => void timeline.push([clock.elapsedMs(), what]);
  const coordinator = createQuitCoordinator({
    clock,
    log: { info: note, warn: note, error: note },
    askRenderer: () => {
      note(options.rendererAnswers ? 'asked' : 'no renderer to ask');
      return options.rendererAnswers;
    },
    settle: () => {
      note('settle');
      if (options.settles === 'never') return new Promise(() => {});
      return options.settles === 'badly' ? Promise.reject(new Error('disk')) : Promise.resolve();
    },
    quit: (isSettled) => {
      note(isSettled ? 'quit' : 'quit, not settled');
      tryQuit();
    },
  });
  const tryQuit = (): void => {
    let held = false;
    coordinator.beforeQuit({ preventDefault: () => (held = true) });
    note(held ? 'held' : 'through');
  };
  return { clock, timeline, coordinator, tryQuit };
}

test('quitting waits for the renderer, then for approvals in progress, and then completes', async () => {
  const { clock, timeline, coordinator, tryQuit } = arrange({
    rendererAnswers: true,
    settles: 'atOnce',
  });
  tryQuit();
  tryQuit();
  await clock.advance(40);
  coordinator.rendererDone();
  await settle();
  expect({ timeline, sleepers: clock.sleepers() }).toEqual({
    timeline: [
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

test('quitting waits at most three seconds for a renderer that does not answer', async () => {
  const { clock, timeline, tryQuit } = arrange({ rendererAnswers: true, settles: 'atOnce' });
  tryQuit();
  await clock.advance(60_000);
  expect(timeline.slice(2)).toEqual([
    [RENDERER_LIMIT_MS, 'quit: the renderer did not answer in time'],
    [RENDERER_LIMIT_MS, 'settle'],
    [RENDERER_LIMIT_MS, 'quit'],
    [RENDERER_LIMIT_MS, 'through'],
  ]);
});

test('quitting does not wait for a renderer that is gone', async () => {
  const { clock, timeline, tryQuit } = arrange({ rendererAnswers: false, settles: 'atOnce' });
  tryQuit();
  await clock.advance(0);
  expect(timeline.map(([, what]) => what)).toEqual([
    'no renderer to ask',
    'settle',
    'held',
    'quit',
    'through',
  ]);
});

test.each([
  ['never', SETTLE_LIMIT_MS, 'quit: not everything was closed in time'],
  ['badly', 0, 'quit: closing failed'],
] as const)('work that settles %s does not keep Billfold open', async (settles, atMs, observed) => {
  const { clock, timeline, coordinator, tryQuit } = arrange({ rendererAnswers: false, settles });
  tryQuit();
  await clock.advance(60_000);
  expect({ end: timeline.slice(3), mayQuit: coordinator.mayQuit() }).toEqual({
    end: [
      [atMs, observed],
      [atMs, 'quit, not settled'],
      [atMs, 'through'],
    ],
    mayQuit: true,
  });
});
