import { expect, test } from 'vitest';
import { sampleRow } from '../../kit/testing/samples.ts';
import { meantRows } from './use-reviewing.ts';

test('R-88 a command acts on the selection, however small, else on the current bill; a bill’s own menu acts on that bill', () => {
  const [row, one, other] = ['current', 'one', 'other'].map((id) => sampleRow({ id }));
  if (!row || !one || !other) throw new Error('no rows');
  const select = (...rows: (typeof row)[]) => ({
    selection: { rows, ids: new Set(rows.map(({ bill }) => bill.id)) },
    row,
  });
  expect({
    none: meantRows(select()),
    single: meantRows(select(one)),
    several: meantRows(select(one, other)),
    menuInside: meantRows(select(one, other), one),
    menuOutside: meantRows(select(one, other), row),
    nothing: meantRows({ ...select(), row: null }),
  }).toEqual({
    none: [row],
    single: [one],
    several: [one, other],
    menuInside: [one, other],
    menuOutside: [row],
    nothing: [],
  });
});
