import { expect, test } from 'vitest';
import { sampleFound, sampleRow } from '../../../kit/testing/samples.ts';
import { partTests, type SearchFacts } from './condition-tests.ts';
import type { SearchCondition } from '../search/search-conditions.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { Flag } from '../../model/flag.ts';

const hold = { reason: 'Price?', whom: '', answerBy: null, atMs: 0 };
const flags: Readonly<Record<string, readonly Flag[]>> = {
  held: [{ kind: 'onHold', hold }],
  asked: [{ kind: 'asked', hold: { ...hold, whom: 'Maria' }, isOverdue: false }],
};
const notes: Readonly<Record<string, string>> = {
  held: 'On #Site-2',
  asked: '#site-22 #Rückfrage',
};

const facts: SearchFacts = {
  today: '2026-11-26',
  approved: new Map([
    ['free', null],
    ['held', '2026-11-26'],
  ]),
  outOfInboxOf: () => null,
  snoozedUntil: () => null,
  flagsOf: (billId) => flags[billId] ?? [],
  isRoutine: () => false,
  leftUnapproved: () => false,
  noteOf: ({ bill }) => notes[bill.id] ?? '',
  holding: () => new Set(),
};

/** Ids of the bills that meet the condition. */
function foundIn(rows: readonly BillRow[], condition: SearchCondition): string {
  const { columns } = sampleFound(rows);
  const part = { range: [0, 0] as const, any: [condition], choices: [] };
  const [meets] = partTests([part], columns, facts);
  return rows.flatMap(({ bill }, slot) => (meets?.(slot) ? bill.id : [])).join(' ');
}

const found = (condition: SearchCondition): string =>
  foundIn(
    ['free', 'held', 'asked'].map((id) => sampleRow({ id })),
    condition,
  );

const not = (condition: SearchCondition): SearchCondition => ({ kind: 'not', any: [condition] });

test('V-20 a search for holds finds bills with a person asked and without, and its opposite neither', () => {
  const onHold = { kind: 'state', state: 'onHold' } as const;
  const asked = { kind: 'state', state: 'asked' } as const;
  expect([onHold, not(onHold), asked, not(asked)].map(found)).toEqual([
    'held asked',
    'free',
    'asked',
    'free held',
  ]);
});

test('V-20 a bill that is not yet due is payable, and due today or later', () => {
  const rows = [
    sampleRow({ id: 'today', status: 'open', dueDate: '2026-11-26' }),
    sampleRow({ id: 'part', status: 'partially_paid', dueDate: '2026-12-26' }),
    sampleRow({ id: 'late', status: 'open', dueDate: '2026-11-25' }),
    sampleRow({ id: 'undated', status: 'open', dueDate: null }),
    sampleRow({ id: 'paid', status: 'paid', dueDate: '2026-12-26' }),
    sampleRow({ id: 'void', status: 'void', dueDate: '2026-12-26' }),
  ];
  expect(foundIn(rows, { kind: 'state', state: 'notYetDue' })).toBe('today part');
});

test('V-20 an approval that needs the user does not count as approved by the user', () => {
  const today = { kind: 'date', field: 'approved', from: '2026-11-01', to: '2026-11-30' } as const;
  const states = (['approved', 'unapproved'] as const).map(
    (state) => ({ kind: 'state', state }) as const,
  );
  expect([...states, today].map(found)).toEqual(['held', 'free asked', 'held']);
});

test('M-21 a search for a tag finds only that tag, not longer ones', () => {
  const tag = (part: string) => ({ kind: 'tag', part }) as const;
  expect([tag('site-2'), not(tag('site-2')), tag('site-22'), tag('site')].map(found)).toEqual([
    'held',
    'free asked',
    'asked',
    '',
  ]);
  expect(['rückfrage', 'rueckfrage', 'ruckfrage'].map((part) => found(tag(part)))).toEqual([
    ...['asked', 'asked', 'asked'],
  ]);
});
