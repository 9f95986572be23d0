import type { RecordedBill } from './records.ts';

/** An open bill of the service page, with additional fields. */
export function plainBill(
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): RecordedBill {
  return {
    id,
    object: 'bill',
    bill_number: `N-${id}`,
    status: 'open',
    date: '2026-02-01',
    due_date: '2099-01-31',
    currency: 'EUR',
    total_cents: 1_000,
    amount_due_cents: 1_000,
    memo: 'Paper',
    vendor: { id: `v-${id}`, name: `Vendor ${id}`, bank_account: { iban: `XX00 ${id}` } },
    created_at: '2026-02-01T09:00:00Z',
    updated_at: '2026-02-01T09:00:00Z',
    custom_fields: [{ name: 'cost center', value: '7' }],
    ...fields,
  };
}

/** Marks that `jsonText` replaces by JSON that no JavaScript value produces. */
const DEEP_LEVELS = 20_000;
const DEEP_MARK = '@@deep';
const HUGE_MARK = '@@huge';
const HUGE_AMOUNT = '9007199254740993';

/** JSON of a bill, or of a page of bills. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('@@')) return text;
  const deep = '{"a":'.repeat(DEEP_LEVELS) + '0' + '}'.repeat(DEEP_LEVELS);
  return text.replaceAll(`"${DEEP_MARK}"`, deep).replaceAll(`"${HUGE_MARK}"`, HUGE_AMOUNT);
}

/** Bills that the page does not forbid, or hardly, by their oddity. */
export const oddBills = {
  dotDot: () => plainBill('..', { bill_number: 'ODD-DOTS' }),
  dot: () => plainBill('.', { bill_number: 'ODD-DOT' }),
  slash: () => plainBill('a/../b', { bill_number: 'ODD-SLASH' }),
  deep: () => plainBill('odd-deep', { bill_number: 'ODD-DEEP', custom_fields: DEEP_MARK }),
  beyondExact: () =>
    plainBill('odd-huge', {
      bill_number: 'ODD-HUGE',
      total_cents: HUGE_MARK,
      amount_due_cents: HUGE_MARK,
    }),
  noVendor: () => {
    const { vendor: _, ...rest } = plainBill('odd-vendor', { bill_number: 'ODD-VENDOR' });
    return { ...rest, id: 'odd-vendor', status: 'open' };
  },
  nulls: () =>
    plainBill('odd-nulls', {
      bill_number: 'ODD-NULLS',
      memo: null,
      vendor: null,
      date: null,
      due_date: null,
      created_at: null,
    }),
  lowerCase: () => plainBill('odd-case', { bill_number: 'ODD-CASE', currency: 'eur' }),
} as const satisfies Record<string, () => RecordedBill>;
