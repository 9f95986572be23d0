import { expect, test } from 'vitest';
import { idlePullStatus, type PullStatus } from '../../../core/mirror/idle-pull.ts';
import { billLists } from '../../../core/model/list-choice.ts';
import { whyEmpty, type EmptyListFacts } from './empty-list.ts';
import { pullTimeLeftMs } from './FirstPull.tsx';

const NOW = 1_000;
const read = { ...idlePullStatus, payableSyncedAtMs: NOW, historySyncedAtMs: NOW };
const unread = { ...read, payableSyncedAtMs: null, kind: 'failed' } as const;

const noBills = new Map([['open', 0]]);

function why(pull: PullStatus, facts: Partial<EmptyListFacts> = {}): string {
  const inbox = {
    list: 'inbox',
    isFiltered: false,
    isSearched: false,
    isLoading: false,
    isOpen: true,
  } as const;
  const empty = whyEmpty({
    ...inbox,
    counts: new Map([['open', 30]]),
    malformed: 0,
    pull,
    ...facts,
  });
  return 'isWhole' in empty ? `${empty.why} ${empty.isWhole ? 'whole' : 'not whole'}` : empty.why;
}

test.each<[string, PullStatus, Partial<EmptyListFacts>]>([
  ['inbox', read, {}],
  ['inbox', { ...read, historySyncedAtMs: null }, {}],
  ['notSynced', unread, {}],
  ['notSynced', { ...unread, kind: 'paused' }, {}],
  ['loading', { ...unread, kind: 'crawling' }, {}],
  ['cutShort', { ...read, cuts: [{ status: 'open', listed: 50, why: 'silent' }] }, {}],
  ['loading', read, { isLoading: true }],
  ['notOpened', unread, { isOpen: false, counts: noBills, isLoading: true }],
  ['notOpened', unread, { isOpen: false, counts: noBills, isSearched: true }],
  ['inbox', read, { isOpen: false }],
  ['noBills', read, { counts: noBills }],
  ['malformed', read, { counts: noBills, malformed: 2 }],
  ['unread', read, { malformed: 2 }],
  ['unread', read, { counts: new Map([['unpaid', 1]]) }],
  ['inbox', read, { counts: new Map([...noBills, ['void', 1], ['unpaid', 0]]) }],
  ['noneOfKind', read, { list: 'paid', malformed: 2 }],
  ['inbox', { ...read, historySyncedAtMs: null }, { counts: noBills }],
  ['notSynced', unread, { counts: noBills }],
  ['filters whole', read, { isFiltered: true }],
  ['filters not whole', unread, { isFiltered: true, isSearched: true }],
  ['search whole', read, { isSearched: true }],
  ['search not whole', unread, { isSearched: true }],
])('an empty inbox distinguishes its reasons: %s', (expected, pull, facts) => {
  expect(why(pull, facts)).toBe(expected);
});

test('no list is called empty before its bills have been read', () => {
  const none = (pull: PullStatus) =>
    Object.fromEntries(billLists.map((list) => [list, why(pull, { list })]));
  const noneOfKind = Object.fromEntries(billLists.map((list) => [list, 'noneOfKind']));
  const notSynced = Object.fromEntries(billLists.map((list) => [list, 'notSynced']));
  const hidden = { snoozed: 'snoozed', hidden: 'hidden' };
  expect({
    payable: none(unread),
    history: none({ ...read, historySyncedAtMs: null }),
  }).toEqual({
    payable: { ...notSynced, paid: 'noneOfKind', void: 'noneOfKind' },
    history: {
      ...noneOfKind,
      ...hidden,
      inbox: 'inbox',
      all: 'notSynced',
      approved: 'notSynced',
      paid: 'notSynced',
      void: 'notSynced',
    },
  });
});

test('the time left follows from the pace so far, and is null while unknown', () => {
  expect({
    half: pullTimeLeftMs(1_200, 2_400, 10_000),
    done: pullTimeLeftMs(2_500, 2_400, 10_000),
    unknownEnd: pullTimeLeftMs(1_200, null, 10_000),
    nothingRead: pullTimeLeftMs(0, 2_400, 10_000),
    tooEarly: pullTimeLeftMs(50, 2_400, 500),
  }).toEqual({ half: 10_000, done: 0, unknownEnd: null, nothingRead: null, tooEarly: null });
});
