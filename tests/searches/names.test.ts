import { expect, test } from 'vitest';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { messages } from '../../src/renderer/kit/text/messages.ts';
import { breweryCompany } from './brewery-company.ts';
import { type Company, createCompany } from './create-company.ts';
import { filmCompany } from './film-company.ts';
import { namesCompany } from './names-company.ts';
import { cases, shown } from './show.ts';

const smallCompany = createCompany({
  rows: [
    ['accent', 'Müller GmbH', 'M-1', 'Pens', 10, 'EUR', '2026-11-02', '2026-12-02'],
    ['letters', 'Mueller Elektro', 'M-2', 'Wire', 20, 'EUR', '2026-11-02', '2026-12-02'],
    ['farmer', 'Baeuerle Obst', 'B-1', 'Fruit', 30, 'EUR', '2026-11-02', '2026-12-02'],
    ['tea', 'Blue Bauer Tea', 'SV-FRI', 'Tea', 40, 'EUR', '2026-11-02', '2026-12-02'],
  ],
});

test.each(cases('names'))(
  'V-20 among names with signs “%s” finds and shows %j',
  (search, expected) => {
    expect(shown(search, 'en-US', null, namesCompany)).toEqual(expected);
  },
);

test.each(cases('film'))(
  'V-20 among memos and numbers that look like dates and amounts “%s” finds and shows %j',
  (search, expected) => {
    expect(shown(search, 'en-US', 'monthFirst', filmCompany)).toEqual(expected);
  },
);

test.each([
  ['müller', 'accent letters'],
  ['muller', 'accent letters'],
  ['mueller', 'accent letters'],
  ['von Müller', 'accent letters'],
  ['von Muller', 'accent letters'],
  ['von Mueller', 'accent letters'],
  ['vendor:mueller', 'accent letters'],
  ['from baeuerle or mueller', 'accent letters farmer'],
  ['not from mueller', 'farmer tea'],
  ['vendor:müller', 'accent letters'],
  ['Bäuerle', 'farmer'],
  ['not müller', 'farmer tea'],
  ['nicht Müller', 'farmer tea'],
  ['-Müller', 'farmer tea'],
  ['blu', 'tea'],
])('V-20 “%s” finds %s under both spellings of an umlaut', (search, expected) => {
  const { searchWords } = messages.review;
  const found = smallCompany.search(search, searchWords, null, german);
  expect(found.exact.join(' ')).toBe(expected);
});

test.each([
  'invoice number SV-FRI',
  'invoice no. sv-fri',
  'invoice # SV-FRI',
  'number SV-F',
  'Rechnungsnummer SV-FRI',
  'Rechnung Nr. SV-FRI',
  'Nr. SV-FRI',
])('V-20 “%s” finds a bill number without digits', (search) => {
  const { searchWords } = messages.review;
  expect(smallCompany.search(search, searchWords, null, german).exact).toEqual(['tea']);
});

const joined = createCompany({
  rows: [
    ['sign', "O'Brien Pipes", 'O-1', '', 10, 'EUR', '2026-11-02', '2026-12-02'],
    ['word', 'OBrien Inc', 'O-2', '', 20, 'EUR', '2026-11-02', '2026-12-02'],
    ['ink', 'Paper & Ink', 'P-3', '', 30, 'EUR', '2026-11-02', '2026-12-02'],
    ['inks', 'Paper and Ink', 'P-4', 'Ink', 40, 'EUR', '2026-11-02', '2026-12-02'],
    ['tinte', 'Paper und Ink', 'P-5', '', 50, 'EUR', '2026-11-02', '2026-12-02'],
    ['land', 'Land Paper', 'P-6', 'Ink', 60, 'EUR', '2026-11-02', '2026-12-02'],
    ['parts', 'Elm', 'E-7', 'Nuts & bolts', 70, 'EUR', '2026-11-02', '2026-12-02'],
    ['nuts', 'Elm', 'E-8', 'Nuts', 80, 'EUR', '2026-11-02', '2026-12-02'],
  ],
});

