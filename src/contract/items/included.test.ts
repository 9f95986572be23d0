import { expect, test } from 'vitest';
import { listedBill } from '../testing/listed-bill.ts';
import { readConfirmation } from '../approvals/approve-answer.ts';
import type { Fields } from '../party.ts';
import { sentFieldsOf } from './sent-items.ts';

const money = { status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const plain = { id: 'b-1', ...money };
const headers = new Headers({ 'content-type': 'application/json' });

/** The vendor of the listed bill, and its own fields other than references by id. */
function read(bill: object, beside: object) {
  const found = listedBill({ data: [{ ...plain, ...bill }], ...beside });
  const own = Object.entries(found?.others ?? {}).filter(([key]) => !/ids?$|^links$/i.test(key));
  return { vendor: found?.vendor, own: Object.fromEntries(own) };
}

/** The bill in the answer to an approval. */
function answered(value: unknown, shown: Fields = {}) {
  const answer = { status: 200, headers, bodyProblem: null };
  const body = { form: 'json', value } as const;
  return readConfirmation({ ...answer, body }, 'there', 'b-1', shown)?.bill;
}

const account = { id: 'a-1', iban: 'XX00' };
const kiln = { id: 'v-1', name: 'Kiln' };
const lines = [
  { id: 'l-1', amount_cents: 500 },
  { id: 'l-2', amount_cents: 700 },
];
const records = { vendors: [kiln], bank_accounts: [account], line_items: lines };
const byId = { vendor_id: 'v-1', bank_account_id: 'a-1', line_item_ids: ['l-1', 'l-2'] };
const whole = { vendor: kiln, own: { bank_account: account, line_items: lines } };

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';

test.each<[string, object, object, object]>([
  ['by ids', byId, records, whole],
  ['under linked', byId, { linked: records }, whole],
  ['under included', byId, { included: records }, whole],
  [
    'in maps',
    byId,
    { ...records, bank_accounts: { 'a-1': { iban: 'XX00' } }, vendors: { 'v-1': kiln } },
    whole,
  ],
  [
    'by ids in camel case',
    { vendorId: 'v-1', bankAccountId: 'a-1', lineItemIds: ['l-2'] },
    { vendors: [kiln], bankAccounts: [account], lineItems: lines },
    { vendor: kiln, own: { bankAccount: account, lineItems: lines.slice(1) } },
  ],
  ['by names', { vendor: 'v-1', bank_account: 'a-1', line_items: ['l-1', 'l-2'] }, records, whole],
  [
    'by links',
    { links: { vendor: 'v-1', bank_account: 'a-1', line_items: ['l-1', 'l-2'] } },
    { linked: records },
    whole,
  ],
  [
    'by numbers',
    { vendor_id: 1, bank_account_id: 1 },
    { vendors: [{ id: '1', name: 'Kiln' }], bank_accounts: [{ id: 1, iban: 'XX00' }] },
    { vendor: { id: '1', name: 'Kiln' }, own: { bank_account: { id: 1, iban: 'XX00' } } },
  ],
  [
    'by paths',
    { bank_account: '/api/bank_accounts/5', other_account: '/api/bank_accounts/6' },
    {
      included: [{ '@id': '/api/bank_accounts/5', '@type': 'BankAccount', iban: 'XX00' }],
      bank_accounts: [{ id: 6, iban: 'XX66' }],
    },
    {
      vendor: null,
      own: {
        bank_account: { '@id': '/api/bank_accounts/5', '@type': 'BankAccount', iban: 'XX00' },
        other_account: { id: 6, iban: 'XX66' },
      },
    },
  ],
  [
    'by a UUID under the name of a role',
    { pay_to_id: UUID, main_bank_account_id: 'a-1' },
    { bank_accounts: [account, { id: UUID.toUpperCase(), iban: 'XX11' }] },
    {
      vendor: null,
      own: { pay_to: { id: UUID.toUpperCase(), iban: 'XX11' }, main_bank_account: account },
    },
  ],
  [
    'from the records',
    { vendor_id: 'v-1' },
    {
      vendors: [kiln],
      bank_accounts: [{ ...account, vendor_id: 'v-1' }],
      line_items: [
        { ...lines[0], bill_id: 'b-1' },
        { ...lines[1], bill_id: 'b-2' },
      ],
    },
    {
      vendor: { ...kiln, others: { bank_accounts: [{ ...account, vendor_id: 'v-1' }] } },
      own: { line_items: [{ ...lines[0], bill_id: 'b-1' }] },
    },
  ],
  [
    'from the records, by paths',
    { vendor: UUID },
    {
      bank_accounts: [{ ...account, vendor: `/vendors/${UUID}` }],
      line_items: [{ ...lines[0], bill: { '@id': '/bills/b-1' } }],
    },
    {
      vendor: { id: UUID, name: null },
      own: {
        bank_accounts: [{ ...account, vendor: `/vendors/${UUID}` }],
        line_items: [{ ...lines[0], bill: { '@id': '/bills/b-1' } }],
      },
    },
  ],
  [
    'through the vendor',
    { vendor_id: 'v-1' },
    { vendors: [{ ...kiln, account_ids: ['a-1'] }], accounts: [account] },
    { vendor: { ...kiln, others: { account_ids: ['a-1'], accounts: [account] } }, own: {} },
  ],
  [
    'through a vendor in the bill',
    { vendor: { ...kiln, bank_account_id: 'a-1' } },
    records,
    {
      vendor: { ...kiln, others: { bank_account_id: 'a-1', bank_account: account } },
      own: {},
    },
  ],
])('Q-60 a bill has the fields of the records beside it: %s', (_, bill, beside, found) => {
  expect(read(bill, beside)).toEqual(found);
});

test.each<[string, object, object, object]>([
  [
    'two that differ',
    { bank_account: 'a-1' },
    { bank_accounts: [account, { ...account, iban: 'XX22' }] },
    { vendor: null, own: { bank_account: 'a-1' } },
  ],
  [
    'of another kind',
    { vendor_id: '7', bank_account: '7' },
    { accounts: [{ id: '7', name: 'Rent' }], contacts: [{ id: '7', name: 'Jo' }] },
    { vendor: { id: '7', name: null }, own: { bank_account: '7' } },
  ],
  [
    'at its own address',
    { vendor_id: '7' },
    { vendors: [{ ...kiln, id: '7', url: '/vendors/7', links: { self: '/vendors/7' } }] },
    {
      vendor: { ...kiln, id: '7', others: { url: '/vendors/7', links: { self: '/vendors/7' } } },
      own: {},
    },
  ],
  [
    'against own fields',
    { vendor: { id: 'v-1', name: 'Own' }, bank_account: { id: 'a-1', iban: 'XX99' } },
    { vendors: [{ ...kiln, city: 'Oslo' }], bank_accounts: [{ ...account, bic: 'Y' }] },
    {
      vendor: { id: 'v-1', name: 'Own', others: { city: 'Oslo' } },
      own: { bank_account: { id: 'a-1', iban: 'XX99', bic: 'Y' } },
    },
  ],
  [
    'beside another own record',
    { bank_account: { id: 'a-2', iban: 'XX99' }, vendor: 'Own', vendor_id: 'v-1' },
    { vendors: [{ ...kiln, city: 'Oslo' }], bank_accounts: [account] },
    {
      vendor: { id: 'v-1', name: 'Own', others: { city: 'Oslo' } },
      own: { bank_account: { id: 'a-2', iban: 'XX99' } },
    },
  ],
  [
    'of amounts and states',
    { status_id: 'x', total_id: 'x' },
    { statuses: [{ id: 'open', name: 'paid' }], currencies: [{ id: 'EUR', code: 'USD' }] },
    { vendor: null, own: {} },
  ],
])('Q-60 a record takes the place of no other field: %s', (_, bill, beside, found) => {
  expect(read(bill, beside)).toEqual(found);
  expect(listedBill({ data: [{ ...plain, ...bill }], ...beside })).toMatchObject({
    ...{ id: 'b-1', status: 'open', currency: 'EUR', totalCents: 1, amountDueCents: 1 },
  });
});

const entities = {
  bills: { 'b-1': { ...plain, ...byId } },
  vendors: { 'v-1': kiln },
  bank_accounts: { 'a-1': account },
  line_items: { 'l-1': lines[0], 'l-2': lines[1] },
};
const normalized = { result: ['b-1'], entities };
test.each([normalized, { ...normalized, meta: { has_more: false } }, { data: normalized }])(
  'Q-60 a normalized list has bills and records: %j',
  (page) => {
    const found = listedBill(page);
    expect(found).toMatchObject({ id: 'b-1', vendor: kiln, others: whole.own });
    expect(answered({ result: 'b-1', entities })).toEqual(found);
    expect(answered({ result: 'b-2', entities })).toBeUndefined();
  },
);

test('a normalized answer without a record for its id stays as sent', () => {
  expect(listedBill({ result: ['b-2'], entities })).toBeUndefined();
});

const refer = (type: string, id: string) => ({ data: { type, id } });
const asResource = (type: string, { id, ...attributes }: Fields) => ({ type, id, attributes });
const resources = [
  asResource('vendors', kiln),
  asResource('bank-accounts', account),
  ...lines.map((line) => asResource('lines', line)),
];
const relationships = {
  vendor: refer('vendors', 'v-1'),
  bank_account: refer('bank-accounts', 'a-1'),
  line_items: { data: lines.map(({ id }) => ({ type: 'lines', id })) },
};
const resource = { type: 'bills', id: 'b-1', attributes: money, relationships };

/** Like `read`, for a bill in the form of JSON:API. */
function readResource(related: object, included: unknown) {
  const found = listedBill({ data: [{ ...resource, relationships: related }], included });
  const { type: _, ...own } = found?.others ?? {};
  return { vendor: found?.vendor, own };
}

test('Q-60 a bill has the fields of its included resources', () => {
  expect(readResource(relationships, resources)).toEqual(whole);
});

test('Q-60 an included vendor has the fields of its own resources', () => {
  const vendor = {
    ...asResource('vendors', kiln),
    relationships: { account: refer('bank-accounts', 'a-1') },
  };
  expect(
    readResource({ supplier: refer('vendors', 'v-1') }, [vendor, ...resources.slice(1)]),
  ).toEqual({ vendor: { ...kiln, others: { account } }, own: {} });
});

test.each<[string, object, unknown, object]>([
  ['not included', { bank: refer('banks', 'a-1') }, [], { bank: { type: 'banks', id: 'a-1' } }],
  [
    'included twice',
    { bank: refer('bank-accounts', 'a-1') },
    [...resources, asResource('bank-accounts', { ...account, iban: 'XX22' })],
    { bank: { type: 'bank-accounts', id: 'a-1' } },
  ],
  ['of another type', { bank: refer('x', 'a-1') }, resources, { bank: { type: 'x', id: 'a-1' } }],
  ['with links only', { bank: { links: { self: '/a-1' } } }, resources, {}],
  ['to none', { bank: { data: null } }, resources, { bank: null }],
  ['without a list', { bank: refer('x', 'a-1') }, 'x', { bank: { type: 'x', id: 'a-1' } }],
])('Q-60 a reference stays as sent: %s', (_, related, included, own) => {
  expect(readResource(related, included)).toEqual({ vendor: null, own });
});

test('Q-60 resources that refer to each other are read two levels deep', () => {
  const parent = refer('vendors', 'v-1');
  const circle = { ...asResource('vendors', kiln), relationships: { parent } };
  expect(readResource({ vendor: parent }, [circle]).vendor).toEqual({
    ...kiln,
    others: { parent: { ...kiln, parent: parent.data } },
  });
});

const renamed = { ...kiln, name: 'Loom' };
const sent = { ...plain, ...byId };
test.each<[string, unknown, unknown]>([
  ['under its name', { bills: [sent], ...records }, { bill: sent, ...records }],
  ['in the envelope', { data: [sent], included: records }, { data: sent, included: records }],
  ['in a list', { bills: [sent], ...records }, { bills: [sent], ...records }],
  ['beside linked records', { bills: [sent], linked: records }, { bills: [sent], linked: records }],
  [
    'as JSON:API',
    { data: [resource], included: resources },
    { data: resource, included: resources },
  ],
])('Q-60 the answer to an approval shows the bill as its list does: %s', (_, list, answer) => {
  const bill = listedBill(list);
  expect(bill).toMatchObject({ vendor: kiln });
  expect(answered(answer)).toEqual(bill);
  const text = JSON.stringify(answer).replace('"Kiln"', '"Loom"');
  expect(answered(JSON.parse(text))?.vendor).toEqual(renamed);
});

test.each([
  ['by ids', { bills: [sent], ...records }, sent],
  ['as JSON:API', { data: [resource], included: resources }, { data: resource }],
  [
    'by names',
    {
      bills: [{ ...plain, bank_account: 'a-1', line_items: ['l-1', 'l-2'] }],
      ...records,
    },
    { ...plain, bank_account: 'a-1', line_items: ['l-1', 'l-2'] },
  ],
])('Q-60 an answer with the same references shows the known records: %s', (_, list, answer) => {
  const bill = listedBill(list);
  expect(bill?.others).toMatchObject(whole.own);
  const shown = bill && sentFieldsOf(bill);
  const same = answered(answer, shown)?.others ?? {};
  expect({ ...bill?.others, ...same }).toEqual(bill?.others);
  const text = JSON.stringify(answer).replaceAll('a-1', 'a-2');
  const others = answered(JSON.parse(text), shown)?.others ?? {};
  expect({ ...bill?.others, ...others }).not.toEqual(bill?.others);
});

test.each([
  { name: 'operations/1', done: true, response: { bill: { ...plain, vendor: kiln } } },
  { response: { data: { ...plain, vendor: kiln } } },
  { result: { data: { bill: { ...plain, vendor: kiln } } } },
])('Q-61 an object around the bill is not a record of its vendor: %j', (answer) => {
  expect(answered(answer)).toEqual(listedBill({ data: [{ ...plain, vendor: kiln }] }));
});

test.each([
  { done: false, response: plain },
  { done: false },
  { done: true, error: { code: 9, message: 'Period closed' } },
  { done: true, error: {} },
])('Q-61 an operation that has not finished or failed confirms nothing: %j', (operation) => {
  expect(answered({ name: 'operations/1', ...operation })).toBeUndefined();
});

test.each([
  { bills: [sent], failed: [{ id: 'x', name: 'y' }] },
  { bills: [sent], meta: { has_more: true } },
  { bills: [sent, { ...sent, id: 'b-2' }], linked: records },
])('a list with more than the bill and its records confirms nothing: %j', (answer) => {
  expect(answered(answer)).toBeUndefined();
});

test('Q-60 the users and organizations beside a bill are not part of it', () => {
  const user = '5b1d2c3e-9f04-4a11-8c22-000000000001';
  const bill = { created_by_id: user, user_id: user, organization: 'o-1', approver: user };
  const beside = {
    users: [{ id: user, name: 'Ann', last_login: '2026-11-30' }],
    organizations: [{ id: 'o-1', bills_open: 12 }],
  };
  expect(read(bill, beside).own).toEqual(read(bill, {}).own);
});

test('Q-60 accounts that all refer to each other make a bill too large, and reading it ends', () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => `a-${n}`);
  const bank_accounts = ids.map((id) => ({ id, bank_account_ids: ids }));
  expect(
    listedBill({ data: [{ ...plain, bank_account_ids: ids }], bank_accounts }),
  ).toBeUndefined();
});
