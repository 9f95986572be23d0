import { expect, test } from 'vitest';
import { noSift, type BillSift } from '../../core/bills/bill-sift.ts';
import { filterChips } from './filter-chips.ts';

const words = { locale: 'en-GB', today: '2026-11-20' } as const;

const chipsOf = (sift: Partial<BillSift>, filter: 'inbox' | 'overdue' = 'inbox') =>
  filterChips({ filter, sift: { ...noSift, ...sift } }, words);

test('V-11 every filter in use is a chip in words, and is taken away by itself', () => {
  const sift: BillSift = {
    vendor: 'Acme',
    currency: 'EUR',
    amountFromCents: 100_00,
    amountToCents: null,
    dueFrom: '2026-11-01',
    dueTo: '2027-01-31',
    flagged: true,
  };
  const chips = filterChips({ filter: 'overdue', sift }, words);
  expect(chips.map((chip) => [chip.words, chip.without])).toEqual([
    ['Show Overdue', { filter: 'inbox' }],
    ['Vendor Acme', { sift: { ...sift, vendor: null } }],
    ['From €100.00', { sift: { ...sift, currency: null, amountFromCents: null } }],
    ['Due 1 Nov – 31 Jan 2027', { sift: { ...sift, dueFrom: null, dueTo: null } }],
    ['With flags', { sift: { ...sift, flagged: false } }],
  ]);
});

test('V-11 a chip says what it asks for, and no filter has no chip', () => {
  const said = (sift: Partial<BillSift>) => chipsOf(sift).map((chip) => chip.words);
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
