import { expect, test } from 'vitest';
import { sampleRow } from '../../kit/testing/samples.ts';
import { rowsToActOn } from './use-reviewing.ts';

test('R-88 a command acts on the selection, even of one bill, else on the current bill; a bill’s menu acts on that bill', () => {
  const [row, one, other] = ['current', 'one', 'other'].map((id) => sampleRow({ id }));
  if (!row || !one || !other) throw new Error('no rows');
  const select = (...rows: (typeof row)[]) => ({
    selection: { rows, ids: new Set(rows.map(({ bill }) => bill.id)) },
    row,
  });
  expect({
    none: rowsToActOn(select()),
    single: rowsToActOn(select(one)),
    several: rowsToActOn(select(one, other)),
    menuInside: rowsToActOn(select(one, other), one),
    menuOutside: rowsToActOn(select(one, other), row),
    nothing: rowsToActOn({ ...select(), row: null }),
  }).toEqual({
    none: [row],
    single: [one],
    several: [one, other],
    menuInside: [one, other],
    menuOutside: [row],
    nothing: [],
  });
});
