import { beforeAll, expect, test } from 'vitest';
import {
  formatSearchPart,
  formatSearchProblem,
} from '../../src/renderer/screens/review/filters/format-search.ts';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { messages, setLanguage } from '../../src/renderer/kit/text/messages.ts';
import { createCompany, rowsOf } from './create-company.ts';

/** Bills whose numbers begin like others, or are named in a memo. */
const company = createCompany({
  rows: rowsOf(`
    exact | Acme | INV-12 | Desks | 100 | GBP | 2026-11-10 | 2026-12-10
    longer | Acme | INV-121 | Chairs | 110 | GBP | 2026-10-01 | 2026-11-01
    credit | Bravo | X-77 | credit for INV-12 | -30 | GBP | 2026-11-10 | 2026-12-12
    fish | Orkla | OR-1001 | Fish | 40 | GBP | 2026-11-10 | 2026-12-10
    toner | Viking Direct | VK-5 | Toner | 50 | GBP | 2026-11-10 | 2026-12-10
    lift | Hargreaves Lifts | HL-7 | Lift repair | 60 | GBP | 2026-11-10 | 2026-12-10
  `),
});

function shown(search: string): string {
  const { searchWords } = messages.review;
  const { reading, exact } = company.search(search, searchWords, 'dayFirst', german);
  const names = { ...company.names, locale: 'en' };
  const chips = reading.parts.map((part) => formatSearchPart(part, names));
  const notes = reading.problems.map((each) => formatSearchProblem(each, names));
  return [exact.join(' '), ...chips, ...notes].join(' | ').replaceAll('\u00A0', ' ');
}

beforeAll(() => setLanguage('en'));

test.each([
  ['INV-12 overdue', 'longer | Overdue'],
  ['INV-12 credit', 'credit | Credits'],
  ['number:INV-12 overdue', 'longer | Bill no.: “inv-12” | Overdue'],
  ['Rechnung INV-12 überfällig', 'longer | Bill no.: “inv-12” | Overdue'],
  ['INV-12 due 12 Dec', 'credit | Due Dec 12'],
  ['INV-12 unpaid', 'exact longer credit | Unpaid'],
  ['INV-121 credit', 'longer | Not searched: “credit”.'],
  ['INV-12 paid', 'exact longer credit | Not searched: “paid”.'],
])(
  'V-20 a filter beside a number stays if it finds a bill: “%s” finds “%s”',
  (search, expected) => {
    expect(shown(search)).toBe(expected);
  },
);
