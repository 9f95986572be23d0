import { beforeAll, expect, test } from 'vitest';
import {
  formatSearchPart,
  formatSearchProblem,
} from '../../src/renderer/screens/review/filters/format-search.ts';
import { messages, setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { createCompany, type Row } from './create-company.ts';

const dates = ['2026-11-02', '2026-12-02'] as const;
const rows: readonly Row[] = [
  ['sand', 'Adobe', 'ADB-15993', 'Sand', 664.46, 'USD', ...dates],
  ['salt', 'Adobe', 'ADB-62479', 'Salt', 261.95, 'USD', ...dates],
  ['silt', 'Adobe', 'ADB-52996', 'Silt', 6183.78, 'USD', ...dates],
  ['office', 'Microsoft', 'MS-1', 'Office licences', 764.46, 'USD', ...dates],
  ['internet', 'Comcast Business', 'CB-2', 'Internet', 361.95, 'USD', ...dates],
  ['refund', 'Comcast Business', 'CB-7', 'Refund', -50, 'USD', ...dates],
  ['fee', 'Comcast Business', 'CB-8', 'Fee', 50, 'USD', ...dates],
  ['pipes', 'Johnson & Sons Plumbing', 'JP-3', 'Pipes', 3162.45, 'USD', ...dates],
  ['tools', 'The Home Depot', 'HD-4', 'Tools', 1468.1, 'USD', ...dates],
  ['cloud', 'Amazon Web Services', 'AWS-5', 'Cloud', 7183.78, 'USD', ...dates],
  ['rooms', 'Atlanta Hotel', 'AH-9', 'Rooms', 99, 'USD', ...dates],
  ['oil', 'Shell Oil Company', 'SH-1156', 'Oil', 278.72, 'USD', ...dates],
  ['lube', 'Shell Oil Company', 'SH-3166', 'Lubricant', 620.42, 'USD', ...dates],
];
const company = createCompany({ rows });

function shown(search: string): string {
  const { reading, exact } = company.search(search, messages.review.searchWords, 'monthFirst');
  const names = { ...company.names, locale: 'en' };
  const notes = reading.problems.map((each) => formatSearchProblem(each, names));
  return [exact.join(' '), ...reading.parts.map((part) => formatSearchPart(part, names)), ...notes]
    .join(' | ')
    .replaceAll('\u00A0', ' ');
}

beforeAll(() => setLanguage('en'));

const three = 'sand salt silt | “ADB-15993” or “ADB-62479” or “ADB-52996”';
const two = 'sand salt | “ADB-15993” or “ADB-62479”';
const cells = 'oil lube | “SH-1156” or “SH-3166”';

test.each([
  ['- ADB-15993\n- ADB-62479\n- ADB-52996', three],
  ['- ADB-15993 - ADB-62479 - ADB-52996', three],
  ['* ADB-15993\n* ADB-62479\n* ADB-52996', three],
  ['• ADB-15993 • ADB-62479 • ADB-52996', three],
  ['– ADB-15993\n– ADB-62479\n– ADB-52996', three],
  ['1. ADB-15993\n2. ADB-62479\n3. ADB-52996', three],
  ['Please approve ADB-15993, ADB-62479', `${two} | Not searched: “approve”.`],
  ['Please approve ADB-15993 and ADB-62479 thx', `${two} | Not searched: “approve thx”.`],
  ['- ADB-15993\n- ADB-62479\n- ZZZ-99999', `${two} | Not searched: “ZZZ-99999”.`],
  ['SH-1156\t278.72\nSH-3166\t620.42', cells],
  ['SH-1156\t$278.72\nSH-3166\t$620.42', cells],
  ['Shell Oil Company\tSH-1156\nShell Oil Company\tSH-3166', cells],
  ['Shell SH-1156, ADB-15993', 'oil | “SH-1156” or “ADB-15993”'],
  ['paid ADB-15993, SH-1156', ' | Paid | “ADB-15993” or “SH-1156”'],
])('V-20 the pasted list “%s” finds “%s”', (search, expected) => {
  expect(shown(search)).toBe(expected);
});

test.each([
  ['PAYPAL *MICROSOFT 764.46', 'office | Not searched: “PAYPAL”.'],
  ['12/24 PAYPAL MICROSOFT 764.46', 'office | Not searched: “12/24 PAYPAL”.'],
  ['CHECKCARD 1205 COMCAST BUSINESS 361.95', 'internet | Not searched: “CHECKCARD 1205”.'],
  [
    'SQ *JOHNSON & SONS PLUMBING 3162.45',
    'pipes | Vendor: Johnson & Sons Plumbing | Not searched: “SQ”.',
  ],
  ['POS HOME DEPOT ATLANTA 1,468.10', 'tools | Not searched: “POS ATLANTA”.'],
  [
    'AMAZON WEB SERVICES AWS.AMAZON.CO WA $7,183.78',
    'cloud | Amount $7,183.78 | Not searched: “CO WA”.',
  ],
  [
    'POS DEBIT HOME DEPOT #4412 ATLANTA GA $1,468.10',
    'tools | Amount $1,468.10 | Not searched: “POS DEBIT #4412 ATLANTA GA”.',
  ],
  ['COMCAST BUSINESS -$361.95', 'internet | Amount $361.95'],
  ['CHECKCARD COMCAST -361.95', 'internet | Not searched: “CHECKCARD”.'],
  ['COMCAST BUSINESS -$50', 'refund | Amount -$50.99 – -$50.00'],
  ['hotel 764.46', ''],
  ['microsoft comcast 764.46', ''],
])('V-20 the bank line “%s” finds “%s”', (search, expected) => {
  expect(shown(search)).toBe(expected);
});

test.each([
  ['ADB-15993.pdf', 'sand'],
  ['ADB-15993_signed.PDF', 'sand | Not searched: “signed”.'],
  ['ADB_15993 (2).pdf', 'sand'],
  ['scan_20261201_ADB15993.pdf', 'sand | Not searched: “scan 20261201”.'],
  ['Invoice_ADB-15993_Adobe.tif', 'sand | Bill no.: “adb-15993”'],
  ['invoice-ADB-15993.pdf', 'sand | Bill no.: “adb-15993”'],
  ['shell_oil_sh-3166_2026-11-02.pdf', 'lube | Bill date Nov 2'],
  ['Home_Depot.jpeg', 'tools'],
  ['SH 1', 'oil'],
  ['SH 31', 'lube'],
])('V-20 the file name or beginning “%s” finds “%s”', (search, expected) => {
  expect(shown(search)).toBe(expected);
});
