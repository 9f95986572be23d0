import type { PlainDate } from '../../src/base/days.ts';
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

type Row = readonly [
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

/** A fictional company. Many bills have words, numbers or dates that a careless search would misread. */
const rows: readonly Row[] = [
  [
    'plaster',
    'Sorrel Plastering',
    'INV-2026-3100',
    'Plastering labour',
    5200,
    'USD',
    '2026-10-12',
    '2026-11-20',
  ],
  [
    'ceiling',
    'Sorrel Plastering',
    'INV-2026-3212',
    'Ceiling repairs',
    980,
    'USD',
    '2026-11-10',
    '2026-11-27',
  ],
  [
    'gasMarch',
    'Northmoor Energy',
    'NOR-9564',
    'Gas, March',
    412.5,
    'USD',
    '2026-03-05',
    '2026-04-03',
  ],
  [
    'gasApril',
    'Northmoor Energy',
    'NOR-9601',
    'Gas, April',
    395.1,
    'USD',
    '2026-04-06',
    '2026-05-04',
  ],
  [
    'water',
    'Brightwell Water',
    'BW-260303',
    'Water and sewerage',
    1434.29,
    'USD',
    '2026-11-01',
    '2026-11-25',
  ],
  [
    'paint',
    'Palette Road Paints',
    'PRP-7750',
    'Primer and undercoat',
    1750.5,
    'USD',
    '2026-11-03',
    '2026-12-03',
  ],
  [
    'fuel',
    'Kestrel Fleet',
    'INV-2026-3674',
    'Fuel cards April',
    731,
    'USD',
    '2026-11-02',
    '2026-12-02',
  ],
  [
    'letters',
    'Papermill Press',
    'PM-88',
    'Templated letterheads, 90 days storage',
    145,
    'USD',
    '2026-11-16',
    '2026-12-16',
  ],
  [
    'crane',
    'Ironmongers Crane Hire',
    '43187',
    'Crane hire',
    18500,
    'USD',
    '2026-10-25',
    '2026-11-24',
  ],
  [
    'oak',
    'Elder Valley Sawmill',
    'EV-26/03-1545',
    'Oak boards',
    6075,
    'USD',
    '2026-11-20',
    '2026-11-23',
  ],
  ['steel', 'Műszer Kft', 'MK-2044', 'Steel brackets', 2000, 'EUR', '2026-11-11', '2026-12-11'],
  ['desks', 'Bürobedarf König', 'RE-7001', 'Desks', 1000, 'EUR', '2026-10-30', '2026-11-30'],
  ['forints', 'Kékfény Bt', 'KF-12', 'Labor', 994_200, 'HUF', '2026-11-19', '2026-12-24'],
  ['yen', 'Sakura Tools', 'ST-5', 'Chisels', 1_625_600, 'JPY', '2026-11-23', '2027-01-15'],
  [
    'toner',
    'Papermill Press',
    'PM-70',
    'Toner',
    220,
    'USD',
    '2026-09-01',
    '2026-10-01',
    { status: 'paid', amountDueCents: 0 },
  ],
  [
    'signs',
    'Papermill Press',
    'PM-71',
    'Signs',
    99,
    'USD',
    '2026-09-03',
    '2026-10-03',
    { status: 'void', amountDueCents: 0 },
  ],
  [
    'lease',
    'Kestrel Fleet',
    'KE-441',
    'Van lease',
    3000,
    'USD',
    '2026-10-05',
    '2026-11-05',
    { status: 'partially_paid', amountDueCents: 1200_00 },
  ],
  [
    'glass',
    'Clearpane Glazing',
    'CG-9',
    'Toughened glazing',
    640,
    'USD',
    '2026-11-04',
    '2026-11-18',
  ],
  ['mugs', 'Kettle & Cup', 'KC-1', 'Mugs', 48, 'USD', '2026-11-05', '2026-12-05'],
  [
    'stairs',
    'Hollin & Breck',
    'HB-31',
    'Whitcombe staircase',
    2100,
    'USD',
    '2026-10-31',
    '2026-11-30',
  ],
  ['rail', 'Hollin & Breck', 'HB-28', 'Whitcombe handrail', 800, 'USD', '2026-10-13', '2026-11-12'],
  ['nosing', 'Hollin & Breck', 'HB-40', 'Stair nosing', 35.5, 'USD', '2026-11-08', '2026-12-08'],
  ['credit', 'Brightwell Water', 'BW-CN-1', 'Refund for meter', -75, 'USD', '2026-11-15', null],
  [
    'lawyer',
    'Abernathy Solicitors',
    'AB-3',
    'Trade mark renewal',
    1100,
    'USD',
    '2026-02-10',
    '2026-03-12',
  ],
  [
    'garage',
    'Pound Lane Garage',
    'PL-6',
    'Inspection and late fee',
    250,
    'USD',
    '2026-11-18',
    '2026-12-18',
  ],
  [
    'rent',
    'Marchmont Estates',
    'ME-11',
    'March rent, unit 4',
    4000,
    'USD',
    '2026-11-01',
    '2026-12-01',
  ],
];

const aHold = { answerBy: null, atMs: Date.parse('2026-11-20T09:00:00Z') };
const heldCrane = { ...aHold, whom: 'Petra', reason: 'Damaged hook' };
const heldYen = { ...aHold, whom: '', reason: 'Chipped blades' };
const holds: Readonly<Record<string, Hold>> = { crane: heldCrane, yen: heldYen };
const flags: Readonly<Record<string, readonly Flag[]>> = {
  oak: [
    {
      kind: 'duplicate',
      strength: 'exact',
      same: ['vendor', 'date', 'total'],
      otherIds: ['toner'],
      exactIds: ['toner'],
    },
  ],
  crane: [
    { kind: 'unusualAmount', direction: 'high', medianCents: 900_00, bills: 12 },
    { kind: 'asked', hold: heldCrane, isOverdue: false },
  ],
  yen: [{ kind: 'firstOfVendor' }, { kind: 'onHold', hold: heldYen }],
};
const hidden: Readonly<Record<string, OutOfInbox>> = {
  glass: 'snoozed',
  mugs: 'hidden',
};
const approvedOn: Readonly<Record<string, PlainDate>> = { stairs: today, rail: '2026-11-20' };
const notes: Readonly<Record<string, string>> = { paint: 'Zebra crossing, ask Maria #permit' };

const bills = createBillIndex();
bills.setNoteSource(({ bill }) =>
  searchedWords({ note: notes[bill.id] ?? '', hold: holds[bill.id] }),
);
bills.reset('acme');
bills.load(
  rows.map(([id, vendor, billNumber, memo, total, currency, date, dueDate, more]) =>
    cachedBill(
      aBill(id, {
        ...{ billNumber, memo, currency, date, dueDate, status: 'open' },
        vendor: vendor === null ? null : { id: null, name: vendor },
        ...{ totalCents: Math.round(total * 100), amountDueCents: Math.round(total * 100) },
        ...more,
      }),
    ),
  ),
);
bills.loaded('all');

const facts: SearchFacts = {
  today,
  approved: new Map(Object.entries(approvedOn)),
  approvedOn: (billId) => approvedOn[billId] ?? null,
  outOfInboxOf: ({ bill }) => hidden[bill.id] ?? null,
  flagsOf: (billId) => flags[billId] ?? [],
  isRoutine: () => false,
  snoozedUntil: ({ bill }) => (hidden[bill.id] === 'snoozed' ? '2026-11-30' : null),
  leftUnapproved: () => false,
  noteOf: ({ bill }) => notes[bill.id] ?? '',
  holding: bills.holding,
};

/** Vendors and currencies of the company, for chips. */
export const companyNames = {
  today,
  vendors: [...new Set(rows.flatMap(([, vendor]) => vendor ?? []))],
  currencies: ['USD', 'EUR', 'HUF', 'JPY'],
} as const;

export interface Found {
  readonly reading: SearchReading;
  /** Ids in the order of the company. */
  readonly exact: readonly string[];
  readonly similar: readonly string[];
}

/** Bills that a search finds in the company's inbox. */
export function searchCompany(
  search: string,
  words: SearchWords,
  dayOrder: DayOrder | null = null,
  other: SearchWords | null = null,
): Found {
  const context = { calendar: { today, weekStartsOn: 1 }, dayOrder, known: bills.known } as const;
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
}
