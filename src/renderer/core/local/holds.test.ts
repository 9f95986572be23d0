import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { allSteps } from '../../../base/testing/all-steps.ts';
import { type Hold, toHold } from '../model/annotation.ts';
import { noFilter } from '../model/list-choice.ts';
import { summarizeBulk } from '../bills/figures/bulk-summary.ts';
import { listBills } from '../bills/lists/bill-filter.ts';
import { sampleBill } from '../../kit/testing/samples.ts';
import {
  shown,
  startAnnotations,
  today,
  type AnnotationHarness,
} from './testing/annotation-harness.ts';

const names = ['bill-1', 'bill-2', 'bill-3', 'bill-4'];

const bills = names.map((id, at) =>
  sampleBill({
    id,
    billNumber: id,
    date: '2026-11-02',
    totalCents: 1_000 + at,
    amountDueCents: 500,
  }),
);

const hold = (part: Partial<Hold>): Hold => ({
  ...{ reason: 'Price', whom: '', answerBy: null, atMs: Date.parse('2026-11-18T12:00:00Z') },
  ...part,
});

/** Kinds of the bills' flags for holds, and whether an answer is overdue. */
const holdsOf = ({ flags }: AnnotationHarness): readonly string[] =>
  names.map((id) =>
    flags
      .flagsOf(id)
      .flatMap((flag) => {
        if (flag.kind === 'asked') return flag.isOverdue ? 'asked, overdue' : 'asked';
        return flag.kind === 'onHold' ? 'onHold' : [];
      })
      .join(),
  );

/** The view of bills that wait for an answer, in its order. */
function waiting({ bills: index, flags }: AnnotationHarness, approved: readonly string[] = []) {
  const query = { status: 'payable', search: '', sort: 'dueDate', descending: false } as const;
  const facts = {
    ...({
      approved: new Map(approved.map((id) => [id, null])),
      outOfInboxOf: () => null,
      snoozedUntil: () => null,
      today,
    } as const),
    flagsOf: flags.flagsOf,
    isRoutine: flags.isRoutine,
    leftUnapproved: () => false,
    noteOf: () => '',
    holding: index.holding,
  } as const;
  const { found } = listBills(index, query, index.find(query), {
    list: 'payable',
    filter: { ...noFilter, flag: 'asked' },
    reading: { text: '', parts: [], problems: [] },
    facts,
  });
  return Array.from(found.slots.walk(), (slot) => found.columns.rows[slot]?.bill.id);
}

test('M-20 a held bill is flagged with its reason and out of bulk and routine until it is released, even after a restart', async () => {
  const disk = new IDBFactory();
  const first = await startAnnotations(disk);
  first.send(...bills);
  const rows = bills.map((bill) => shown(bill));
  const before = holdsOf(first);
  await first.annotations.setHold(rows.slice(0, 1), () => hold({}));
  await first.annotations.setHold(rows.slice(1), ({ bill }) => {
    const answers: Record<string, string> = { 'bill-2': '2026-11-25', 'bill-3': '2026-11-19' };
    return hold({ whom: 'Anna', answerBy: answers[bill.id] ?? null });
  });
  await first.close();
  const again = await startAnnotations(disk);
  again.send(...bills);
  const listed = names.flatMap((id) => again.bills.get(id) ?? []);
  const facts = {
    approved: new Set<string>(),
    flagsOf: again.flags.flagsOf,
    isSecondCopy: () => false,
    copiesOf: () => [],
    limits: [],
  };
  const clean = allSteps(summarizeBulk(listed, facts, true)).rows;
  const held = { flags: holdsOf(again), waiting: waiting(again), clean };
  const routine = again.flags.regularityOf('bill-1')?.deviations.includes('flagged') ?? true;
  const approved = waiting(again, ['bill-3']);
  await again.annotations.setHold(rows, () => null);
  const released = {
    flags: holdsOf(again),
    annotation: again.annotations.annotationOf('acme', 'bill-1'),
  };
  await again.annotations.setHold(rows.slice(0, 1), () => hold({}));
  again.send(sampleBill({ id: 'bill-1', status: 'paid' }));
  expect({ before, held, routine, approved, released, paid: holdsOf(again) }).toEqual({
    before: ['', '', '', ''],
    held: {
      flags: ['onHold', 'asked', 'asked, overdue', 'asked'],
      waiting: ['bill-3', 'bill-2', 'bill-4'],
      clean: [],
    },
    routine: true,
    approved: ['bill-2', 'bill-4'],
    released: { flags: ['', '', '', ''], annotation: null },
    paid: ['', '', '', ''],
  });
  await again.close();
});

