import { expect, test } from 'vitest';
import { sampleBill } from '../../kit/testing/samples.ts';
import { createOldCursors, type CursorProof, type ReadPage } from './old-cursors.ts';

const before = sampleBill({ id: 'b1' });
const after = sampleBill({ id: 'b1', totalCents: 2 });
/** The second page of a list, read by an old cursor. */
const old: ReadPage = {
  ...{ organizationId: 'acme', status: 'open', after: 'c1' },
  ...{ askedMs: 10, listedMs: 0, beganMs: 10, isWhole: true, nextCursor: null },
};
/** A first page, which shows bills as they are. */
const listedAt = (listedMs: number): ReadPage => ({
  ...{ organizationId: 'acme', status: 'overdue', after: null },
  ...{ askedMs: listedMs, listedMs, beganMs: listedMs, isWhole: true, nextCursor: null },
});

function start(proof: CursorProof = 'repeated') {
  const kept: CursorProof[] = [];
  const cursors = createOldCursors(proof, async (each) => void kept.push(each));
  const place = { organizationId: 'acme', status: 'open', after: 'c1' };
  return { cursors, place, kept };
}

/** The first page of a list, with the cursor of the next one. */
const firstAt = (listedMs: number, nextCursor: string | null = 'c1'): ReadPage => ({
  ...listedAt(listedMs),
  nextCursor,
});

test.each<[string, readonly ReadPage[], readonly boolean[]]>([
  ['in a later list', [firstAt(1), firstAt(5), firstAt(9)], [false, true, false]],
  ['of the same page', [firstAt(1), firstAt(1)], [false, false]],
  ['in an earlier list that arrives late', [firstAt(5), firstAt(1)], [false, false]],
  ['of another organization', [firstAt(1), { ...firstAt(5), organizationId: 'o' }], [false, false]],
  ['of a page from a cache', [firstAt(0), firstAt(5)], [false, false]],
  ['of a later page', [old, { ...old, askedMs: 12 }], [false, false]],
  ['of a list of one page', [firstAt(1, null), firstAt(5, null)], [false, false]],
])(
  'P-66 old cursors become usable when a first page has the same next cursor: %s',
  (_, pages, becameUsable) => {
    const { cursors, kept } = start('unproven');
    expect(pages.map((page) => cursors.notePage(page, [before]))).toEqual(becameUsable);
    const isProven = becameUsable.includes(true);
    expect([cursors.isUsable(old), kept]).toEqual([isProven, isProven ? ['repeated'] : []]);
  },
);

test('P-66 the same first page with another next cursor ends old cursors, and another page does not', () => {
  const observed = (['unproven', 'repeated'] as const).flatMap((proof) =>
    [before, after].map((bill) => {
      const { cursors, kept } = start(proof);
      cursors.notePage(firstAt(1), [before]);
      cursors.notePage(firstAt(5, 'c2'), [bill]);
      cursors.notePage(firstAt(9, 'c2'), [bill]);
      return kept;
    }),
  );
  expect(observed).toEqual([['ended'], ['repeated'], ['ended'], []]);
});

test('P-66 first pages with an unreadable item may differ without ending old cursors', () => {
  const { cursors, kept } = start('repeated');
  cursors.notePage({ ...firstAt(1), isWhole: false }, [before]);
  cursors.notePage({ ...firstAt(5, 'c2'), isWhole: false }, [before]);
  expect(kept).toEqual([]);
});

test('P-66 the proof holds only for cursors of the lists that repeat them, and of pages read since', () => {
  const { cursors } = start('unproven');
  cursors.notePage(firstAt(1), [before]);
  cursors.notePage({ ...firstAt(6, 'c2'), beganMs: 5 }, [after]);
  cursors.notePage(firstAt(9, 'c2'), [after]);
  const readings = [listedAt(1), listedAt(4), listedAt(5), { askedMs: 4, listedMs: 0 }, old];
  expect(readings.map((reading) => cursors.isUsable(reading))).toEqual([
    ...[false, false, true],
    ...[false, true],
  ]);
  const pages = [3, 5].map((listedMs) => cursors.readMs({ listedMs, askedMs: 8 }));
  expect(pages).toEqual([3, 8]);
});

