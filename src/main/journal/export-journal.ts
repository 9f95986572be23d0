import { assertNever } from '../../base/assert-never.ts';
import { csvField, csvLine } from '../../base/csv.ts';
import type { SendOutcome } from '../../bridge/approval.ts';
import type { JournalRecord } from './journal-record.ts';

type Attempt = Extract<JournalRecord, { kind: 'attempt' }>;

/** One attempt with what became of it. Times are ISO 8601 in UTC. */
interface ExportRow {
  readonly [column: string]: string | number;
}

/**
 * The journal for people and spreadsheets: a row an attempt, in the order they were made. Amounts are
 * cents, as the service sends them.
 */
export function exportJournal(records: readonly JournalRecord[], format: 'csv' | 'json'): string {
  const rows = rowsOf(records);
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.map((row) => csvLine(columns.map((column) => csvField(row[column] ?? ''))));
  return csvLine(columns) + lines.join('');
}

const columns = [
  'attempted_at',
  'approved_at',
  'approval_id',
  'attempt',
  'organization_id',
  'bill_id',
  'bill_number',
  'vendor',
  'currency',
  'total_cents',
  'amount_due_cents',
  'due_date',
  'status',
  'outcome',
  'outcome_at',
  'answer',
  'read_by_main',
  'only_the_window',
] as const;

function rowsOf(records: readonly JournalRecord[]): readonly ExportRow[] {
  const outcomes = new Map<string, Extract<JournalRecord, { kind: 'outcome' }>>();
  const onlyTheWindow = new Set<string>();
  for (const record of records) {
    if (record.kind === 'outcome') outcomes.set(`${record.attempt} ${record.approvalId}`, record);
    if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.add(record.approvalId);
  }
  // As it was when the attempt was made; the bill may be approved as changed later.
  const readByMain = new Map<string, string>();
  return records.flatMap((record) => {
    if (record.kind === 'approved') readByMain.set(record.approvalId, record.readByMain ?? '');
    if (record.kind !== 'attempt') return [];
    const { approvalId, attempt } = record;
    const marks = {
      read_by_main: readByMain.get(approvalId) ?? '',
      only_the_window: onlyTheWindow.has(approvalId) ? 'yes' : '',
    };
    const outcome = outcomes.get(`${attempt} ${approvalId}`);
    return [{ ...attemptColumns(record), ...outcomeColumns(outcome), ...marks }];
  });
}

function attemptColumns(record: Attempt): ExportRow {
  const { snapshot } = record;
  return {
    attempted_at: iso(record.atMs),
    approved_at: iso(record.approvedAtMs),
    approval_id: record.approvalId,
    attempt: record.attempt,
    organization_id: record.organizationId,
    bill_id: snapshot.billId,
    bill_number: snapshot.billNumber ?? '',
    vendor: snapshot.vendorName ?? '',
    currency: snapshot.currency,
    total_cents: snapshot.totalCents,
    amount_due_cents: snapshot.amountDueCents,
    due_date: snapshot.dueDate ?? '',
    status: snapshot.status,
  };
}

function outcomeColumns(
  record: Extract<JournalRecord, { kind: 'outcome' }> | undefined,
): ExportRow {
  if (record === undefined)
    return { outcome: 'unknown', outcome_at: '', answer: 'no answer recorded' };
  return {
    outcome: record.outcome.kind,
    outcome_at: iso(record.atMs),
    answer: answerOf(record.outcome),
  };
}

function answerOf(outcome: SendOutcome): string {
  switch (outcome.kind) {
    case 'confirmed':
      return '';
    case 'rejected':
      return outcome.error.message ?? outcome.error.technical;
    case 'unknown':
      return outcome.error?.technical ?? '';
    case 'notSent':
      return outcome.error?.technical ?? outcome.reason;
    default:
      return assertNever(outcome);
  }
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
