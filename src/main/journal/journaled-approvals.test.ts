import { expect, test } from 'vitest';
import { succeed } from '../../base/result.ts';
import type { ApprovalNote, JournaledApproval, SendOutcome } from '../../bridge/approval.ts';
import { chainRecord, chainStart } from './journal-chain.ts';
import { createJournalReader } from './journal-files.ts';
import type { JournalRecord, NewRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import { exportJournal, FIRST, journalFilesOf, startJournal } from './testing/journal-fixture.ts';
import { createMemoryFiles, type MemoryFiles } from '../files/testing/memory-files.ts';
import { verifyJournal } from './verify-journal.ts';

const unknown: SendOutcome = { kind: 'unknown', error: null };

const start = (files: MemoryFiles, maxFileBytes = 900): Journal =>
  startJournal(files, { maxFileBytes });

function approved(
  approvalId: string,
  amountDueCents = 12_300,
): Extract<ApprovalNote, { kind: 'approved' }> {
  const { attempt: _, ...facts } = attemptOf(approvalId);
  return { ...facts, kind: 'approved', snapshot: { ...facts.snapshot, amountDueCents } };
}

const ended = (
  approvalId: string,
  how: 'withdrawn' | 'confirmedByService' = 'withdrawn',
): ApprovalNote => ({ kind: 'ended', approvalId, how });
const confirmedByService = (approvalId: string) => ended(approvalId, 'confirmedByService');

async function read(journal: Journal, ids: readonly string[]): Promise<JournaledApproval[]> {
  const found = await journal.readApprovals(ids);
  if (!found.ok) throw new Error(found.error.technical);
  return found.value;
}

test('the lines restore approved, withdrawn and sent approvals, across files and a power cut', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  await journal.writeNotes([approved('waits'), approved('back'), approved('again')]);
  await journal.writeNotes([ended('back'), approved('not asked for')]);
  // An answer may arrive after the user has withdrawn the approval.
  await journal.writeOutcome('back', 1, unknown);
  await journal.writeAttempt(attemptOf('sent'));
  await journal.writeOutcome('sent', 1, confirmed);
  await journal.writeAttempt(attemptOf('again'));
  await journal.writeOutcome('again', 1, unknown);
  await journal.writeAttempt(attemptOf('again', 2));
  await journal.writeNotes([approved('waits', 500)]);
  files.crash();
  const asked = ['waits', 'back', 'sent', 'again', 'nobody'];
  const found = await read(start(files), asked);
  const rows = found.map(({ approvalId, attempt, finding, answerLost, ended: end, snapshot }) => [
    approvalId,
    [attempt, finding.kind, answerLost, end, snapshot.amountDueCents],
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    waits: [0, 'noAttempt', false, null, 500],
    back: [0, 'noAttempt', false, 'withdrawn', 12_300],
    sent: [1, 'outcome', false, null, 12_300],
    again: [2, 'attemptOnly', true, null, 12_300],
  });
});

test('J-80 the flags that an approval overrode, and the reason, are in its lines, in the export, and in a restored approval; older lines have none', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  const override = { flags: ['duplicate', 'ofNewerVersion'], reason: '=Two sites' };
  await journal.writeNotes([{ ...approved('flagged'), override }, approved('plain')]);
  await journal.writeAttempt({ ...attemptOf('flagged'), override });
  const restored = await read(start(files), ['flagged', 'plain']);
  const records: JournalRecord[] = [];
  const reader = createJournalReader((record) => records.push(record));
  for (const file of await journalFilesOf(files)) reader.read(file);
  const csv = exportJournal(records, 'csv');
  expect({
    restored: restored.map((each) => each.override),
    csv: csv.trimEnd().split(',').slice(-2),
    verdict: verifyJournal(await journalFilesOf(files)).verdict,
  }).toEqual({
    restored: [override, undefined],
    csv: ['"duplicate ofNewerVersion"', `"'=Two sites"`],
    verdict: 'whole',
  });
});

test('the journal lists open and ended approvals of a connection, also after a restart', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  const other = { ...approved('other'), connectionId: 'another' };
  await journal.writeNotes([approved('a'), approved('b'), other, ended('b')]);
  await journal.writeAttempt(attemptOf('c'));
  await journal.writeOutcome('c', 1, confirmed);
  const before = await journal.approvalsOf('connection-1');
  const after = await start(files).approvalsOf('connection-1');
  expect([before, after]).toEqual([before, before]);
  expect(before).toEqual({ ok: true, value: { open: ['a'], ended: ['b', 'c'], retired: [] } });
});

test('notes are written all or none, and none once the journal is closed', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  await journal.open(null);
  files.setRoom(700);
  const full = await journal.writeNotes([approved('a'), approved('b')]);
  files.setRoom(null);
  const known = await journal.approvalsOf('connection-1');
  await journal.close();
  const closed = await journal.writeNotes([approved('c')]);
  expect([full, known, closed]).toMatchObject([
    { ok: false, error: { code: 'ENOSPC' } },
    { ok: true, value: { open: [], ended: [] } },
    { ok: false, error: { code: 'EBADF' } },
  ]);
});

test('lines of a crashed process are on disk before any later line', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 300);
  await journal.open(null);
  // The process dies after writing and before syncing. The next process still reads the line.
  files.failNext('sync', 'EIO');
  files.failNext('truncate', 'EIO');
  await journal.writeAttempt(attemptOf('a'));
  const next = start(files, 300);
  // The file is too long now, so this line goes to a new file.
  await next.writeAttempt(attemptOf('b'));
  files.crash();
  const written = await journalFilesOf(files);
  const { verdict, attempts } = verifyJournal(written);
  expect([verdict, attempts, written.length]).toEqual(['whole', 2, 2]);
});