test.each([
  ["o'brien", 'sign word'],
  ['O’Brien', 'sign word'],
  ['obrien', 'sign word'],
  ["from o'brien", 'sign word'],
  ['from obrien', 'sign word'],
  ['paper & ink', 'ink inks tinte'],
  ['paper and ink', 'ink inks tinte'],
  ['nuts and bolts', 'parts'],
])('V-20 “%s” finds %s with any sign between the parts of a name', (search, expected) => {
  const found = joined.search(search, messages.review.searchWords, null, german);
  expect(found.exact.join(' ')).toBe(expected);
});

const shortNames = createCompany({
  rows: [
    ['gas', 'Pacific Gas & Electric', 'G-1', 'Gas', 10, 'USD', '2026-11-02', '2026-12-02'],
    ['tax', 'HM Revenue & Customs', 'T-2', 'Tax', 20, 'GBP', '2026-11-02', '2026-12-02'],
    ['bus', 'Société de transport de Montréal', 'B-3', 'Pass', 30, 'CAD', '2026-11-02', null],
    ['grid', 'Elektrizitätswerk der Stadt Zürich', 'S-4', 'Netz', 40, 'CHF', '2026-11-02', null],
    ['tram', 'Verkehrsbetriebe Zürich', 'V-5', 'Abo', 50, 'CHF', '2026-11-02', null],
    ['parcel', 'United Parcel Service, Inc.', 'U-6', 'Box', 60, 'USD', '2026-11-02', null],
    ['bank', 'Bank of America', 'A-7', 'Fee', 70, 'USD', '2026-11-02', null],
    ['works', 'Larsen & Toubro', 'L-8', 'Fit-out', 80, 'INR', '2026-11-02', null],
    ['wall', 'Smith & Jones', 'S-9', 'Survey', 90, 'GBP', '2026-11-02', null],
    ['wood', 'Oakley Ltd', 'SJ-10', 'LT parts', 95, 'GBP', '2026-11-02', null],
  ],
});

test.each([
  ['PG&E', 'gas'],
  ['pg & e', 'gas'],
  ['pge', 'gas'],
  ['HMRC', 'tax'],
  ['STM', 'bus'],
  ['EWZ', 'grid'],
  ['vbz', 'tram'],
  ['ups', 'parcel'],
  ['boa', 'bank'],
  ['L&T', 'works'],
  ['l & t', 'works'],
  ['s&j', 'wall'],
  ['pga', ''],
  ['HMR&D', ''],
])('V-20 the abbreviation “%s” finds %s, as a word and as a vendor', (name, expected) => {
  const { searchWords } = messages.review;
  const typed = shortNames.search(name, searchWords).similar;
  const vendor = shortNames.search(`vendor:${name}`, searchWords);
  const from = shortNames.search(`from ${name}`, searchWords);
  const found = [typed, vendor.exact, ...(expected === '' ? [] : [from.exact])];
  expect(found).toEqual(found.map(() => (expected === '' ? [] : [expected])));
});

const wordsAsInitials = createCompany({
  rows: [
    ['art', 'Garden of Art and Sculpture', 'G-1', 'Statue', 10, 'USD', '2026-11-02', '2026-12-02'],
    ['fu', 'Fu Electric Ltd', 'F-2', 'Wires', 20, 'USD', '2026-11-02', '2026-12-02'],
    ['heat', 'Northmoor', 'N-3', 'Gas, heating', 30, 'USD', '2026-11-02', '2026-12-02'],
    ['bank', 'Deutschbank Service', 'D-4', 'Fees', 40, 'USD', '2026-11-02', '2026-12-02'],
    ['desk', 'Texas Oil & Gas', 'T-5', 'Desks DBS fuel', 50, 'USD', '2026-11-02', '2026-12-02'],
  ],
});

test.each([
  ['not gas', 'art fu bank'],
  ['-gas', 'art fu bank'],
  ['not fuel', 'art fu heat bank'],
  ['not dbs', 'art fu heat bank'],
  ['from gas', 'desk'],
  ['december and gas', 'heat desk'],
  ['over 20 and gas', 'heat desk'],
  ['december & gas', 'heat desk'],
  ['oil and gas', 'desk'],
])('V-20 “%s” finds %s: a word of bills is no abbreviation', (search, expected) => {
  const found = wordsAsInitials.search(search, messages.review.searchWords, null, german);
  expect(found.exact.join(' ')).toBe(expected);
});

