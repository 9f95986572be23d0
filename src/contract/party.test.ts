import { expect, test } from 'vitest';
import { organizationName } from './organization.ts';
import { unwrapped } from './items/bill-forms.ts';
import { withRecordsBeside } from './items/included.ts';
import { sentBillSchema, sentInvoiceSchema, sentOrganizationSchema } from './items/sent-items.ts';
import { isOtherParty, nameOf, partyOfSavedVendor, type Party } from './party.ts';
import { readParty, withTextId } from './body/read-party.ts';

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';
const OTHER_UUID = '89E0C1F2-5A3B-4C6D-8E7F-0123456789AC';

test.each<[string, Record<string, unknown>, string | null, string | null]>([
  ['id and name', { id: 'v-1', name: 'Harbour Glass' }, 'v-1', 'Harbour Glass'],
  ['a display name', { id: 'v-1', display_name: 'Harbour Glass' }, 'v-1', 'Harbour Glass'],
  ['camel case', { vendorId: 'v-1', displayName: 'Harbour Glass' }, 'v-1', 'Harbour Glass'],
  ['capitals', { ID: 31, Name: 'Harbour Glass' }, '31', 'Harbour Glass'],
  ['a prefix', { vendor_id: 'v-1', vendor_name: 'Harbour Glass' }, 'v-1', 'Harbour Glass'],
  [
    'another prefix',
    { supplier_uuid: 'v-1', SupplierTitle: 'Harbour Glass' },
    'v-1',
    'Harbour Glass',
  ],
  [
    'an empty display name',
    { uuid: 'v-1', display_name: null, legal_name: 'Harbour Glass' },
    'v-1',
    'Harbour Glass',
  ],
  [
    'a name of blanks',
    { id: 'v-1', name: '  ', company_name: 'Harbour Glass' },
    'v-1',
    'Harbour Glass',
  ],
  [
    'its own id before that of its organization',
    { organization_id: 'o-1', id: 'v-1' },
    'v-1',
    null,
  ],
  ['entities', { name: 'O&#39;Brien &amp; Co' }, null, "O'Brien & Co"],
  ['entities in other forms', { name: '&#xFC;&QUOT;&nbsp;x' }, null, 'ü" x'],
  [
    'what only looks like one',
    { name: 'AT&T; &x1; &#0; &#xD800; &#9999999;' },
    null,
    'AT&T; &x1; &#0; &#xD800; &#9999999;',
  ],
  ['a direction mark as an entity', { name: 'Har&#x202e;bour' }, null, 'Harbour'],
  ['a name in parts', { id: 'v-1', name: { first: 'A', full: 'A Kiln' } }, 'v-1', 'A Kiln'],
  ['a name in words', { name: { legal_name: 'Kiln Ltd.' } }, null, 'Kiln Ltd.'],
  ['a name in languages', { id: 'v-1', name: { en: 'Kiln' } }, 'v-1', null],
  ['a kind and no more', { vendor: 'x', organization: 'y' }, null, null],
  ['other fields', { iban: 'XX01' }, null, null],
])('a party’s id and name are found: %s', (_name, sent, id, name) => {
  expect([readParty(sent).id, readParty(sent).name]).toEqual([id, name]);
});

test('all other fields of a party stay as sent, without direction marks', () => {
  const sent = {
    id: 'v-1',
    display_name: 'Har\u202ebour',
    bank: { iban: 'XX\u202e01' },
    tags: [1],
  };
  expect(readParty(sent)).toEqual({
    ...{ id: 'v-1', name: 'Harbour' },
    others: { bank: { iban: 'XX01' }, tags: [1] },
  });
});

test.each<[Record<string, unknown>, unknown]>([
  [{ name: { full: 'Kiln', first: 'A' } }, undefined],
  [{ company: { name: 'Kiln', iban: 'XX01' } }, { company: { name: 'Kiln', iban: 'XX01' } }],
])('the other fields of a name in an object stay: %j', (sent, others) => {
  expect(readParty(sent).others).toEqual(others);
});

