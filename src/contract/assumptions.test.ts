import { describe, expect, test } from 'vitest';
import { sentBillSchema } from './items/sent-items.ts';
import {
  breaksUniqueIds,
  canBeOverdue,
  calendarStatus,
  isPayable,
  isRecordKeeping,
  isVendorStatistic,
  shownStatus,
} from './assumptions.ts';
import { billStatuses } from './wire-names.ts';

const jpyBill = { id: 'b-1', status: 'paid', total_cents: 48_000 };

describe('assumptions', () => {
  test('a bill is approvable while open, overdue or partially paid, and in no other status', () => {
    expect([...billStatuses, 'scheduled'].filter(isPayable)).toEqual([
      'open',
      'overdue',
      'partially_paid',
    ]);
  });

  test('the calendar changes no status that a person set', () => {
    const statuses = [...billStatuses, 'scheduled'].map(calendarStatus);
    expect(statuses).toEqual(['open', 'open', 'partially_paid', 'paid', 'void', 'scheduled']);
  });

  test('a change in when and how a record was written is not a change of the bill', () => {
    const forms: Readonly<
      Record<string, readonly [is: readonly unknown[], not: readonly unknown[]]>
    > = {
      object: [
        ['bill', 'Vendor_Bill'],
        ['a bill', 7, ''],
      ],
      'updated_at updatedAt UpdatedAt updated-at modified_at last_modified_at lastModified last_updated_at':
        [
          ['2026-01-06', '2026-01-06T10:00:00.123+01:00', '2026-01-06 10:00:00Z', 1_767_700_000],
          [
            'EUR 100.00',
            'Pay Evil GmbH',
            'DE89370400440532013000',
            12_345_678,
            ['2026-01-06'],
            null,
          ],
        ],
      'lastUpdated LastUpdatedTime lastModifiedTime updated_time modified_time updated_on modified_on':
        [
          ['/Date(1767700000000+0100)/', 'Tue, 06 Jan 2026 10:00:00 GMT', '1767700000123'],
          ['x2026-01-06', '2026-01-06x', 'Tue, 06 Jan 2026', 12_345_678_901_234],
        ],
      'lastModifiedDate modifiedDate updatedDate synced_at last_synced_at': [
        ['2026-01-06'],
        ['06'],
      ],
      'etag ETag @odata.etag SyncToken row_version': [
        ['W/"a1b2"', '"a1-b2"', 'AAAB+/==', 7],
        ['Pay Evil', '{"iban":"X"}', 'x'.repeat(103), { iban: 'X' }],
      ],
      'lock_version version __v': [
        [3, '12345', -1],
        [100.5, '123456', 'v3'],
      ],
      'revision views hits': [
        [3, '4'],
        [100.5, '123456', 'B'],
      ],
      xmin: [
        ['745', 4_294_967_295],
        ['12345678901', 'x'],
      ],
      'updateTime update_time last_update_time': [['2026-01-06T10:00:00Z', '1767700000'], ['soon']],
      'is_overdue overdue': [
        [true, false, 'true'],
        [12_000, '500', 'yes'],
      ],
      'days_overdue days_until_due days_past_due age_in_days': [
        [12, -3, '30'],
        ['yes', 1.5, true],
      ],
    };
    for (const [names, [is, not]] of Object.entries(forms))
      for (const name of names.split(' ')) {
        expect([name, is.filter((value) => !isRecordKeeping(name, value))]).toEqual([name, []]);
        expect([name, not.filter((value) => isRecordKeeping(name, value))]).toEqual([name, []]);
      }
    expect(isRecordKeeping('posted_at', '2026-01-06')).toBe(false);
  });

  test('totals, counts and last times of a vendor are statistics while their values have the expected form', () => {
    const forms: Readonly<
      Record<string, readonly [is: readonly unknown[], not: readonly unknown[]]>
    > = {
      'balance openBalance outstanding_amount overdue_total unpaidCents amount_owed ytd_paid': [
        [0, -12_345.5, '12.3456', '999999999999'],
        ['1234567890123', '12.34567', 'EUR 12', '12 EUR', { balance: 1 }, [12], null],
      ],
      'bills_to_approve bills_awaiting_approval invoices-pending-approval': [[4, '3'], ['1500.00']],
      'bill_count billsCount open_bills number_of_invoices total_open_orders overdue-payments-count':
        [
          [0, 12, '345'],
          [1.5, '12 bills', '1234567'],
        ],
      'last_bill_at lastInvoiceDate last_payment last_contacted_on last-transaction-time': [
        ['2026-01-06', '2026-01-06T10:00:00Z', 1_767_700_000],
        ['yesterday', 12, 'DE89370400440532013000'],
      ],
      'iban balance_account my_open_bills_note first_bill_at blast_bill last_bill_note': [
        [],
        [0, 12, '2026-01-06'],
      ],
    };
    for (const [names, [is, not]] of Object.entries(forms))
      for (const name of names.split(' ')) {
        expect([name, is.filter((value) => !isVendorStatistic(name, value))]).toEqual([name, []]);
        expect([name, not.filter((value) => isVendorStatistic(name, value))]).toEqual([name, []]);
      }
  });

  test('bill ids are unique across organizations; one id in two of them breaks that', () => {
    const [acme, lumen] = [{ organizationId: 'acme' }, { organizationId: 'lumen' }];
    expect([breaksUniqueIds(acme, { ...acme }), breaksUniqueIds(acme, lumen)]).toEqual([
      false,
      true,
    ]);
  });

  test.each<[string, sent: object, isRead: boolean]>([
    ['a total without cents', { currency: 'JPY', total: '48000' }, false],
    ['a formatted total', { currency: 'jpy', total_formatted: '¥48,000' }, false],
    ['a credit', { currency: 'KRW', total_cents: -48_000, Total: -48_000 }, false],
    ['the total in thousandths', { currency: 'KWD', total_cents: 12_345, total: 12.345 }, false],
    ['a total in dinars', { currency: 'KWD', total_cents: 12_345, total: 123.45 }, true],
    ['the total in units', { currency: 'JPY', total: 480 }, true],
    ['cents again', { currency: 'EUR', total: 48_000 }, true],
    ['another amount', { currency: 'JPY', tax_total: 48_000 }, true],
  ])('cents of a currency without cents must not repeat the total: %s', (_, sent, isRead) => {
    const read = sentBillSchema.safeParse({ ...jpyBill, ...sent });
    expect(read.success).toBe(isRead);
  });
});

test('a paid bill and a credit are never overdue', () => {
  const facts = (status: string, amountDueCents: number) => [
    canBeOverdue({ status, amountDueCents }),
    shownStatus({ status, amountDueCents }),
  ];
  expect([
    facts('overdue', 100),
    facts('overdue', -100),
    facts('partially_paid', -100),
    facts('paid', 0),
  ]).toEqual([
    [true, 'overdue'],
    [false, 'open'],
    [false, 'partially_paid'],
    [false, 'paid'],
  ]);
});
