import { expect, test } from 'vitest';
import { noFilter, type BillFilter } from '../../../core/model/list-choice.ts';
import { vendorsLike } from '../../../core/bills/search/find-in-few.ts';
import { formOf, INCOMPLETE_DATE, readForm, type FilterForm } from './filter-form.ts';
import { filterChips } from './filter-chips.ts';
import { readAmount, writeAmount } from '../../../kit/ui/amount-input.ts';

const offer = { vendors: ['Acme', 'Émile & Fils'], currencies: ['EUR', 'USD'] };
const empty = formOf(noFilter, 'en-US');

const read = (form: Partial<FilterForm>, before: BillFilter = noFilter, offered = offer) =>
  readForm({ ...empty, ...form }, offered, before, 'en-US');

test('the whole filter panel is read', () => {
  const filter: BillFilter = {
    vendor: 'Émile & Fils',
    currency: 'EUR',
    amountFromCents: 0,
    amountToCents: 125_050,
    dueFrom: '2026-11-01',
    dueTo: '2026-11-30',
    flag: 'duplicate',
  };
  expect({
    again: readForm(formOf(filter, 'de-DE'), offer, noFilter, 'de-DE'),
    typed: read({ vendor: ' emile & fils', currency: 'EUR', amountTo: '1,250.5' }).filter,
    nobody: read({ vendor: 'No vendor' }).filter?.vendor,
    earlier: read({ vendor: 'Gone Ltd' }, { ...noFilter, vendor: 'Gone Ltd' }).filter?.vendor,
    onlyCurrency: read({ amountFrom: '5' }, noFilter, { ...offer, currencies: ['JPY'] }).filter,
    symbol: read({ amountFrom: '$20', amountTo: '1,250.00' }).filter,
    code: read({ currency: 'EUR', amountTo: '20 EUR' }).filter,
    nothing: read({}),
  }).toEqual({
    again: { filter, problems: {} },
    typed: { ...noFilter, vendor: 'Émile & Fils', currency: 'EUR', amountToCents: 125_050 },
    nobody: '',
    earlier: 'Gone Ltd',
    onlyCurrency: { ...noFilter, currency: 'JPY', amountFromCents: 500 },
    symbol: { ...noFilter, currency: 'USD', amountFromCents: 2_000, amountToCents: 125_000 },
    code: { ...noFilter, currency: 'EUR', amountToCents: 2_000 },
    nothing: { filter: noFilter, problems: {} },
  });
});

const many = {
  vendors: [
    'AT&T Mobility LLC',
    'Deloitte LLP',
    'HM Revenue & Customs',
    'Hewlett-Packard Inc.',
    'International Business Machines Corp.',
    'Kaffeerösterei Nürnberg',
    'L’Oréal S.A.',
    'Marks & Spencer plc',
    'Mueller Industriebedarf GmbH',
    'Müller & Söhne GmbH',
    'Pacific Gas & Electric',
    "Sainsbury's Supermarkets Ltd",
    'Sorrel Plastering',
    'Zürich Versicherung AG',
  ],
  currencies: ['EUR'],
};

test.each([
  ['loreal', 'L’Oréal S.A.'],
  ['sainsburys', "Sainsbury's Supermarkets Ltd"],
  ['hewlett packard', 'Hewlett-Packard Inc.'],
  ['att', 'AT&T Mobility LLC'],
  ['zuerich', 'Zürich Versicherung AG'],
  ['nuernberg', 'Kaffeerösterei Nürnberg'],
  ['deloite', 'Deloitte LLP'],
  ['spencer marks', 'Marks & Spencer plc'],
  ['ibm', 'International Business Machines Corp.'],
  ['PG&E', 'Pacific Gas & Electric'],
  ['hmrc', 'HM Revenue & Customs'],
  ['Sorrel', 'Sorrel Plastering'],
])('the only vendor that the search finds for “%s” is the filter’s: %s', (vendor, expected) => {
  expect(read({ vendor }, noFilter, many).filter?.vendor).toBe(expected);
  expect(vendorsLike(many.vendors, vendor)).toEqual([expected]);
});

test('if several vendors match a text, they are offered, and the user must choose one', () => {
  const both = ['Mueller Industriebedarf GmbH', 'Müller & Söhne GmbH'];
  expect(vendorsLike(many.vendors, 'mueller')).toEqual(both);
  expect(vendorsLike(many.vendors, 'söhne')).toEqual(['Müller & Söhne GmbH']);
  expect(vendorsLike(many.vendors, 'Deloitte LLP')).toEqual(many.vendors);
  expect(read({ vendor: 'mueller' }, noFilter, many).problems).toEqual({
    vendor: 'Several vendors match “mueller”. Choose one.',
  });
});

const unlike = 'Choose a currency for the amount.';
test.each<[Partial<FilterForm>, object]>([
  [{ vendor: 'Zebra' }, { vendor: 'No vendor named “Zebra”.' }],
  [
    { currency: 'EUR', amountFrom: 'ten' },
    { amountFrom: '“ten” is not an amount. Write it like 1,250.00.' },
  ],
  [
    { currency: 'EUR', amountFrom: '20', amountTo: '10' },
    { amountTo: '“From” is greater than “To”.' },
  ],
  [{ amountFrom: '20' }, { currency: unlike }],
  [{ amountFrom: '£20' }, { currency: unlike }],
  [{ amountFrom: '€20', amountTo: '$30' }, { currency: unlike }],
  [{ currency: 'EUR', amountFrom: '$20' }, { amountFrom: '“$20” is not an amount in EUR.' }],
  [{ dueFrom: INCOMPLETE_DATE }, { dueFrom: 'Enter a full date.' }],
  [{ dueFrom: '2026-12-01', dueTo: '2026-11-01' }, { dueTo: '“From” is later than “To”.' }],
])('an invalid filter is explained in a sentence, and the list stays: %j', (form, problems) => {
  expect(read(form)).toEqual({ filter: null, problems });
});

