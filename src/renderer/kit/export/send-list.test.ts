import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import type { Bridge } from '../../../bridge/client.ts';
import { LIST_TEXT_MOST, type ListTarget } from '../../../bridge/list-export.ts';
import { columnsOver, type ListTable } from './list-table.ts';
import { cutText, sendList, type ListJob } from './send-list.ts';

function tableOf(memos: readonly string[]): ListTable {
  const column = columnsOver(memos);
  return {
    title: 'Bills',
    facts: [],
    columns: [column.text('Memo', (memo) => memo)],
    rowCount: memos.length,
    formatRows: String,
    groups: [],
    totals: null,
  };
}

/** A main process that gives the set answers and records the calls. */
function listeningMain(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: string[] = [];
  const texts: string[] = [];
  const requests: unknown[] = [];
  const usual: Readonly<Record<string, unknown>> = {
    'lists.begin': { kind: 'begun', listId: 'list-1' },
    'lists.append': { kind: 'appended' },
    'lists.end': { kind: 'saved', file: 'bills.csv' },
  };
  const call = async (name: string, request?: unknown): Promise<unknown> => {
    calls.push(name);
    if (name === 'lists.append') texts.push((request as { text: string }).text);
    else requests.push(request);
    return { ...usual, ...answers }[name];
  };
  return { bridge: { call } as Pick<Bridge, 'call'>, calls, texts, requests };
}

function jobOf(
  main: ReturnType<typeof listeningMain>,
  memos: readonly string[],
  fields: Partial<ListJob> = {},
): ListJob {
  return {
    bridge: main.bridge,
    clock: createVirtualClock(1_800_000_000_000),
    locale: 'de-DE',
    table: tableOf(memos),
    target: 'csv' satisfies ListTarget,
    rows: memos.length,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...fields,
  };
}

test('a long list is sent to main in pieces, in order, with progress after each', async () => {
  const main = listeningMain();
  const memos = Array.from({ length: 600 }, (_none, at) => `memo ${at}`);
  const observed: number[] = [];
  const ended = await sendList(jobOf(main, memos, { onProgress: (rows) => observed.push(rows) }));
  expect({
    ended,
    observed,
    calls: main.calls,
    text: main.texts.join(''),
    asked: main.requests,
  }).toEqual({
    ended: { kind: 'saved', file: 'bills.csv' },
    observed: [0, 250, 500, 600, 600],
    calls: ['lists.begin', ...Array.from({ length: 4 }, () => 'lists.append'), 'lists.end'],
    text: `\uFEFF"Memo"\r\n${memos.map((memo) => `"${memo}"\r\n`).join('')}`,
    asked: [
      { name: 'Bills 2027-01-15', target: 'csv' },
      { listId: 'list-1', setup: { paper: 'A4', tagged: true } },
    ],
  });
});

test('no piece is longer than a message, and no character is split', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 9 }), (whole, most) => {
      const pieces = [...cutText(whole, most)];
      expect(pieces.join('')).toBe(whole);
      expect(pieces.every((piece) => piece.length <= most && piece.isWellFormed())).toBe(true);
    }),
    { seed: 5 },
  );
});

test('memos of any length are cut into messages that main accepts', async () => {
  const main = listeningMain();
  await sendList(jobOf(main, ['x'.repeat(LIST_TEXT_MOST * 2)]));
  expect(main.texts.slice(1).map(({ length }) => length)).toEqual([
    LIST_TEXT_MOST,
    LIST_TEXT_MOST,
    // Two quotes and the line end.
    4,
  ]);
});

test('canceling in the dialog sends nothing, canceling later leaves no file', async () => {
  const refused = listeningMain({ 'lists.begin': { kind: 'cancelled' } });
  const stopped = listeningMain();
  const stop = new AbortController();
  const memos = Array.from({ length: 600 }, () => 'memo');
  const onProgress = (rows: number): void => {
    if (rows === 250) stop.abort();
  };
  expect([
    await sendList(jobOf(refused, memos)),
    refused.calls,
    await sendList(jobOf(stopped, memos, { signal: stop.signal, onProgress })),
    stopped.calls,
  ]).toEqual([
    { kind: 'cancelled' },
    ['lists.begin'],
    { kind: 'cancelled' },
    ['lists.begin', 'lists.append', 'lists.append', 'lists.giveUp'],
  ]);
});

test('a failed write in main is reported, and nothing more is sent', async () => {
  const failed = { kind: 'failed', why: 'noRoom', technical: 'ENOSPC' };
  const main = listeningMain({ 'lists.append': failed });
  expect([await sendList(jobOf(main, ['a'])), main.calls]).toEqual([
    failed,
    ['lists.begin', 'lists.append'],
  ]);
});
