import type { Clock } from '../../base/clock.ts';
import { assertNever } from '../../base/assert-never.ts';
import { createSerial } from '../../base/serial.ts';
import { csvField, csvLine } from '../../base/csv.ts';
import type { JournaledOutcome } from '../../bridge/approval.ts';
import {
  JOURNAL_ENTRIES_MOST,
  JOURNAL_PROBLEMS_MOST,
  type JournalEntry,
  type JournalExport,
  type JournalFormat,
  type JournalKeyExport,
  type JournalVerification,
} from '../../bridge/journal.ts';
import type { Files } from '../ports.ts';
import { baseName, whyNotWritten } from '../why-not-written.ts';
import { withoutForged } from './journal-authentication.ts';
import { createJournalReader } from './journal-files.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import { createVerifier, keyFileOf, type Verification } from './verify-journal.ts';

/** Asks the user where to save; null when the user cancels. */
type AskWhereToSave = (name: string, format: JournalFormat) => Promise<string | null>;

/** The user's requests to the journal: verify it, read its entries, export it. */
export interface JournalService {
  verify(): Promise<JournalVerification>;
  /** Entries about these approvals, oldest first; null when the journal cannot be read. */
  entriesOf(approvalIds: readonly string[]): Promise<JournalEntry[] | null>;
  /** Saves one row per attempt where the user chooses. */
  export(format: JournalFormat): Promise<JournalExport>;
  /** Saves the verification key where the user chooses, only once, and then deletes it here. */
  exportKey(): Promise<JournalKeyExport>;
}

interface JournalServiceDeps {
  readonly journal: Pick<Journal, 'readFiles' | 'verificationKey' | 'forgetKey'>;
  readonly files: Pick<Files, 'writeAtomic'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly askWhereToSave: AskWhereToSave;
}

/** Maximum requests that wait while another one reads the journal. */
const MAX_WAITING = 8;

// An export holds bookkeeping data: only the user may read it, until they decide otherwise.
const EXPORT_MODE = 0o600;

export function createJournalService(deps: JournalServiceDeps): JournalService {
  const { journal, files, clock, askWhereToSave } = deps;
  // Each request reads the whole journal, and a page could send a hundred at once.
  const oneByOne = createSerial();
  let waiting = 0;
  const inTurn = async <Value>(work: () => Promise<Value>, refused: Value): Promise<Value> => {
    if (waiting === MAX_WAITING) return refused;
    waiting += 1;
    return oneByOne(work).finally(() => (waiting -= 1));
  };
  const verify = async (): Promise<JournalVerification> => {
    const opened = await journal.readFiles();
    if (!opened.ok) return { kind: 'unreadable', code: opened.error.code };
    const { names, known, isKeyUnread, each } = opened.value;
    const verifier = createVerifier(known);
    const read = await each(verifier.read);
    if (!read.ok) return { kind: 'unreadable', code: read.error.code };
    return resultOf(verifier.finding(), { files: [...names], isKeyUnread });
  };
  const entriesOf = async (approvalIds: readonly string[]): Promise<JournalEntry[] | null> => {
    const opened = await journal.readFiles();
    if (!opened.ok) return null;
    const ids = new Set(approvalIds);
    const entries: JournalEntry[] = [];
    let [name, by]: [string, JournalEntry['by']] = ['', null];
    const take = withoutForged((record) => {
      if (record.kind === 'opened') by = record.by ?? by;
      const entry = entryOf(record, name, by);
      if (entry !== null && ids.has(entry.approvalId)) entries.push(entry);
    });
    const reader = createJournalReader(take);
    const read = await opened.value.each((file) => {
      ({ name } = file);
      reader.read(file);
    });
    if (!read.ok) return null;
    return entries.slice(0, JOURNAL_ENTRIES_MOST);
  };
  return {
    verify: () => inTurn(verify, { kind: 'unreadable', code: 'EBUSY' }),
    entriesOf: (approvalIds) => inTurn(() => entriesOf(approvalIds), null),
    export: async (format) => {
      const path = await askWhereToSave(fileName(clock.nowMs(), format), format);
      if (path === null) return { kind: 'cancelled' };
      const gathered = gatherRows();
      const opened = await journal.readFiles();
      const read = opened.ok
        ? await opened.value.each(createJournalReader(gathered.add).read)
        : opened;
      if (!read.ok) return { kind: 'failed', why: 'journalUnreadable', code: read.error.code };
      const rows = gathered.list();
      const bytes = new TextEncoder().encode(exportRows(rows, format));
      const written = await files.writeAtomic(path, bytes, EXPORT_MODE);
      if (!written.ok) return failed(written.error.code);
      return { kind: 'saved', file: baseName(path), attempts: rows.length };
    },
    exportKey: async () => {
      const key = await journal.verificationKey();
      if (key === 'given' || key === 'none') return { kind: key };
      const path = await askWhereToSave(`billfold-journal-key-${key.id}.json`, 'json');
      if (path === null) return { kind: 'cancelled' };
      const bytes = new TextEncoder().encode(keyFileOf(key));
      const written = await files.writeAtomic(path, bytes, EXPORT_MODE);
      if (!written.ok) return failed(written.error.code);
      await journal.forgetKey();
      return { kind: 'saved', file: baseName(path) };
    },
  };
}

