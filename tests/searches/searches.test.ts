import { expect, test } from 'vitest';
import { cases, shown } from './show.ts';

test.each(cases('en'))('V-20 “%s” finds and shows %j', (search, expected) => {
  expect(shown(search, 'en-US', null)).toEqual(expected);
});

test('V-20 the table has the searches of many clerks', () => {
  expect(new Set(cases('en').map(([typed]) => typed)).size).toBeGreaterThan(1000);
});
