import { expect, test } from 'vitest';
import { fail, succeed, type Result } from '../../base/result.ts';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import type { Bill } from '../../contract/bill.ts';
import type { Page } from '../../contract/lists/page.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { createReadAhead, type PagesRequest } from './read-ahead.ts';

const PAGE_MS = 20;
const failed: ServiceError = { kind: 'serverFailed', retryAtMs: null, technical: '500' };
const bill = { id: '1' } as Bill;

/**
 * A list of 20 pages, each answered in 20 ms: `null` leads to the first, '1' to the second, and so
 * on.
 */
function startReading(fault: (after: string | null) => ServiceError | null = () => null) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const answers: string[] = [];
  const reading = { session: 'sign-in-1', clock, asked, answers };
  const ahead = createReadAhead({
    clock,
    session: () => reading.session,
    read: async ({ after, status, signal }): Promise<Result<Page<Bill>, ServiceError>> => {
      asked.push(`${clock.elapsedMs()} ${status} ${after ?? 'start'}`);
      await clock.sleep(PAGE_MS, signal);
      const error = fault(after);
      if (error) return fail(error);
      const page = Number(after ?? 0);
      const nextCursor = page < 19 ? String(page + 1) : null;
      return succeed({ items: [bill], malformed: [], nextCursor, cutShort: null, isCached: false });
    },
  });
  const ask = async (after: string | null, fields: Partial<PagesRequest> = {}): Promise<void> => {
    const of = { organizationId: 'acme', status: 'open', limit: 50, priority: 'waiting' } as const;
    const now = { askedMs: clock.elapsedMs(), run: 'run', most: 5 };
    const answer = await ahead.pages({ ...of, ...now, after, ...fields });
    const cursors = answer.ok ? answer.value.map((page) => `${page.after}@${page.askedMs}`) : [];
    answers.push(`${clock.elapsedMs()} ${answer.ok ? cursors.join(' ') : answer.error.kind}`);
  };
  return { ...reading, ask, ahead, endSession: () => (reading.session = 'sign-in-2') };
}

test('C-95 the first page comes at once; the next ones are read meanwhile, and come together', async () => {
  const { ask, clock, answers, asked } = startReading();
  void ask(null);
  await clock.advance(50);
  void ask('1');
  await clock.advance(1_000);
  expect([answers, asked.length]).toEqual([['20 null@0', '80 1@0 2@0 3@50'], 6]);
});

test('C-95 background pages come in as few messages as possible, each after two seconds at most', async () => {
  const { ask, clock, answers } = startReading();
  const background = { priority: 'background' } as const;
  void ask(null, background);
  await clock.advance(20);
  void ask('1', { ...background, most: 10 });
  await clock.advance(400);
  void ask('11', { ...background, most: 200 });
  await clock.advance(4_000);
  expect(answers.map((line) => line.split(' ').length - 1)).toEqual([1, 10, 9]);
});

test('C-95 no more pages are requested than granted, however long the window waits', async () => {
  const { ask, clock, asked } = startReading();
  void ask(null, { most: 3 });
  await clock.advance(5_000);
  const first = asked.length;
  void ask('1', { most: 1 });
  await clock.advance(5_000);
  expect([first, asked.length]).toEqual([3, 3]);
});

test('C-95 after a stop it begins no page, and returns the one under way', async () => {
  const { ask, clock, ahead, answers, asked } = startReading();
  void ask(null);
  await clock.advance(20);
  void ask('1');
  await clock.advance(10);
  ahead.stopAhead();
  await clock.advance(1_000);
  expect([answers, asked.length]).toEqual([['20 null@0', '40 1@0'], 2]);
});

test('C-95 a failure comes after the pages before it, and ends the run', async () => {
  const { ask, clock, answers, asked } = startReading((after) => (after === '2' ? failed : null));
  void ask(null);
  await clock.advance(20);
  void ask('1');
  await clock.advance(500);
  void ask('2');
  await clock.advance(500);
  expect([answers, asked.map((line) => line.split(' ')[2])]).toEqual([
    ['20 null@0', '60 1@0', '520 serverFailed'],
    ['start', '1', '2'],
  ]);
});

test.each<[string, Partial<PagesRequest>]>([
  ['another cursor', {}],
  ['another chain', { status: 'paid' }],
  ['another run of the window', { run: 'other' }],
  ['another sign-in', {}],
  ['long afterwards', {}],
])('C-95 pages read ahead are not returned to %s', async (what, fields) => {
  const { ask, clock, ahead, asked, endSession } = startReading();
  void ask(null);
  await clock.advance(1_000);
  if (what === 'another sign-in') endSession();
  if (what === 'long afterwards') await clock.advance(60_000);
  const before = asked.length;
  void ask(what === 'another cursor' ? '7' : '1', { ...fields, most: 1 });
  await settle();
  const isAskedAnew = asked.length === before + 1;
  ahead.stopAhead();
  await clock.advance(1_000);
  expect([before, isAskedAnew]).toEqual([5, true]);
});

test('C-95 a call that another one replaces is answered, and its page dropped', async () => {
  const { ask, clock, answers, asked } = startReading();
  void ask(null);
  await clock.advance(10);
  void ask('9', { status: 'paid', most: 1 });
  await clock.advance(1_000);
  expect([answers, asked.length, clock.sleepers()]).toEqual([['10 cancelled', '30 9@10'], 2, 0]);
});