test('V-20 “from gas” without a vendor of that word is searched as text', () => {
  const rows = [
    ['art', 'Garden of Art and Sculpture', 'G-1', 'Statue', 10, 'USD', '2026-11-02', null],
    ['heat', 'Northmoor', 'N-3', 'Gas, heating', 30, 'USD', '2026-11-02', null],
  ] as const;
  const found = createCompany({ rows }).search('from gas', messages.review.searchWords);
  expect(found.exact).not.toContain('art');
});

const iban = (account: string) => ({ others: { iban: account } });
const accounts = createCompany({
  rows: [
    ['plain', 'Elm', 'E-1', '', 10, 'EUR', '2026-11-02', null, iban('DE10370400440532013000')],
    ['apart', 'Ash', 'A-2', '', 20, 'EUR', '2026-11-02', null, iban('DE10 3704 0044 0532 0130 00')],
    ['memo', 'Oak', 'O-3', 'IBAN DE10 3704 0044 0532 0130 00', 30, 'EUR', '2026-11-02', null],
    ['number', 'Fir', '3704-0044', 'Boards', 40, 'EUR', '2026-11-02', null],
    ['other', 'Yew', 'Y-5', 'Boards', 50, 'EUR', '2026-11-02', null, iban('DE10370400999')],
  ],
});

const account = 'plain apart memo';
test.each([
  ['DE10 3704 0044 0532 0130 00', account],
  ['de10 3704 0044 0532 0130 00, elm', 'plain'],
  ['DE10370400 440532 013000', account],
  ['DE10370400440532013000', account],
  ['DE10 3704', `${account} other`],
  ['3704 0044', `${account} number`],
  ['370400 440532', account],
  ['0130 00', account],
  ['iban DE10 3704 0044', account],
  ['IBAN: DE10 3704 0044', account],
  ['IBAN:DE10370400440532013000', account],
  ['iban', 'memo'],
  ['not DE10 3704 0044', 'number other'],
  ['DE10 3704 0044 or Yew', `${account} other`],
])('V-20 “%s” finds %s, however the digits of an account are grouped', (search, expected) => {
  const found = accounts.search(search, messages.review.searchWords, null, german);
  expect(found.exact.join(' ')).toBe(expected);
});

const parcels = ['p1', 'p2', 'p3', 'p4', 'p5'].map(
  (id) => [id, 'DHL', id, 'Parcel', 9, 'EUR', '2026-11-02', '2026-12-02'] as const,
);
const energy = createCompany({
  rows: [
    ['gas', 'Elm', 'E-1', 'Natural gas', 10, 'EUR', '2026-11-02', '2026-12-02'],
    ['gasket', 'Ash', 'A-2', 'Gaskets', 20, 'EUR', '2026-11-02', '2026-12-02'],
    ['server', 'Hetzner', 'H-3', 'Servers', 30, 'EUR', '2026-11-02', '2026-12-02'],
    ['shop', "Lowe's", 'L-4', 'Wood', 40, 'EUR', '2026-11-02', '2026-12-02'],
    ...parcels,
  ],
});
const dhl = 'p1 p2 p3 p4 p5';

test.each([
  ['gas', 'gas gasket'],
  ['gas or zzz', 'gas gasket'],
  ['zzz or gas', 'gas gasket'],
  ['gas or dhl', `gas gasket ${dhl}`],
  ['hetznr', '~ server'],
  ['hetznr or dhl', `${dhl} ~ server`],
  ['hetznr or gas', 'gas gasket ~ server'],
  ['parcel hetznr or dhl', dhl],
  ["lowe's.", 'shop'],
  ["lowe's. or zzz", 'shop'],
  ['hetzner’s or zzz', 'server'],
])('V-20 “%s” finds %s: an alternative finds the same bills as alone', (search, expected) => {
  const { exact, similar } = energy.search(search, messages.review.searchWords, null, german);
  expect([...exact, ...(similar.length > 0 ? ['~', ...similar] : [])].join(' ')).toBe(expected);
});

