import { expect, test } from 'vitest';
import { sampleBill } from '../../kit/testing/samples.ts';
import { createOldCursors, type CursorProof } from './old-cursors.ts';
import { type RecheckRequest, createRechecks, type Rechecks } from './rechecks.ts';

const organizationId = 'acme';

/** An open bill, requested since 10 and last read at 5 in this launch. */
function request(
  billId: string,
  after: string | null = 'c1',
  change: Partial<RecheckRequest> = {},
): RecheckRequest {
  const lastReading = { status: 'open', after, askedMs: 5, listedMs: 5, run: 'run' };
  const chain = after === null ? null : 'open';
  return { organizationId, billId, afterMs: 10, lastReading, chain, isMissing: false, ...change };
}

/** Summary of the requests to make: pages, then the crawl. */
function observed(rechecks: Rechecks): string[] {
  const pages = rechecks.pages().map(({ status, after }) => `${status} ${after ?? 'start'}`);
  const crawlMs = rechecks.crawlRequestedAfterMs(organizationId);
  return [...pages, ...(crawlMs === null ? [] : [`crawl after ${crawlMs}`])];
}

test('bills of another organization need no crawl of this one, and times may begin at 0', () => {
  const rechecks = rechecksOf(
    request('b1', 'c1', { afterMs: 0 }),
    request('b2', null, { organizationId: 'other', lastReading: null }),
    request('b3', null, { organizationId: 'third', isMissing: true, afterMs: 0 }),
  );
  expect([rechecks.crawlRequestedAfterMs(organizationId), rechecks.pages()]).toEqual([
    null,
    [
      page('c1'),
      ...['paid', 'void'].map((status) => ({ ...page(null, status), organizationId: 'third' })),
    ],
  ]);
});

test('the newest paid bills are read once bills have left the payable lists, until all are shown again', () => {
  const rechecks = rechecksOf();
  const found = [observed(rechecks)];
  rechecks.noteLeft(organizationId, ['b1', 'b2'], 10);
  rechecks.noteListed(organizationId, new Set(['b1']), 11);
  found.push(observed(rechecks));
  rechecks.noteRead(page(null, 'paid'), 10);
  found.push(observed(rechecks));
  rechecks.noteListed(organizationId, new Set(['b2']), 12);
  found.push(observed(rechecks));
  rechecks.noteLeft(organizationId, ['b3'], 13);
  rechecks.noteRead(page(null, 'paid'), 14);
  found.push(observed(rechecks));
  expect(found).toEqual([[], ['paid start'], ['paid start'], [], []]);
});

function rechecksOf(...all: RecheckRequest[]): Rechecks {
  return rechecksWith('repeated', all);
}

function rechecksWith(proof: CursorProof, all: readonly RecheckRequest[]): Rechecks {
  const rechecks = createRechecks({
    launchId: 'run',
    oldCursors: createOldCursors(proof, async () => undefined),
  });
  rechecks.request(all);
  return rechecks;
}

const page = (after: string | null, status = 'open') => ({ organizationId, status, after });

test('a page is requested once for all its bills, the longest wait first', () => {
  const rechecks = rechecksOf(request('b1', 'c2'), request('b2'), request('b3', 'c2'));
  const asked = observed(rechecks);
  const met = rechecks.noteListed(organizationId, new Set(['b1', 'b3', 'else']), 11);
  rechecks.noteRead(page('c2'), 11);
  expect({ asked, met, left: observed(rechecks) }).toEqual({
    asked: ['open c2', 'open c1'],
    met: true,
    left: ['open c1'],
  });
});

test('a page requested before the approval does not count, and is requested again', () => {
  const rechecks = rechecksOf(request('b1'));
  const met = rechecks.noteListed(organizationId, new Set(['b1']), 10);
  rechecks.noteRead(page('c1'), 10);
  expect({ met, left: observed(rechecks) }).toEqual({ met: false, left: ['open c1'] });
});

test('the same bill id in another organization is another bill', () => {
  const rechecks = rechecksOf(request('b1'));
  const met = rechecks.noteListed('other', new Set(['b1']), 11);
  rechecks.noteRead({ ...page('c1'), organizationId: 'other' }, 11);
  expect({ met, left: observed(rechecks) }).toEqual({ met: false, left: ['open c1'] });
});

test('a bill that has left its page, or has no known page, waits for the crawl', () => {
  const rechecks = rechecksOf(
    request('b1'),
    request('b2'),
    request('b3', null, { lastReading: null }),
  );
  rechecks.noteListed(organizationId, new Set(['b2']), 11);
  rechecks.noteRead(page('c1'), 11);
  const moved = observed(rechecks);
  // b1 was approved again since then, so its page is worth another try.
  rechecks.request([request('b1', 'c1', { afterMs: 20 })]);
  expect({ moved, later: observed(rechecks) }).toEqual({
    moved: ['crawl after 10'],
    later: ['open c1'],
  });
});

