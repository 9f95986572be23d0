import { expect, test } from 'vitest';
import { readListEnd, saysMoreIn, totalIn, totalOfHeaders, type SentEnd } from './list-end.ts';

const page: SentEnd = {
  levels: [],
  link: null,
  total: null,
  count: 50,
  limit: 50,
  isFirst: true,
  hasPaged: false,
  saysMoreBeside: false,
};

/** Cursor of the next page, `end`, or why the list is cut short. */
function endOf(more: Partial<SentEnd>, after: string | null = null): string {
  const { nextCursor, cutShort } = readListEnd({ ...page, ...more }, after);
  return nextCursor ?? cutShort ?? 'end';
}

test.each<[unknown, string]>([
  [{ meta: { has_more: 'no' } }, 'end'],
  [{ meta: { hasMore: 'n' } }, 'end'],
  [{ meta: { hasMore: 'NEIN' } }, 'end'],
  [{ meta: { has_next: 0 } }, 'end'],
  [{ meta: { hasNextPage: '' } }, 'end'],
  [{ meta: { has_more: 'none' } }, 'noCursor'],
  [{ meta: { has_more: {} } }, 'noCursor'],
  [{ meta: { has_more: 1 } }, 'noCursor'],
  [{ meta: { has_more: 'false' } }, 'end'],
  [{ meta: { next: { starting_after: 'c2' } } }, 'c2'],
  [{ meta: { next: { after: 'c2' } } }, 'c2'],
  [{ meta: { next: '12' } }, 'noCursor'],
  [{ last: true }, 'end'],
  [{ isLast: true }, 'end'],
  [{ last: 'yes' }, 'silent'],
  [{ isLast: false }, 'noCursor'],
  [{ is_last_page: false }, 'noCursor'],
  [{ done: false }, 'noCursor'],
  [{ done: true }, 'silent'],
  [{ undone: false }, 'silent'],
  [{ last_page_number: false }, 'silent'],
  [{ truncated: true }, 'noCursor'],
  [{ more_pages: 'true' }, 'noCursor'],
  [{ more_items: 1 }, 'noCursor'],
  [{ more: 'maybe' }, 'silent'],
  [{ more_or_less: true }, 'silent'],
  [{ no_more: true }, 'silent'],
  [{ meta: 'x' }, 'noCursor'],
  [{ meta: '' }, 'silent'],
  [{ meta: false }, 'silent'],
  [{ meta: null }, 'silent'],
  [{ meta: [] }, 'silent'],
  [{ meta: [{}] }, 'noCursor'],
])('a page says whether more pages follow: %j', (body, end) => {
  expect(endOf({ levels: [body] })).toBe(end);
});

test.each<[unknown, string]>([
  [{ meta: { next_cursor: 'c2' } }, 'c2'],
  [{ meta: { end_cursor: 'c2' } }, 'c2'],
  [{ nextPageToken: 'c2' }, 'c2'],
  [{ paging: { next: { after: 'c2' } } }, 'c2'],
  [{ paging: { next: { starting_after: 'c2' } } }, 'c2'],
  [{ paging: { cursor: { next: 'c2' } } }, 'c2'],
  [{ next: 'c2=' }, 'c2='],
  [{ next: 2 }, 'noCursor'],
  [{ next: '2' }, 'noCursor'],
  [{ next: 'None' }, 'noCursor'],
  [{ next: 'a b' }, 'noCursor'],
  [{ next: 'nonesuch' }, 'nonesuch'],
  [{ next: '2b' }, '2b'],
  [{ data: { page_info: { next_cursor: 'c2' } } }, 'c2'],
  [{ d: { bills: { cursors: { next_cursor: 'c2' } } } }, 'c2'],
  [{ meta: { pagination: { next_cursor: 'c2' } } }, 'c2'],
  [{ meta: [{ next_cursor: 'c2' }] }, 'noCursor'],
  [{ meta: { pagination: { cursors: { next: 'c2' } } } }, 'c2'],
  [{ meta: { next_cursor: { after: 'c2' } } }, 'c2'],
  [{ meta: { next_cursor: { other: 'c2' } } }, 'noCursor'],
  [{ meta: { next_cursor: {} } }, 'noCursor'],
  [{ links: { next: '/bills?page[cursor]=c2&status=open' } }, 'c2'],
  [{ links: { next: '/bills?page%5Bcursor%5D=c2' } }, 'c2'],
  [{ '@odata.nextLink': 'https://x.test/bills?$skiptoken=c2' }, 'c2'],
  [{ next_cursor: null }, 'end'],
  [{ next_cursor: '' }, 'end'],
  [{ next_cursor: false }, 'end'],
  [{ next_cursor: true }, 'noCursor'],
  [{ next: null }, 'end'],
  [{ links: { next: null } }, 'end'],
  [
    {
      links: [
        { rel: 'prev', href: 'x' },
        { rel: 'next', href: '/bills?after=c2' },
      ],
    },
    'c2',
  ],
  [{ links: { next: { href: '/bills?cursor=c2' } } }, 'c2'],
  [{ next_url: 'https://a.example/bills?page_token=c2#top' }, 'c2'],
  [{ '@odata.nextLink': '/bills?After=c2' }, 'c2'],
  [{ next_cursor: 'https://a.example/bills?after=c2' }, 'c2'],
  [{ next: '/bills?limit=50&after=c2' }, 'c2'],
  [{ next: '/bills?page=2' }, 'byNumber'],
  [{ next: '/bills?page=2&cursor=c1&after=c2' }, 'c2'],
  [{ next_url: '/bills/2' }, 'noCursor'],
])('a page leads on by a cursor: %j', (body, end) => {
  expect(endOf({ levels: [body] })).toBe(end);
});