test('the name to show falls back to the id', () => {
  const parties: (Party | null)[] = [
    { id: 'v', name: 'Kiln' },
    { id: 'v', name: null },
    { id: null, name: null },
    null,
  ];
  expect(parties.map(nameOf)).toEqual(['Kiln', 'v', null, null]);
});

test.each<[string, Record<string, unknown> | null, Record<string, unknown> | null, boolean]>([
  ['another id', { id: '1', name: 'A' }, { id: '2', name: 'A' }, true],
  ['another name of one id', { id: '1', name: 'A' }, { id: '1', name: 'B' }, false],
  ['another display name without an id', { display_name: 'A' }, { display_name: 'B' }, true],
  ['the same name under another key', { name: 'A' }, { legalName: 'A' }, false],
  ['an id that came', { name: 'A' }, { id: '1', name: 'A' }, false],
  ['an id that came where there was nothing', {}, { id: '1' }, true],
  ['nothing where there was nothing', {}, {}, false],
  ['a name that came in place of an id', { id: '1' }, { name: 'A' }, false],
  ['a vendor that is left out', { id: '1', name: 'A' }, null, false],
  ['a vendor where there was none', null, { display_name: 'A' }, true],
])('a changed payee is recognized: %s', (_name, before, after, isOther) => {
  const party = (sent: Record<string, unknown> | null) => (sent === null ? null : readParty(sent));
  expect(isOtherParty(party(before), party(after))).toBe(isOther);
});

test.each([
  [{ id: 'o-1', name: 'Kiln & Co' }, 'o-1', 'Kiln & Co'],
  [{ uuid: 'o-1', legal_name: 'Kiln & Co' }, 'o-1', 'Kiln & Co'],
  [{ OrganizationId: 7, DisplayName: 'Kiln & Co' }, '7', 'Kiln & Co'],
  [{ id: 'o-1', name: ' ' }, 'o-1', 'o-1'],
  [{ id: 1, uuid: UUID, name: 'Kiln & Co' }, UUID, 'Kiln & Co'],
  [{ id: 'org_1', organization_uuid: UUID }, UUID, UUID],
  [{ id: UUID, uuid: OTHER_UUID, name: 'Kiln & Co' }, UUID, 'Kiln & Co'],
  [{ id: 'o-1', uuid: 'o-2' }, 'o-1', 'o-1'],
  [{ id: 'o-1', customer_uuid: UUID }, 'o-1', 'o-1'],
  [UUID, UUID, UUID],
  [{ id: 'm-1', role: 'x', organization: { id: 'o-1', name: 'Kiln & Co' } }, 'o-1', 'Kiln & Co'],
  [{ id: 'm-1', org: { uuid: 'o-1' } }, 'o-1', 'o-1'],
  [{ id: 'o-1', organization: { name: 'Kiln & Co' } }, 'o-1', 'o-1'],
  [{ id: 'o-1', name: 'Kiln', organization: { id: 'o-2', name: 'Group' } }, 'o-1', 'Kiln'],
  [{ id: 'o-1', attributes: { name: 'Kiln & Co' } }, 'o-1', 'Kiln & Co'],
  [{ id: OTHER_UUID, organization_id: UUID, role: 'x' }, UUID, UUID],
  [{ id: UUID, organization_id: 'o-2', name: 'Kiln' }, UUID, 'Kiln'],
])('an organization is read as a party: %j', (sent, id, name) => {
  const read = sentOrganizationSchema.parse(sent);
  expect([read.id, organizationName(read)]).toEqual([id, name]);
});

test.each([
  [{ id: 'i-1', memo: 'x' }, 'i-1'],
  [{ id: 7, memo: 'x' }, '7'],
  [{ invoice_id: 'i-1', uuid: 'i-2', memo: 'x' }, 'i-2'],
  [{ id: Infinity, memo: 'x' }, null],
  [{ memo: 'x' }, null],
  [[], null],
  [7, null],
  [null, null],
])('an invoice has its id as text, and its fields: %j', (sent, id) => {
  const read = sentInvoiceSchema.safeParse(sent);
  expect(read.data ?? null).toEqual(id === null ? null : { ...Object(sent), id });
});

