import { afterAll, expect, test } from 'vitest';
import {
  formatSearchPart,
  formatSearchProblem,
} from '../../src/renderer/screens/review/filters/format-search.ts';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { messages, setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { createCompany, rowsOf } from './create-company.ts';

/** Bills whose rows, lines of statements and mails a clerk pastes. */
const company = createCompany({
  rows: rowsOf(`
    lift | Hargreaves Lifts | HL-1950 | Lift repair, no PO | 725 | GBP | 2026-11-14 | 2026-12-14
    fibre | Bell Canada | BC-5199 | Fibre install Toronto | 5000 | CAD | 2026-11-19 | 2026-12-14
    gas | British Gas Business | BG-8839 | Gas, unit 4 | 103.91 | GBP | 2026-11-05 | 2026-12-05
    water | Thames Water | TW/2052 | Water rates Reading | 489.46 | GBP | 2026-11-18 | 2026-12-02
    scaffold | Pemberton Scaffolding | PS-3399 | Scaffold hire | 12450 | GBP | 2026-11-18 | 2026-12-18
    tonerCredit | Viking Direct | VK-CN07 | Credit note toner | -36.5 | GBP | 2026-11-12 | 2026-12-12
    envelopes | Viking Direct | VK-6199 | Envelopes | 36.5 | GBP | 2026-11-12 | 2026-12-12
    fixings | Screwfix Direct | SF-7799 | Fixings, wrong due date | 58.2 | GBP | 2026-11-04 | 2026-03-04
    tax | Receiver General | RCG-40 | GST/HST remittance Q3 | 1093.96 | CAD | 2026-11-24 | 2026-12-24
    survey | Smith & Jones Surveyors | SJ-4901 | Party wall survey | 1250 | GBP | 2026-11-17 | 2026-12-17
    joinery | O'Neill & Sons Joinery | ON-0799 | Staircase | 3120.5 | GBP | 2026-11-16 | 2026-12-16
    vat | Office of the Revenue Commissioners | RC-2635 | VAT3 | 640.1 | EUR | 2026-11-10 | 2026-12-10
    toner | Böttcher AG | RE-2026-461 | Tonerkartuschen | 156.77 | EUR | 2026-11-02 | 2026-12-17
    hours | Hays Recruitment | HY-4024 | Temp staff week 46 | 409.04 | GBP | 2026-11-13 | 2026-12-13
    battens | Travis Perkins | TP-AB17 | Roof battens | 617.67 | GBP | 2026-06-13 | 2026-06-20
    skip | Biffa Waste | BIF-3033 | Skip hire | 3035.83 | GBP | 2026-07-10 | 2026-08-09
    boiler | TÜV Süd | TS-2343 | Prüfung | 3502.64 | EUR | 2026-11-04 | 2026-12-06
    refund | Böttcher AG | GU-2026-018 | Gutschrift Toner | -59.9 | EUR | 2026-11-11 | 2026-12-11
    gate | Hörmann Tore | HT-6799 | Wartung, 3% Skonto bis 28.11. | 1465.2 | EUR | 2026-11-18 | 2026-12-18
    tyres | Autohaus Schröder | AS-7799 | Winterreifen Satz | 2624 | EUR | 2026-11-09 | 2026-12-09
    cars | Zuidplas Verzekeringen | ZV-5021 | Wagenpark | 310.4 | EUR | 2026-11-03 | 2026-12-03
  `),
  flags: { fixings: [{ kind: 'dueBeforeDate' }], tax: [{ kind: 'firstOfVendor' }] },
});

/** Bills found, after “~” similar ones, then chips and notes. Tabs are written as “⇥”. */
async function shown(search: string, language: 'en' | 'de' = 'en'): Promise<string> {
  await setLanguage(language);
  const other = language === 'en' ? german : null;
  const words = messages.review.searchWords;
  const typed = search.replaceAll('⇥', '\t');
  const { reading, exact, similar } = company.search(typed, words, 'dayFirst', other);
  const names = { ...company.names, locale: language };
  const found = [...exact, ...(similar.length > 0 ? ['~', ...similar] : [])].join(' ');
  const chips = reading.parts.map((part) => formatSearchPart(part, names));
  const notes = reading.problems.map((each) => formatSearchProblem(each, names));
  return [found, ...chips, ...notes].join(' | ').replaceAll(/[\u00A0\t]/gu, ' ');
}

afterAll(() => setLanguage('en'));

const credit = 'tonerCredit | Due Dec 12 | Amount -£36.50';
const toMiddle =
  'lift fibre gas water tonerCredit envelopes vat hours boiler refund tyres cars | Due Dec 1 – Dec 15';
const pounds = 'lift gas water tonerCredit envelopes hours | Due Dec 1 – Dec 15 | Currency: GBP';
const refund = 'refund | Due Dec 11 | Amount -€59.90';

test.each([
  ['Viking Direct⇥12 Dec 2026⇥-£36.50', credit],
  ['Viking Direct 12 Dec 2026 -£36.50', credit],
  ['Viking Direct⇥12/12/2026⇥-£36.50', credit],
  ['Dec 12, 2026⇥-£36.50', credit],
  ['December 12, 2026 -£36.50', credit],
  ['12 Dec 2026⇥-36.50 GBP', credit],
  ['12 Dec 2026⇥-36.50', 'tonerCredit | Due Dec 12'],
  ['12 Dec 2026 -36.50', 'tonerCredit | Due Dec 12'],
  ['11.12.2026⇥-59,90 €', refund],
  ['11.12.2026 -59,90 EUR', refund],
  ['11.12.2026⇥−59,90 €', refund],
  [
    '10.12.2026 -14.12.2026',
    'lift fibre tonerCredit envelopes vat hours refund | Due Dec 10 – Dec 14',
  ],
  ['£36.50 -£60', 'envelopes fixings | Amount £36.50 – £60.00'],
  ['Viking Direct 12 Dec 2026 -£40', ' | Due Dec 12 | Amount -£40.99 – -£40.00'],
  ['12.12.2026 -£40', ' | Due Dec 12 | Amount -£40.99 – -£40.00'],
  ['12 Dec 26 -£36.50', credit],
  ['Dec 12 -£36.50', credit],
  ['20. Dez. 2026 -£40', ' | Due Dec 20 | Amount -£40.99 – -£40.00'],
  ['2026 -£36.50', 'tonerCredit | Due 2026 or “2026” | Amount -£36.50'],
  ['2000 -£2500', ' | Amount £2,000.00 – £2,500.00'],
  ['1.12.2026 -15.12', toMiddle],
  ['1.12. -15.12', toMiddle],
  ['1.12.2026 -15.12.', toMiddle],
  ['from 1.12.2026 -15.12', toMiddle],
  ['1.12.2026 -15.12.2026 GBP', pounds],
  ['dec 1, 2026 -15 GBP', pounds],
])(
  'V-20 a minus after a date or in another cell is of the amount: “%s” finds “%s”',
  async (search, expected) => {
    expect(await shown(search)).toBe(expected);
  },
);

test.each([
  ['17/12/2026⇥RE-2026-461⇥156.77', 'toner | Due Dec 17'],
  ['RE-2026-461⇥17/12/2026⇥156.77', 'toner | Due Dec 17'],
  ['RE-2026-461 156.77', 'toner'],
  ['HY-4024⇥Temp staff week 46⇥409.04', 'hours'],
  ['HY-4024⇥Temp staff week 46⇥409.04 GBP', 'hours | Amount £409.04'],
  ['13/06/2026⇥TP-AB17⇥617.67', 'battens | Bill date Jun 13'],
  ['10.07.2026⇥BIF-3033⇥3.035,83', 'skip | Bill date Jul 10'],
])('V-20 a number and the amount beside it are two: “%s” finds “%s”', async (search, expected) => {
  expect(await shown(search)).toBe(expected);
});

test.each([
  ['billfold://bill/lift', 'lift'],
  [' billfold://bill/lift ', 'lift'],
  ['billfold://bill/%6Cift', 'lift'],
  ['billfold://bill/none', ''],
])('V-20 the link “%s” to a bill finds “%s”', async (search, expected) => {
  expect(await shown(search)).toBe(expected);
});

test.each([
  ['05/11/2026⇥BG-8839⇥103.91', 'gas | Bill date Nov 5'],
  ['BG-8839⇥05/12/2026⇥103.91', 'gas | Due Dec 5'],
  ['BC-5199 19/11/2026', 'fibre | Bill date Thu, Nov 19'],
  ['your invoice BC-5199 of 19/11/2026', 'fibre | Bill no.: “bc-5199” | Bill date Thu, Nov 19'],
  ['BC-5199 20/11/2026', 'fibre | Not searched: “20/11/2026”.'],
  ['BC-5199 date:2026-11-20', ' | Bill date Fri, Nov 20'],
  [
    'HL-1950 14 Nov 2026 14 Dec 2026 £725.00',
    'lift | Bill date Nov 14 | Due Dec 14 | Amount £725.00',
  ],
  ['Thames Water 18/11/2026 489.46', 'water | Bill date Wed, Nov 18'],
  ['Thames Water 19/11/2026 489.46', 'water | Not searched: “19/11/2026”.'],
  [
    '18 Nov 2026, 12,450.00, Pemberton Scaffolding',
    'scaffold | Bill date Wed, Nov 18 | Vendor: Pemberton Scaffolding',
  ],
  ['TÜV Süd 04/11/2026 3502.64', 'boiler | Bill date Nov 4'],
  ['14 NOV HARGREAVES LIFTS 725.00', 'lift | Bill date Nov 14'],
  ['HL-1950 today', 'lift | Not searched: “today”.'],
  ['can you pay HL-1950 today?', 'lift | Not searched: “today”.'],
  ['please pay HL-1950 tomorrow', 'lift | Not searched: “tomorrow”.'],
  ['HL-1950 due 5 December', 'lift | Not searched: “due 5 December”.'],
])('V-20 a date beside a bill is one of its dates: “%s” finds “%s”', async (search, expected) => {
  expect(await shown(search)).toBe(expected);
});

test.each([
  [
    'Your invoice PS-3399 for £12,450.00 is overdue',
    'scaffold | Bill no.: “ps-3399” | Amount £12,450.00 | Not searched: “overdue”.',
  ],
  ['PS-3399 is overdue', 'scaffold | Not searched: “overdue”.'],
  ['SF-7799 is overdue', 'fixings | Overdue'],
  [
    'Reminder: your invoice BC-5199 of 19/11/2026 is unpaid',
    'fibre | Bill no.: “bc-5199” | Bill date Thu, Nov 19 | Unpaid | Not searched: “Reminder”.',
  ],
  ['PS-3399 is:overdue', ' | Overdue'],
  ['PS-3399 -unpaid', ' | Not: Unpaid'],
  ['PS-3399 500.00', ''],
  ['Hargreaves Lifts 725.00 PS-3399', ''],
  ['Hargreaves Lifts 725.00 PS-9999', 'lift | Not searched: “PS-9999”.'],
  ['PS-3399 £500.00', ' | Amount £500.00'],
  ['SF-7799 due before bill date', 'fixings | Due before bill date'],
  ['PS-3399 due before bill date', ' | Due before bill date'],
  ['Hi Zoe, PS-3399 due before bill date', 'scaffold | Not searched: “Zoe due before bill date”.'],
])('V-20 a mail with a bill’s number finds the bill: “%s” finds “%s”', async (search, expected) => {
  expect((await shown(search)).trimStart()).toBe(expected.trimStart());
});

test.each([
  ['Hi Sam, can you pay HL-1950? Thanks, Jo', 'lift | Not searched: “Sam Jo”.'],
  ['Dear Mr Smith, please pay HL-1950', 'lift | Not searched: “Mr Smith”.'],
  ['HL-1950 canada', 'lift | Not searched: “canada”.'],
  [
    'invoice HL-1950 from the Leeds office',
    'lift | Bill no.: “hl-1950” | Not searched: “from the Leeds office”.',
  ],
  ['bell canada HL-1950', ''],
  ['smith and jones HL-1950', ''],
  ['HL-1950 from Thames Water', 'Vendor: Thames Water'],
  ['böttcher HL-1950', ''],
])('V-20 one word of another vendor is a name: “%s” finds “%s”', async (search, expected) => {
  expect((await shown(search)).replace(/^ \| /u, '')).toBe(expected);
});

test.each([
  ['Mahnung zu Rechnung AS-7799', 'tyres | Rechnungsnr.: „as-7799“ | Nicht gesucht: „Mahnung zu“.'],
  [
    'Rückfrage zu Rechnung AS-7799',
    'tyres | Rechnungsnr.: „as-7799“ | Nicht gesucht: „Rückfrage zu“.',
  ],
  [
    'Rechnung HT-6799 bis Freitag freigeben',
    'gate | Rechnungsnr.: „ht-6799“ | Nicht gesucht: „bis Freitag freigeben“.',
  ],
])(
  'V-20 a German mail with a bill’s number finds the bill: „%s“ finds „%s“',
  async (search, expected) => {
    expect(await shown(search, 'de')).toBe(expected);
  },
);

const liftRow = 'lift | Due Dec 14 | Amount £725.00';
const bell = 'fibre | Due Dec 14 | Amount CA$5,000.00';

test.each([
  ['HL-1950⇥Lift repair, no PO⇥725.00', 'lift'],
  ['HL-1950⇥Lift repair, no PO⇥14 Dec⇥£725.00', liftRow],
  [
    'Hargreaves Lifts⇥HL-1950⇥Lift repair, no PO⇥14 Dec⇥20 days⇥£725.00',
    'lift | Vendor: Hargreaves Lifts | Due Dec 14 | Amount £725.00',
  ],
  [
    'Screwfix Direct⇥SF-7799⇥Fixings, wrong due date⇥Due before bill date⇥4 Mar⇥265 days late⇥£58.20',
    'fixings | Vendor: Screwfix Direct | Due before bill date | Due Mar 4 | Amount £58.20',
  ],
  [
    'Receiver General⇥RCG-40⇥GST/HST remittance Q3⇥New vendor⇥24 Dec⇥30 days⇥CA$1,093.96',
    'tax | New vendor | Due Dec 24 | Amount CA$1,093.96',
  ],
  [
    'Hörmann Tore⇥HT-6799⇥Wartung, 3% Skonto bis 28.11.⇥18 Dec⇥24 days⇥€1,465.20',
    'gate | Vendor: Hörmann Tore | Due Dec 18 | Amount €1,465.20',
  ],
  ['PS-3399 | 18 Nov 2026 | £12,450.00', 'scaffold | Bill date Wed, Nov 18 | Amount £12,450.00'],
  ['PS-3399 | 12,450.00', 'scaffold'],
  ['HL-1950 | PS-3399', 'lift scaffold | “HL-1950” or “PS-3399”'],
  ['overdue | due 14 Dec', 'lift fibre fixings battens skip | Overdue or Due Dec 14'],
  ['overdue | £725.00', 'lift fixings battens skip | Overdue or Amount £725.00'],
  ['overdue | 14 Dec', 'lift fibre fixings battens skip | Overdue or Due Dec 14'],
  ['lift | £36.50', 'lift envelopes | “lift” or Amount £36.50'],
  ['"HL-1950", "BC-5199"', 'lift fibre | “HL-1950” or “BC-5199”'],
  ['"Viking Direct","Crane"', ' | “Viking Direct” | “Crane”'],
  ['£725.00 | £58.20', 'lift fixings | Amount £725.00 or Amount £58.20'],
  ['"Bell Canada","BC-5199","2026-12-14","5000.00","CAD"', bell],
  ['"Bell Canada";"BC-5199";"14.12.2026";"5.000,00";"CAD"', bell],
  ['"Bell Canada","BC-5199"', 'fibre'],
  [
    'Hörmann Tore;HT-6799;Wartung, 3% Skonto bis 28.11.;18.12.2026;1.465,20',
    'gate | Vendor: Hörmann Tore | Due Dec 18',
  ],
])('V-20 the cells of a row are read one by one: “%s” finds “%s”', async (search, expected) => {
  expect(await shown(search)).toBe(expected);
});
