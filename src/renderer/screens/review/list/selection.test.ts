import { expect, test } from 'vitest';
import { sampleRow } from '../../../kit/testing/samples.ts';
import {
  extendSelection,
  keepListed,
  noSelection,
  positionAfterApproving,
  selectAll,
  selectedRows,
  toggleBill,
  toggleBills,
  type Selection,
} from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => sampleRow({ id }));
const without = (...gone: string[]) => rows.filter(({ bill }) => !gone.includes(bill.id));
const ids = (selection: Selection): string =>
  selectedRows(selection, rows)
    .map(({ bill }) => bill.id)
    .join('');

test('bills are selected and deselected one by one', () => {
  const two = toggleBill(toggleBill(noSelection, 'b'), 'd');
  expect([ids(two), ids(toggleBill(two, 'b')), ids(noSelection)]).toEqual(['bd', 'd', '']);
});

test('an extension continues from its anchor, and deselects only bills it selected', () => {
  const marked = toggleBill(toggleBill(noSelection, 'a'), 'c');
  const down = extendSelection(extendSelection(marked, rows, 2, 3), rows, 3, 4);
  const back = extendSelection(down, rows, 4, 2);
  const above = extendSelection(back, rows, 2, 1);
  expect([ids(down), ids(back), ids(above)]).toEqual(['acde', 'ac', 'abc']);
});

test('an extension begins at the current bill after the user has moved elsewhere', () => {
  const first = extendSelection(noSelection, rows, 0, 1);
  expect({
    elsewhere: ids(extendSelection(first, rows, 4, 5)),
    fromNowhere: ids(extendSelection(noSelection, rows, null, 3)),
    pastTheEnd: ids(extendSelection(first, rows, 1, 6)),
    atTheEnd: ids(extendSelection(noSelection, rows, 5, 5)),
  }).toEqual({ elsewhere: 'abef', fromNowhere: 'd', pastTheEnd: 'ab', atTheEnd: 'f' });
});

test('all selects the bills of the list, and bills that leave it leave the selection for good', () => {
  const all = selectAll(without('f'));
  const left = keepListed(all, without('b', 'c'));
  expect({
    all: ids(all),
    left: ids(left),
    back: ids(keepListed(left, rows)),
    sameWhenNoneLeft: keepListed(all, rows) === all,
  }).toEqual({ all: 'abcde', left: 'ade', back: 'ade', sameWhenNoneLeft: true });
});

test('after a bulk approval the bill on screen is an unapproved one', () => {
  const after = (position: number | null, ...approved: string[]) =>
    positionAfterApproving(rows, position, new Set(approved));
  expect([
    after(1, 'a', 'c'),
    after(1, 'b', 'c'),
    after(4, 'e', 'f'),
    after(null, 'a'),
    after(2, 'a', 'b', 'c', 'd', 'e', 'f'),
  ]).toEqual([1, 3, 3, 1, null]);
});

test('a whole group is added to the selection, and removed again', () => {
  const group = rows.slice(1, 3);
  const others = toggleBill(noSelection, 'f');
  const taken = toggleBills(toggleBill(others, 'b'), group);
  expect([
    [...taken.billIds].toSorted(),
    [...toggleBills(taken, group).billIds],
    toggleBills(taken, group).extension,
  ]).toEqual([['b', 'c', 'f'], ['f'], null]);
});