test.each<[object, object]>([
  [
    { InvoiceNumber: 'S-1', issueDate: 'x', dueDate: 'y', 'Created-At': 'z', noteToCustomer: 'n' },
    {
      invoice_number: 'S-1',
      issue_date: 'x',
      due_date: 'y',
      created_at: 'z',
      note_to_customer: 'n',
    },
  ],
  [
    { totalCents: '1250', amountDueCents: 50, taxAmountCents: '1.5', balanceCents: '7.0' },
    { total_cents: 1250, amount_due_cents: 50, tax_amount_cents: '1.5', balance_cents: 7 },
  ],
  [
    { total_cents: 1, totalCents: 2 },
    { total_cents: 1, totalCents: 2 },
  ],
  [{ currency: { code: 'EUR' } }, { currency: 'EUR' }],
  [
    { type: 'invoices', attributes: { totalCents: 1, status: 'SENT' }, links: { self: '/i' } },
    { type: 'invoices', total_cents: 1, status: 'sent' },
  ],
  [{ Status: 'OVERDUE' }, { status: 'overdue' }],
  [{ status: 'Partially Paid' }, { status: 'partially_paid' }],
  [{ status: 'partially-paid' }, { status: 'partially_paid' }],
  [{ status: { id: 1, name: 'DRAFT' } }, { status: 'draft' }],
  [{ status: 'INVOICE_STATUS_PARTIALLY_PAID' }, { status: 'partially_paid' }],
  [{ status: 'invoice_status_' }, { status: 'invoice_status_' }],
  [
    { issue_date: [2026, 11, 24], due_date: { year: 2026, month: 12, day: 1 } },
    { issue_date: '2026-11-24', due_date: '2026-12-01' },
  ],
  [
    { due_date: 1_796_083_200_000, created_at: 1_796_083_200_123, sent_at: '1796083200.5' },
    {
      due_date: '2026-12-01',
      created_at: '2026-12-01T00:00:00.123Z',
      sent_at: '2026-12-01T00:00:00.500Z',
    },
  ],
  [{ updated_at: [2026, 12, 1, 9, 30] }, { updated_at: '2026-12-01T09:30' }],
  [
    { issue_date: '3/4/2026', terms: 1_796_083_200 },
    { issue_date: '3/4/2026', terms: 1_796_083_200 },
  ],
  [{ status: 'Canceled' }, { status: 'canceled' }],
  [{ status: 'In Dispute' }, { status: 'In Dispute' }],
  [{ status: 7 }, { status: 7 }],
])('Q-60 an invoice is read under the usual names: %j', (sent, expected) => {
  expect(sentInvoiceSchema.parse({ id: 'i', ...sent })).toEqual({ id: 'i', ...expected });
});

test.each<[unknown, Party | null]>([
  [
    { id: 'v', name: 'Kiln', iban: 'XX01' },
    { id: 'v', name: 'Kiln', others: { iban: 'XX01' } },
  ],
  [{}, { id: null, name: null, others: {} }],
  ['Kiln', null],
  [null, null],
])('J-60 a vendor saved by an earlier version is read: %j', (saved, party) => {
  expect(partyOfSavedVendor(saved)).toEqual(party);
});

test.each([{ name: 'no id' }, 7, null, 'Kiln', { id: 'Büro' }])(
  'these are no organizations: %j',
  (sent) => {
    expect(sentOrganizationSchema.safeParse(sent).success).toBe(false);
  },
);

test.each([[{ name: 'Harbour Glass' }], [7], [null]])(
  'an item without an id stays as it was sent: %j',
  (sent) => {
    expect(withTextId(sent)).toBe(sent);
  },
);

test('an organization whose name is blank is shown by its id', () => {
  const names = [' ', null, ' Acme'].map((name) => organizationName({ id: 'o-1', name }));
  expect(names).toEqual(['o-1', 'o-1', ' Acme']);
});

