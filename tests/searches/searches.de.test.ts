import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { breweryCompany } from './brewery-company.ts';
import { createCompany } from './create-company.ts';
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

const wholesaler = createCompany({
  rows: [
    ['sea', 'Kühne + Nagel (AG & Co.) KG', 'KN-1', 'Sea freight', 10, 'EUR', '2026-11-02', null],
    ['boxes', 'Gdańsk Opakowania Sp. z o.o.', 'GO-2', 'Boxes', 20, 'EUR', '2026-11-02', null],
    ['paper', 'Papeterie Müller S.à r.l.', 'PM-3', 'Paper', 30, 'EUR', '2026-11-02', null],
    ['pump', 'Müller GmbH & Co. KG', 'RE-2026/0400', 'Pump', 40, 'EUR', '2026-11-02', null],
    ['hose', 'Müller GmbH & Co. KG', 'RE-2026/0417', 'Hose', 184_900, 'EUR', '2026-11-02', null],
    ['parcel', 'DHL', 'D-6', 'Parcel', 60, 'EUR', '2026-11-02', null],
    ['tea', 'Yamato', 'Y-7', 'Tea', 500, 'JPY', '2026-11-02', null],
  ],
});

test.each([
  ['kühne+nagel', 'sea', ''],
  ['Kuehne+Nagel', 'sea', ''],
  ['gdansk sp zoo', 'boxes', ''],
  ['gdansk sp. z o.o.', 'boxes', ''],
  ['sp.z.o.o.', 'boxes', ''],
  ['papeterie sarl', 'paper', ''],
  ['s.a.r.l.', 'paper', ''],
  ['s.à r.l.', 'paper', ''],
  ['sàrl', 'paper', ''],
  ['müller GmbH&Co.KG', 'pump hose', ''],
  ['GmbH&Co.KG', 'pump hose', ''],
  ['SEPA-Überweisung DHL', 'parcel', ''],
  ['DHL SEPA-Lastschrift', 'parcel', ''],
  ['Müller 184.900,00-', 'hose', 'Betrag 184.900'],
  ['184.900,00-', 'hose', 'Betrag 184.900'],
  ['EREF+RE-2026/0417 KREF+4711 SVWZ+Müller', 'hose', ''],
  ['müller -0400', 'paper hose', 'Nicht: „0400“'],
  ['müller ohne -0417', 'pump paper', 'Nicht: „0417“'],
  ['ohne -0417', 'boxes paper parcel pump sea tea', 'Nicht: „0417“'],
  ['¥500', 'tea', 'Betrag 500 ¥'],
])(
  'V-20 among vendors and lines of a bank „%s“ finds %s with the chip „%s“',
  (search, finds, chips) => {
    const found = shown(search, 'de-DE', 'dayFirst', wholesaler);
    expect([found.finds, found.chips]).toEqual([finds.split(' ').toSorted().join(' '), chips]);
  },
);
