import { expect, test } from 'vitest';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { messages } from '../../src/renderer/kit/text/messages.ts';
import { createCompany } from './create-company.ts';
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
