import { expect, test } from 'vitest';
import * as z from '../../base/zod.ts';
import type { AnswerBody } from '../body/answer.ts';
import { readList, type AskedList } from './list.ts';
import { sentOrganizationSchema } from '../items/sent-items.ts';

const schema = z.object({ id: z.string() });
const json = (value: unknown): AnswerBody => ({ form: 'json', value });
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}` }));
const one = [{ id: 'a' }];
const other = [{ id: 'b' }];

interface Asked extends Partial<AskedList> {
  readonly status?: number;
  readonly link?: string;
  readonly total?: string;
}

function read(body: AnswerBody, { link, total, status = 200, ...asked }: Asked = {}) {
  const headers = new Headers({ ...(link && { link }), ...(total && { 'X-Total-Count': total }) });
  const answer = readList(
    schema,
    { status, body, headers },
    {
      ...{
        resource: 'bills',
        quota: 'there',
        label: 'GET /x',
        after: null,
        limit: 50,
        hasPaged: false,
      },
      ...{ listsBare: null, isCached: false, ...asked },
    },
  );
  return answer.ok ? answer.value : answer.error.technical;
}

/** Next cursor of a full page with these fields, or the reason why its list is cut short, or "end". */
function endOf(fields: object, count = 50, asked: Asked = {}): unknown {
  const page = read(json({ data: items(count), ...fields }), asked);
  return typeof page === 'string' ? page : (page.nextCursor ?? page.cutShort ?? 'end');
}

test.each<[object, string]>([
  [{ meta: { next_cursor: 'c2' } }, 'c2'],
  [{ pagination: { end_cursor: 'c2' } }, 'c2'],
  [{ paging: { nextPageToken: 'c2' } }, 'c2'],
  [{ pageInfo: { next_cursor: 'c2' } }, 'c2'],
  [{ page: { next_cursor: 'c2' } }, 'c2'],
  [{ links: { next_cursor: 'c2' } }, 'c2'],
  [{ next_cursor: 'c2' }, 'c2'],
  [{ other: { next_cursor: 'c2' } }, 'silent'],
  [{ next_cursor: 1.5 }, 'noCursor'],
  [{ next_cursor: { id: 2 } }, 'noCursor'],
  [{ next_cursor: '' }, 'end'],
  [{ next_cursor: null, next: '/x' }, 'end'],
  [{ next: null }, 'end'],
  [{ next: '' }, 'end'],
  [{ next: 7 }, 'noCursor'],
  [{ next: '/x' }, 'noCursor'],
  [{ next: '/x?after=c2#end' }, 'c2'],
  [{ next_page_url: '/x?after=c2' }, 'c2'],
  [{ next_url: '/x?after=c2' }, 'c2'],
  [{ _links: { next: { href: '/x?after=c2' } } }, 'c2'],
  [{ '@odata.nextLink': '/x?after=c2' }, 'c2'],
  [{ next: '/x?page=2' }, 'byNumber'],
  [{ meta: { next_cursor: 'https://other.invalid/x?limit=50&after=c%202#end' } }, 'c 2'],
  [{ next_cursor: '/x?cursor=c2' }, 'c2'],
  [{ next_cursor: 'bills?page_token=c2' }, 'c2'],
  [{ next_cursor: '?limit=9&after=c2' }, 'c2'],
  [{ next: '/x?pageToken=c2' }, 'c2'],
  [{ next_cursor: '/x?page=2' }, 'byNumber'],
  [{ next_cursor: '/x?after=' }, 'byNumber'],
  [{ next_cursor: 'https://other.invalid/c2' }, 'noCursor'],
  [{ next_cursor: '/c2+w==' }, '/c2+w=='],
  [{ next_cursor: 'c2 ?=' }, 'c2 ?='],
  [{ has_more: false, next_cursor: 'c2' }, 'end'],
  [{ has_next: 0, next_cursor: 'c2' }, 'end'],
  [{ has_next_page: 'false', next_cursor: 'c2' }, 'end'],
  [{ has_more: 'no' }, 'end'],
  [{ has_more: 'False' }, 'end'],
  [{ has_more: 'x' }, 'noCursor'],
  [{ next: false }, 'end'],
  [{ data2: {}, result: { next_cursor: 'c2' } }, 'c2'],
  [{ response: { pagination: { next_cursor: 'c2' } } }, 'c2'],
  [{ meta: { pagination: { next_cursor: 'c2' } } }, 'c2'],
  [{ meta: { cursor: { next: 'c2' } } }, 'c2'],
  [{ paging: { next: { after: 'c2' } } }, 'c2'],
  [{ pages: { next: { starting_after: 'c2' } } }, 'c2'],
  [{ pagination: { next: 'c2==' } }, 'c2=='],
  [{ pagination: { next: '2' } }, 'noCursor'],
  [{ pagination: { next: 'null' } }, 'noCursor'],
  [{ nextToken: 'c2' }, 'c2'],
  [{ continuationToken: 'c2' }, 'c2'],
  [{ LastEvaluatedKey: { id: { S: 'x' }, after: 'x' } }, 'noCursor'],
  [{ offset: 'itr7/rec9' }, 'noCursor'],
  [{ offset: 50 }, 'silent'],
  [{ prev_cursor: 'c0', start_cursor: 'c0' }, 'silent'],
  [{ done: false }, 'noCursor'],
  [{ 'hydra:view': { 'hydra:next': '/x?after=c2' } }, 'c2'],
  [{ '@odata.count': 51 }, 'noCursor'],
  [{ meta: null }, 'silent'],
  [{ meta: [] }, 'silent'],
  [{ meta: [1] }, 'noCursor'],
  [{ meta: false }, 'silent'],
  [{ page: 1, total_pages: 2 }, 'byNumber'],
  [{ page: 2, total_pages: 2 }, 'end'],
  [{ current_page: 3, last_page: 2 }, 'end'],
  [{ page_number: 2, page_count: 2 }, 'end'],
  [{ number: 2, pages: 2 }, 'end'],
  [{ page: '2', total_pages: 2 }, 'byNumber'],
  [{ page: 2 }, 'silent'],
  [{ pages: -1 }, 'silent'],
  [{ pages: 1.5 }, 'silent'],
  [{ pages: '2' }, 'silent'],
  [{ pages: 0 }, 'byNumber'],
  [{ total: 50 }, 'end'],
  [{ total_count: 51 }, 'noCursor'],
  [{ total_items: 51 }, 'noCursor'],
  [{ total_elements: 51 }, 'noCursor'],
  [{ total_records: 51 }, 'noCursor'],
  [{}, 'silent'],
])('a full page says whether its list goes on: %j', (fields, end) => {
  expect(endOf(fields)).toBe(end);
});

test.each<[object, string]>([
  [{ page_context: { has_more_page: true } }, 'noCursor'],
  [{ meta: { has_more_items: 'true' } }, 'noCursor'],
  [{ more_records: 1 }, 'noCursor'],
  [{ IsTruncated: true }, 'noCursor'],
  [{ isLast: false }, 'noCursor'],
  [{ last_page: false }, 'noCursor'],
  [{ total: '51' }, 'noCursor'],
  [{ meta: { totalResults: 51 } }, 'noCursor'],
  [{ recordsTotal: 51 }, 'noCursor'],
  [{ nextLink: '/x?page=2' }, 'byNumber'],
  [{ links: [{ rel: 'self' }, { rel: 'next', href: '/x?after=c2' }] }, 'c2'],
  [{ links: [{ rel: 'self', href: '/x?after=c2' }] }, 'end'],
  [{ last: true, totalPages: 2, number: 0 }, 'end'],
  [{ page: { totalPages: 1, number: 0 } }, 'end'],
  [{ last: false, totalPages: 2, number: 0 }, 'byNumber'],
  [{ has_more_page: false, last: true, truncated: 'no', more_info: true, lastBatch: false }, 'end'],
  [{ total: '10' }, 'end'],
])('C-66 a page that is not full may say that its list goes on: %j', (fields, end) => {
  expect(endOf(fields, 10)).toBe(end);
});

test.each<[string, number, Asked, string]>([
  ['one less than the limit', 49, {}, 'end'],
  ['the limit', 50, {}, 'silent'],
  ['more than the limit', 12, { limit: 10 }, 'silent'],
  ['as many as without a limit', 25, {}, 'silent'],
  ['no limit', 50, { limit: null }, 'end'],
  ['the second page', 50, { after: 'c1' }, 'end'],
  ['another list has paged', 50, { hasPaged: true }, 'end'],
])(
  'a page without paging information ends its list or cuts it short: %s',
  (_, count, asked, end) => {
    expect(endOf({}, count, asked)).toBe(end);
  },
);

test.each<[string, number, string]>([
  ['70', 20, 'noCursor'],
  [' 20 ', 20, 'end'],
  ['20', 50, 'end'],
  ['many', 20, 'end'],
  ['-1', 50, 'silent'],
])('a total in a header counts as one on the page: %s for %i', (total, count, end) => {
  const page = read(json(items(count)), { total });
  expect(typeof page === 'string' ? page : (page.cutShort ?? 'end')).toBe(end);
});

test('a total on the page precedes that in a header', () => {
  expect(endOf({ total: 50 }, 50, { total: '70' })).toBe('end');
});

test('a total ends only the first page; each page passes it on', () => {
  const later = { after: 'c1', total: '70' };
  expect(endOf({ total: 99 }, 50, later)).toBe('end');
  const totals = [{ total: 99 }, {}].map((fields) => read(json({ ...fields, data: one }), later));
  expect(totals).toMatchObject([{ total: 99 }, { total: 70 }]);
  const last = { total: 99, meta: { has_more: false } };
  for (const body of [{ data: one }, { data: one, ...last }])
    expect(read(json(body))).not.toHaveProperty('total');
  expect(read(json({ data: [], ...last }))).toMatchObject({ total: 99 });
});

test.each([
  ['</x?after=c2>; rel="next"', 'c2'],
  ['</x?after=c2>; rel=next', 'c2'],
  ['</x?after=c2>; title="x"; rel="last next"', 'c2'],
  ['</x?after=c0>; rel="prev", </x?after=c2>; rel="next"', 'c2'],
  ['</x?after=c2>;rel  =  "next"', 'c2'],
  ['</x?after=c2>;  rel="next"', 'c2'],
  ['</x?after=c2#part>; rel="next"', 'c2'],
  ['</x?after=c2>; rel="nextto"', 'c3'],
  ['</x?after=c0>; rel="prev"', 'c3'],
])('the next page of a Link header precedes that of the body: %s', (link, next) => {
  expect(endOf({ next: '/x?after=c3' }, 50, { link })).toBe(next);
});

test.each<[string, unknown]>([
  ['data', { included: other, data: one }],
  ['the resource', { included: other, Bills: one }],
  ['the resource in data', { data: { included: other, bills: one } }],
  ['items in data', { data: { included: other, items: one } }],
  ['the resource in _embedded', { _embedded: { included: other, bills: one } }],
  ...['items', 'results', 'records', 'content', 'entries', 'value', 'values', 'list'].map(
    (key): [string, object] => [key, { included: other, [key]: one }],
  ),
])('a list is found beside another: %s', (_, body) => {
  expect(read(json(body))).toMatchObject({ items: one });
});

test('a page may hold 20,000 items', () => {
  expect(read(json(items(20_000)))).toMatchObject({ malformed: [] });
});

test.each<[string, AnswerBody, Asked, string]>([
  ['a page', { form: 'html', text: '<p>' }, {}, 'no JSON'],
  ['no list', json({ data: 7, note: null }), {}, 'no list in the answer'],
  ['an error', json({ data: one, error: 'x' }), {}, 'a list with an error'],
  ['a no', json({ succeeded: false, data: [] }), {}, 'a list with an error'],
  ['a code', json({ code: 50_300, data: [] }), {}, 'a list with an error'],
  ['a status', json({ statusCode: 500, data: [] }), {}, 'a list with an error'],
  ['a part', json({ partial: true, data: [] }), {}, 'a list with an error'],
  ['a lost shard', json({ _shards: { failed: 2 }, data: one }), {}, 'a list with an error'],
  [
    'an empty list in another form',
    json([]),
    { listsBare: false },
    'an empty list in a form that this service does not use',
  ],
  ['too many', json(items(20_001)), {}, '20001 items in one page'],
])('an answer that is not a page of a list is refused with a reason: %s', (_, body, asked, why) => {
  expect(read(body, asked)).toBe(`GET /x: ${why}`);
});

test.each<[string, unknown, Asked, number]>([
  ['null beside something else', { note: 7, bills: null }, {}, 0],
  ['an empty one in the usual form', [], { listsBare: true }, 0],
  ['a full one in another form', one, { listsBare: false }, 1],
  ['one of whole shards', { _shards: { total: 5, failed: 0 }, data: one }, {}, 1],
  ['as many as may be', items(20_000), {}, 20_000],
])('a list is read: %s', (_, body, asked, count) => {
  const page = read(json(body), asked);
  expect(typeof page === 'string' ? page : page.items.length).toBe(count);
});

test('an item that repeats unchanged counts once, and malformed items without an id stay separate', () => {
  const page = read(json([{ name: 'a' }, { name: 'b' }, ...one, ...one]));
  const malformed = ['a', 'b'].map((name) => ({ id: null, raw: { name } }));
  expect(page).toMatchObject({ items: one, malformed });
});

test('C-66 an empty bare list called HTML counts only if this service sends bare lists', () => {
  const body = { form: 'json', value: [], asHtml: true } as const;
  const whole = { form: 'json', value: { data: [] }, asHtml: true } as const;
  const isRead = (sent: AnswerBody, listsBare: boolean | null) =>
    typeof read(sent, { listsBare }) !== 'string';
  expect([isRead(body, null), isRead(body, true), isRead(whole, null)]).toEqual([
    false,
    true,
    true,
  ]);
});

test.each<[object, boolean]>([
  [{ message: 'Service is in maintenance' }, false],
  [{ msg: 'maintenance', code: 50_300 }, false],
  [{ warnings: ['One shard did not answer'] }, false],
  [{ notice: 'Try again later' }, false],
  [{ meta: { error: 'DB down' } }, false],
  [{ meta: { message: 'Busy' } }, false],
  [{ message: 'No connection to the database' }, false],
  [{ messages: [{ text: 'Timed out' }] }, false],
  [{ code: 57, message: 'You may not see this' }, false],
  [{ retCode: '1001', retMsg: '失败' }, false],
  [{ result_code: 'E7' }, false],
  [{ meta: { responseCode: 'DB_DOWN' } }, false],
  [{ status: 'loading' }, false],
  [{ State: 'WARMING_UP' }, false],
  [{ maintenance: true }, false],
  [{ is_loading: 1 }, false],
  [{ retMsg: 'Wartungsarbeiten' }, false],
  [{ detail: 'Index is rebuilding' }, false],
  [{ error: { code: 7 } }, false],
  [{ success: false }, false],
  [{ status: 'error' }, false],
  [{ Ack: 'Failure' }, false],
  [{ error: null, errors: [], success: true, status: 'success' }, true],
  [{ retCode: '0000', retMsg: 'OK', status: 'complete', maintenance: false }, true],
  [{ resultCode: 200, state: 'open', description: 'List of bills' }, true],
  [{ status: 'partially_paid' }, true],
  [{ code: 0, message: 'success' }, true],
  [{ code: 'SUCCESS' }, true],
  [{ message: 'No bills found' }, true],
  [{ message: 'Keine Rechnungen' }, true],
  [{ messages: [{ text: 'No more results' }] }, true],
  [{ message: 'Success', meta: { message: 'OK' } }, true],
  [{ message: '0 results' }, true],
  [{ message: null, warnings: [], notice: '' }, true],
  [{ meta: { total: 0 } }, true],
])(
  'C-66 an empty list with a sign of failure is refused, since it would remove all bills: %j',
  (beside, isList) => {
    const isRead = (data: readonly object[]) => typeof read(json({ ...beside, data })) !== 'string';
    expect([isRead([]), isRead(one) || !isList]).toEqual([isList, true]);
  },
);

test('C-66 a list with items may have a message', () => {
  expect(read(json({ message: 'Service is in maintenance', data: one }))).toMatchObject({
    items: one,
  });
});

const uuids = ['89e0c1f2-5a3b-4c6d-8e7f-0123456789ab', '89e0c1f2-5a3b-4c6d-8e7f-0123456789ac'];
const [first = '', second = ''] = uuids;
const kiln = { id: first, name: 'Kiln' };
const freshKiln = { id: 1, business_uuid: first, name: 'Kiln', account_id: 'x' };

test.each<[unknown, number | null]>([
  [uuids, 2],
  [{ id: first, name: 'Kiln' }, 1],
  [{ id: first, name: 'Kiln', result: { rows: [] } }, 1],
  [{ organization: { id: first, name: 'Kiln' } }, 1],
  [{ organizations: { organization: { id: first, name: 'Kiln' } } }, 1],
  [{ data: { Tenant: { id: first, name: 'Kiln' } } }, 1],
  [{ data: { [first]: 'Kiln', [second]: { name: 'Loom' } } }, 2],
  [{ organizations: { [first]: 'Kiln' } }, 1],
  [{ value: [{ Id: first, Name: 'Kiln' }] }, 1],
  [{ _embedded: { organizations: [{ id: first }] } }, 1],
  [{ data: { me: { organizations: { nodes: [{ id: first }, { id: second }] } } } }, 2],
  [{ response: { result: { organizations: [{ id: first }] } } }, 1],
  [{ result: { items: [{ id: first }] } }, 1],
  [{ data: { 0: { id: first }, 2: { id: second } } }, 2],
  [{ Organisations: [{ OrganisationID: first, Name: 'Kiln' }] }, 1],
  ...['tenants', 'companies', 'workspaces', 'businesses'].map((name): [unknown, number] => [
    { [name]: { rows: [{ id: first }] } },
    1,
  ]),
  [{ user: { organizations: [{ id: first }] } }, 1],
  [{ viewer: { organizations: [{ id: first }] } }, 1],
  [{ organization_memberships: [{ id: 'm', role: 'admin', organization: kiln }] }, 1],
  [{ memberships: [{ id: second, company: kiln }] }, 1],
  [{ id: second, name: 'Jo', memberships: [{ id: 'm', workspace: kiln }] }, 1],
  [{ orgs: [kiln] }, 1],
  [{ my_orgs: [kiln], count: 1 }, 1],
  [{ Ok: [kiln] }, 1],
  [{ message: [{ name: first, company_name: 'Kiln', doctype: 'Company' }] }, 1],
  [{ CompanyInfo: { CompanyName: 'Kiln', Id: first } }, 1],
  [{ QueryResponse: { CompanyInfo: [{ CompanyName: 'Kiln', Id: first }] } }, 1],
  [{ data: { me: { organizations: { edges: [{ node: kiln }] } } } }, 1],
  [{ edges: [{ cursor: 'x', node: { id: second, role: 'x', organization: kiln } }] }, 1],
  [{ response: { id: 1, business_memberships: [{ id: 7, business: freshKiln }] } }, 1],
  [{ entry: [{ fullUrl: 'x', resource: { resourceType: 'Organization', ...kiln } }] }, 1],
  ...['node', 'item', 'record', 'Resource'].map((key): [unknown, number] => [
    { entries: [{ [key]: kiln }, { [key]: { id: second, name: 'Loom' } }] },
    2,
  ]),
  [{ items: [{ record: { id: first, name: 'Kiln' }, score: 1 }] }, 1],
  [{ a: { b: { c: { d: { e: [kiln] } } } } }, 1],
  [{ a: { b: { c: { d: { e: { f: [kiln] } } } } } }, null],
  [{ Ok: [{ id: 7, name: 'Kiln' }] }, null],
  [{ Ok: [{ id: first }] }, null],
  [{ Ok: [kiln, { id: second }] }, null],
  [{ Ok: [] }, null],
  [{ orgs: [] }, null],
  [{ orgs: [{ name: 'Kiln' }] }, null],
  [{ first: [kiln], second: [{ id: second, name: 'Loom' }] }, null],
  [{ orgs: [kiln], my_orgs: [{ id: second, name: 'Loom' }] }, null],
  [{ Ok: [kiln], error: 'Locked' }, null],
  [{ me: { organizations: [] } }, null],
  [{ data: { me: { organizations: { nodes: [{ id: first }, { id: 'x' }] } } } }, null],
  [{ id: 'trace-7', name: 'Portal' }, null],
  [{ [first]: 'Kiln', other: 'x' }, null],
  [{}, null],
  [{ id: first, error: 'x' }, null],
  [JSON.parse(`${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`), null],
])('Q-60 organizations are found: %#', (value, count) => {
  const facts = { resource: 'organizations', label: 'GET /x', after: null, limit: null } as const;
  const page = readList(
    sentOrganizationSchema,
    { status: 200, body: json(value), headers: new Headers() },
    { ...facts, quota: 'there', hasPaged: false, listsBare: null, isCached: false },
  );
  const ids = page.ok ? page.value.items.map(({ id }) => id) : null;
  expect(ids).toEqual(count === null ? null : uuids.slice(0, count));
});

test.each([
  'SupplierInvoices',
  'vendor_bills',
  'purchase_invoices',
  'conta_pagar_cadastro',
  'collection',
])('Q-60 an empty list of bills is found under %s', (key) => {
  expect(read(json({ [key]: [], total: 0 }))).toMatchObject({ items: [] });
});

test('Q-60 a single object and a map count as a list only for organizations', () => {
  const bodies = [{ id: first, name: 'Kiln' }, { [first]: { id: first } }];
  expect(bodies.map((body) => read(json(body)))).toEqual(
    bodies.map(() => 'GET /x: no list in the answer'),
  );
});

test('C-66 an answer without content means a missing list, unless it lacks the quota headers of this service', () => {
  const body = { form: 'empty' } as const;
  const isRead = (status: number, quota: AskedList['quota']) =>
    typeof read(body, { status, quota }) !== 'string';
  expect([
    isRead(204, 'there'),
    isRead(204, 'neverSent'),
    isRead(204, 'missing'),
    isRead(200, 'there'),
  ]).toEqual([true, true, false, false]);
});