test('P-66 each chain has one first page to try, until the proof is known', () => {
  const { cursors } = start('unproven');
  const first = { organizationId: 'acme', status: 'open', after: null };
  const tried = [cursors.trialOf('acme', 'open')];
  cursors.noteTried(first);
  tried.push(cursors.trialOf('acme', 'open'), cursors.trialOf('acme', 'overdue'));
  const others = (['repeated', 'ended'] as const).map((each) =>
    start(each).cursors.trialOf('acme', 'open'),
  );
  expect([...tried, ...others]).toEqual([first, null, { ...first, status: 'overdue' }, null, null]);
});

test('P-66 old cursors that were not in use cannot end', async () => {
  const { cursors, kept } = start('unproven');
  await cursors.end();
  cursors.notePage(firstAt(1), [before]);
  cursors.notePage(firstAt(5), [before]);
  expect([cursors.isUsable(old), kept]).toEqual([true, ['repeated']]);
});

test('P-66 before a proof, and after their end, old cursors are not usable and no page is in doubt', () => {
  const proofs = ['unproven', 'ended'] as const;
  const observed = proofs.map((proof) => {
    const { cursors } = start(proof);
    cursors.notePage(old, [before]);
    cursors.notePage(listedAt(11), [after]);
    return [cursors.isUsable(old), cursors.doubted()];
  });
  expect(observed).toEqual(proofs.map(() => [false, null]));
});

test('P-66 a page is in doubt if a list begun after it shows one of its bills differently', () => {
  const doubts = [
    [listedAt(11), after],
    [listedAt(11), before],
    [listedAt(10), after],
    [listedAt(11), { ...after, id: 'b2' }],
    [{ ...listedAt(11), organizationId: 'other' }, after],
  ] as const;
  const observed = doubts.map(([page, bill]) => {
    const { cursors } = start();
    cursors.notePage(old, [before]);
    cursors.notePage(page, [bill]);
    return cursors.doubted();
  });
  expect(observed).toEqual([start().place, null, null, null, null]);
});

test('P-66 a list that agrees with the page excludes a doubt, and a page from a cache proves nothing', () => {
  const { cursors } = start();
  cursors.notePage({ ...old, askedMs: 0 }, [before]);
  cursors.notePage(listedAt(11), [after]);
  const cached = cursors.doubted();
  cursors.notePage(old, [before]);
  cursors.notePage(listedAt(11), [before]);
  cursors.notePage(listedAt(12), [after]);
  expect([cached, cursors.doubted()]).toEqual([null, null]);
});

/** Cursors after a list has put the old page in doubt. */
function startInDoubt() {
  const started = start();
  started.cursors.notePage(old, [before]);
  started.cursors.notePage(listedAt(11), [after]);
  return started;
}

test('P-66 the page in doubt ends old cursors if it shows the bill as before, once and for good', () => {
  const { cursors, kept } = startInDoubt();
  cursors.notePage(old, [before]);
  const observed = [cursors.isUsable(old), cursors.doubted()];
  void cursors.end();
  expect([observed, kept]).toEqual([[false, null], ['ended']]);
});

test('P-66 the page in doubt keeps old cursors in use for this launch if it shows the change', () => {
  const { cursors } = startInDoubt();
  cursors.notePage(old, [after]);
  const doubted = cursors.doubted();
  cursors.notePage(old, [before]);
  expect([doubted, cursors.isUsable(old)]).toEqual([null, true]);
});

test('P-66 only the page in doubt itself decides', () => {
  const others = [{ status: 'overdue' }, { after: 'c2' }];
  const observed = others.map((change) => {
    const { cursors } = startInDoubt();
    cursors.notePage({ ...old, ...change }, [before]);
    return [cursors.isUsable(old), cursors.doubted() !== null];
  });
  expect(observed).toEqual(others.map(() => [true, true]));
});

test('P-66 a doubt ends when its page was read without the bill, and no other page ends it', () => {
  const { cursors, place } = startInDoubt();
  for (const change of [{ organizationId: 'other' }, { status: 'overdue' }, { after: null }])
    cursors.forgetDoubt({ ...place, ...change });
  const kept = cursors.doubted();
  cursors.forgetDoubt(place);
  cursors.forgetDoubt(place);
  expect([kept, cursors.doubted()]).toEqual([place, null]);
});

test('P-66 without old cursors, a page shows its bills as of the beginning of its list', () => {
  const page = { askedMs: 9, listedMs: 7 };
  const proofs: readonly CursorProof[] = ['repeated', 'unproven', 'ended'];
  expect(proofs.map((proof) => start(proof).cursors.readMs(page))).toEqual([9, 7, 7]);
});
