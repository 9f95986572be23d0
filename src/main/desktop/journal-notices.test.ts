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
  lastAtMs: null,
  hasOpen: true,
};

/** What is said at a start, and in which order things happen. */
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
  };
  const marks = {
    expected: () => did('expected', null),
    check: () => did('check', { epoch: 'e', reasons }),
    settle: () => did('settle', undefined),
  };
  await openJournal(journal, marks, notices);
  return { notices: notices.list(), timeline };
}

const noticesOf = async (...given: Parameters<typeof startWith>): Promise<unknown> =>
  (await startWith(...given)).notices;

test('D-25 a journal that was repaired, is broken or lacks its first files is told to the user at the start', async () => {
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
    [{ kind: 'journalRepaired', file: 'torn-1' }],
    [{ kind: 'journalBroken', file: 'journal-1.jsonl' }],
    [{ kind: 'journalCut', file: '' }],
    [{ kind: 'journalCut', file: '' }],
    [{ kind: 'journalGone', file: '' }],
    [],
  ]);
});

test('Y-5 why a new epoch begins is written down before the marks are made anew', async () => {
  const { timeline } = await startWith({}, ['copied']);
  expect(timeline).toEqual([
    'expected',
    'open',
    'check',
    'write {"epoch":"e","reasons":["copied"],"expected":null}',
    'settle',
  ]);
});

test('Y-4 that nobody was here for long is told to those alone who have something waiting', async () => {
  const stale = [{ kind: 'profileStale', file: '' }];
  expect([
    await noticesOf({ hasOpen: true }, ['longAgo']),
    await noticesOf({ hasOpen: false }, ['longAgo']),
    await noticesOf({ hasOpen: false }, ['clockBehind', 'copied']),
  ]).toEqual([stale, [], [{ kind: 'profileRestored', file: '' }]]);
});

test('Y-8 a journal that cannot be written is told, and why, from the first line it refuses to the next it takes', () => {
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
