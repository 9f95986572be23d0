import { expect, test } from 'vitest';
import { tokenEvents, tokenLifecycle, tokenStates } from './token-lifecycle.ts';

const cells = tokenStates.flatMap((state) =>
  tokenEvents.map((event) => ({ state, event, ...tokenLifecycle[state][event] })),
);

test('T-8 a refresh starts from `ready` alone, so there is one at a time', () => {
  const starts = cells.filter((cell) => cell.effect === 'refresh');
  expect(starts.map(({ state, event, next }) => `${state} ${event} ${next}`)).toEqual([
    'ready askedDue refreshing',
    'ready renewNewest refreshing',
  ]);
});

test('T-12 only the service refusing, a spent token, or the end given from outside leave the session', () => {
  const leaves = cells.filter((cell) => cell.state !== 'absent' && cell.next === 'absent');
  expect([...new Set(leaves.map((cell) => cell.event))].toSorted()).toEqual([
    'ended',
    'refused',
    'spent',
  ]);
});

test('T-8 every question while a refresh runs joins it', () => {
  const asked = cells.filter(
    (cell) => cell.state === 'refreshing' && /^(asked|renew)/.test(cell.event),
  );
  expect(new Set(asked.map((cell) => cell.effect))).toEqual(new Set(['join']));
});

test('T-9 an older token is never a reason to refresh', () => {
  const effects = tokenStates.map((state) => tokenLifecycle[state].renewOlder.effect);
  expect(effects).toEqual(['deny', 'open', 'handOut', 'join']);
});