test('V-20 each word of the tables finds the same bills beside “or” as alone', () => {
  const { searchWords } = messages.review;
  const companies = { names: namesCompany, film: filmCompany, brewery: breweryCompany };
  const finds = (searched: Company, search: string) => {
    const { exact, similar } = searched.search(search, searchWords, 'monthFirst');
    return [search.replace(' or zzz', ''), exact, similar];
  };
  for (const table of ['names', 'film', 'brewery'] as const) {
    const words = cases(table).filter(([typed, { chips }]) => chips === '' && !/\s/u.test(typed));
    const alone = words.map(([word]) => finds(companies[table], word));
    expect(words.map(([word]) => finds(companies[table], `${word} or zzz`))).toEqual(alone);
  }
});

const manyNumbers = createCompany({
  rows: [
    ['dash', 'Sorrel', 'OB-2201', 'Sand', 10, 'EUR', '2026-11-02', '2026-12-02'],
    ['bare', 'Sorrel', 'OB2201', 'Salt', 20, 'EUR', '2026-11-02', '2026-12-02'],
    ['space', 'Kestrel', 'OB 2201', 'Silt', 30, 'EUR', '2026-11-02', '2026-12-02'],
    ['first', 'Müller', 'RE-4711', 'Clay', 40, 'EUR', '2026-11-02', '2026-12-02'],
    ['second', 'Müller', 'RE 4712', 'Lime', 50, 'EUR', '2026-11-02', '2026-12-02'],
    ['short', 'Kestrel', 'A-777', 'Marl', 60, 'EUR', '2026-11-02', '2026-12-02'],
    ['digits', 'Kestrel', '43187', 'Loam', 70, 'EUR', '2026-11-02', '2026-12-02'],
    ['four', 'Kestrel', '10202', 'Peat, refers to 10051', 80, 'EUR', '2026-11-02', '2026-12-02'],
    ['three', 'Sorrel', '902', 'Turf', 90, 'EUR', '2026-11-02', '2026-12-02'],
  ],
});

test.each([
  ['OB 2201', 'bare dash space', ''],
  ['OB-2201', 'bare dash space', ''],
  ['ob/2201', 'bare dash space', ''],
  ['OB2201', 'bare dash space', ''],
  ['RE 4711, RE 4712', 'first second', '“RE 4711” or “RE 4712”'],
  ['RE 4711; RE 4712', 'first second', '“RE 4711” or “RE 4712”'],
  ['RE 4711 and RE 4712', 'first second', '“RE 4711” or “RE 4712”'],
  ['RE-4711 and RE-4712', 'first second', '“RE-4711” or “RE-4712”'],
  ['RE 4711, A-777 and OB2201', 'bare dash first short space', '“RE 4711” or “A-777” or “OB2201”'],
  ['A-777, OB2201', 'bare dash short space', '“A-777” or “OB2201”'],
  ['43187 and 4712', 'digits second', '“43187” or “4712”'],
  ['RE 4711, RE 9999', 'first', '“RE 4711” or “RE 9999”'],
  ['müller RE 4711, RE 4712', 'first second', '“RE 4711” or “RE 4712”'],
  ['RE 4711, RE 4712 overdue', '', '“RE 4711” or “RE 4712” | Overdue'],
  ['Müller, bill 4711', 'first', 'Bill no.: “4711”'],
  ['Müller, Kestrel', 'digits first four second short space', '“Müller” or “Kestrel”'],
  ['2624,00; 2625,00', '', ''],
  ['43187, 2026', 'digits', '“43187” or “2026”'],
  ['Sorrel 2201, 4711', 'bare dash', '“2201” or “4711”'],
  ['RE 4711,RE 4712', 'first second', '“RE 4711” or “RE 4712”'],
  ['4711, 40.00', 'first', ''],
  ['43,187; 4,712', 'digits second', '“43,187” or “4,712”'],
  ['show 4711, 4712', 'first second', '“4711” or “4712”'],
  ['bills 4711, 4712', 'first second', '“4711” or “4712”'],
  ['43187 10202', 'digits four', '“43187” or “10202”'],
  ['RE-4711 43187', 'digits first', '“RE-4711” or “43187”'],
  ['RE 4711 RE 4712', 'first second', '“RE 4711” or “RE 4712”'],
  ['RE-4711 OB2201 902', 'bare dash first space three', '“RE-4711” or “OB2201” or “902”'],
  ['902 43187', 'digits three', '“902” or “43187”'],
  ['kestrel 43187 10202', 'digits four', '“43187” or “10202”'],
  ['43187\n99999\n10202', 'digits four', '“43187” or “10202”'],
  ['10202 99999', 'four', ''],
  ['43187 10202 2026', 'digits four', '“43187” or “10202”'],
  ['43187 10202 725', 'digits four', '“43187” or “10202”'],
  ['kestrel not 43187 10202', 'short space', 'Not: “43187” or “10202”'],
  [
    'except 43187 10202 902',
    'bare dash first second short space',
    'Not: “43187” or “10202” or “902”',
  ],
  ['10202 10051', 'four', ''],
  ['10202 80.00', 'four', ''],
  ['kestrel 10202 99999', 'four', ''],
  ['10202 tel 99999 thanks', 'four', ''],
])(
  'V-20 any of several bill numbers is found: “%s” finds %s with the chip “%s”',
  (search, ...expected) => {
    const { finds, chips } = shown(search, 'en-US', null, manyNumbers);
    expect([finds, chips]).toEqual(expected);
  },
);

