import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import { createPageLosses, MIN_BETWEEN_LOSSES_MS, watchForBugs } from './crash.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

function losses({ endsSilence = false } = {}) {
  const clock = createVirtualClock();
  const timeline: string[] = [];
  const note = (what: string) => (): void => void timeline.push(what);
  const fixture = { load: (): Promise<void> => Promise.resolve() };
  const page = createPageLosses({
    clock,
    log: { ...silent, error: (message) => void timeline.push(`log: ${message}`) },
    reload: note('reload'),
    load: () => {
      timeline.push('load');
      return fixture.load();
    },
    giveUp: note('say so'),
    askToEnd: async () => {
      timeline.push('ask');
      return endsSilence;
    },
    end: note('end'),
  });
  return { clock, timeline, page, fixture };
}

test('a page whose process is gone is reloaded once, and again only after a quiet minute', async () => {
  const { clock, timeline, page } = losses();
  page.gone({ reason: 'clean-exit', exitCode: 0 });
  page.gone({ reason: 'crashed', exitCode: 5 });
  // The reload must wait until the event's handler has returned.
  timeline.push('observed');
  await clock.advance(0);
  page.gone({ reason: 'oom', exitCode: 5 });
  await clock.advance(MIN_BETWEEN_LOSSES_MS);
  page.gone({ reason: 'killed', exitCode: 9 });
  await clock.advance(0);
  expect(timeline).toEqual([
    'log: renderer gone',
    'observed',
    'reload',
    'log: renderer gone',
    'say so',
    'log: renderer gone',
    'reload',
  ]);
});

const failure = (errno: number): Error => Object.assign(new Error('ERR'), { errno });

test('a page that does not load is logged and loaded once more; then the user is informed', async () => {
  const { clock, timeline, page, fixture } = losses();
  fixture.load = () => Promise.reject(failure(-2));
  await page.load();
  await clock.advance(0);
  await settle();
  expect(timeline).toEqual([
    'load',
    'log: page not loaded',
    'load',
    'log: page not loaded',
    'say so',
  ]);
});

test('a failure that is reported twice counts once, and a replaced load does not count', async () => {
  const { clock, timeline, page, fixture } = losses();
  fixture.load = () => {
    page.notLoaded({ code: -6, description: 'ERR_FILE_NOT_FOUND' });
    return Promise.reject(failure(-6));
  };
  await page.load();
  fixture.load = () => Promise.resolve();
  await clock.advance(0);
  timeline.push('later');
  page.notLoaded({ code: -3, description: 'ERR_ABORTED' });
  await clock.advance(MIN_BETWEEN_LOSSES_MS);
  fixture.load = () => {
    page.gone({ reason: 'crashed', exitCode: 5 });
    return Promise.reject(failure(-2));
  };
  await page.load();
  await clock.advance(0);
  expect(timeline).toEqual([
    'load',
    'log: page not loaded',
    'load',
    'later',
    'load',
    'log: renderer gone',
    'reload',
  ]);
});

test('an unresponsive page ends only if the user agrees, and only one question is open at a time', async () => {
  const waiting = losses();
  await Promise.all([waiting.page.silent(), waiting.page.silent()]);
  await waiting.page.silent();
  const ending = losses({ endsSilence: true });
  await ending.page.silent();
  expect([waiting.timeline, ending.timeline]).toEqual([
    ['ask', 'ask'],
    ['ask', 'end'],
  ]);
});

test('bugs are logged; an exception ends Billfold, a closed terminal does not', () => {
  const timeline: string[] = [];
  const target = new EventEmitter();
  watchForBugs(
    target as never,
    { ...silent, error: (message) => void timeline.push(message) },
    (error) => void timeline.push(`end: ${error.message}`),
  );
  target.emit('uncaughtException', Object.assign(new Error('pipe'), { code: 'EPIPE' }));
  target.emit('unhandledRejection', new Error('promise'));
  target.emit('uncaughtException', new Error('bug'));
  target.emit('uncaughtException', new Error('another'));
  expect(timeline).toEqual([
    'unhandled rejection',
    'uncaught exception',
    'end: bug',
    'uncaught exception',
  ]);
});