test('M-20 the search finds a held bill by the person asked and by the reason, until it is released', async () => {
  const harness = await startAnnotations(new IDBFactory());
  harness.send(...bills);
  const row = shown(bills[0]);
  const found = (search: string): readonly string[] =>
    harness.bills
      .query({ status: null, search, sort: 'dueDate', descending: false })
      .map(({ bill }) => bill.id);
  const before = ['petr', 'crat'].map(found);
  await harness.annotations.setHold([row], () => hold({ whom: 'Petra', reason: 'Broken crate' }));
  const held = ['petra', 'crate'].map(found);
  await harness.annotations.setHold([row], () => null);
  expect({ before, held, released: ['pet', 'cra'].map(found) }).toEqual({
    before: [[], []],
    held: [['bill-1'], ['bill-1']],
    released: [[], []],
  });
  await harness.close();
});

test('M-20 holding several bills counts existing holds and leaves them unchanged; holding a single bill can change its hold', () => {
  const holdOf = (id: string) => (id === 'bill-2' ? hold({ whom: 'Anna' }) : null);
  expect(
    [['bill-1', 'bill-2', 'bill-3'], ['bill-2'], []].map((ids) => toHold(ids, holdOf)),
  ).toEqual([
    { billsToHold: ['bill-1', 'bill-3'], kept: 1 },
    { billsToHold: ['bill-2'], kept: 0 },
    { billsToHold: [], kept: 0 },
  ]);
});

test('M-22 a trusted vendor is no longer called new, and all other flags stay, even after a restart', async () => {
  const disk = new IDBFactory();
  const bill = sampleBill({ id: 'bill-1', dueDate: '2026-01-01', date: '2026-11-02' });
  const kinds = async (change: (harness: AnnotationHarness) => Promise<unknown>) => {
    const harness = await startAnnotations(disk);
    harness.send(bill, sampleBill({ id: 'bill-2', date: '2026-11-02' }));
    // Whether a vendor is new is known once its paid bills have been read.
    harness.historyRead();
    await change(harness);
    const found = harness.flags.flagsOf('bill-1').map(({ kind }) => kind);
    const mark = harness.annotations.vendorOf({ organizationId: 'acme', bill });
    await harness.close();
    return [found, mark];
  };
  const mark = { note: 'Known from the fair', isTrusted: true };
  const setMark = (isTrusted: boolean) => (harness: AnnotationHarness) =>
    harness.annotations.setVendor(
      { organizationId: 'acme', bill },
      { note: isTrusted ? mark.note : '', isTrusted },
    );
  const nothing = async () => undefined;
  expect([await kinds(nothing), await kinds(setMark(true)), await kinds(nothing)]).toEqual([
    [['duplicate', 'dueBeforeDate', 'firstOfVendor'], null],
    [['duplicate', 'dueBeforeDate'], mark],
    [['duplicate', 'dueBeforeDate'], mark],
  ]);
  expect(await kinds(setMark(false))).toEqual([
    ['duplicate', 'dueBeforeDate', 'firstOfVendor'],
    null,
  ]);
});

test('M-22 trust applies to the vendor’s ID and name together; it applies to the name alone only without an ID', async () => {
  const harness = await startAnnotations(new IDBFactory());
  const of = (id: string | null, name: string) => ({
    organizationId: 'acme',
    bill: sampleBill({ vendor: { id, name } }),
  });
  const [evil, named, renamed] = [of('v-evil', 'Acme'), of(null, 'Acme'), of('v-evil', 'Acne')];
  const all = [evil, of('v-1', 'Acme'), named, renamed];
  const trusted = () => all.map((row) => harness.annotations.decisions.isTrusted(row));
  const trust = (row: typeof evil, isTrusted: boolean) =>
    harness.annotations.setVendor(row, { note: '', isTrusted });
  await trust(evil, true);
  const byId = trusted();
  await trust(named, true);
  const both = trusted();
  await trust(evil, false);
  const byName = trusted();
  await trust(named, false);
  expect([byId, both, byName, trusted(), harness.annotations.vendorOf(named)]).toEqual([
    [true, false, false, false],
    [true, false, true, false],
    [false, false, true, false],
    [false, false, false, false],
    null,
  ]);
  await harness.close();
});

test('S-1 the user’s notes and holds have no bidi controls, in memory and on disk', async () => {
  const disk = new IDBFactory();
  const row = { organizationId: 'acme', bill: sampleBill({ id: 'bill-1' }) };
  const texts = ({ annotations }: AnnotationHarness) => {
    const found = annotations.annotationOf('acme', 'bill-1');
    return [found?.note, found?.hold?.reason, found?.hold?.whom, annotations.vendorOf(row)?.note];
  };
  const first = await startAnnotations(disk);
  const noted = first.annotations.setNote('acme', 'bill-1', 'pay \u202eyliad');
  const typed = texts(first)[0];
  await first.annotations.flush();
  await first.clock.advance(1_000);
  await noted;
  await first.annotations.setHold([row], () =>
    hold({ reason: '\u2067why\u202e', whom: '\u200b\u202e' }),
  );
  await first.annotations.setVendor(row, { note: '\u202dfair', isTrusted: false });
  const before = texts(first);
  await first.close();
  const again = await startAnnotations(disk);
  const clean = ['pay yliad', 'why', '', 'fair'];
  expect([typed, before, texts(again)]).toEqual(['pay yliad', clean, clean]);
  await again.close();
});
