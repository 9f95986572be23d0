import { expect, test } from 'vitest';
import type { Cut } from '../../../core/mirror/cache-database.ts';
import { formatCuts, formatCutsIn, formatOrganizationsCut } from './format-cuts.ts';

const cut = (status: string, why: Cut['why'], listed = 20): Cut => ({ status, listed, why });

test.each<[string, readonly Cut[], string]>([
  [
    'lists cut short',
    [cut('open', 'silent'), cut('void', 'notFound', 0), cut('paid', 'silent', 1)],
    'Acme lists only the first 20 open bills, 1 paid bill',
  ],
  [
    'lists not found',
    [cut('overdue', 'notFound', 0), cut('disputed', 'notFound', 0), cut('open', 'cached')],
    'Acme sent no list of overdue, disputed bills',
  ],
  [
    'an order that changes',
    [cut('open', 'silent'), cut('paid', 'unordered')],
    'Bills may be missing',
  ],
  ['a cache', [cut('open', 'cached')], 'Acme answered from a cache'],
])('C-66 a message names the lists that are not whole: %s', (_, cuts, title) => {
  expect(formatCuts(cuts, 'Acme').title).toBe(title);
});

const noPaid = [cut('paid', 'notFound', 0)];

test.each<[string, readonly (readonly [string, readonly Cut[]])[], readonly string[]]>([
  ['none', [['a', []]], []],
  ['the only one', [['a', noPaid]], ['Books sent no list of paid bills']],
  ['all', ['a', 'b', 'c'].map((id) => [id, noPaid]), ['Books sent no list of paid bills']],
  [
    'some, one of them without a name',
    [
      ['a', noPaid],
      ['x', noPaid],
      ['c', []],
    ],
    ['Acme, x: Books sent no list of paid bills'],
  ],
  [
    'each another list',
    [
      ['a', noPaid],
      ['c', [cut('open', 'cached')]],
    ],
    ['Acme: Books sent no list of paid bills', 'Corp: Books answered from a cache'],
  ],
])('C-66 a message names the organizations whose lists are not whole: %s', (_, cuts, titles) => {
  const names = new Map(Object.entries({ a: 'Acme', b: 'Beta', c: 'Corp' }));
  const texts = formatCutsIn(new Map(cuts), names, 'Books');
  expect(texts.map(({ title }) => title)).toEqual(titles);
});

test('C-66 a message names the number of organizations listed, and the reason if it is known', () => {
  const texts = (['byNumber', 'cached'] as const).map((why) =>
    formatOrganizationsCut({ listed: 3, why }, 'Acme'),
  );
  expect(texts.map(({ title }) => title)).toEqual(
    texts.map(() => 'Acme lists only the first 3 organizations'),
  );
  expect(texts.map(({ whatToDo }) => /numbers its pages/.test(whatToDo))).toEqual([true, false]);
});
