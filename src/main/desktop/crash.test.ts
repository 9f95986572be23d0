import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createRendererCrashes, RELOAD_PEACE_MS, watchForBugs } from './crash.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

test('D-18 a renderer that is gone is reloaded once, and again only after a minute of peace', async () => {
  const clock = createVirtualClock();
  const story: string[] = [];
  const crashes = createRendererCrashes({
    clock,
    log: silent,
    reload: () => story.push('reload'),
    giveUp: () => story.push('say so'),
  });
  const gone = (reason: 'clean-exit' | 'crashed' | 'oom' | 'killed'): void => {
    crashes.gone({ reason, exitCode: 5 });
    story.push(reason);
  };
  gone('clean-exit');
  gone('crashed');
  await clock.advance(0);
  gone('oom');
  await clock.advance(RELOAD_PEACE_MS);
  gone('killed');
  await clock.advance(0);
  // Only once whoever told of the end has returned.
  expect(story).toEqual(['clean-exit', 'crashed', 'reload', 'say so', 'oom', 'killed', 'reload']);
});

test('D-18 bugs are logged; an exception ends Billfold, a closed terminal does not', () => {
  const story: string[] = [];
  const target = new EventEmitter();
  watchForBugs(
    target as never,
    { ...silent, error: (message) => void story.push(message) },
    (error) => void story.push(`end: ${error.message}`),
  );
  target.emit('uncaughtException', Object.assign(new Error('pipe'), { code: 'EPIPE' }));
  target.emit('unhandledRejection', new Error('promise'));
  target.emit('uncaughtException', new Error('bug'));
  expect(story).toEqual(['unhandled rejection', 'uncaught exception', 'end: bug']);
});