test.each(['10202 99999', '43187 99999 10202', '43187 10202 99999 overdue'])(
  'V-20 the search “%s” names its number that no bill has',
  (search) => {
    const { reading } = manyNumbers.search(search, messages.review.searchWords);
    expect(reading.problems.map(({ kind, name }) => [kind, name])).toEqual([
      ['notSearched', '99999'],
    ]);
  },
);

const manyCurrencies = createCompany({
  rows: [
    ['dollars', 'Sorrel', 'CM-1', 'Refund', -500, 'USD', '2026-11-02', null],
    ['pounds', 'Sorrel', 'CM-2', 'Refund', -125, 'GBP', '2026-11-02', null],
    ['rupees', 'Kestrel', 'CM-3', 'Refund', -5000, 'INR', '2026-11-02', null],
    ['lakhs', 'Kestrel', 'K-4', 'Servers', 250_000, 'INR', '2026-11-02', null],
    ['crores', 'Kestrel', 'K-5', 'Land', 25_000_000, 'INR', '2026-11-02', null],
    ['large', 'Elm', 'E-6', 'Servers', 12_500, 'USD', '2026-11-02', null],
    ['small', 'Elm', 'E-7', 'Rate 1,234.50', 700, 'USD', '2026-11-02', null],
    ['tank', 'Elm', 'E-8', 'Tank 3 l', 2500, 'EUR', '2026-11-02', null],
    ['toll', 'Sorrel', 'CM-9', 'Toll', -45, 'USD', '2026-11-02', null],
  ],
});
const onlyRupees = createCompany({
  rows: [
    ['lakhs', 'Kestrel', 'K-4', 'Servers', 250_000, 'INR', '2026-11-02', null],
    ['crores', 'Kestrel', 'K-5', 'Land', 25_000_000, 'INR', '2026-11-02', null],
    ['toll', 'Sorrel', 'CM-9', 'Toll', -45, 'INR', '2026-11-02', null],
  ],
});

const aCredit = (amount: string): string => `Amount -${amount}`;
test.each([
  ['$(500.00)', 'dollars', aCredit('$500.00')],
  ['$ (500.00)', 'dollars', aCredit('$500.00')],
  ['(500.00) USD', 'dollars', aCredit('$500.00')],
  ['(USD 500.00)', 'dollars', aCredit('$500.00')],
  ['USD (500.00)', 'dollars', aCredit('$500.00')],
  ['sorrel (500.00)', 'dollars', aCredit('500')],
  ['£(125.00)', 'pounds', aCredit('£125.00')],
  ['₹(5,000)', 'rupees', 'Amount -₹5,000.99 – -₹5,000.00'],
  ['₹(5,000.00)', 'rupees', aCredit('₹5,000.00')],
  ['(₹5,000.00)', 'rupees', aCredit('₹5,000.00')],
  ['(₹ 5,000.00)', 'rupees', aCredit('₹5,000.00')],
  ['-₹5,000.00', 'rupees', aCredit('₹5,000.00')],
])('V-20 the credit “%s” finds %s with the chip “%s”', (search, ...expected) => {
  const { finds, chips } = shown(search, 'en-US', null, manyCurrencies);
  expect([finds, chips]).toEqual(expected);
});

