import { expect, test } from 'vitest';
import type { ApprovalNote, JournaledApproval, SendOutcome } from '../../bridge/approval.ts';
import { chainRecord, chainStart } from './journal-chain.ts';
import type { NewRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import { FIRST, journalFilesOf, startJournal } from './testing/journal-fixture.ts';
import { createMemoryFiles, type MemoryFiles } from './testing/memory-files.ts';
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

test('J-33 what was approved, taken back and sent is put together again from the lines, over files and a power cut', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  await journal.writeNotes([approved('waits'), approved('back'), approved('again')]);
  await journal.writeNotes([ended('back')]);
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

test('J-33 the approvals of a connection are known as open or ended, after a restart as before', async () => {
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

test('J-33 notes are written all or none, and none once the journal is closed', async () => {
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

test('J-34 what a crashed process had written is on disk before anything is written after it', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 300);
  await journal.open(null);
  // Written, and the process dies before it can be synced: whoever starts next reads it all the same.
  files.failNext('sync', 'EIO');
  files.failNext('truncate', 'EIO');
  await journal.writeAttempt(attemptOf('a'));
  const next = start(files, 300);
  // Too long by now, so this line goes to a file of its own.
  await next.writeAttempt(attemptOf('b'));
  files.crash();
  const written = await journalFilesOf(files);
  const { verdict, attempts } = verifyJournal(written);
  expect([verdict, attempts, written.length]).toEqual(['whole', 2, 2]);
});

test('J-40 that the service confirmed it counts where main has heard so; else it is the window’s word, and in doubt', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  await journal.writeNotes([approved('invented'), approved('lost'), approved('heard')]);
  await journal.writeAttempt(attemptOf('lost'));
  await journal.writeOutcome('lost', 1, unknown);
  await journal.writeAttempt(attemptOf('heard'));
  await journal.writeOutcome('heard', 1, confirmed);
  await journal.writeNotes(['invented', 'lost', 'heard'].map(confirmedByService));
  files.crash();
  const next = start(files);
  const found = await read(next, ['invented', 'lost', 'heard']);
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
        'heard',
        {
          finding: { kind: 'outcome', outcome: confirmed },
          answerLost: false,
          ended: 'confirmedByService',
        },
      ],
    ],
    // Ended all the same: the window need not say it again at each start.
    known: { ok: true, value: { open: [], ended: ['heard', 'invented', 'lost'], retired: [] } },
    marked: { approved: 0, ended: 2 },
  });
});

test('J-40 a line of before there were marks reads, and counts by what main has heard', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 100_000);
  const { profileEpoch: _epoch, ...facts } = approved('old');
  // As a version before wrote them: without main's own word, and without the profile.
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