const options = { locale: 'en-GB', today: '2026-11-20' } as const;

test('every filter in use has a chip, and can be removed separately', () => {
  const filter: BillFilter = {
    vendor: 'Acme',
    currency: 'EUR',
    amountFromCents: 100_00,
    amountToCents: null,
    dueFrom: '2026-11-01',
    dueTo: '2027-01-31',
    flag: 'duplicate',
  };
  const chips = filterChips({ list: 'overdue', filter }, options);
  expect(chips.map((chip) => [chip.text, chip.without])).toEqual([
    ['Status: Overdue', { list: 'inbox' }],
    ['Vendor: Acme', { filter: { ...filter, vendor: null } }],
    ['≥ €100.00', { filter: { ...filter, currency: null, amountFromCents: null } }],
    ['Due 1 Nov – 31 Jan 2027', { filter: { ...filter, dueFrom: null, dueTo: null } }],
    ['Possible duplicate', { filter: { ...filter, flag: null } }],
  ]);
});

test.each<[Partial<BillFilter>, readonly string[]]>([
  [{}, []],
  [{ currency: 'USD' }, ['USD']],
  [{ vendor: '' }, ['No vendor']],
  [{ currency: 'USD', amountToCents: 5_00 }, ['≤ US$5.00']],
  [{ currency: 'USD', amountFromCents: 5_00, amountToCents: 5_00 }, ['= US$5.00']],
  [{ currency: 'USD', amountFromCents: 1_00, amountToCents: 5_00 }, ['US$1.00 – US$5.00']],
  [{ dueFrom: '2026-11-20' }, ['Due from 20 Nov']],
  [{ dueTo: '2026-11-20' }, ['Due by 20 Nov']],
  [{ dueFrom: '2026-11-20', dueTo: '2026-11-20' }, ['Due 20 Nov']],
])(
  'each filter has a chip that names it, and a list without filters has none: %j',
  (fields, said) => {
    const chips = filterChips({ list: 'inbox', filter: { ...noFilter, ...fields } }, options);
    expect(chips.map((chip) => chip.text)).toEqual(said);
  },
);

const amounts = (locale: string, texts: readonly string[]) =>
  texts.map((text) => readAmount(text, locale));

test('amounts are read in the notation of the user’s region, and in another if it is unambiguous', () => {
  expect({
    american: amounts('en-US', [
      '1,250.00',
      '1250',
      '1.250,00',
      '1,250',
      '12.5',
      '12,5',
      '.50',
      '-3',
    ]),
    german: amounts('de-DE', [
      '1,250.00',
      '1250',
      '1.250,00',
      '1.250',
      '12,5',
      '12.5',
      '1.234.567',
    ]),
    swiss: amounts('de-CH', ['1’250.00', "1'250", '1 250.5']),
    austrian: amounts('de-AT', ['1.250', '1.250,50']),
    french: amounts('fr-FR', ['1\u202F250,00', '1 250,00 ', '1250,5']),
    arabic: amounts('ar-EG', ['١٬٢٥٠٫٥٠', '١٢٥٠', '1250']),
  }).toEqual({
    american: [125_000, 125_000, 125_000, 125_000, 1_250, 1_250, null, -300],
    german: [125_000, 125_000, 125_000, 125_000, 1_250, 1_250, 123_456_700],
    swiss: [125_000, 125_000, 125_050],
    austrian: [125_000, 125_050],
    french: [125_000, 125_000, 125_050],
    arabic: [125_050, 125_000, 125_000],
  });
});

test('a text that is no amount, or is ambiguous, is reported', () => {
  expect([
    amounts('en-US', [
      '',
      'abc',
      '1.250',
      '1,25,0',
      '12.345',
      '1.2.3',
      '1,250.00.1',
      '12e3',
      '--1',
    ]),
    amounts('de-DE', ['1,250', '€ 5', '9'.repeat(20), '1,250,00']),
  ]).toEqual([Array(9).fill(null), Array(4).fill(null)]);
});

test('an amount reads back as it was written', () => {
  const cents = [0, 5, 125_000, 123_456_789, -99, 9_007_199_254_740_99];
  const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'de-AT', 'ar-EG', 'hi-IN'];
  const again = locales.map((locale) =>
    cents.map((each) => readAmount(writeAmount(each, locale), locale)),
  );
  expect(again).toEqual(locales.map(() => cents));
  const dinars = locales.map((locale) => readAmount(writeAmount(13_424_77, locale, 3), locale, 3));
  expect([readAmount('500.250', 'en-US', 3), readAmount('500,250', 'de-DE', 3)]).toEqual([
    500_25, 500_25,
  ]);
  expect([readAmount('500.255', 'en-US', 3), readAmount('500.25000', 'en-US', 3)]).toEqual([
    null,
    null,
  ]);
  expect(dinars).toEqual(locales.map(() => 13_424_77));
  const yen = locales.map((locale) => readAmount(writeAmount(100_000_00, locale, 0), locale));
  expect([writeAmount(100_000_00, 'en-US', 0), ...yen]).toEqual([
    '100,000',
    ...locales.map(() => 100_000_00),
  ]);
});
