import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';
import { readList, type Resource } from '../lists/list.ts';
import { problemMessages } from './problem-messages.ts';
import { readItem, type ItemSchema } from './read-item.ts';
import { sentBillSchema, sentInvoiceSchema, sentOrganizationSchema } from '../items/sent-items.ts';

const money = { status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const one = { id: 'b-1', ...money, due_date: '2026-12-01', vendor: { id: 'v-1', name: 'Kiln' } };
const two = { ...one, id: 'b-2', vendor: { id: 'v-2', name: 'Loom' } };
const both = [one, two];
const names = Object.keys(one);
const rows = both.map((bill) => Object.values(bill));
const columns = names.map((name) => ({ name, type: 'text' }));
const headers = new Headers({ 'content-type': 'application/json' });

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';
const other = '99e0c1f2-5a3b-4c6d-8e7f-0123456789ab';
const kiln = { id: UUID, name: 'Kiln' };
const loom = { id: other, name: 'Loom' };

/** Items of a page, and the number of malformed ones. */
function read<Item extends { readonly id: string }>(
  schema: ItemSchema<Item>,
  resource: Resource,
  value: unknown,
) {
  const body = { form: 'json', value } as const;
  const asked = { resource, label: 'GET /x', quota: 'there', isCached: false } as const;
  const place = { after: null, limit: 2, hasPaged: false, listsBare: null };
  const page = readList(schema, { status: 200, body, headers }, { ...asked, ...place });
  return page.ok ? [page.value.items, page.value.malformed.length, page.value.cutShort] : null;
}
const readBills = (value: unknown) => read(sentBillSchema, 'bills', value);

/** The same fields as a list of keys and values. */
function entriesOf(fields: object, key = 'key', value = 'value') {
  return Object.entries(fields).map(([name, each]) => ({ [key]: name, [value]: each }));
}
const meta = { has_more: false };

test.each<[unknown]>([
  [{ columns: names, rows, meta }],
  [{ fields: names, values: rows, meta }],
  [{ columns, data: rows, meta }],
  [{ schema: { fields: columns }, rows, meta }],
  [{ data: { columns, rows }, meta }],
  [{ data: [names, ...rows], meta }],
  [{ range: 'Bills!A1:G3', values: [names, ...rows], meta }],
  [{ headers: names.map((name) => name.replace('_', ' ')), bills: rows, meta }],
  [{ data: both.map((bill) => entriesOf(bill)), meta }],
  [{ bills: both.map((bill) => entriesOf(bill, 'name')), meta }],
  [{ data: both.map((bill) => entriesOf(bill, 'Field', 'Value')), meta }],
  [{ data: both.map((bill) => entriesOf(bill, 'label')), meta }],
  [{ data: both.map((bill) => entriesOf(bill, 'k', 'v')), meta }],
  [{ data: both.map((bill) => ({ fields: entriesOf(bill) })), meta }],
  [{ data: both.map((bill) => ({ bill: entriesOf(bill) })), meta }],
  [{ data: both.map(({ id, ...bill }) => ({ id, attributes: entriesOf(bill) })), meta }],
  [{ data: both.map((b) => ({ ...b, vendor: entriesOf(b.vendor) })), meta }],
  [{ data: both.map((b) => entriesOf({ ...b, vendor: entriesOf(b.vendor, 'name') })), meta }],
])('Q-60 a bill in rows or in keys and values is read like an object: %j', (page) => {
  expect(readBills(page)).toEqual(readBills({ data: both, meta }));
});

test.each<[string, (cells: readonly unknown[]) => readonly unknown[]]>([
  ['shorter', (cells) => cells.toSpliced(5, 1)],
  ['longer', (cells) => [...cells, 'more']],
])('Q-60 a %s row than the header is reported, and the other rows are read', (_, changed) => {
  const [first = [], ...others] = rows;
  for (const page of [
    { columns: names, rows: [changed(first), ...others], meta },
    { data: [names, changed(first), ...others], meta },
    { data: [names, ...others, changed(first)], meta },
  ])
    expect(readBills(page)).toMatchObject([[{ id: 'b-2', dueDate: '2026-12-01' }], 1, null]);
});

test('Q-60 an unreadable first item leaves the others readable', () => {
  const double = [...entriesOf(one), { key: 'memo', value: 1 }, { key: 'memo', value: 2 }];
  for (const [first, second] of [
    [double, entriesOf(two)],
    [{ fields: double }, { fields: entriesOf(two) }],
    [{ id: 'b-1' }, { fields: entriesOf(two) }],
  ])
    expect(readBills({ data: [first, second], meta })).toMatchObject([[{ id: 'b-2' }], 1, null]);
});

test('Q-60 columns of a vendor have a dot or a prefix', () => {
  const { vendor: _, ...bill } = one;
  const cells = [...Object.values(bill), 'v-1', 'Kiln'];
  for (const last of ['vendor.id vendor.name', 'vendor_id vendor_name', 'Vendor ID,Vendor name']) {
    const page = { columns: [...Object.keys(bill), ...last.split(/[ ,](?=[vV])/)], rows: [cells] };
    expect(readBills(page)?.[0]).toMatchObject([{ vendor: one.vendor }]);
  }
});

test('Q-60 a header row alone is an empty list, and never a bill', () => {
  expect(readBills([names])).toEqual([[], 0, null]);
  expect(readBills([names, ...rows])?.[2]).toBe('silent');
});

test('Q-60 rows stay unread when no header fits them, or two do', () => {
  const noIds = names.map((_, at) => `c${at}`);
  for (const page of [
    { columns: names, rows: rows.map((row) => [...row, 'more']) },
    { columns: noIds, rows },
    { columns: names.with(1, 'id'), rows },
    { columns: [...names, 'more'], rows },
    // Either header may be that of the cells.
    { columns: names, sortable: names.toReversed(), rows },
    { rows },
    { data: both.map((bill) => [...entriesOf(bill), { key: 'id', value: 'b-3' }]) },
  ])
    expect(readBills(page)?.slice(0, 2)).toEqual([[], 2]);
});

test('Q-60 a list of fields inside a bill stays as sent', () => {
  const lists = {
    custom_fields: entriesOf({ id: 1, total_cents: 2 }),
    fields: entriesOf({ id: 'x', total_cents: 3 }),
    line_items: [entriesOf({ id: 'l-1', total_cents: 4 }), entriesOf({ id: 'l-2' })],
    table: { columns: ['id'], rows: [['l-1']] },
    ofVendor: { tags: entriesOf({ id: 'x' }) },
  };
  for (const page of [
    { data: [{ ...one, ...lists }], meta },
    { bill: { ...one, ...lists }, meta },
  ])
    expect(readBills(page)?.[0]).toMatchObject([{ id: 'b-1', totalCents: 1, others: lists }]);
});

test('Q-60 a list of fields in an organization or a vendor with an id stays as sent', () => {
  const fields = entriesOf({ name: 'Other', uuid: other });
  const page = { data: [{ ...kiln, fields }] };
  expect(read(sentOrganizationSchema, 'organizations', page)?.[0]).toEqual([kiln]);
  const vendors = [{ id: 'v-1', fields }];
  const [bills] = readBills({ data: [{ ...one, vendor: { id: 'v-1' } }], vendors, meta }) ?? [];
  expect(bills).toMatchObject([{ vendor: { id: 'v-1', others: { fields } } }]);
});

test.each<[unknown, unknown, unknown]>([[[[]], null, { vendors: [[]] }]])(
  'Q-60 a vendor in an unreadable form leaves its bill readable: %j',
  (vendor, name, others) => {
    const [bills, malformed] = readBills({ data: [{ ...one, vendor }], meta }) ?? [];
    expect([bills, malformed]).toMatchObject([[{ id: 'b-1', vendor: { name, others } }], 0]);
  },
);

test.each([
  [{ vendor: [{ id: 'v-1' }, { id: 'v-2' }] }],
  [{ vendor: ['a', 'b'] }],
  [{ vendor: [42, 43] }],
  [{ Vendor: [kiln, null], vendor: undefined }],
  [{ vendor: { id: 'v-1', name: ['Kiln', 'Loom'] } }],
  [{ vendor: { vendorId: ['v-1', 'v-2'], name: 'Kiln' } }],
  [{ vendor: { id: 'v-1', data: { display_name: ['Kiln', null] } } }],
  [{ vendor: null, vendor_name: ['Kiln', 'Loom'] }],
  [{ vendor: { id: 'v-1' }, supplier: ['Kiln', 'Loom'] }],
  [{ vendor: undefined, supplier: { name: ['Kiln', 'Loom'] } }],
])('Q-60 a bill that names different vendors is quarantined: %j', (fields) => {
  const bill = JSON.parse(JSON.stringify({ ...one, ...fields }));
  const item = readItem(sentBillSchema, bill);
  expect(item.ok ? null : item.error.problems).toEqual([`vendor: ${problemMessages.otherVendors}`]);
});

test.each([
  [{ vendor: [kiln, kiln] }],
  [
    {
      vendor: {
        id: UUID,
        names: [
          { lang: 'en', name: 'Kiln' },
          { lang: 'x', name: 'Four' },
        ],
        name: 'Kiln',
      },
    },
  ],
  [{ vendor: undefined, vendor_id: [42, 'Kiln'] }],
])('Q-60 equal vendors, names in languages and relations contradict nothing: %j', (fields) => {
  expect(readItem(sentBillSchema, { ...one, ...fields }).ok).toBe(true);
});

test('Q-60 a repeated key and a very deep bill of one page are quarantined alone', () => {
  const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
  const twice = `{"total_cents":1,${JSON.stringify({ ...one, total_cents: 2 }).slice(1)}`;
  const sent = `{"data":[${twice},{"id":"b-3","deep":${deep}},${JSON.stringify(two)}]}`;
  const [bills, malformed] = readBills(parseExactJson(sent)) ?? [];
  expect([bills, malformed]).toMatchObject([[{ id: 'b-2' }], 2]);
});

test('Q-60 a vendor that is true is none', () => {
  expect(readBills({ data: [{ ...one, vendor: true }] })?.[0]).toMatchObject([{ vendor: null }]);
});

test.each<[unknown, unknown[]]>([
  [{ data: [entriesOf(kiln), entriesOf(loom)] }, [kiln, loom]],
  [{ organizations: [entriesOf(kiln, 'name')] }, [kiln]],
  [[entriesOf(kiln)], [kiln]],
  [{ data: entriesOf(kiln) }, [kiln]],
  [entriesOf(kiln), [kiln]],
  [entriesOf({ [UUID]: 'Kiln', [other]: { name: 'Loom' } }), [kiln, loom]],
  [{ data: [{ fields: entriesOf(kiln) }] }, [kiln]],
  [{ columns: ['id', 'name'], rows: [Object.values(kiln), Object.values(loom)] }, [kiln, loom]],
  [[['uuid', 'name'], Object.values(kiln)], [kiln]],
])('Q-60 organizations in rows or in keys and values are read: %j', (page, found) => {
  expect(read(sentOrganizationSchema, 'organizations', page)?.slice(0, 2)).toEqual([found, 0]);
});

test('Q-60 invoices in rows, and their customers in keys and values, are read', () => {
  const invoice = { id: 'i-1', ...money, customer: entriesOf(kiln) };
  const page = { columns: Object.keys(invoice), rows: [Object.values(invoice)] };
  const [found] = read(sentInvoiceSchema, 'invoices', page) ?? [];
  expect(found).toMatchObject([{ id: 'i-1', total_cents: 1, customer: kiln }]);
});

test('Q-60 a document of a database has the id of its path', () => {
  const name = 'projects/p/databases/(default)/documents/organizations';
  const page = {
    documents: [
      { name: `${name}/${UUID}`, fields: { name: 'Kiln' } },
      { name: `${name}/x`, fields: loom, createTime: '2026-01-01T00:00:00Z' },
    ],
  };
  expect(read(sentOrganizationSchema, 'organizations', page)?.[0]).toEqual([kiln, loom]);
});
