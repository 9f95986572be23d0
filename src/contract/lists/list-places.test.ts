import { expect, test } from 'vitest';
import * as z from '../../base/zod.ts';
import { readOrganization } from '../items/read-organization.ts';
import { readList, type AskedList } from './list.ts';
import { organizationForms } from './organization-forms.ts';

const schema = z.object({ id: z.string() });
const one = [{ id: 'a' }];
const other = [{ id: 'b' }];
const asked: AskedList = {
  resource: 'bills',
  quota: 'there',
  ...{ label: 'GET /x', after: null, limit: 50, hasPaged: false, listsBare: null, isCached: false },
};
const read = (value: unknown, headers: Record<string, string> = {}) => {
  const body = { form: 'json', value } as const;
  const page = readList(schema, { status: 200, body, headers: new Headers(headers) }, asked);
  return page.ok ? page.value : null;
};

const bills = [{ id: 'a', total_cents: 1 }];

test.each<[unknown, readonly string[] | null]>([
  [{ data: { bills: { nodes: one } } }, ['a']],
  [{ data: { bills: { edges: one } } }, ['a']],
  [{ data: { data: one } }, ['a']],
  [{ resourceType: 'Bundle', entry: one }, ['a']],
  [{ data: { records: one } }, ['a']],
  [{ d: { results: one } }, ['a']],
  [{ d: one }, ['a']],
  [{ hits: { hits: one } }, ['a']],
  [{ $values: one }, ['a']],
  [{ 'hydra:member': one }, ['a']],
  [{ docs: one }, ['a']],
  [{ response: one }, ['a']],
  [{ bills: { bill: one } }, ['a']],
  [{ data: { 0: one[0], 2: other[0] } }, ['a', 'b']],
  [{ data: { 10: one[0], 12: other[0] } }, ['a', 'b']],
  [{ data: { 0: one[0], other: other[0] } }, null],
  [{ data: { a1: one[0] } }, null],
  [{ data: { bills: { nodes: [] } } }, []],
  [{ data: { bills: { nodes: { items: { list: one } } } } }, null],
  [{ data: { bills: { page: { nodes: { list: one } } } } }, null],
  [{ _embedded: { billDtoList: bills } }, ['a']],
  [{ anything: { other: bills } }, ['a']],
  [{ anything: { deep: { deeper: { deepest: bills } } } }, null],
  [{ one: bills, two: bills }, null],
  [{ anything: one }, null],
  [{ anything: [...bills, 'a'] }, null],
  [{ anything: [] }, null],
  [{ _links: {}, page: { totalElements: 0 } }, []],
  [{ _links: {}, page: { totalElements: 2 } }, null],
  [{ total: 0, status: 'ok' }, null],
  [{ data: '', meta: { has_more: false } }, []],
  [{ Bills: {}, HasMore: 'false' }, []],
  [{ data: '', meta: {} }, null],
  [{ data: '', has_more: '' }, null],
  [{ data: {}, meta: { has_more: true } }, null],
  [{ success: true, data: {} }, null],
  [{ data: {}, meta: { has_more: false }, error: 'No session' }, null],
  [{ data: { a1: {} }, meta: { has_more: false } }, null],
  [{ bills: { bill: bills[0] }, meta: { has_more: 'false' } }, ['a']],
  [{ response: { data: bills[0], meta: { has_more: false } } }, ['a']],
  [{ data: bills[0], meta: { has_more: true } }, null],
  [{ data: bills[0] }, null],
  [{ data: one[0], meta: { has_more: false } }, null],
  [{ data: bills[0], meta: { has_more: false }, error: 'No session' }, null],
  [{ data: 'x', meta: { has_more: false } }, null],
  [{ _links: {}, total: 0, error: 'No session' }, null],
])('the list is found in %j', (body, ids) => {
  expect(read(body)?.items.map(({ id }) => id) ?? null).toEqual(ids);
});

test('the only list of invoices is found under any name, but not that of organizations', () => {
  const body = { form: 'json', value: { _embedded: { invoiceDtoList: bills } } } as const;
  const answer = { status: 200, body, headers: new Headers() };
  const isFound = (resource: AskedList['resource']): boolean =>
    readList(schema, answer, { ...asked, resource }).ok;
  expect([isFound('invoices'), isFound('organizations')]).toEqual([true, false]);
});

test('an organization that is listed twice keeps its first name, and a bill with two contents is malformed', () => {
  const value = [
    { id: 'a', name: 'Kiln' },
    { id: 'a', name: 'Kiln Ltd.' },
  ];
  const answer = { status: 200, body: { form: 'json', value } as const, headers: new Headers() };
  const named = z.object({ id: z.string(), name: z.string() });
  const counts = (resource: AskedList['resource']): unknown => {
    const page = readList(named, answer, { ...asked, resource });
    return page.ok && [page.value.items, page.value.malformed.length];
  };
  expect(counts('organizations')).toEqual([[{ id: 'a', name: 'Kiln' }], 0]);
  expect(counts('bills')).toEqual([[], 1]);
});

test('texts that an XML converter made objects of can end a list', () => {
  const meta = { next_cursor: { '@xsi:nil': 'true' }, has_more: { $t: 'false' } };
  expect(read({ data: one, meta })?.cutShort).toBe(null);
});

