import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import type { RestoredReason } from '../journal/journal-record.ts';
import type { JournalReport } from '../journal/journal.ts';
import { createNotices } from '../settings/notices.ts';
import { openJournal, reportWrites } from './journal-notices.ts';

const report: JournalReport = {
  lines: 3,
  problems: [],
  repaired: null,
  unwritable: null,
  startsInTheMiddle: false,
  holdsExpected: true,
  isAsLeft: true,
  isKeyLost: false,
  lastAtMs: null,
  hasOpen: true,
};

/** Notices of a start, and the order of its steps. */
async function startWith(
  opened: Partial<JournalReport> | null,
  reasons: readonly RestoredReason[] = [],
): Promise<{ notices: readonly unknown[]; timeline: readonly string[] }> {
  const notices = createNotices();
  const timeline: string[] = [];
  const did = <Value>(what: string, value: Value): Promise<Value> => {
    timeline.push(what);
    return Promise.resolve(value);
  };
  const unreadable = fail({ code: 'EACCES', technical: '' });
  const journal = {
    open: () => did('open', opened ? succeed({ ...report, ...opened }) : unreadable),
    writeRestored: (restored: unknown) =>
      did(`write ${JSON.stringify(restored)}`, succeed(undefined)),
    retrySealAndMarks: async () => succeed(undefined),
  };
  const marks = {
    expected: () => did('expected', null),
    check: () => did('check', { epoch: 'e', reasons }),
    settle: () => did('settle', undefined),
  };
  await openJournal(journal, marks, notices, { distrust: (why) => timeline.push(why) });
  return { notices: notices.list(), timeline };
}

const noticesOf = async (...given: Parameters<typeof startWith>): Promise<unknown> =>
  (await startWith(...given)).notices;

test('the start reports a journal that was repaired, is broken or lacks its first files', async () => {
  const repaired = { file: 'journal-1.jsonl', quarantined: 'torn-1', bytes: 12 };
  const problem = { file: 'journal-1.jsonl', line: 2, problem: 'wrongHash' } as const;
  expect([
    await noticesOf({}),
    await noticesOf({ repaired }),
    await noticesOf({ problems: [problem, { ...problem, line: 3 }] }),
    await noticesOf({ startsInTheMiddle: true }),
    await noticesOf({ isAsLeft: false }),
    await noticesOf({ isAsLeft: false, lines: 0 }),
    await noticesOf(null),
  ]).toEqual([
    [],
    [{ kind: 'journalRepaired', about: 'torn-1' }],
    [{ kind: 'journalBroken', about: 'journal-1.jsonl' }],
    [{ kind: 'journalCut', about: '' }],
    [{ kind: 'journalCut', about: '' }],
    [{ kind: 'journalGone', about: '' }],
    [],
  ]);
});

test('J-51 the notice of a start without the journal’s key reports the key, not missing lines', async () => {
  const notices = await noticesOf({ isAsLeft: false, isKeyLost: true }, ['journalBehind']);
  expect(notices).toEqual([{ kind: 'journalKeyLost', about: '' }]);
});

test('J-51 a start names at most 20 broken files, since the window takes no endless list', async () => {
  const problems = Array.from({ length: 1_100 }, (_, index) => ({
    ...{ file: `journal-${index}.jsonl`, line: 1, problem: 'unreadable' as const },
  }));
  expect((await startWith({ problems })).notices).toHaveLength(20);
});

test('the reason for a new epoch is journaled before the marks are renewed', async () => {
  const { timeline } = await startWith({}, ['copied']);
  expect(timeline).toEqual([
    'expected',
    'open',
    'check',
    'write {"epoch":"e","reasons":["copied"],"expected":null}',
    'settle',
  ]);
});

test('E-6 a used profile without journal and marks gets the strictest settings', async () => {
  const distrusts = async (...given: Parameters<typeof startWith>): Promise<boolean> =>
    (await startWith(...given)).timeline.includes('gone');
  expect([
    await distrusts({ lines: 0 }, ['marksGone']),
    await distrusts({ lines: 0 }, ['copied']),
    await distrusts({ lines: 1 }, ['marksGone']),
  ]).toEqual([true, false, false]);
});

test('only users with open approvals learn that the profile was unused for long', async () => {
  const stale = [{ kind: 'profileStale', about: '' }];
  expect([
    await noticesOf({ hasOpen: true }, ['longAgo']),
    await noticesOf({ hasOpen: false }, ['longAgo']),
    await noticesOf({ hasOpen: false }, ['clockBehind', 'copied']),
  ]).toEqual([stale, [], [{ kind: 'profileRestored', about: '' }]]);
});

test('a notice says why the journal cannot be written, from the first refused line to the next written one', () => {
  const notices = createNotices();
  const noted: unknown[] = [];
  const noteTry = reportWrites(notices, { noteHead: (head) => noted.push(head) });
  const head = { seq: 1, lastHash: 'a' };
  const timeline: unknown[] = [];
  notices.all.subscribe(() => timeline.push(notices.list().map(({ kind }) => kind)));
  noteTry(fail({ code: 'ENOSPC', technical: '' }));
  noteTry(fail({ code: 'ENOSPC', technical: '' }));
  noteTry(succeed(head));
  noteTry(fail({ code: 'EROFS', technical: '' }));
  noteTry(succeed(head));
  expect({ timeline, noted }).toEqual({
    timeline: [['journalFull'], [], ['journalUnwritable'], []],
    noted: [head, head],
  });
});
