import { type PlainDate, readPlainDate } from '../../src/base/days.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { createBillIndex } from '../../src/renderer/core/bills/index/bill-index.ts';
import { listBills } from '../../src/renderer/core/bills/lists/bill-filter.ts';
import {
  noFilter,
  firstListChoice,
  type OutOfInbox,
} from '../../src/renderer/core/model/list-choice.ts';
import { queryFor } from '../../src/renderer/core/bills/lists/bill-list.ts';
import {
  type SearchFacts,
  searchedList,
} from '../../src/renderer/core/bills/lists/condition-tests.ts';
import { type Hold, searchedWords } from '../../src/renderer/core/model/annotation.ts';
import type { Flag } from '../../src/renderer/core/model/flag.ts';
import { readInEither } from '../../src/renderer/core/bills/search/search-languages.ts';
import type { SearchReading } from '../../src/renderer/core/bills/search/search-reading.ts';
import type { DayOrder } from '../../src/renderer/core/bills/search/search-reader.ts';
import type { SearchWords } from '../../src/renderer/core/bills/search/search-words.ts';
import { aBill, cachedBill } from '../../src/renderer/core/testing/fake-bridge.ts';

/** A Tuesday. Weeks begin on Monday. */
export const today = '2026-11-24';

export type Row = readonly [
  id: string,
  vendor: string | null,
  number: string | null,
  memo: string,
  total: number,
  currency: string,
  date: PlainDate,
  due: PlainDate | null,
  more?: Partial<Bill>,
];

/** Bills of a company, and facts about some of them by id. */
interface CompanyFacts {
  readonly rows: readonly Row[];
  /** Further fields of bills by id. */
  readonly more?: Readonly<Record<string, Partial<Bill>>>;
  readonly holds?: Readonly<Record<string, Hold>>;
  readonly flags?: Readonly<Record<string, readonly Flag[]>>;
  readonly hidden?: Readonly<Record<string, OutOfInbox>>;
  readonly approvedOn?: Readonly<Record<string, PlainDate>>;
  readonly notes?: Readonly<Record<string, string>>;
}

export interface Found {
  readonly reading: SearchReading;
  /** Ids in the order of the company. */
  readonly exact: readonly string[];
  readonly similar: readonly string[];
}

/** A company whose inbox can be searched. */
export interface Company {
  /** Vendors and currencies, for chips. */
  readonly names: {
    readonly today: PlainDate;
    readonly vendors: readonly string[];
    readonly currencies: readonly string[];
  };
  /** Bills that a search finds in the inbox. */
  search(
    search: string,
    words: SearchWords,
    dayOrder?: DayOrder | null,
    other?: SearchWords | null,
  ): Found;
}

/** Rows of a table with `|` between its cells, and `-` for a missing due date. */
export function rowsOf(table: string): readonly Row[] {
  return table
    .trim()
    .split('\n')
    .map((line): Row => {
      const [id = '', vendor = '', number = '', memo = '', total, currency = '', date, due] = line
        .split('|')
        .map((cell) => cell.trim());
      const day = readPlainDate(date ?? null) ?? today;
      return [id, vendor, number, memo, Number(total), currency, day, readPlainDate(due ?? null)];
    });
}

export function createCompany({
  rows,
  more = {},
  holds = {},
  flags = {},
  hidden = {},
  approvedOn = {},
  notes = {},
}: CompanyFacts): Company {
  const bills = createBillIndex();
  bills.setNoteSource(({ bill }) =>
    searchedWords({ note: notes[bill.id] ?? '', hold: holds[bill.id] }),
  );
  bills.reset('acme');
  bills.load(
    rows.map(([id, vendor, billNumber, memo, total, currency, date, dueDate, others]) =>
      cachedBill(
        aBill(id, {
          ...{ billNumber, memo, currency, date, dueDate, status: 'open' },
          vendor: vendor === null ? null : { id: null, name: vendor },
          ...{ totalCents: Math.round(total * 100), amountDueCents: Math.round(total * 100) },
          ...others,
          ...more[id],
        }),
      ),
    ),
  );
  bills.loaded('all');

  const facts: SearchFacts = {
    today,
    approved: new Map(Object.entries(approvedOn)),
    outOfInboxOf: ({ bill }) => hidden[bill.id] ?? null,
    flagsOf: (billId) => flags[billId] ?? [],
    isRoutine: () => false,
    snoozedUntil: ({ bill }) => (hidden[bill.id] === 'snoozed' ? '2026-11-30' : null),
    leftUnapproved: () => false,
    noteOf: ({ bill }) => notes[bill.id] ?? '',
    holding: bills.holding,
  };

  return {
    names: {
      today,
      vendors: [...new Set(rows.flatMap(([, vendor]) => vendor ?? []))],
      currencies: [...new Set(rows.map((row) => row[5]))],
    },
    search: (search, words, dayOrder = null, other = null) => {
      const context = {
        calendar: { today, weekStartsOn: 1 },
        dayOrder,
        known: bills.known,
      } as const;
      const inAll = (text: string) => queryFor({ ...firstListChoice, list: 'all', search: text });
      const finds = (text: string): boolean => bills.find(inAll(text)).slots.length > 0;
      const reading = readInEither(search, words, other, context, finds);
      const list = searchedList(reading.parts, firstListChoice.list);
      const query = queryFor({ ...firstListChoice, list, search: reading.text });
      const listed = listBills(bills, query, bills.find(query), {
        list,
        filter: noFilter,
        reading,
        facts,
      });
      const ids = (found: typeof listed.found | null): readonly string[] =>
        rows.map(([id]) => id).filter((id) => found?.rows.some(({ bill }) => bill.id === id));
      return { reading, exact: ids(listed.found), similar: ids(listed.similar) };
    },
  };
}