test('a confirmation counts only if main received it; otherwise it is the window’s word, and in doubt', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  await journal.writeNotes([approved('invented'), approved('lost'), approved('received')]);
  await journal.writeAttempt(attemptOf('lost'));
  await journal.writeOutcome('lost', 1, unknown);
  await journal.writeAttempt(attemptOf('received'));
  await journal.writeOutcome('received', 1, confirmed);
  await journal.writeNotes(['invented', 'lost', 'received'].map(confirmedByService));
  files.crash();
  const next = start(files);
  const found = await read(next, ['invented', 'lost', 'received']);
  const { onlyTheWindow } = verifyJournal(await journalFilesOf(files));
  const inDoubt = {
    finding: { kind: 'outcome', outcome: unknown },
    answerLost: true,
    ended: null,
  };
  expect({
    found: found.map(({ approvalId, finding, answerLost, ended: end }) => [
      approvalId,
      { finding, answerLost, ended: end },
    ]),
    known: await next.approvalsOf('connection-1'),
    marked: onlyTheWindow,
  }).toEqual({
    found: [
      ['invented', inDoubt],
      ['lost', inDoubt],
      [
        'received',
        {
          finding: { kind: 'outcome', outcome: confirmed },
          answerLost: false,
          ended: 'confirmedByService',
        },
      ],
    ],
    // They count as ended nevertheless, so that the window does not repeat them at each start.
    known: { ok: true, value: { open: [], ended: ['invented', 'lost', 'received'], retired: [] } },
    marked: { approved: 0, ended: 2 },
  });
});

test('an older line without marks is readable, and counts as confirmed only if main received the answer', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 100_000);
  const { profileEpoch: _epoch, ...facts } = approved('old');
  // Lines of an earlier version have neither main's marks nor the profile's epoch.
  const lines = [facts, confirmedByService('old')] as readonly NewRecord[];
  let head = chainStart;
  const bytes = lines.map((line) => {
    const chained = chainRecord(head, line, 1);
    head = chained.head;
    return chained.bytes;
  });
  files.plant(FIRST, Buffer.concat(bytes));
  const [found] = await read(journal, ['old']);
  const opened = await journal.open(null);
  expect([opened.ok && opened.value.problems, found?.profileEpoch, found?.ended]).toEqual([
    [],
    '',
    null,
  ]);
});

/**
 * A file of an earlier version, whose bills have the service's field names. The last outcome has the whole bill, as in
 * the first versions. Do not edit it.
 */
const ofEarlierVersion = `{"v":1,"seq":1,"prev":"0000000000000000000000000000000000000000000000000000000000000000","atMs":1800000000000,"kind":"opened","follows":null}
{"v":1,"seq":2,"prev":"9751a96cbc4486b16396013597e19fa53f75d1f0903499ecaa2c3b18732ff129","atMs":1800000000000,"kind":"attempt","approvalId":"a","attempt":1,"connectionId":"connection-1","signInId":"sign-in-1","organizationId":"org-1","profileEpoch":"","approvedAtMs":1799999990000,"snapshot":{"billId":"bill-a","billNumber":"B-1","vendorName":"Muster GmbH","currency":"EUR","totalCents":12300,"amountDueCents":12300,"dueDate":"2026-02-02","status":"open","rest":{"date":"2026-01-03","memo":"Paper","vendor":{"id":"v-1","name":"Muster GmbH","iban":"DE02"},"created_at":"2026-01-03T08:00:00Z","po_number":"PO-7"}}}
{"v":1,"seq":3,"prev":"fe9a5a87cdc918827dd4fc85ae57d2f97f26d390c9c64a7366560688b6ac30a2","atMs":1800000000000,"kind":"outcome","approvalId":"a","attempt":1,"outcome":{"kind":"confirmed","bill":{"id":"bill-a","status":"paid","currency":"EUR","total_cents":12300,"amount_due_cents":0}}}
{"v":1,"seq":4,"prev":"a214404b9d927d250ca065e8e091215f4d3fe4c15e493832705fd1e8804328da","atMs":1800000000000,"kind":"outcome","approvalId":"b","attempt":1,"outcome":{"kind":"confirmed","bill":{"id":"bill-b","object":"bill","bill_number":"B-1","status":"open","currency":"EUR","total_cents":12300,"amount_due_cents":12300,"due_date":null,"vendor":{"name":"Muster GmbH"},"po_number":"PO-7"}}}
`;

test('J-60 a journal of an earlier version, with the service’s field names in its bills, is read in full', async () => {
  const files = createMemoryFiles();
  files.plant(FIRST, new TextEncoder().encode(ofEarlierVersion));
  const journal = start(files);
  const [approval] = await read(journal, ['a']);
  const whole = await journal.find('b', 1);
  const { verdict } = verifyJournal(await journalFilesOf(files));
  const short = { status: 'paid', currency: 'EUR', totalCents: 12_300, amountDueCents: 0 };
  const bill = { ...short, id: 'bill-b', status: 'open', amountDueCents: 12_300 };
  expect({ approval, whole, verdict }).toEqual({
    approval: expect.objectContaining({
      finding: {
        kind: 'outcome',
        outcome: { kind: 'confirmed', bill: { ...short, id: 'bill-a' } },
      },
      snapshot: expect.objectContaining({
        rest: {
          ...{ date: '2026-01-03', createdAt: '2026-01-03T08:00:00Z', memo: 'Paper' },
          ...{ vendorId: 'v-1', vendor: { iban: 'DE02' }, others: { po_number: 'PO-7' } },
        },
      }),
    }),
    whole: succeed({ kind: 'outcome', outcome: { kind: 'confirmed', bill } }),
    verdict: 'whole',
  });
});