const kiln = { id: 'v-1', name: 'Kiln' };
const loom = { id: 'v-2', name: 'Loom' };

test.each<[string, unknown, object, string | null]>([
  ['under included', { included: { vendors: [loom, kiln] } }, { vendor_id: 'v-1' }, 'Kiln'],
  ['under linked', { linked: { suppliers: [kiln] } }, { supplier_id: 'v-1' }, 'Kiln'],
  ['beside the bills', { vendors: [kiln, loom] }, { vendor: { id: 'v-1' } }, 'Kiln'],
  ['in _embedded', { _embedded: { Vendors: [kiln] } }, { vendor_id: 'v-1' }, 'Kiln'],
  [
    'as a path',
    { vendors: [{ '@id': '/vendors/7', name: 'Kiln' }] },
    { vendor: '/vendors/7' },
    'Kiln',
  ],
  ['as a number', { vendors: [{ id: 7, name: 'Kiln' }] }, { vendor_id: '7' }, 'Kiln'],
  [
    'by type',
    {
      included: [
        { type: 'customers', ...loom, id: 'v-1' },
        { type: 'vendors', id: 'v-1', attributes: kiln },
      ],
    },
    { vendor_id: 'v-1' },
    'Kiln',
  ],
  [
    'under two names',
    { vendors: [kiln, { ...loom, id: 'v-1' }, kiln] },
    { vendor_id: 'v-1' },
    null,
  ],
  ['under no such id', { vendors: [loom] }, { vendor_id: 'v-1' }, null],
  ['against the bill', { vendors: [{ ...loom, id: 'v-1' }] }, { vendor: kiln }, 'Kiln'],
])('Q-60 a bill’s vendor may be listed beside the bills: %s', (_, page, bill, name) => {
  const sent = { id: 'b', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
  const [read] = withRecordsBeside([{ ...sent, ...bill }], page, unwrapped);
  expect(sentBillSchema.parse(read).vendor?.name).toBe(name);
});

test('Q-60 a vendor beside the bills has its bank details too', () => {
  const page = { vendors: [{ ...kiln, iban: 'XX00' }] };
  const sent = { id: 'b', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
  const read = (beside: object) => {
    const [bill] = withRecordsBeside([{ ...sent, vendor_id: 'v-1' }], beside, unwrapped);
    return sentBillSchema.parse(bill).vendor;
  };
  expect(read(page)).toEqual({ ...kiln, others: { iban: 'XX00' } });
  // Two records with one name: the name is known, the rest is not.
  expect(read({ ...page, included: [{ type: 'vendors', ...kiln }] })).toEqual(kiln);
});

const sentBill = { id: 'b', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const read = (vendor: unknown, beside: object = {}) =>
  sentBillSchema.safeParse({ ...sentBill, ...beside, vendor });
const within = { id: 'v', name: 'Kiln' };

test.each<[Record<string, unknown>, string | null, string | null]>([
  [{ __typename: 'VendorEdge', node: within }, 'v', 'Kiln'],
  [{ _embedded: { vendor: within } }, 'v', 'Kiln'],
  [{ embedded: { supplier: within } }, 'v', 'Kiln'],
  [{ LIFNR: '0001', NAME1: 'Kiln', NAME2: '' }, '0001', 'Kiln'],
  [{ LIFNR: '0001', NAME1: 'Kiln', NAME2: 'Ltd.', ORT01: 'Oslo' }, '0001', 'Kiln Ltd.'],
  [{ id: 'v', name: { de: 'Kiln GmbH', en: 'Kiln' } }, 'v', 'Kiln'],
  [{ id: 'v', display_name: { de: null, fr: 'Kiln', 'en-US': ' ' } }, 'v', 'Kiln'],
  [{ id: 'v', names: ['Kiln'] }, 'v', 'Kiln'],
  [{ id: 'v', names: [{ name: 'Kiln', from: '2020' }] }, 'v', 'Kiln'],
  [{ id: 'v', organization: { name: 'Kiln' } }, 'v', 'Kiln'],
  [{ id: 'v', Organisation: { id: 'v', legal_name: 'Kiln' } }, 'v', 'Kiln'],
  [{ id: 'v', person: { given_name: 'Ada', family_name: 'Kiln' } }, 'v', 'Ada Kiln'],
  [{ id: 'v', vendor_email: 'a@kiln.test' }, 'v', 'a@kiln.test'],
  [{ email: 'a@kiln.test' }, null, 'a@kiln.test'],
  [{ supplier: within }, 'v', 'Kiln'],
  [{ edges: [{ node: within }] }, 'v', 'Kiln'],
  [{ Kreditor: { Nummer: '7', Name1: 'Kiln' } }, null, 'Kiln'],
  [{ id: 'v', '#text': 'Kiln' }, 'v', 'Kiln'],
  [{ '@code': 'v', $t: 'Kiln' }, null, 'Kiln'],
  [{ ref: 'v', bezeichnung: 'Kiln' }, null, 'Kiln'],
  [{ id: 'v', nombre: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', razon_social: 'Kiln' }, 'v', 'Kiln'],
  [{ creditor: within, payee: {} }, 'v', 'Kiln'],
  [{ edges: [within, within] }, 'v', 'Kiln'],
  // Two companies, or a bank.
  [{ creditor: within, payee: { name: 'Factor' } }, null, null],
  [{ edges: [within, { ...within, name: 'Oven' }] }, null, null],
  [{ bank: within }, null, null],
])('the vendor %j has the id %s, the name %s, and all its other fields', (sent, id, name) => {
  const others = Object.fromEntries(Object.entries(sent).filter(([key]) => key !== 'id'));
  expect(read(sent).data?.vendor).toEqual({ id, name, others });
});

test('a text that XML became an object of is read as the text', () => {
  for (const key of ['$t', '#text', '_text']) {
    const wrapped = (text: string): object => ({ [key]: text });
    const vendor = { id: wrapped('v'), name: wrapped('Kiln') };
    const bill = {
      bill_number: wrapped('B-1'),
      total_cents: wrapped('7'),
      due_date: wrapped('2026-03-18'),
    };
    expect(read(vendor, bill).data).toMatchObject({
      ...{ billNumber: 'B-1', totalCents: 7, dueDate: '2026-03-18' },
      vendor: { id: 'v', name: 'Kiln' },
    });
    expect(read(vendor, { memo: { '@xsi:nil': 'true' } }).data?.memo).toBe(null);
    expect(read(wrapped('Kiln')).data?.vendor).toEqual({ id: null, name: 'Kiln' });
    expect(read(vendor, { total_cents: { ...wrapped('7'), '@currency': 'USD' } }).success).toBe(
      false,
    );
  }
});

test.each<[Record<string, unknown>, object, string | null]>([
  [{ id: 'v', names: ['Kiln', 'Loom'] }, {}, null],
  [{ id: 'v', name: { en: 'Kiln', code: 'x' } }, {}, null],
  [{ id: 'v', name: { en: UUID } }, {}, null],
  // A tenant, or another person.
  [{ id: 'v', organization: { id: 'o', name: 'Buyer' } }, {}, null],
  [{ id: 'v', person: { id: 'p', name: 'Ada' } }, {}, null],
  [{ id: 'v', email: 'none' }, {}, null],
  [{ id: 'v', organization: { name: 'x' }, email: 'a@b.test' }, { vendor_name: 'Kiln' }, 'Kiln'],
  [{ id: 'v', email: 'a@b.test' }, { supplier: { id: 'w', name: 'x' } }, 'a@b.test'],
  [{ id: null, name: '', address: {} }, {}, null],
  [{ id: null, Kurz: 'x' }, { vendor_name: 'Kiln' }, 'Kiln'],
  [{}, {}, null],
])('the vendor %j beside %j has the name %s', (sent, beside, name) => {
  expect(read(sent, beside).data?.vendor?.name).toBe(name);
});