test.each<[string, string]>([
  ['</bills?after=c2>; rel="next"', 'c2'],
  ['</bills?after=c1>; rel="prev", </bills?after=c2>; rel="last next"', 'c2'],
  ['</bills?after=c2>; title="x"; rel = next', 'c2'],
  ['</bills?after=c2>; rel="nextpage"', 'silent'],
  ['</bills?after=c2>; notrel="next"', 'silent'],
  ['</bills?after=c1>; rel="prev"', 'silent'],
])('a Link header leads on: %s', (link, end) => {
  expect(endOf({ link })).toBe(end);
});

test.each<[unknown, string]>([
  [{ meta: { page: 1, total_pages: 3 } }, 'byNumber'],
  [{ meta: { page: 3, total_pages: 3 } }, 'end'],
  [{ meta: { page: 0, total_pages: 1 } }, 'end'],
  [{ meta: { page: 2, pages: 3 } }, 'byNumber'],
  [{ meta: { current_page: 2, last_page: 2 } }, 'end'],
  [{ meta: { total_pages: 3 } }, 'byNumber'],
  [{ meta: { page: 3 } }, 'silent'],
  [{ meta: { page: -1, total_pages: 1.5 } }, 'silent'],
])('a page has a number: %j', (body, end) => {
  expect(endOf({ levels: [body] })).toBe(end);
});

test.each<[unknown, string]>([
  [{ page: { number: 3, totalPages: 4 } }, 'end'],
  [{ page: { number: 0, totalPages: 4 } }, 'end'],
  [{ page: { number: 2, totalPages: 4 } }, 'byNumber'],
  [{ page: { number: 3, totalPages: 4 }, next: '/bills?page=4' }, 'byNumber'],
])('a page that a cursor led to is the last, if its number from 0 is: %j', (body, end) => {
  expect(endOf({ levels: [body], isFirst: false, hasPaged: true })).toBe(end);
  expect(endOf({ levels: [body] })).toBe('byNumber');
});

test.each<[string, Partial<SentEnd>, string]>([
  ['a total that the page reaches', { total: 50 }, 'end'],
  ['a greater total', { total: 51 }, 'noCursor'],
  ['a total of a later page', { total: 51, isFirst: false, count: 10 }, 'end'],
  ['a full page', {}, 'silent'],
  ['a page of the documented size', { count: 25 }, 'silent'],
  ['a short page', { count: 24 }, 'end'],
  ['a full page where pages lead on', { hasPaged: true }, 'end'],
  ['no limit', { limit: null }, 'end'],
  ['more beside it', { saysMoreBeside: true, hasPaged: true }, 'noCursor'],
  ['more beside an empty page', { saysMoreBeside: true, count: 0 }, 'end'],
  ['an unknown name', { levels: [{ LastEvaluatedKey: { S: 'b-9' } }], count: 10 }, 'noCursor'],
  ['an unknown text', { levels: [{ scrollId: 'x' }], count: 10 }, 'noCursor'],
  ['an unknown object', { levels: [{ next_page: { cursor: 'x' } }], count: 10 }, 'noCursor'],
  ['an unknown empty object', { levels: [{ next_page: { cursor: '' } }], count: 10 }, 'end'],
  ['an object of something else', { levels: [{ bookmark: { id: 'x' } }], count: 10 }, 'end'],
  ['an unknown number', { levels: [{ next_offset: 50 }], count: 10 }, 'end'],
  ['digits', { levels: [{ offset: '50' }], count: 10 }, 'end'],
  ['a word for nothing', { levels: [{ after: ' None ' }], count: 10 }, 'end'],
  ['the cursor of the page before', { levels: [{ prev_cursor: 'x' }], count: 10 }, 'end'],
  ['the cursor of this page', { levels: [{ current_cursor: 'x' }], count: 10 }, 'end'],
])('the end of a list is found without a cursor: %s', (_, more, end) => {
  expect(endOf(more)).toBe(end);
});

test('a cursor that leads back to its page ends the list', () => {
  const body = { next_cursor: 'c2' };
  expect([endOf({ levels: [body] }, 'c2'), endOf({ levels: [body] }, 'c1')]).toEqual([
    'repeats',
    'c2',
  ]);
});

test.each<[unknown, number | null]>([
  [{ meta: { total: 7 } }, 7],
  [{ total_count: ' 12 ' }, 12],
  [{ totalElements: '1000000000' }, null],
  [{ recordsTotal: 'x1' }, null],
  [{ '@odata.count': 0 }, 0],
  [{ total: -1 }, null],
  [{ total: 1.5 }, null],
  [{ subtotal: 3 }, null],
])('a total is read: %j', (body, total) => {
  expect(totalIn([body])).toBe(total);
});

test.each<[Record<string, string>, number | null, boolean]>([
  [{ 'x-total-count': '7' }, 7, false],
  [{ 'x-total': '7', 'content-range': 'items 0-1/9' }, 7, false],
  [{ 'content-range': 'items 0-24/139' }, 139, false],
  [{ 'content-range': 'items 0-24/139 of it' }, null, false],
  [{ 'content-range': 'items 0-24/*' }, null, false],
  [{ 'x-has-more': 'TRUE' }, null, true],
  [{ 'x-has-more': 'untrue' }, null, false],
  [{ 'x-has-more': 'true?' }, null, false],
  [{ 'x-next-page': '2' }, null, true],
  [{ 'x-next-page': '' }, null, false],
  [{ 'x-total-pages': '2' }, null, true],
  [{ 'x-total-pages': '1' }, null, false],
  [{}, null, false],
])('headers state a total and more pages: %j', (sent, total, more) => {
  const headers = new Headers(sent);
  expect([totalOfHeaders(headers), saysMoreIn(headers)]).toEqual([total, more]);
});
