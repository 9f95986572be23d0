import { assertNever } from '../../base/assert-never.ts';
import { csvField, csvLine } from '../../base/csv.ts';
import type { JournaledOutcome } from '../../bridge/approval.ts';
import type { JournalRecord } from './journal-record.ts';

type Attempt = Extract<JournalRecord, { kind: 'attempt' }>;

/** One attempt with its outcome. Times are ISO 8601 in UTC. */
interface ExportRow {
  readonly [column: string]: string | number;
}

/**
 * Exports the journal for people and spreadsheets: one row per attempt, in the order of the attempts. Amounts are
 * cents, as the service sends them.
 */
export function exportJournal(records: readonly JournalRecord[], format: 'csv' | 'json'): string {
  const rows = rowsOf(records);
  if (format === 'json') return `${JSON.stringify(rows.map(withHeadings), null, 2)}\n`;
  const lines = rows.map((row) => csvLine(columns.map((column) => csvField(row[column] ?? ''))));
  return csvLine(columns.map(headingOf)) + lines.join('');
}

const columns: readonly string[] = [
  ...['attemptedAt', 'approvedAt', 'approvalId', 'attempt', 'organizationId', 'billId'],
  ...['billNumber', 'vendor', 'currency', 'totalCents', 'amountDueCents', 'dueDate', 'status'],
  ...['outcome', 'outcomeAt', 'answer', 'readByMain', 'onlyTheWindow'],
  ...['flags', 'reason'],
];

/** Column heading in the file: our name in lower case with underscores. */
function headingOf(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function withHeadings(row: ExportRow): ExportRow {
  return Object.fromEntries(columns.map((column) => [headingOf(column), row[column] ?? '']));
}

function rowsOf(records: readonly JournalRecord[]): readonly ExportRow[] {
  const outcomes = new Map<string, Extract<JournalRecord, { kind: 'outcome' }>>();
  const onlyTheWindow = new Set<string>();
  for (const record of records) {
    if (record.kind === 'outcome') outcomes.set(`${record.attempt} ${record.approvalId}`, record);
    if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.add(record.approvalId);
  }
  // State at the time of the attempt: the user may approve the changed bill later.
  const readByMain = new Map<string, string>();
  return records.flatMap((record) => {
    if (record.kind === 'approved') readByMain.set(record.approvalId, record.readByMain ?? '');
    if (record.kind !== 'attempt') return [];
    const { approvalId, attempt } = record;
    const marks = {
      readByMain: readByMain.get(approvalId) ?? '',
      onlyTheWindow: onlyTheWindow.has(approvalId) ? 'yes' : '',
    };
    const outcome = outcomes.get(`${attempt} ${approvalId}`);
    return [{ ...attemptColumns(record), ...outcomeColumns(outcome), ...marks }];
  });
}

function attemptColumns(record: Attempt): ExportRow {
  const { snapshot, override } = record;
  return {
    attemptedAt: iso(record.atMs),
    approvedAt: iso(record.approvedAtMs),
    approvalId: record.approvalId,
    attempt: record.attempt,
    organizationId: record.organizationId,
    billId: snapshot.billId,
    billNumber: snapshot.billNumber ?? '',
    vendor: snapshot.vendorName ?? '',
    currency: snapshot.currency,
    totalCents: snapshot.totalCents,
    amountDueCents: snapshot.amountDueCents,
    dueDate: snapshot.dueDate ?? '',
    status: snapshot.status,
    flags: override?.flags.join(' ') ?? '',
    reason: override?.reason ?? '',
  };
}

function outcomeColumns(
  record: Extract<JournalRecord, { kind: 'outcome' }> | undefined,
): ExportRow {
  if (record === undefined)
    return { outcome: 'unknown', outcomeAt: '', answer: 'no answer recorded' };
  return {
    outcome: record.outcome.kind,
    outcomeAt: iso(record.atMs),
    answer: answerOf(record.outcome),
  };
}

function answerOf(outcome: JournaledOutcome): string {
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
