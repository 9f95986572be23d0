import { expect, test } from 'vitest';
import { noFilter, type BillFilter } from '../../core/bills/bill-filter.ts';
import { formOf, INCOMPLETE_DATE, readForm, type FilterForm } from './filter-form.ts';

const offer = { vendors: ['Acme', 'Émile & Fils'], currencies: ['EUR', 'USD'] };
const empty = formOf(noFilter, 'en-US');

const read = (form: Partial<FilterForm>, before: BillFilter = noFilter, offered = offer) =>
  readForm({ ...empty, ...form }, offered, before, 'en-US');

test('V-10 the filter panel is read whole', () => {
  const filter: BillFilter = {
    vendor: 'Émile & Fils',
    currency: 'EUR',
    amountFromCents: 0,
    amountToCents: 125_050,
    dueFrom: '2026-11-01',
    dueTo: '2026-11-30',
    flagged: true,
  };
  expect({
    again: readForm(formOf(filter, 'de-DE'), offer, noFilter, 'de-DE'),
    typed: read({ vendor: ' emile & fils', currency: 'EUR', amountTo: '1,250.5' }).filter,
    nobody: read({ vendor: 'Vendor not given' }).filter?.vendor,
    earlier: read({ vendor: 'Gone Ltd' }, { ...noFilter, vendor: 'Gone Ltd' }).filter?.vendor,
    onlyCurrency: read({ amountFrom: '5' }, noFilter, { ...offer, currencies: ['JPY'] }).filter,
    nothing: read({}),
  }).toEqual({
    again: { filter, problems: {} },
    typed: { ...noFilter, vendor: 'Émile & Fils', currency: 'EUR', amountToCents: 125_050 },
    nobody: '',
    earlier: 'Gone Ltd',
    onlyCurrency: { ...noFilter, currency: 'JPY', amountFromCents: 500 },
    nothing: { filter: noFilter, problems: {} },
  });
});

test('V-10 what cannot be asked for is said in a sentence, and no list is shown for it', () => {
  expect([
    read({ vendor: 'Zebra' }),
    read({ currency: 'EUR', amountFrom: 'ten' }),
    read({ currency: 'EUR', amountFrom: '20', amountTo: '10' }),
    read({ amountFrom: '20' }),
    read({ dueFrom: INCOMPLETE_DATE }),
    read({ dueFrom: '2026-12-01', dueTo: '2026-11-01' }),
  ]).toEqual(
    [
      { vendor: 'No bill in the list is from a vendor called “Zebra”.' },
      { amountFrom: '“ten” is not an amount. Write it like 1,250.00.' },
      { amountTo: 'The first amount is larger than the second. Exchange them.' },
      {
        currency:
          'Choose the currency of the amount: amounts of different currencies are not compared.',
      },
      { dueFrom: 'This date is not complete. Enter day, month and year, or clear it.' },
      { dueTo: 'The first date is later than the second. Exchange them.' },
    ].map((problems) => ({ filter: null, problems })),
  );
});
