import { expect, test } from 'vitest';
import { allSteps } from '../../../../base/testing/all-steps.ts';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import { createBillIndex } from '../index/bill-index.ts';
import { builtInViews, choiceOf, countChoice, countViews, largeAmount } from './built-in-views.ts';

const today = '2026-11-20' as const;

test('each view lists and counts the bills its name says', () => {
  const bills = createBillIndex();
  bills.reset('acme');
  bills.load(
    [
      aBill('late', { dueDate: '2026-11-19', status: 'overdue' }),
      aBill('today', { dueDate: '2026-11-20' }),
      aBill('sunday', { dueDate: '2026-11-22' }),
      aBill('monday', { dueDate: '2026-11-23', amountDueCents: 10_000_01 }),
      aBill('even', { dueDate: null, amountDueCents: 10_000_00 }),
      aBill('dollars', { dueDate: null, currency: 'USD', amountDueCents: 90_000_00 }),
      aBill('asleep', { dueDate: '2026-11-19' }),
      aBill('hidden', { dueDate: '2026-11-19' }),
      aBill('done', { dueDate: '2026-11-19' }),
      aBill('held', { dueDate: '2026-11-19' }),
      aBill('paid', { dueDate: '2026-11-19', status: 'paid' }),
    ].map((bill) => cachedBill(bill)),
  );
  const facts = {
    today,
    approved: new Map([
      ['done', today],
      ['held', null],
    ]),
    outOfInboxOf: ({ bill }: { bill: { id: string } }) =>
      bill.id === 'asleep' ? 'snoozed' : bill.id === 'hidden' ? 'hidden' : null,
    flagsOf: (id: string) => (id === 'monday' ? [{ kind: 'firstOfVendor' } as const] : []),
    isRoutine: (id: string) => id === 'monday',
    leftUnapproved: () => false,
  } as const;
  const calendar = { today, weekStartsOn: 1, large: largeAmount(bills, []) };
  const counts = builtInViews.map((view) => {
    const choice = choiceOf(view, calendar);
    return [view, choice && allSteps(countChoice(bills, choice, facts))];
  });
  const limit = { askAboveCents: 5, bulkMostCents: null, batchMostCents: null };
  expect({
    large: [calendar.large, largeAmount(bills, [{ currency: 'EUR', ...limit }])],
    counts: Object.fromEntries(counts),
    none: choiceOf('overAmount', { ...calendar, large: null }),
  }).toEqual({
    large: [
      { currency: 'EUR', amountCents: 10_000_00 },
      { currency: 'EUR', amountCents: 5 },
    ],
    counts: {
      overdue: 1,
      dueThisWeek: 2,
      flagged: 1,
      waiting: 0,
      routine: 1,
      paidUnapproved: 0,
      overAmount: 1,
      snoozed: 1,
      hidden: 1,
      approved: 1,
    },
    none: null,
  });
});

test('counting many bills tests only a few in each step', () => {
  const bills = createBillIndex();
  bills.reset('acme');
  bills.load(Array.from({ length: 250 }, (_none, at) => cachedBill(aBill(`b${at}`))));
  bills.loaded('all');
  let asked = 0;
  const flagsOf = () => ((asked += 1), []);
  const facts = {
    approved: new Map<string, null>(),
    outOfInboxOf: () => null,
    flagsOf,
    isRoutine: () => false,
    leftUnapproved: () => false,
    today,
  };
  const flagged = choiceOf('flagged', { today, weekStartsOn: 1, large: null });
  if (flagged === null) throw new Error('no such view');
  const perStep: number[] = [];
  for (const _step of countChoice(bills, flagged, facts)) perStep.push(asked - perStep.length * 50);
  expect(perStep).toEqual([50, 50, 50, 50, 50]);
});

test('after an approval or its undo, only that bill is counted again', () => {
  const bills = createBillIndex();
  bills.reset('acme');
  bills.load(Array.from({ length: 1_000 }, (_none, at) => cachedBill(aBill(`b${at}`))));
  bills.loaded('all');
  const asked = new Set<string>();
  const flagsOf = (id: string) => (asked.add(id), [{ kind: 'firstOfVendor' } as const]);
  const views = (['flagged', 'approved', 'snoozed'] as const).map((id) => {
    const choice = choiceOf(id, { today, weekStartsOn: 1, large: null });
    if (choice === null) throw new Error('no such view');
    return { id, choice };
  });
  const factsWith = (ids: readonly string[], heldId = '') => ({
    ...{
      approved: new Map(ids.map((id) => [id, id === heldId ? null : today])),
      outOfInboxOf: () => null,
      flagsOf,
      isRoutine: () => false,
      leftUnapproved: () => false,
      today,
    },
  });
  let counted = allSteps(countViews(bills, views, factsWith(['b1']), null));
  const known = counted;
  const observed = [
    factsWith(['b1', 'b2']),
    factsWith(['b1', 'b2']),
    factsWith(['b1', 'b2'], 'b2'),
    factsWith(['b3']),
  ].map((facts) => {
    asked.clear();
    const before = counted;
    counted = allSteps(countViews(bills, views, facts, before));
    return {
      counts: [...counted.counts.values()],
      asked: [...asked],
      isSame: counted.counts === before.counts,
    };
  });
  expect({ first: [...known.counts.values()], observed }).toEqual({
    first: [999, 1, 0],
    observed: [
      { counts: [998, 2, 0], asked: ['b2'], isSame: false },
      { counts: [998, 2, 0], asked: [], isSame: true },
      { counts: [998, 1, 0], asked: [], isSame: false },
      { counts: [999, 1, 0], asked: ['b1', 'b2', 'b3'], isSame: false },
    ],
  });
});
