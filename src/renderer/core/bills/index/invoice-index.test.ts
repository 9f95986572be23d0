import { expect, test } from 'vitest';
import type { CachedInvoice } from '../../mirror/cache-database.ts';
import { createInvoiceIndex } from './invoice-index.ts';

const organizationId = 'acme';
const row = (id: string, memo = ''): CachedInvoice => ({
  organizationId,
  id,
  generation: 1,
  seenAtMs: 1,
  invoice: { id, memo },
});

function opened() {
  const index = createInvoiceIndex();
  index.reset(organizationId);
  return index;
}

const found = (index: ReturnType<typeof createInvoiceIndex>): unknown[] =>
  index.query('').map(({ invoice }) => `${invoice.id} ${String(invoice['memo'])}`);

test('rows read from disk never replace rows that a page brought meanwhile', () => {
  const index = opened();
  index.change({ organizationId, upserts: [row('1', 'new')], deletes: ['2'] });
  index.load([row('1', 'old'), row('2'), row('3')]);
  index.loaded();
  index.change({ organizationId: 'other', upserts: [row('4')], deletes: ['1'] });
  expect([found(index), index.loading.get(), index.count()]).toEqual([['1 new', '3 '], false, 2]);
});

test('a query returns the same answer until an invoice changes; an invoice seen again unchanged is no change', () => {
  const index = opened();
  index.load([row('1')]);
  index.loaded();
  const before = index.query('');
  const version = index.version.get();
  index.change({ organizationId, upserts: [{ ...row('1'), seenAtMs: 9 }], deletes: ['7'] });
  const again = [index.query('') === before, index.version.get() === version];
  const seenAtMs = index.get('1')?.seenAtMs;
  index.change({ organizationId, upserts: [row('1', 'other')], deletes: [] });
  expect([again, seenAtMs, index.query('') === before]).toEqual([[true, true], 9, false]);
});

test.each([
  ['lopez and sons', ['CI-1003']],
  ['ci1003', ['CI-1003']],
  ['lopes', ['CI-1003']],
  ['quincey', ['CI-1004']],
  ['ci-1', ['CI-1003', 'CI-1004']],
  ['and', ['CI-1004']],
  ['$4,000', ['CI-1003']],
  ['€ 4000', ['CI-1003']],
])('the search “%s” finds invoices', (search, numbers) => {
  const index = opened();
  const invoices = [
    {
      id: '1',
      invoice_number: 'CI-1003',
      total_cents: 400_000,
      customer: { display_name: 'Lopez & Sons' },
    },
    { id: '2', invoice_number: 'CI-1004', customer: { display_name: 'Quincy Brand' } },
  ];
  index.load(invoices.map((invoice) => ({ ...row(invoice.id), invoice })));
  index.loaded();
  expect(index.query(search).map(({ invoice }) => invoice['invoice_number'])).toEqual(numbers);
});
