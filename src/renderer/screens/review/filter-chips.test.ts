import { expect, test } from 'vitest';
import { noFilter, type BillFilter } from '../../core/bills/bill-filter.ts';
import { filterChips } from './filter-chips.ts';

const options = { locale: 'en-GB', today: '2026-11-20' } as const;

const chipsOf = (filter: Partial<BillFilter>, list: 'inbox' | 'overdue' = 'inbox') =>
  filterChips({ list, filter: { ...noFilter, ...filter } }, options);

test('V-11 every filter in use is a chip of text, and is taken away by itself', () => {
  const filter: BillFilter = {
    vendor: 'Acme',
    currency: 'EUR',
    amountFromCents: 100_00,
    amountToCents: null,
    dueFrom: '2026-11-01',
    dueTo: '2027-01-31',
    flagged: true,
  };
  const chips = filterChips({ list: 'overdue', filter }, options);
  expect(chips.map((chip) => [chip.text, chip.without])).toEqual([
    ['Show Overdue', { list: 'inbox' }],
    ['Vendor Acme', { filter: { ...filter, vendor: null } }],
    ['From €100.00', { filter: { ...filter, currency: null, amountFromCents: null } }],
    ['Due 1 Nov – 31 Jan 2027', { filter: { ...filter, dueFrom: null, dueTo: null } }],
    ['With flags', { filter: { ...filter, flagged: false } }],
  ]);
});

test('V-11 a chip says what it asks for, and no filter has no chip', () => {
  const said = (filter: Partial<BillFilter>) => chipsOf(filter).map((chip) => chip.text);
  expect([
    said({}),
    said({ currency: 'USD' }),
    said({ vendor: '' }),
    said({ currency: 'USD', amountToCents: 5_00 }),
    said({ currency: 'USD', amountFromCents: 5_00, amountToCents: 5_00 }),
    said({ currency: 'USD', amountFromCents: 1_00, amountToCents: 5_00 }),
    said({ dueFrom: '2026-11-20' }),
    said({ dueTo: '2026-11-20' }),
    said({ dueFrom: '2026-11-20', dueTo: '2026-11-20' }),
  ]).toEqual([
    [],
    ['Currency USD'],
    ['Without a vendor'],
    ['Up to US$5.00'],
    ['Exactly US$5.00'],
    ['US$1.00 – US$5.00'],
    ['Due from 20 Nov'],
    ['Due until 20 Nov'],
    ['Due 20 Nov'],
  ]);
});
