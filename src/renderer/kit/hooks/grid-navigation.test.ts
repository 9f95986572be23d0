import { expect, test } from 'vitest';
import { positionAfterKey } from './grid-navigation.ts';

const BILLS = 100;
const PAGE = 10;
const after = (key: string, position: number | null): number | null =>
  positionAfterKey(key, position, BILLS, PAGE);

test('R-20 keys move from bill to bill and stop at both ends', () => {
  expect({
    down: after('ArrowDown', 4),
    downAtEnd: after('ArrowDown', 99),
    up: after('ArrowUp', 4),
    upAtStart: after('ArrowUp', 0),
    pageDown: after('PageDown', 95),
    pageUp: after('PageUp', 15),
    home: after('Home', 50),
    end: after('End', 50),
    fromNowhere: after('ArrowDown', null),
    otherKey: after('q', 4),
    emptyList: positionAfterKey('ArrowDown', null, 0, PAGE),
  }).toEqual({
    down: 5,
    downAtEnd: 99,
    up: 3,
    upAtStart: 0,
    pageDown: 99,
    pageUp: 5,
    home: 0,
    end: 99,
    fromNowhere: 0,
    otherKey: null,
    emptyList: null,
  });
});
