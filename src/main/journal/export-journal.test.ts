import { expect, test } from 'vitest';
import type { SendOutcome } from '../../bridge/approval.ts';
import type { JournalRecord, NewRecord } from './journal-record.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import { exportJournal } from './testing/journal-fixture.ts';

function recordsOf(...records: readonly NewRecord[]): readonly JournalRecord[] {
  const place = { v: 1, prev: '0'.repeat(64), atMs: 1_800_000_000_000 } as const;
  return records.map((record, index) => ({ ...place, seq: index + 1, ...record }));
}

const outcome = (approvalId: string, value: SendOutcome): NewRecord => ({
  kind: 'outcome',
  approvalId,
  attempt: 1,
  outcome: value,
});

const vendorCalled = (vendorName: string): NewRecord => {
  const attempt = attemptOf('a');
  return { kind: 'attempt', ...attempt, snapshot: { ...attempt.snapshot, vendorName } };
};

const fieldsOf = (csv: string): string[] => (csv.split('\r\n')[1] ?? '').split(',');

test('the export has one row per attempt, with its outcome', () => {
  const csv = exportJournal(
    recordsOf(
      { kind: 'opened', follows: null },
      { kind: 'attempt', ...attemptOf('a') },
      outcome('a', confirmed),
      { kind: 'attempt', ...attemptOf('b') },
    ),
    'csv',
  );
  const row = (id: string, ...end: readonly string[]): string =>
    [
      ...['2027-01-15T08:00:00.000Z', '2027-01-15T07:59:50.000Z', id, 1, 'org-1', `bill-${id}`],
      ...[
        'B-1',
        'Muster GmbH',
        'EUR',
        12_300,
        12_300,
        '2026-02-02',
        'open',
        ...end,
        '',
        '',
        '',
        '',
      ],
    ]
      .map((field) => (typeof field === 'number' ? field : `"${field}"`))
      .join(',');
  expect(csv.split('\r\n')).toEqual([
    'attempted_at,approved_at,approval_id,attempt,organization_id,bill_id,bill_number,vendor,currency,total_cents,amount_due_cents,due_date,status,outcome,outcome_at,answer,read_by_main,only_the_window,flags,reason',
    row('a', 'confirmed', '2027-01-15T08:00:00.000Z', ''),
    row('b', 'unknown', '', 'no answer recorded'),
    '',
  ]);
});

