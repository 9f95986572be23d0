import { expect, test } from 'vitest';
import { searchesInEnglish } from './en.ts';
import { cases, shown } from './show.ts';

test.each(cases(searchesInEnglish))('V-20 “%s” finds and shows %j', (search, expected) => {
  expect(shown(search, 'en-US', null)).toEqual(expected);
});

test('V-20 the table holds the searches of many clerks', () => {
  expect(new Set(cases(searchesInEnglish).map(([typed]) => typed)).size).toBeGreaterThan(300);
});
