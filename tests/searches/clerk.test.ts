import { afterEach, expect, test } from 'vitest';
import {
  formatSearchPart,
  formatSearchProblem,
} from '../../src/renderer/screens/review/filters/format-search.ts';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { searchWords as english } from '../../src/renderer/kit/text/en/search-words.ts';
import { messages, setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { createCompany, rowsOf } from './create-company.ts';

/** Vendors with initials, signs and several names, and bills whose rows and bank lines a clerk pastes. */
const rows = rowsOf(`
  paper | Acme Paper Co. | INV-2026-09001 | Copy paper premium | 1234.5 | USD | 2026-11-02 | 2026-12-02
  haul | Acme Logistics Ltd | AL-70 | Pallet haulage | 700 | GBP | 2026-11-02 | 2026-12-07
  globex | Globex Corporation | GX-88 | Consulting | 1200 | USD | 2026-11-04 | 2026-12-04
  ibm | International Business Machines Corp. | Z900 | Mainframe lease | 2500 | USD | 2026-09-01 | 2026-10-01
  ups | United Parcel Service, Inc. | U-11 | Ground freight | 300.25 | USD | 2026-11-21 | 2026-12-01
  line | British Telecommunications plc | BT-20 | Line rental | 305 | GBP | 2026-11-22 | 2026-10-04
  fiber | British Telecommunications plc | 8820 | Fiber | 64 | GBP | 2026-11-22 | 2026-10-05
  gifts | Marks & Spencer plc | GC-30 | Gift cards | 60 | GBP | 2026-11-10 | 2026-12-10
  shirts | H&M Hennes & Mauritz AB | SK-40 | Skjortor | 900 | SEK | 2026-11-10 | 2026-12-10
  dsl | 1&1 Telecom GmbH | T-110 | DSL | 39.99 | EUR | 2026-11-10 | 2026-12-10
  doors | Müller & Söhne GmbH | RE 4170 | Türen Empfang | 1234.56 | EUR | 2026-11-03 | 2026-12-03
  screws | Mueller Industriebedarf GmbH | GS-77 | Schrauben | 89.25 | EUR | 2026-11-10 | 2026-12-10
  servers | Dell Technologies | D-5001 | Servers rack | 5000 | USD | 2026-10-15 | 2026-12-14
  audit | Deloitte LLP | AU-61 | Audit fee | 4100 | GBP | 2026-09-30 | 2026-10-31
  meter | Thames Water Utilities Ltd | TW-31 | Meter reading | 311.27 | GBP | 2026-10-02 | 2026-11-01
  power | E.ON Energie Deutschland GmbH | VK 0099 | Strom | 845.67 | EUR | 2026-11-01 | 2026-12-03
  lamps | Office Depot | #417 | Desk lamps | 99.9 | USD | 2026-11-05 | 2026-12-05
  desks | Office World Ltd | 000417 | Desks | 199.9 | GBP | 2026-11-05 | 2026-12-06
  ink | Hewlett-Packard Inc. | A417-B | Printer ink | 199.99 | USD | 2026-10-05 | 2026-11-04
  gas | Columbus Gas & Electric | CG-51 | Gas heating | 57.5 | USD | 2026-10-05 | 2026-11-04
`);
const company = createCompany({ rows });

/** Bills found, after “~” similar ones, then chips and notes. */
async function shown(search: string, language: 'en' | 'de'): Promise<string> {
  await setLanguage(language);
  const [dayOrder, other] =
    language === 'de' ? (['dayFirst', english] as const) : (['monthFirst', german] as const);
  const { reading, exact, similar } = company.search(
    search,
    messages.review.searchWords,
    dayOrder,
    other,
  );
  const names = { ...company.names, locale: language };
  const found = [...exact, ...(similar.length > 0 ? ['~', ...similar] : [])].join(' ');
  const chips = reading.parts.map((part) => formatSearchPart(part, names));
  const notes = reading.problems.map((each) => formatSearchProblem(each, names));
  return [found, ...chips, ...notes].join(' | ').replaceAll('\u00A0', ' ');
}

afterEach(() => setLanguage('en'));

const all = rows.map(([id]) => id);
const without = (...ids: readonly string[]): string =>
  all.filter((id) => !ids.includes(id)).join(' ');

test.each([
  ['un paid', `${all.join(' ')} | Unpaid`],
  ['Un-paid acme', 'paper haul | Unpaid'],
  ['un flagged', `${all.join(' ')} | Not flagged`],
  ['Un approved', `${all.join(' ')} | Not approved`],
])('V-20 “%s” is one state, although it is typed in two words: “%s”', async (search, expected) => {
  expect(await shown(search, 'en')).toBe(expected);
});

test('V-20 „un bezahlt“ is one state in German, too', async () => {
  expect(await shown('un bezahlt', 'de')).toBe(`${all.join(' ')} | Unbezahlt`);
});

test.each([
  ['not ibm', `${without('ibm')} | Not: “ibm”`],
  ['-ibm', `${without('ibm')} | Not: “ibm”`],
  ['except ibm and ups', `${without('ibm', 'ups')} | Not: “ibm” or “ups”`],
  [
    'over 1000 that is not ibm',
    'paper globex doors servers audit | Amount over 1,000 | Not: “ibm”',
  ],
  ['not bt', `${without('line')} | Not: “bt”`],
  ['not deloite', `${without('audit')} | Not: “deloite”`],
  ['not lines', `${without('line')} | Not: “lines”`],
  ['acme not paper', 'haul | Not: “paper”'],
])('V-20 “%s” excludes the bills that the words alone find: “%s”', async (search, expected) => {
  expect(await shown(search, 'en')).toBe(expected);
});

test.each([
  ['bt', 'line ~ fiber'],
  ['M&S', '~ gifts doors'],
  ['M & S', '~ gifts doors'],
  ['m and s', '~ gifts doors'],
  ['H&amp;M', 'shirts'],
  ['marks &amp; spencer', 'gifts'],
  ['1und1', 'dsl'],
  ['hundm', 'shirts'],
  ['acme ☂', 'paper haul'],
  ['acme 🙂', 'paper haul'],
  ['🙂', ''],
  ['columbus gas and electric', 'gas'],
  ['from columbus gas and electric', 'gas | Vendor: Columbus Gas & Electric'],
])('V-20 the name “%s” finds “%s”', async (search, expected) => {
  expect((await shown(search, 'en')).trimStart()).toBe(expected.trimStart());
});

test.each([
  [
    'Acme Logistics ,Globex',
    'haul globex | Vendor: Acme Logistics Ltd or Vendor: Globex Corporation',
  ],
  ['Müller ,Schrauben', 'screws'],
  ['deloitte, bt', 'line audit ~ fiber | “deloitte” or “bt”'],
  ['acme, ibm', 'paper haul ~ ibm | “acme” or “ibm”'],
  ['oct deloitte, bt', 'line audit ~ fiber | Due in October | “deloitte” or “bt”'],
])('V-20 the list “%s” finds “%s”', async (search, expected) => {
  expect(await shown(search, 'en')).toBe(expected);
});

test.each([
  ['305 quid', 'line | Amount £305.00 – £305.99'],
  ['1234.5', 'paper'],
  ['1,234.5', 'paper'],
  ['usd 1234.5', 'paper | Amount $1,234.50'],
  ['1.2k', 'paper globex doors | Amount 1,150 – 1,249.99'],
  ['€1.2k', 'doors | Amount €1,150.00 – €1,249.99'],
  ['5k', 'servers | Amount 5,000'],
  ['over 1.2k', 'paper ibm doors servers audit | Amount over 1,200'],
  ['#417', 'lamps desks | Bill no.: “#417”'],
  ['https://app.example.com/bills/meter', 'meter'],
  ['https://app.example.com/bills/meter?tab=lines', 'meter'],
  ['https://app.example.com/bills/none', ''],
  ['#88', 'globex | Bill no.: “#88”'],
])('V-20 the number “%s” finds “%s”', async (search, expected) => {
  expect(await shown(search, 'en')).toBe(expected);
});

test.each([
  [
    'Hi, pls can you check TW-31 £311.27 thames water thx',
    'meter | Amount £311.27 | Not searched: “check thx”.',
  ],
  [
    'Hi, pls can you check £311.27 thames water thx',
    'meter | Amount £311.27 | Not searched: “check thx”.',
  ],
  [
    '11/12 ACH DEBIT DELL TECHNOLOGIES D-5001 5,000.00',
    'servers | Not searched: “11/12 ACH DEBIT”.',
  ],
  [
    'Acme Paper Co.\nINV-2026-09001\nCopy paper premium\nDec 2\n8 days\n$1,234.50',
    'paper | Due Dec 2 | Amount $1,234.50',
  ],
  ['globex INV-2026-09001', ''],
  [
    'Please approve invoice TW-31 from Thames Water for £311.27',
    'meter | Bill no.: “tw-31” | Vendor: Thames Water Utilities Ltd | Amount £311.27 | Not searched: “approve”.',
  ],
  [
    'Please release £311.27 from Thames Water',
    'meter | Amount £311.27 | Vendor: Thames Water Utilities Ltd | Not searched: “release”.',
  ],
  ['FYI invoice TW-31 attached', 'meter | Bill no.: “tw-31” | Not searched: “FYI”.'],
  ['zzz number:TW-31', 'meter | Bill no.: “tw-31” | Not searched: “zzz”.'],
  ['globex invoice TW-31', ' ~ meter | Bill no.: “tw-31”'],
  ['zzz number:TW-3', ' ~ meter | Bill no.: “tw-3”'],
  ['overdue TW-31', 'meter | Overdue'],
  ['overdue GX-88', 'globex | Not searched: “overdue”.'],
  ['due friday GX-88', 'globex | Not searched: “due friday”.'],
  ['is:overdue GX-88', ' | Overdue'],
  ['zzz TW-31', 'meter | Not searched: “zzz”.'],
  ['zzz 311.27', ''],
])('V-20 the pasted line “%s” finds “%s”', async (search, expected) => {
  expect((await shown(search, 'en')).trimStart()).toBe(expected.trimStart());
});

test.each([
  [
    '02.11.2026 LASTSCHRIFT E.ON Energie Deutschland GmbH VK 0099 845,67 EUR',
    'power | Betrag 845,67 € | Nicht gesucht: „02.11.2026 LASTSCHRIFT“.',
  ],
  [
    'Bitte Rechnung VK 0099 von E.ON über 845,67 EUR freigeben',
    'power | Rechnungsnr.: „vk 0099“ | Lieferant: E.ON Energie Deutschland GmbH | Betrag 845,67 € | Nicht gesucht: „freigeben“.',
  ],
  [
    'Müller & Söhne GmbH\nRE 4170\nTüren Empfang\n3. Dez.\nin 9 Tagen\n1.234,56 €',
    'doors | Fällig 3. Dez. | Betrag 1.234,56 €',
  ],
])('V-20 the pasted German line „%s“ finds „%s“', async (search, expected) => {
  expect(await shown(search, 'de')).toBe(expected);
});

const negated = createCompany({
  rows: [
    ['snow', 'Never Summer', 'N-1', 'Snow', 10, 'USD', '2026-11-02', '2026-12-02'],
    ['panic', 'Don’t Panic Ltd', 'D-2', 'Towels', 20, 'USD', '2026-11-02', '2026-12-02'],
    ['broken', 'Elm', 'E-3', 'Isn’t working, nie wieder', 30, 'USD', '2026-11-02', '2026-12-02'],
    ['van', 'Kestrel', 'K-4', 'Summer', 40, 'USD', '2026-11-02', '2026-12-02'],
    ['sent', 'Kestrel', 'K-5', 'Van', 50, 'USD', '2026-11-02', '2026-12-02'],
    ['bare', 'Kestrel', 'K-6', '', 60, 'USD', '2026-11-02', null],
    ['done', 'Sorrel', 'S-7', 'Wall', 0, 'USD', '2026-11-02', null, { status: 'paid' }],
  ],
  approvedOn: { sent: '2026-11-24' },
});

const listed = createCompany({
  rows: [
    ['late', 'Ash', 'A-1', 'Sand', 10, 'EUR', '2026-11-02', '2026-11-01'],
    ['new', 'Elm', 'E-2', 'Salt', 20, 'USD', '2026-11-02', '2026-12-02'],
    ['both', 'Elm', 'E-3', 'Silt', 30, 'USD', '2026-11-02', '2026-11-01'],
    ['plain', 'Oak', 'O-4', 'Clay', 40, 'USD', '2026-11-02', '2026-12-02'],
    ['euro', 'Oak', 'O-5', 'Lime', 50, 'EUR', '2026-11-02', '2026-12-02'],
    ['bare', 'Oak', 'O-6', '', 60, 'USD', '2026-11-02', null],
  ],
  flags: { new: [{ kind: 'firstOfVendor' }], both: [{ kind: 'firstOfVendor' }] },
});

test.each([
  ['except overdue, flagged', 'plain euro bare', 'Not: Overdue or Flagged'],
  ['except overdue, flagged and paid', 'plain euro bare', 'Not: Overdue or Flagged or Paid'],
  ['except overdue and no due date', 'new plain euro', 'Not: Overdue or No due date'],
  ['except overdue, no memo', 'new plain euro', 'Not: Overdue or No memo'],
  ['except euros and overdue', 'new plain bare', 'Not: Currency: EUR, not: Overdue'],
  ['not euros or overdue', 'late new both plain bare', 'Not: Currency: EUR or Overdue'],
  ['isn’t overdue nor flagged', 'plain euro bare', 'Not: Overdue or Flagged'],
  ['not overdue and flagged', 'new', 'Not: Overdue | Flagged'],
])('V-20 the list of “%s” excludes all but %s: “%s”', (search, expected, chips) => {
  const { exact, reading } = listed.search(search, messages.review.searchWords, null, german);
  const shownChips = reading.parts.map((part) =>
    formatSearchPart(part, { ...listed.names, locale: 'en-US' }),
  );
  expect([exact.join(' '), ...shownChips].join(' | ')).toBe(`${expected} | ${chips}`);
});

test.each([
  ['never summer', 'snow', ''],
  ['Never Summer snow', 'snow', ''],
  ['don’t panic', 'panic', ''],
  ['isn’t working', 'broken', '“isn’t working”'],
  ['nie wieder', 'broken', ''],
  ['not summer', 'panic broken bare', 'Not: “summer”'],
  ['never kestrel', 'snow panic broken', 'Not: “kestrel”'],
  ['isn’t clear', '', ''],
  ['can’t say', '', ''],
  ['don’t include kestrel', 'snow panic broken', 'Not: “kestrel”'],
  ['don’t want kestrel', 'snow panic broken', 'Not: “kestrel”'],
  ['do not show kestrel', 'snow panic broken', 'Not: “kestrel”'],
  ['didn’t pay kestrel', 'van sent bare', 'Unpaid'],
  ['didn’t approve kestrel', 'van bare', 'Not approved'],
  ['what didn’t we pay', 'snow panic broken van sent bare', 'Unpaid'],
  ['ain’t paid', 'snow panic broken van sent bare', 'Unpaid'],
  ['doesn’t have a due date', 'bare', 'No due date'],
  ['don’t have due date', 'bare', 'No due date'],
  ['has not got a due date', 'bare', 'No due date'],
  ['doesn’t have a memo', 'bare', 'No memo'],
  ['wasn’t approved today', 'snow panic broken van bare', 'Not: Approved Tue, Nov 24'],
  ['kestrel hasn’t been approved this week', 'van bare', 'Not: Approved Nov 23 – Nov 29'],
  ['isn’t paid nor approved', 'snow panic broken van bare', 'Not: Paid or Approved by me'],
  ['nobody but me has approved', 'sent', 'Approved by me'],
  ['nobody approved but me', 'sent', 'Approved by me'],
  ['approved by no one but me', 'sent', 'Approved by me'],
  ['no one other than me approved today', 'sent', 'Approved Tue, Nov 24'],
  ['not approved by anyone except me', 'sent', 'Approved by me'],
  ['niemand außer mir hat freigegeben', 'sent', 'Approved by me'],
  ['von niemandem außer mir genehmigt', 'sent', 'Approved by me'],
  ['kestrel approved by none', 'van bare', 'Not approved'],
  ['none of us has approved kestrel', 'van bare', 'Not approved'],
  ['kestrel not approved by anyone today', 'van bare', 'Not: Approved Tue, Nov 24'],
  ['kestrel nobody approved it today', 'van bare', 'Not: Approved Tue, Nov 24'],
  ['kestrel approved by no one today', 'van bare', 'Not: Approved Tue, Nov 24'],
  ['kestrel not approved by anyone 1 nov', 'van bare', 'Not: Approved Nov 1'],
  ['kestrel nobody approved or paid', 'van bare', 'Not: Approved by me or Paid'],
  ['not paid by anyone kestrel', 'van sent bare', 'Unpaid'],
  ['no approval required', '', ''],
])('V-20 the negation in “%s” finds %s, with the chip “%s”', (search, expected, chips) => {
  const { exact, reading } = negated.search(search, messages.review.searchWords, null, german);
  const shownChips = reading.parts.map((part) =>
    formatSearchPart(part, { ...negated.names, locale: 'en-US' }),
  );
  expect([exact.join(' '), ...shownChips].join(' | ')).toBe(
    [expected, ...(chips === '' ? [] : [chips])].join(' | '),
  );
});

const noOnes = createCompany({
  rows: rowsOf(`
    nobody | Nobody's Business LLC | NB-1 | Shirts | 70 | USD | 2026-11-01 | 2026-12-02
    left | No One Left Behind | NO-2 | Gifts | 80 | USD | 2026-11-01 | 2026-12-03
    pipes | Keiner GmbH | KG-3 | Rohre | 90 | EUR | 2026-11-01 | 2026-12-04
  `),
});

test.each([
  ['nobody’s unpaid', 'nobody'],
  ['no one left behind', 'left'],
  ['no one left unpaid', 'left'],
  ['no one has approved', 'nobody left pipes'],
  ['Keiner GmbH unbezahlt', 'pipes'],
  ['keiner hat bezahlt', 'nobody left pipes'],
])('V-20 “%s” finds %s: the beginning of a vendor’s name negates nothing', (search, expected) => {
  expect(noOnes.search(search, german).exact.join(' ')).toBe(expected);
});
