import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { breweryCompany } from './brewery-company.ts';
import { cases, shown } from './show.ts';

beforeAll(() => setLanguage('de'));
afterAll(() => setLanguage('en'));

test.each(cases('de'))('V-20 „%s“ finds and shows %j', (search, expected) => {
  expect(shown(search, 'de-DE', 'dayFirst')).toEqual(expected);
});

test.each(cases('brewery'))(
  'V-20 among compounds, weeks and currencies „%s“ finds and shows %j',
  (search, expected) => {
    expect(shown(search, 'de-DE', 'dayFirst', breweryCompany)).toEqual(expected);
  },
);

test('V-20 the table has the searches of many German clerks', () => {
  expect(new Set(cases('de').map(([typed]) => typed)).size).toBeGreaterThan(700);
});
