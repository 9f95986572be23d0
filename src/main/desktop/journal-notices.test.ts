import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import type { Journal } from '../journal/journal.ts';
import { createNotices, type Notices } from '../settings/notices.ts';
import { openJournal, tellOfWrites } from './journal-notices.ts';

type Notice = Parameters<Notices['add']>[0];
type Opened = Awaited<ReturnType<Journal['open']>>;

async function noticesOf(opened: Opened): Promise<unknown> {
  const told: Notice[] = [];
  const notices = { add: (notice: Notice) => void told.push(notice), list: () => told };
  await openJournal({ open: async () => opened }, notices);
  return told;
}

test('D-25 a journal that was repaired, or is broken, is told to the user at the start', async () => {
  const report = { lines: 3, problems: [], repaired: null, unwritable: null };
  const repaired = { file: 'journal-1.jsonl', setAside: 'torn-1', bytes: 12 };
  const problem = { file: 'journal-1.jsonl', line: 2, problem: 'wrongHash' } as const;
  expect([
    await noticesOf(succeed(report)),
    await noticesOf(succeed({ ...report, repaired })),
    await noticesOf(succeed({ ...report, problems: [problem, { ...problem, line: 3 }] })),
    await noticesOf(fail({ code: 'EACCES', technical: '' })),
  ]).toEqual([
    [],
    [{ kind: 'journalRepaired', file: 'torn-1' }],
    [{ kind: 'journalBroken', file: 'journal-1.jsonl' }],
    [],
  ]);
});

test('Y-8 a journal that cannot be written is told, and why, from the first line it refuses to the next it takes', () => {
  const notices = createNotices();
  const tell = tellOfWrites(notices);
  const head = { seq: 1, lastHash: 'a' };
  const story: unknown[] = [];
  notices.all.subscribe(() => story.push(notices.list().map(({ kind }) => kind)));
  tell(fail({ code: 'ENOSPC', technical: '' }));
  tell(fail({ code: 'ENOSPC', technical: '' }));
  tell(succeed(head));
  tell(fail({ code: 'EROFS', technical: '' }));
  tell(succeed(head));
  expect(story).toEqual([['journalFull'], [], ['journalUnwritable'], []]);
});