test('an unkeyed repeat of an attempt or a second outcome does not change the export', () => {
  const rejected: SendOutcome = {
    kind: 'rejected',
    error: { kind: 'validationFailed', details: [], status: 422, message: 'No', technical: '' },
  };
  const [attempt, sent] = recordsOf(
    { kind: 'attempt', ...attemptOf('a') },
    outcome('a', confirmed),
  ).map((record) => ({ ...record, mac: 'a'.repeat(64) }));
  if (attempt === undefined || sent === undefined) throw new Error('no records');
  const forged = recordsOf(
    ...[{ kind: 'opened', follows: null, key: null } as const],
    ...[{ kind: 'attempt', ...attemptOf('a') } as const, outcome('a', rejected)],
  );
  const second = { ...sent, ...outcome('a', rejected) } as JournalRecord;
  expect(exportJournal([attempt, sent, ...forged, second], 'csv')).toEqual(
    exportJournal([attempt, sent], 'csv'),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'the export escapes a text that a spreadsheet would run: %j',
  (vendorName) => {
    const csv = exportJournal(recordsOf(vendorCalled(vendorName)), 'csv');
    expect(csv.includes(`'${vendorName}`)).toBe(true);
  },
);

test('quotes, commas and line ends stay inside their field', () => {
  const csv = exportJournal(recordsOf(vendorCalled('A "B", C\nD')), 'csv');
  expect(csv.includes(',"A ""B"", C\nD",')).toBe(true);
});

test('amounts stay numbers, also below zero', () => {
  const attempt = attemptOf('a');
  const snapshot = { ...attempt.snapshot, totalCents: -500 };
  const csv = exportJournal(recordsOf({ kind: 'attempt', ...attempt, snapshot }), 'csv');
  expect(fieldsOf(csv)[9]).toBe('-500');
});

test('the JSON export holds the same rows', () => {
  const rows: unknown = JSON.parse(
    exportJournal(
      recordsOf(
        { kind: 'attempt', ...attemptOf('a') },
        outcome('a', { kind: 'unknown', error: { kind: 'answerLost', technical: 'ECONNRESET' } }),
      ),
      'json',
    ),
  );
  expect(rows).toEqual([
    expect.objectContaining({ approval_id: 'a', outcome: 'unknown', answer: 'ECONNRESET' }),
  ]);
});

const error = { kind: 'notFound', technical: '404' } as const;

test.each<[string, SendOutcome, string]>([
  [
    'a rejection with a message',
    { kind: 'rejected', error: { ...error, message: 'On hold' } },
    'On hold',
  ],
  ['a rejection without a message', { kind: 'rejected', error }, '404'],
  ['an answer that was lost', { kind: 'unknown', error }, '404'],
  ['no answer', { kind: 'unknown', error: null }, ''],
  ['not sent', { kind: 'notSent', reason: 'quota', retryAtMs: null, error }, '404'],
  ['never attempted', { kind: 'notSent', reason: 'quota', retryAtMs: null, error: null }, 'quota'],
])('a row has the answer: %s', (_name, value, answer) => {
  const attempt = { kind: 'attempt', ...attemptOf('a') } as const;
  const rows: unknown = JSON.parse(exportJournal(recordsOf(attempt, outcome('a', value)), 'json'));
  expect(rows).toEqual([expect.objectContaining({ outcome: value.kind, answer })]);
});

test.each([
  ['two flags', { flags: ['a', 'b'], reason: 'known' }, { flags: 'a b', reason: 'known' }],
  ['none', undefined, { flags: '', reason: '' }],
])('a row has the flags that the user overruled, and the reason: %s', (_name, override, row) => {
  const attempt: NewRecord = {
    kind: 'attempt',
    ...attemptOf('a'),
    ...(override && { override }),
  };
  const rows: unknown = JSON.parse(exportJournal(recordsOf(attempt), 'json'));
  expect(rows).toEqual([expect.objectContaining(row)]);
});

test('a field the bill did not have is empty', () => {
  const attempt = attemptOf('a');
  const snapshot = { ...attempt.snapshot, billNumber: null, vendorName: null, dueDate: null };
  const rows: unknown = JSON.parse(
    exportJournal(recordsOf({ kind: 'attempt', ...attempt, snapshot }), 'json'),
  );
  expect(rows).toEqual([expect.objectContaining({ bill_number: '', vendor: '', due_date: '' })]);
});

test('J-41 a row says whether main had read the bill as approved, and whether only the window reports the end', () => {
  const { attempt: _attempt, ...facts } = attemptOf('a');
  const approved = { kind: 'approved', ...facts } as const;
  const end = { kind: 'ended', how: 'confirmedByService' } as const;
  const rows: unknown = JSON.parse(
    exportJournal(
      recordsOf(
        { ...approved, readByMain: 'never' },
        { kind: 'attempt', ...attemptOf('a') },
        { ...approved, readByMain: 'same' },
        { kind: 'attempt', ...attemptOf('a', 2) },
        approved,
        { kind: 'attempt', ...attemptOf('a', 3) },
        { kind: 'attempt', ...attemptOf('b') },
        { ...end, approvalId: 'a', onlyTheWindow: true },
        { ...end, approvalId: 'b' },
      ),
      'json',
    ),
  );
  expect(rows).toEqual(
    [
      { read_by_main: 'never', only_the_window: 'yes' },
      { read_by_main: 'same', only_the_window: 'yes' },
      { read_by_main: '', only_the_window: 'yes' },
      { read_by_main: '', only_the_window: '' },
    ].map((marks) => expect.objectContaining(marks)),
  );
});
