import { expect, test } from 'vitest';
import { sentBillSchema } from '../src/contract/items/sent-items.ts';
import { listBills } from '../src/renderer/core/bills/lists/bill-filter.ts';
import { noFilter, firstListChoice } from '../src/renderer/core/model/list-choice.ts';
import { createBillIndex } from '../src/renderer/core/bills/index/bill-index.ts';
import { queryFor } from '../src/renderer/core/bills/lists/bill-list.ts';
import { readSearch } from '../src/renderer/core/bills/search/search-query.ts';
import { createFlagIndex } from '../src/renderer/core/bills/flags/flag-index.ts';
import { en } from '../src/renderer/kit/text/en/en.ts';
import { sampleCompanies } from '../src/sandbox/company/sample-companies.ts';
import searches from './searches/sample-company.json' with { type: 'json' };

const today = '2026-03-10';

const sampleBills = () => {
  const bills = createBillIndex();
  const flags = createFlagIndex();
  const companies = sampleCompanies(today);
  bills.reset(companies.map(({ id }) => id));
  for (const { id: organizationId, bills: sent } of companies) {
    const own = sent.map((bill) => sentBillSchema.parse(bill));
    bills.load(
      own.map((bill) => ({
        organizationId,
        id: bill.id,
        status: bill.status,
        generation: 1,
        seenAtMs: 0,
        bill,
      })),
    );
    for (const bill of own) flags.put(bill.id, bill);
  }
  bills.loaded('all');
  return { bills, flags };
};

test('V-20 each search of sample-company.json finds its number of bills in the sample data, and at least one', () => {
  const { bills, flags } = sampleBills();
  const count = (search: string): string => {
    const calendar = { today, weekStartsOn: 7 } as const;
    const context = { calendar, dayOrder: null, known: bills.known };
    const reading = readSearch(search, en.review.searchWords, context);
    const query = queryFor({ ...firstListChoice, list: 'all', search: reading.text });
    const facts = {
      approved: new Map<string, null>(),
      outOfInboxOf: () => null,
      snoozedUntil: () => null,
      noteOf: () => '',
      holding: bills.holding,
      flagsOf: (billId: string) => flags.flagsOf(billId, true),
      isRoutine: () => false,
      leftUnapproved: () => false,
      today,
    } as const;
    const listed = { list: 'all', filter: noFilter, reading, facts } as const;
    const { found, similar } = listBills(bills, query, bills.find(query), listed);
    const nearly = similar === null ? '' : ` + ${similar.slots.length} similar`;
    return `${found.slots.length}${nearly}`;
  };
  const written = Object.entries(searches);
  expect(written).toEqual(written.map(([search]) => [search, count(search)]));
  expect(written.filter(([, finds]) => finds === '0')).toEqual([]);
  expect(written.length).toBeGreaterThanOrEqual(40);
});
