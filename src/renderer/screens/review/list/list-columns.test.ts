import { expect, test } from 'vitest';
import { firstListChoice } from '../../../core/model/list-choice.ts';
import {
  cellClass,
  columnsToDraw,
  type ListColumn,
  gridColumns,
  isStatusImplied,
  type ChosenColumns,
} from './list-columns.ts';
import { messages } from '../../../kit/text/messages.ts';

test('a column is drawn if it is not hidden and no heading names its value; the memo’s place stays', () => {
  const drawn = (grouping: 'vendor' | 'organization' | 'dueDate', hasSeveral: boolean) =>
    columnsToDraw({ hidden: ['dueIn', 'memo'], widths: [] }, { grouping, hasSeveral }).join(' ');
  expect([drawn('dueDate', false), drawn('vendor', true), drawn('organization', true)]).toEqual([
    'vendor number memo flags due amount',
    'organization number memo flags due amount',
    'vendor number memo flags due amount',
  ]);
});

test('in a list of medium width the days stand below the due date, and the number below the organization', () => {
  const below = (...drawn: ListColumn[]) =>
    drawn.filter((_column, at) => cellClass(drawn, at).includes('below')).join(' ');
  expect([
    below('vendor', 'organization', 'number', 'memo', 'flags', 'due', 'dueIn', 'amount'),
    below('vendor', 'number', 'memo', 'flags', 'dueIn', 'amount'),
  ]).toEqual(['number dueIn', '']);
});

test('the days to the due date are short in the list, and a phrase of their own when read aloud', () => {
  const { dueIn, dueInWords } = messages.review;
  expect([-235, -1, 0, 5].map((days) => [dueIn(days), dueInWords(days)])).toEqual([
    ['235 days late', '235 days overdue'],
    ['1 day late', '1 day overdue'],
    ['today', 'due today'],
    ['5 days', 'due in 5 days'],
  ]);
});

test('a header sorts by its column, a second press reverses it; its edge saves or resets the width', () => {
  const asked: unknown[] = [];
  const note = (change: unknown) => void asked.push(change);
  const amounts = { kind: 'due', leastPx: 0 } as const;
  let columns: ChosenColumns = { hidden: [], widths: [{ column: 'vendor', px: 200 }] };
  const [vendor, due] = gridColumns(
    ['vendor', 'due'],
    columns,
    firstListChoice,
    amounts,
    note,
    (next) => note((columns = next(columns))),
  );
  vendor?.onSort?.();
  due?.onSort?.();
  due?.edge?.onResize(120);
  vendor?.edge?.onResize(null);
  expect([[vendor?.sorted, due?.sorted], ...asked]).toEqual([
    ['none', 'ascending'],
    { sort: 'vendor', descending: false, grouping: 'vendor' },
    { sort: 'dueDate', descending: true },
    {
      hidden: [],
      widths: [
        { column: 'vendor', px: 200 },
        { column: 'due', px: 120 },
      ],
    },
    { hidden: [], widths: [{ column: 'due', px: 120 }] },
  ]);
});

test('the column of amounts is named after the kind of amounts in the rows', () => {
  const nothing = () => undefined;
  const labels = (['due', 'total', 'mixed'] as const).map((kind) =>
    gridColumns(
      ['amount'],
      { hidden: [], widths: [] },
      firstListChoice,
      { kind, leastPx: 0 },
      nothing,
      nothing,
    ).map(({ label }) => label),
  );
  expect(labels).toEqual([['Amount due'], ['Total'], ['Amount']]);
});

test('a status is shown if neither the list nor the due date implies it', () => {
  expect([
    isStatusImplied('overdue', 'inbox'),
    isStatusImplied('partially_paid', 'inbox'),
    isStatusImplied('disputed', 'payable'),
    isStatusImplied('open', 'all'),
    isStatusImplied('paid', 'paid'),
  ]).toEqual([true, false, false, false, true]);
});