test('a page that did not help is read again for a new wait, but not for the same one', () => {
  const rechecks = rechecksOf(request('b1'));
  rechecks.noteRead(page('c1'), 11);
  rechecks.request([request('b1')]);
  const same = observed(rechecks);
  rechecks.request([]);
  rechecks.request([request('b1')]);
  expect([same, observed(rechecks)]).toEqual([['crawl after 10'], ['open c1']]);
});

test('P-66 before a crawl, the first page of the bill’s list is tried once', () => {
  const rechecks = rechecksWith('unproven', [request('b1', 'c3', { lastReading: null })]);
  const before = observed(rechecks);
  rechecks.noteRead(page(null), 11);
  expect([before, observed(rechecks)]).toEqual([['open start'], ['crawl after 10']]);
});

test('P-66 a page in doubt is requested until it was read again or its cursor was refused', () => {
  const left = (['noteRead', 'noteRefused'] as const).map((note) => {
    const oldCursors = createOldCursors('repeated', async () => undefined);
    const rechecks = createRechecks({ launchId: 'run', oldCursors });
    const shown = {
      organizationId,
      status: 'open',
      after: 'c1',
      askedMs: 5,
      listedMs: 0,
      beganMs: 5,
      isWhole: true,
      nextCursor: null,
    };
    oldCursors.notePage(shown, [sampleBill()]);
    const listed = { ...shown, after: null, askedMs: 9, listedMs: 9 };
    oldCursors.notePage(listed, [sampleBill({ totalCents: 2 })]);
    const before = observed(rechecks);
    rechecks[note](page('c1'), 11);
    return [before, observed(rechecks)];
  });
  expect(left).toEqual([0, 1].map(() => [['open c1'], []]));
});

test('after a refused cursor, older cursors are not tried either, but first pages are', () => {
  const rechecks = rechecksOf(request('b1'), request('b2', 'c2'), request('b3', null));
  rechecks.noteRefused(page('c1'), 11);
  const refused = observed(rechecks);
  const readAt = (askedMs: number, run = 'run') => ({
    ...{ status: 'open', after: 'c3', run },
    ...{ askedMs, listedMs: askedMs },
  });
  rechecks.request([
    request('b1', 'c3', { afterMs: 20, lastReading: readAt(11) }),
    request('b2', 'c3', { afterMs: 21, lastReading: readAt(99, 'the run before') }),
  ]);
  const before = observed(rechecks);
  rechecks.request([request('b1', 'c3', { afterMs: 20, lastReading: readAt(12) })]);
  expect({ refused, before, since: observed(rechecks) }).toEqual({
    refused: ['open start', 'crawl after 10'],
    before: ['crawl after 21'],
    since: ['open c3'],
  });
});

test('P-66 without old cursors, only first pages are requested', () => {
  expect(observed(rechecksWith('ended', [request('b1'), request('b2', null)]))).toEqual([
    'open start',
    'crawl after 10',
  ]);
});

test('a refused cursor says nothing about another organization’s cursors', () => {
  const rechecks = rechecksOf(request('b1'), request('b1', 'c1', { organizationId: 'other' }));
  rechecks.noteRefused(page('c1'), 11);
  expect(rechecks.pages().map((each) => each.organizationId)).toEqual(['other']);
});

test('the first pages of paid and void bills are read, once for all, only for a bill no crawl has listed', () => {
  const rechecks = rechecksOf(
    request('b1', null, { isMissing: true }),
    request('b2', null, { isMissing: true, afterMs: 12 }),
    request('b3'),
  );
  const missing = observed(rechecks);
  rechecks.noteRead(page(null, 'paid'), 13);
  const half = {
    asked: observed(rechecks),
    readMs: rechecks.newestHistoryMs().get(organizationId),
  };
  rechecks.noteRead(page(null, 'void'), 14);
  expect({
    missing,
    half,
    whole: { asked: observed(rechecks), readMs: rechecks.newestHistoryMs().get(organizationId) },
  }).toEqual({
    missing: ['paid start', 'void start', 'open c1', 'crawl after 12'],
    half: { asked: ['void start', 'open c1', 'crawl after 12'], readMs: -1 },
    whole: { asked: ['open c1', 'crawl after 12'], readMs: 13 },
  });
});

test('a reading for an earlier missing bill does not count for one missing since then', () => {
  const rechecks = rechecksOf(request('b1', null, { isMissing: true }));
  for (const status of ['paid', 'void']) rechecks.noteRead(page(null, status), 11);
  rechecks.request([request('b1', null, { isMissing: true, afterMs: 11 })]);
  expect(observed(rechecks)).toEqual(['paid start', 'void start', 'crawl after 11']);
});

test('only a newly requested bill is a change', () => {
  const rechecks = rechecksOf(request('b1'));
  expect([
    rechecks.request([request('b1')]),
    rechecks.request([request('b1', 'c2')]),
    rechecks.request([request('b1', 'c2', { isMissing: true })]),
    rechecks.request([]),
    rechecks.request([request('b1')]),
  ]).toEqual([false, false, true, false, true]);
});