test('headers say that the list continues, and how long it is', () => {
  const readWith = (headers: Record<string, string>, count = 2) => {
    const data = Array.from({ length: count }, (_, at) => ({ id: `${at}` }));
    return read({ data }, headers)?.cutShort ?? 'end';
  };
  expect(readWith({})).toBe('end');
  for (const [name, more, none] of [
    ['x-total', '3', '2'],
    ['x-pagination-total-count', '3', '2'],
    ['content-range', 'items 0-1/3', 'items 0-1/2'],
    ['x-has-more', 'true', 'false'],
    ['x-next-page', '2', ''],
    ['x-total-pages', '2', '1'],
  ] as const)
    expect([name, readWith({ [name]: more }), readWith({ [name]: none })]).toEqual([
      name,
      'noCursor',
      'end',
    ]);
  expect(readWith({ 'x-has-more': 'true' }, 0)).toBe('end');
});

test.each<unknown>([
  { Response: { Code: '00', Payload: { data: one, meta: { next_cursor: 'c2', has_more: true } } } },
  { Response: { Payload: { Data: one, Meta: { Next_Cursor: 'c2', Has_More: 'true' } } } },
  { Envelope: { Body: { data: bills, meta: { next_cursor: 'c2', has_more: true } } } },
  { Envelope: { meta: { next_cursor: 'c2' }, Body: { data: bills, meta: { took: 3 } } } },
  { Envelope: { meta: { next_cursor: 'c1' }, Body: { data: bills, meta: { next_cursor: 'c2' } } } },
  { data: { result: { items: one, meta: { next_cursor: 'c2', has_more: true } } } },
  { data: { result: { items: { 0: one[0] }, links: { next: '/bills?after=c2' } } } },
  { response: { body: { bills, pagination: { next_cursor: 'c2', has_more: true } } } },
  { data: one, meta: { next_cursor: { $t: 'c2' }, has_more: { $t: 'true' } } },
])('a cursor is found on the way to the list, the nearest first: %j', (body) => {
  const page = read(body);
  expect([page?.items, page?.nextCursor]).toEqual([one, 'c2']);
});

test.each<[object, string]>([
  [{ has_more: true }, 'noCursor'],
  [{ meta: 'more' }, 'noCursor'],
  [{ meta: { naechster_cursor: 'c2' } }, 'noCursor'],
  [{ meta: { page: 1, total_pages: 2 } }, 'byNumber'],
  [{ total: 2 }, 'noCursor'],
])('a pager on the way to the list that leads nowhere cuts it short: %j', (pager, cut) => {
  const found = [
    { Envelope: { Body: { data: bills, ...pager } } },
    { Envelope: { ...pager, Body: { data: bills } } },
  ];
  expect(found.map((body) => read(body)?.cutShort)).toEqual([cut, cut]);
});

test('an error on the way to the list makes the answer unreadable', () => {
  expect(read({ Envelope: { Body: { data: bills, error: 'Database is locked' } } })).toBeNull();
});

test.each<[unknown, Partial<AskedList>, unknown]>([
  [{ meta: {} }, {}, 'end'],
  [{ Pagination: { limit: 50 } }, {}, 'end'],
  [{ meta: { total: 3 } }, {}, 'noCursor'],
  [{ meta: { next_cursor: 'c2' } }, {}, 'c2'],
  [{}, {}, 'notFound'],
  [{}, { resource: 'invoices' }, 'notFound'],
  [{ meta: {} }, { quota: 'neverSent' }, 'no list in the answer'],
  [{}, { quota: 'neverSent' }, 'no list in the answer'],
  [{}, { quota: 'missing' }, 'no list in the answer'],
  [{}, { listsBare: true }, 'no list in the answer'],
  [{}, { resource: 'organizations' }, 'no list in the answer'],
  [{ meta: {} }, { resource: 'organizations' }, 'no list in the answer'],
  [{ meta: { errors: ['x'] } }, {}, 'no list in the answer'],
  [{ meta: { error: 'x' } }, {}, 'a list with an error'],
  [{ meta: { message: 'Busy' } }, {}, 'an empty list with a message of a failure'],
  [{ meta: {} }, { listsBare: true }, 'an empty list in a form that this service does not use'],
  [{ note: {} }, {}, 'no list in the answer'],
])(
  'C-66 a list that protobuf dropped is empty, and `{}` also cut short, if quota headers prove it: %j',
  (value, others, end) => {
    const answer = { status: 200, body: { form: 'json', value } as const, headers: new Headers() };
    const page = readList(schema, answer, { ...asked, ...others });
    const found = page.ok ? (page.value.nextCursor ?? page.value.cutShort ?? 'end') : null;
    expect(found ?? (!page.ok && page.error.technical.replace('GET /x: ', ''))).toBe(end);
  },
);

test('C-66 `{}` is no list if it is called HTML', () => {
  const body = { form: 'json', value: {}, asHtml: true } as const;
  const answer = { status: 200, body, headers: new Headers() };
  expect(readList(schema, answer, asked).ok).toBe(false);
});

test('Q-60 a list called bills precedes one under another word', () => {
  const payables = [{ id: 'b', total_cents: 1 }];
  expect(read({ supplier_invoices: payables, bills })?.items).toEqual([{ id: 'a' }]);
});

test.each([
  { data: { orgs: [{ id: 7, name: 'Kiln' }] } },
  { empresas: [{ id: 7, name: 'Kiln' }] },
  { data: { organizations: { edges: [{ node: { id: 7, name: 'Kiln' } }] } } },
  { data: { viewer: { companies: { nodes: [{ id: 7, name: 'Kiln' }] } } } },
  { data: { me: { organizations: { edges: [{ node: { id: 7, name: 'Kiln' } }] } }, count: [1] } },
])('Q-60 organizations under a name of their own need no UUID: %j', (sent) => {
  const found = organizationForms.map((form) => form.read(sent)).find(Boolean);
  expect(found?.map(readOrganization)).toEqual([{ id: '7', name: 'Kiln' }]);
});
