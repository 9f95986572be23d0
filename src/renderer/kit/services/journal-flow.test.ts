import { expect, test } from 'vitest';
import type {
  JournalExport,
  JournalProblem,
  JournalVerification,
} from '../../../bridge/journal.ts';
import { createJournalFlow, type JournalEnd } from './journal-flow.ts';
import { formatJournalEnd } from '../parts/format-journal.ts';

const messageOf = (end: JournalEnd | null) => end && formatJournalEnd(end);

test('work on the journal shows its progress, then its result, one job at a time', async () => {
  const asked: string[] = [];
  let saved: (ended: JournalExport) => void = () => undefined;
  const journal = createJournalFlow({
    verify: async () => {
      asked.push('verify');
      return { kind: 'unreadable', code: 'EACCES' };
    },
    save: (format) => {
      asked.push(`save ${format}`);
      return new Promise((resolve) => (saved = resolve));
    },
    saveKey: async () => ({ kind: 'given' }),
  });
  const seen: string[] = [];
  journal.view.subscribe(() => {
    const { busy, ended } = journal.view.get();
    seen.push([busy, messageOf(ended)?.sentence.title].join(': '));
  });
  const saving = journal.save('csv');
  await journal.verify();
  saved({ kind: 'saved', file: 'journal.csv', attempts: 2 });
  await saving;
  journal.dismiss();
  await journal.verify();
  await journal.saveKey();
  expect([asked, seen]).toEqual([
    ['save csv', 'verify'],
    [
      'exporting: ',
      ': Exported journal.csv',
      ': ',
      'verifying: ',
      ': Can’t read the audit log',
      'exporting: ',
      ': Verification key already exported',
    ],
  ]);
});

const HASH = 'ab'.repeat(32);
const facts: Omit<Extract<JournalVerification, { kind: 'whole' }>, 'kind'> = {
  files: ['approvals-000001.jsonl'],
  lines: 5,
  attempts: 2,
  outcomes: 2,
  authentic: 0,
  chainedOnly: 0,
  chainedLater: 0,
  isKeyUnread: false,
  retired: 0,
  startsInTheMiddle: false,
  lastHash: HASH,
};
const problem: JournalProblem = {
  file: 'approvals-000001.jsonl',
  line: 3,
  problem: 'wrongHash',
};

test('each finding about the journal has its own text, and only a broken journal is shown as a problem', () => {
  const findings: readonly JournalVerification[] = [
    { kind: 'whole', ...facts },
    { kind: 'whole', ...facts, retired: 2 },
    { kind: 'whole', ...facts, authentic: 3, chainedOnly: 2 },
    { kind: 'whole', ...facts, authentic: 3, chainedOnly: 2, chainedLater: 2 },
    { kind: 'whole', ...facts, lines: 0, files: [], attempts: 0, outcomes: 0 },
    { kind: 'torn', ...facts },
    { kind: 'whole', ...facts, isKeyUnread: true },
    { kind: 'torn', ...facts, isKeyUnread: true },
    { kind: 'broken', ...facts, problems: [problem], problemCount: 1 },
    { kind: 'broken', ...facts, problems: [{ ...problem, problem: 'keyLost' }], problemCount: 1 },
    { kind: 'broken', ...facts, problems: [{ ...problem, problem: 'notAsLeft' }], problemCount: 1 },
    { kind: 'unreadable', code: 'EACCES' },
  ];
  const messages = findings.flatMap((found) => messageOf({ of: 'verification', found }) ?? []);
  expect({
    different: new Set(messages.map(({ sentence }) => sentence.title + sentence.whatToDo)).size,
    unfinished: messages.filter(({ sentence }) => !sentence.whatToDo.endsWith('.')),
    tones: messages.map(({ tone }) => tone),
  }).toEqual({
    different: findings.length,
    unfinished: [],
    tones: [
      ...['good', 'good', 'good', 'caution', 'info'],
      ...['caution', 'caution', 'caution', 'danger', 'danger', 'danger', 'danger'],
    ],
  });
});

test('technical details show where the chain is broken, with the hash of the last line', () => {
  const found = messageOf({
    of: 'verification',
    found: {
      kind: 'broken',
      ...facts,
      problems: [problem],
      problemCount: 4,
    },
  });
  expect(found?.sentence.technical).toBe(
    [
      'approvals-000001.jsonl, line 3: hash mismatch',
      'and 3 more',
      'approvals-000001.jsonl',
      `Final hash: ${HASH}`,
    ].join('\n'),
  );
});

test('an export shows its file, or why there is none; a canceled one shows nothing', () => {
  expect([
    messageOf({ of: 'export', ended: { kind: 'saved', file: 'books.csv', attempts: 2 } })?.sentence,
    messageOf({ of: 'export', ended: { kind: 'failed', why: 'noRoom', code: 'ENOSPC' } })?.sentence,
    messageOf({ of: 'export', ended: { kind: 'cancelled' } }),
  ]).toEqual([
    {
      title: 'Exported books.csv',
      whatToDo:
        '2 attempts to send an approval, including rejected ones and sample data, with bill details and responses.',
      technical: null,
    },
    {
      title: 'Export failed: disk full',
      whatToDo: 'Free up space or choose another location.',
      technical: 'ENOSPC',
    },
    null,
  ]);
});
