import { expect, test } from 'vitest';
import { speak } from '../../src/renderer/kit/text/first-messages.ts';
import { searchesInGerman } from './de.ts';
import { cases, shown } from './show.ts';

await speak('de');

test.each(cases(searchesInGerman))('V-20 „%s“ finds and shows %j', (search, expected) => {
  expect(shown(search, 'de-DE', 'dayFirst')).toEqual(expected);
});

test('V-20 the table holds the searches of many German clerks', () => {
  expect(new Set(cases(searchesInGerman).map(([typed]) => typed)).size).toBeGreaterThan(100);
});
