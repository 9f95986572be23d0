import { afterEach, expect, test } from 'vitest';
import {
  formatCondition,
  formatSearchPart,
  formatSearchProblem,
} from '../../src/renderer/screens/review/filters/format-search.ts';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { searchWords as english } from '../../src/renderer/kit/text/en/search-words.ts';
import { messages, setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { createCompany, rowsOf } from './create-company.ts';

const company = createCompany({
  rows: [
    ['old', 'Acme Corp', 'RE-2026-1203', 'Hosting', 80, 'EUR', '2026-01-05', '2026-02-04'],
    ['rent', 'Marchmont', 'M-1', 'Rent November 2026', 500, 'EUR', '2026-10-20', '2026-10-27'],
    ['miete', 'Marchmont', 'M-2', 'Miete Oktober 2026', 70, 'EUR', '2026-09-20', '2026-09-27'],
    ['fuel', 'Kestrel', 'K-3', 'Fuel, PO 45005001', 15.1, 'EUR', '2026-11-01', '2026-11-27'],
    ['parts', 'Kestrel', 'K-4', 'Parts KW 45', 5000, 'EUR', '2026-11-02', '2026-12-01'],
    ['week', 'Kestrel', 'K-5', 'Labor, ab Werk', 90, 'EUR', '2026-11-02', '2026-11-05'],
    ['octo', 'Nach Orakel', 'INV-2026-3100', 'Sea', 60, 'EUR', '2026-11-02', '2026-10-12'],
    ['credit', 'Orakel', 'CN-1', 'Refund', -20, 'EUR', '2026-11-02', null],
    ['far', 'Acme Corp', 'A-9', 'Advance', 30, 'EUR', '2026-11-02', '2027-04-02'],
    ['similar', 'Acne Studios', 'S-1', 'Jackets', 9000, 'EUR', '2026-11-02', '2026-12-14'],
  ],
});

/** Bills found, chips, after “/” the other readings that the chips offer, and notes on the reading. */
async function shown(search: string, language: 'en' | 'de', searched = company): Promise<string> {
  await setLanguage(language);
  const dayOrder = language === 'de' ? 'dayFirst' : null;
  const other = language === 'de' ? english : german;
  const { reading, exact, similar } = searched.search(
    search,
    messages.review.searchWords,
    dayOrder,
    other,
  );
  const names = { ...searched.names, locale: language };
  const chips = reading.parts.map(({ any, choices }) => {
    const used = any.map((each) => formatCondition(each, names));
    const offered = choices.map(({ condition }) => formatCondition(condition, names));
    return [used.join(' or '), ...offered.filter((each) => !used.includes(each))].join(' / ');
  });
  const found = [...exact, ...(similar.length > 0 ? ['~', ...similar] : [])].join(' ');
  const notes = reading.problems.map((each) => formatSearchProblem(each, names));
  return [found, ...chips, ...notes].join(' | ').replaceAll('\u00A0', ' ');
}

afterEach(() => setLanguage('en'));

const toMarch = 'old rent miete fuel parts week octo similar';

test.each([
  ['before march 1', `${toMarch} | Due by Feb 28, 2027 / Due by Feb 28`],
  ['until march 1', `${toMarch} | Due by Mar 1, 2027 / Due by Mar 1`],
  ['due:<=march 1', `${toMarch} | Due by Mar 1, 2027 / Due by Mar 1`],
  ['after march 1', 'far | Due from Mar 2, 2027 / Due from Mar 2'],
  [
    'dated since march 1',
    'rent miete fuel parts week octo credit far similar | Bill date from Mar 1 / Bill date from Mar 1, 2027',
  ],
  ['from dec 1', 'parts far similar | Due from Tue, Dec 1 / Due Tue, Dec 1'],
  ['november 2026', 'rent fuel week | Due in November or “november 2026”'],
  ['march 2026', ' | Due in March'],
  ['oktober', 'rent miete octo | Due in October or “oktober”'],
  ['oktober 2026', 'rent miete octo | Due in October or “oktober 2026”'],
  ['vor oktober', 'old miete | Due by Sep 30'],
  ['KW 45', 'week | Due Nov 2 – Nov 8 / “KW 45”'],
  ['kw45', 'week | Due Nov 2 – Nov 8 / “kw45”'],
  ['ab 1.12.', 'parts far similar | Due from Tue, Dec 1'],
  ['ab werk', 'week'],
  ['nach 12.10.', 'octo | Due Oct 12'],
  ['under 50', 'fuel far | Amount under 50'],
  ['max 50', 'fuel far | Amount at most 50'],
  ['credits under 50', 'credit | Credits | Amount under 50'],
  ['under -10', 'credit | Amount under -10'],
  ['not under 50', 'old rent miete parts week octo similar | Amount at least 50'],
  ['500', 'rent fuel parts | “500” / Amount 500'],
  ['acme 2027', 'far | Due 2027 or “2027”'],
  ['2026', 'old rent miete fuel parts week octo similar | Due 2026 or “2026”'],
  ["5'000", "parts | “5'000” / Amount 5,000"],
  ['open', 'old rent miete fuel parts week octo credit far similar | Status: Open / Unpaid'],
  ['open bills', 'old rent miete fuel parts week octo credit far similar | Unpaid / Status: Open'],
  ['RE 2026-12', 'old'],
  ['acme -corp', ' | Not: “corp”'],
  ['-2026 marchmont', ' | Not: “2026” / Amount -2,026'],
  ['-20 orakel', ' | Not: “20” / Amount -20'],
  ['inv*3100 or fuel', 'fuel octo | “inv*3100” or “fuel”'],
  ['due 31.11.2026', ' | Due Mon, Nov 30 | November has 30 days. “31.11.2026” was read as Nov 30.'],
  ['feb 1-29', 'old | Due in February | February has 28 days. “feb 29” was read as Feb 28.'],
  [
    'between 1.2.2027 and 30.2.2027',
    ' | Due in February 2027 | February 2027 has 28 days. “30.2.2027” was read as Feb 28, 2027.',
  ],
])('V-20 “%s” finds and offers “%s”', async (search, expected) => {
  expect(await shown(search, 'en')).toBe(expected);
});

test.each([
  ['vor dem 1.3.', `${toMarch} | Fällig bis 28. Feb. 2027 / Fällig bis 28. Feb.`],
  ['nach 1.3.', 'far | Fällig ab 2. März 2027 / Fällig ab 2. März'],
  ['oktober 2026', 'rent miete octo | Fällig im Oktober or „oktober 2026“'],
  ['15.10', 'fuel | Fällig 15. Okt. or „15.10“'],
  ['über 15.10', 'old rent miete parts week octo far similar | Betrag über 15,10'],
  ['unter 50', 'fuel far | Betrag unter 50'],
  [
    'ab 31.11.2026',
    'parts far similar | Fällig ab Mo., 30. Nov. | Der November hat 30 Tage. „31.11.2026“ wurde als 30. Nov. gelesen.',
  ],
  [
    '1.11.-31.11.',
    'fuel week | Fällig im November | Der November hat 30 Tage. „31.11.“ wurde als 30. Nov. gelesen.',
  ],
  [
    'offene rechnungen',
    'old rent miete fuel parts week octo credit far similar | Unbezahlt / Status: Offen',
  ],
])('V-20 in German, “%s” finds and offers “%s”', async (search, expected) => {
  expect(await shown(search, 'de')).toBe(expected);
});

test.each(['-20 orakel', '500', 'acme 2027', 'march 2026'])(
  'V-20 the search of each choice of “%s” has only that meaning',
  (search) => {
    const { searchWords } = messages.review;
    const choices = company
      .search(search, searchWords)
      .reading.parts.flatMap((part) => part.choices);
    const read = choices.map(({ text }) => company.search(text, searchWords).reading.parts);
    const names = { ...company.names, locale: 'en' };
    expect(read.map((parts) => parts.map((part) => formatSearchPart(part, names)))).toEqual(
      choices.map(({ condition }) => [formatCondition(condition, names)]),
    );
  },
);

const sports = createCompany({
  rows: rowsOf(`
    sports | Net Sports | N-1 | Balls | 30 | USD | 2026-11-01 | 2026-12-01
    late | Elm | E-2 | Sand | 60 | USD | 2026-08-01 | 2026-09-01
    now | Oak | O-4 | Clay | 40 | USD | 2026-11-20 | 2026-11-20
    fast | Oak | O-5 | Lime | 50 | USD | 2026-11-20 | 2026-12-04
  `),
});

test.each([
  ['en', 'net 30', 'sports | Terms: Net 30'],
  ['en', 'net 30 days', 'sports | Terms: Net 30'],
  ['en', '30 days net', 'sports | Terms: Net 30'],
  ['en', 'net 30, sports', 'sports | Terms: Net 30'],
  ['en', 'net 30 usd', 'sports | Terms: Net 30 | Currency: USD'],
  ['en', 'net 30, usd over 20', 'sports | Terms: Net 30 | Currency: USD | Amount over 20'],
  ['en', 'terms net 14 $', 'fast | Terms: Net 14 | Currency: USD'],
  ['en', '30 days net sports', 'sports'],
  ['en', 'net 60 days late', ' | Overdue since Sep 25 or longer'],
  ['en', 'net 30 days ago', ' | Due Oct 25'],
  ['en', 'net 30 days old', ' | Bill date up to Oct 25'],
  ['en', 'net 14 to 30', 'sports | Amount 14 – 30'],
  ['en', 'net 30 - 60', 'sports | Amount 30 – 60'],
  ['en', 'net 30 or 60', 'sports | “30” or “60”'],
  ['en', 'net 30, 60', ''],
  ['en', 'due on receipt', 'now | Terms: Due on receipt'],
  ['de', 'Zahlungsziel 14', 'fast | Zahlungsziel: 14 Tage netto'],
  ['de', 'Zahlungsziel netto 14 Tage', 'fast | Zahlungsziel: 14 Tage netto'],
  ['de', 'Zahlungsfrist 14 Tage', 'fast | Zahlungsziel: 14 Tage netto'],
  ['de', 'netto 14', ' | Betrag 14'],
  ['de', 'Zahlungsziel 14 usd', 'fast | Zahlungsziel: 14 Tage netto | Währung: USD'],
] as const)('V-20 payment terms: in “%s”, “%s” finds “%s”', async (language, search, expected) => {
  expect(await shown(search, language, sports)).toBe(expected);
});

const umlauts = createCompany({
  rows: rowsOf(`
    foods | Müller Foods | M-1 | Bread | 30 | EUR | 2026-11-01 | 2026-12-01
    sons | Müller & Söhne | M-2 | Sand | 60 | EUR | 2026-11-01 | 2026-12-02
    oak | Oak | O-4 | Clay | 40 | EUR | 2026-11-20 | 2026-12-03
  `),
});

test.each([
  ['de', 'von Müller', 'foods sons | Lieferant: „Müller“'],
  ['en', 'from muller', 'foods sons | Vendor: “Müller”'],
  ['en', 'from mull', 'foods sons | Vendor: “mull”'],
] as const)(
  'V-20 in “%s”, the chip of “%s” has the vendors’ spelling',
  async (language, search, expected) => {
    expect(await shown(search, language, umlauts)).toBe(expected);
  },
);

const orders = createCompany({
  rows: rowsOf(`
    lift | Hargreaves Lifts | HL-1950 | Lift repair, no PO | 725 | GBP | 2026-11-14 | 2026-12-14
    boards | Kingspan | KS-8499 | Insulation boards, no PO | 4280 | EUR | 2026-11-01 | 2026-12-01
    upkeep | Hargreaves Lifts | HL-1840 | Lift upkeep, PO 4471 | 300 | GBP | 2026-11-10 | 2026-12-17
    cover | Aviva | AV-55 | Liability, purchase order 88 | 6400 | GBP | 2026-10-01 | 2026-12-15
    wood | Oakley | W-5 | Order of wood, no parking, no feedback form | 77 | EUR | 2026-10-01 | 2026-12-12
  `),
});

test.each([
  ['en', 'no po', 'lift boards | “no po” / Not: “po”'],
  ['en', 'no PO lift', 'lift | “no PO” / Not: “PO”'],
  ['en', 'lift repiar hargreaves no po', '~ lift | “no po” / Not: “po”'],
  ['en', 'no parking', 'lift boards upkeep cover | Not: “parking” / “no parking”'],
  ['en', 'no feedback', 'lift boards upkeep cover | Not: “feedback” / “no feedback”'],
  ['en', 'no fee', 'lift boards upkeep cover | Not: “fee”'],
  ['en', 'no parking, no po', 'lift boards | Not: “parking” | “no po” / Not: “po”'],
  ['en', 'without po', 'cover wood | Not: “po”'],
  ['en', 'no lift', 'boards cover wood | Not: “lift”'],
  ['en', 'without purchase order', 'lift boards upkeep wood | Not: “purchase order”'],
  ['en', 'no purchase order and not lift', 'boards wood | Not: “purchase order” | Not: “lift”'],
  ['en', 'due 1', 'boards | Due Tue, Dec 1'],
  ['en', 'due 15', ' | Due Nov 15'],
  ['en', 'due 300', 'upkeep | Amount 300'],
  ['en', 'due 1.00', ' | Amount 1'],
  ['en', 'overdue by a', ' | Overdue | Keep typing after “by a”.'],
  ['de', 'fällig 1', 'boards | Fällig Di., 1. Dez.'],
  ['en', 'net 30', 'lift boards | Terms: Net 30'],
  ['en', 'not net 30', 'upkeep cover wood | Not: Terms: Net 30'],
  ['en', 'net 37 days or terms 75', 'upkeep cover | Terms: Net 37 or Terms: Net 75'],
  ['en', 'payment terms 30 days', 'lift boards | Terms: Net 30'],
  ['en', '30 days net', 'lift boards | Terms: Net 30'],
  ['en', 'net 30.00', ''],
  ['en', 'Hargreaves HL-1950 net 60 days', 'lift | Not searched: “net 60 days”.'],
  ['de', 'Zahlungsziel 30 Tage', 'lift boards | Zahlungsziel: 30 Tage netto'],
  ['de', 'netto 30', ' | Betrag 30'],
  ['de', 'ohne bestellnummer', 'lift boards upkeep cover wood | Nicht: „bestellnummer“'],
] as const)('V-20 in “%s”, “%s” finds and offers “%s”', async (language, search, expected) => {
  expect(await shown(search, language, orders)).toBe(expected);
});