const inLakhs = 'Amount ₹245,000.00 – ₹254,999.99';
test.each([
  ['rs over 2 lakhs', 'crores lakhs', 'Amount over ₹200,000.00'],
  ['Rs. > 2 lakhs', 'crores lakhs', 'Amount over ₹200,000.00'],
  ['not rs over 2 lakhs', 'crores', 'Not: “rs” | Amount over 200,000'],
  ['usd over 5000', 'large', 'Currency: USD | Amount over 5,000'],
  ['₹ under 300000', 'lakhs', 'Currency: INR | Amount under 300,000'],
  ['over ₹2 lakh', 'crores lakhs', 'Amount over ₹200,000.00'],
  ['over $1000 INR', 'crores lakhs', 'Amount over ₹1,000.00'],
  ['over INR $1000', 'crores lakhs', 'Amount over ₹1,000.00'],
  ['₹2.5 lakh', 'lakhs', inLakhs],
  ['₹2.5L', 'lakhs', inLakhs],
  ['2.5L', '', ''],
  ['2.5L inr', 'lakhs', inLakhs],
  ['rs.2.5L', 'lakhs', inLakhs],
  ['rs.2.5 lakh', 'lakhs', inLakhs],
  ['2.5 lacs', 'lakhs', 'Amount 245,000 – 254,999.99'],
  ['rs 2 - 5 l', 'lakhs', 'Amount ₹200,000.00 – ₹500,000.00'],
  ['over ₹2 cr', 'crores', 'Amount over ₹20,000,000.00'],
  ['450 cr', '', ''],
  ['45.00 CR', 'toll', ''],
  ['45,00 cr', 'toll', ''],
  ['sorrel 45.00 Cr.', 'toll', ''],
  ['3 L', 'tank', ''],
  ['Rs 2,50,000/-', 'lakhs', 'Amount ₹250,000.00 – ₹250,000.99'],
  ['Rs. 2,50,000/-', 'lakhs', 'Amount ₹250,000.00 – ₹250,000.99'],
  ['Rs.2,50,000/-', 'lakhs', 'Amount ₹250,000.00 – ₹250,000.99'],
  ['Rs. 2,50,000.00/-', 'lakhs', 'Amount ₹250,000.00'],
  ['2,50,000/-', 'lakhs', ''],
])('V-20 the amount in rupees “%s” finds %s with the chip “%s”', (search, ...expected) => {
  const { finds, chips } = shown(search, 'en-US', null, manyCurrencies);
  expect([finds, chips]).toEqual(expected);
});

test.each([
  ['2.5L', 'lakhs', 'Amount 245,000 – 254,999.99'],
  ['2.5cr', 'crores', 'Amount 24,500,000 – 25,499,999.99'],
  ['over 2 cr', 'crores', 'Amount over 20,000,000'],
  ['45.00 CR', 'toll', ''],
])('V-20 among bills in rupees only “%s” finds %s with the chip “%s”', (search, ...expected) => {
  const { finds, chips } = shown(search, 'en-US', null, onlyRupees);
  expect([finds, chips]).toEqual(expected);
});

test.each([
  ['500.00', 'dollars'],
  ['500,00', 'dollars'],
  ['500.00 CR', 'dollars'],
  ['2,500.00', 'tank'],
  ['2500.00', 'tank'],
  ['12,500.00', 'large'],
  ['12.500,00', 'large'],
  ['elm 2,500.00', 'tank'],
  ['234.50', ''],
  ['1,234.50', 'small'],
  ['1234.50', 'small'],
  ['2,500.00 or 500.00', 'dollars tank'],
])('V-20 the amount “%s” finds %s, not a longer one that ends with it', (search, expected) => {
  expect(shown(search, 'en-US', null, manyCurrencies).finds).toBe(expected);
});