function entryOf(record: JournalRecord, file: string, by: JournalEntry['by']): JournalEntry | null {
  switch (record.kind) {
    case 'approved':
    case 'attempt':
    case 'outcome':
    case 'ended': {
      const { approvalId, kind, atMs, seq: number } = record;
      return { approvalId, kind, atMs, file, number, by };
    }
    case 'agreed':
    case 'opened':
    case 'weakened':
    case 'retired':
    case 'repaired':
    case 'restored':
      return null;
    default:
      return assertNever(record);
  }
}

function resultOf(
  { verdict, problems, onlyTheWindow: _marks, ...found }: Verification,
  read: { readonly files: string[]; readonly isKeyUnread: boolean },
): JournalVerification {
  const facts = { ...found, ...read };
  if (verdict !== 'broken') return { kind: verdict, ...facts };
  const first = problems.slice(0, JOURNAL_PROBLEMS_MOST);
  return { kind: 'broken', ...facts, problems: first, problemCount: problems.length };
}

function failed(code: string) {
  return { kind: 'failed', why: whyNotWritten(code), code } as const;
}

/** File name such as billfold-journal-2026-11-20.csv. The day is in UTC, like all times in the file. */
function fileName(nowMs: number, format: JournalFormat): string {
  return `billfold-journal-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
}

/** One attempt with its outcome. Times are ISO 8601 in UTC. */
interface ExportRow {
  readonly [column: string]: string | number;
}

/**
 * Exports the journal for people and spreadsheets: one row per attempt, in the order of the attempts. Amounts are
 * cents, as the service sends them.
 */
export function exportRows(rows: readonly ExportRow[], format: JournalFormat): string {
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

/** Gathers the rows from the journal's lines, given in order, without holding the lines in memory. */
export function gatherRows() {
  const attempts: {
    readonly approvalId: string;
    readonly attempt: number;
    readonly row: ExportRow;
  }[] = [];
  const outcomes = new Map<string, ExportRow>();
  const onlyTheWindow = new Set<string>();
  const readByMain = new Map<string, string>();
  return {
    add: withoutForged((record) => {
      if (record.kind === 'approved') readByMain.set(record.approvalId, record.readByMain ?? '');
      if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.add(record.approvalId);
      if (record.kind === 'outcome') {
        // Like the index: Billfold writes one outcome per attempt.
        const key = `${record.attempt} ${record.approvalId}`;
        outcomes.set(key, outcomes.get(key) ?? outcomeColumns(record));
      }
      if (record.kind !== 'attempt') return;
      const { approvalId, attempt } = record;
      // Main's reading at the time of the attempt, because the user may approve the changed bill later.
      const mark = readByMain.get(approvalId) ?? '';
      attempts.push({ approvalId, attempt, row: { ...attemptColumns(record), readByMain: mark } });
    }),
    list: (): ExportRow[] =>
      attempts.map(({ approvalId, attempt, row }) => ({
        ...row,
        ...(outcomes.get(`${attempt} ${approvalId}`) ?? noOutcome),
        onlyTheWindow: onlyTheWindow.has(approvalId) ? 'yes' : '',
      })),
  };
}

function attemptColumns(record: Extract<JournalRecord, { kind: 'attempt' }>): ExportRow {
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

const noOutcome: ExportRow = { outcome: 'unknown', outcomeAt: '', answer: 'no answer recorded' };

function outcomeColumns(record: Extract<JournalRecord, { kind: 'outcome' }>): ExportRow {
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
