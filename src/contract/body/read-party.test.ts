import { expect, test } from 'vitest';
import { withRecordsBeside } from '../items/included.ts';
import type { Fields } from '../party.ts';
import { readOrganization } from '../items/read-organization.ts';
import { readParty, withTextId } from './read-party.ts';
import { readVendor, readVendorBeside, readVendorOfBill } from '../items/read-vendor.ts';

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';
const OTHER = '99e0c1f2-5a3b-4c6d-8e7f-0123456789ab';

test.each<[string, unknown, unknown]>([
  ['a UUID', UUID, { id: UUID, name: null }],
  [
    'a UUID without hyphens',
    UUID.replaceAll('-', ''),
    { id: UUID.replaceAll('-', ''), name: null },
  ],
  ['another text', 'Kiln', { id: null, name: null }],
  ['nothing', null, { id: null, name: null }],
  ['an id and a name', { id: 7, name: 'Kiln' }, { id: '7', name: 'Kiln' }],
  ['a UUID beside an id', { id: 7, uuid: UUID, name: 'Kiln' }, { id: UUID, name: 'Kiln' }],
  ['a public UUID beside an id', { id: 42, public_id: UUID, name: 'K' }, { id: UUID, name: 'K' }],
  ['a uid beside an id', { id: 42, uid: UUID, name: 'K' }, { id: UUID, name: 'K' }],
  [
    'a UUID beside another one',
    { id: UUID, public_id: OTHER, uid: OTHER, name: 'K' },
    { id: UUID, name: 'K' },
  ],
  ['no UUID beside an id', { id: 42, uid: 'u-7', name: 'K' }, { id: '42', name: 'K' }],
  ...['company', 'business', 'tenant', 'workspace', 'account', 'node'].map(
    (key): [string, unknown, unknown] => [
      `a ${key} in a row`,
      { id: OTHER, [key]: { id: UUID, name: 'K' } },
      { id: UUID, name: 'K' },
    ],
  ),
  ...['item', 'resource', 'record'].map((key): [string, unknown, unknown] => [
    `fields with an id beside another ${key}`,
    { id: UUID, [key]: { id: OTHER, name: 'Starter plan' } },
    { id: UUID, name: null },
  ]),
  [
    'an organization’s UUID beside its own',
    { id: OTHER, org_id: UUID, name: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  ['an organization_guid', { name: 'Kiln', organisation_guid: UUID }, { id: UUID, name: 'Kiln' }],
  [
    'the id of something else',
    { id: 7, my_org_id: UUID, org_id_old: UUID, name: 'Kiln' },
    { id: '7', name: 'Kiln' },
  ],
  [
    'a membership',
    { id: 1, role: 'x', organization: { id: UUID, name: 'Kiln' } },
    { id: UUID, name: 'Kiln' },
  ],
  ['a membership in short', { org: { id: UUID, name: 'Kiln' } }, { id: UUID, name: 'Kiln' }],
  [
    'a membership without an organization',
    { id: 7, organization: { name: 'Kiln' } },
    { id: '7', name: null },
  ],
  ['a name with a membership', { id: 7, name: 'Kiln', org: { id: 8 } }, { id: '7', name: 'Kiln' }],
  [
    'a connection of a tenant',
    { id: OTHER, tenantId: UUID, tenantName: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'a resource with a path for a name',
    { name: `organizations/${UUID}`, displayName: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'a path inside a name',
    { id: 7, name: 'my organizations/8' },
    { id: '7', name: 'my organizations/8' },
  ],
  [
    'a tenant’s old name',
    { id: 7, old_tenant_name: 'Loom', tenant_name_2: 'Birch' },
    { id: '7', name: null },
  ],
  [
    'a path beside other names',
    { name: 'organizations/8', displayNameOld: 'Loom', oldDisplayName: 'Birch' },
    { id: '8', name: null },
  ],
  [
    'a UUID under attributes',
    { id: 1, attributes: { uuid: UUID, name: 'Kiln' } },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'a UUID around a company with a number',
    { id: UUID, role: 'x', company: { id: 5, name: 'Kiln' } },
    { id: UUID, name: 'Kiln' },
  ],
  ['a reference with a name', { id: UUID, refName: 'Kiln' }, { id: UUID, name: 'Kiln' }],
  [
    'the name of a unit',
    { id: UUID, BusinessUnitId: 1, BusinessUnitName: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'a UUID for a name',
    { name: UUID, company_name: 'Kiln', doctype: 'Company' },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'the only UUID under another id',
    { entity_id: UUID, entity_name: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  ['two UUIDs under other ids', { entity_id: UUID, owner_id: OTHER }, { id: null, name: null }],
  ['an account', { account_id: UUID, account_name: 'Kiln' }, { id: UUID, name: 'Kiln' }],
  ['a profile', { id: UUID, profile: { name: 'Kiln' } }, { id: UUID, name: 'Kiln' }],
  ['a tenant without a name', { tenantId: UUID }, { id: UUID, name: null }],
  [
    'a French name beside the only UUID',
    { identifiant: UUID, raison_sociale: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'an Italian name beside the only UUID',
    { codice: UUID, denominazione: 'Kiln' },
    { id: UUID, name: 'Kiln' },
  ],
  ['a UUID under another key without a name', { identifiant: UUID }, { id: null, name: null }],
  [
    'two UUIDs under other keys',
    { codice: UUID, gruppo: OTHER, denominazione: 'Kiln' },
    { id: null, name: 'Kiln' },
  ],
  [
    'a name beside its contact',
    { id: UUID, raison_sociale: 'Kiln', contact: { name: 'Ana' } },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'two words beside a company',
    { id: UUID, name: 'Harbour Glass', company: 'Group' },
    { id: UUID, name: 'Harbour Glass' },
  ],
  [
    'names in several languages',
    { id: UUID, name_ar: 'فرن', name_en: 'Kiln', name_no: 7 },
    { id: UUID, name: 'Kiln' },
  ],
  [
    'the name of a company code',
    { id: UUID, BUKRS: '1000', BUTXT: 'Kiln AG' },
    { id: UUID, name: 'Kiln AG' },
  ],
  [
    'the name of a company code in a membership',
    { id: OTHER, role: 'x', company: { id: UUID, BUTXT: 'Kiln AG' } },
    { id: UUID, name: 'Kiln AG' },
  ],
  ...['plan', 'permissions', 'tier', 'environment', 'access_level', 'fiscal_year', 'license'].map(
    (key): [string, unknown, unknown] => [
      `a ${key} alone`,
      { id: UUID, [key]: 'Business Plus' },
      { id: UUID, name: null },
    ],
  ),
  [
    'an organization under another key',
    { id: 7, my_org: { id: UUID }, orgs: { id: UUID } },
    { id: '7', name: null },
  ],
  [
    'an organization whose only text is its name',
    { id: UUID, idStructure: 25, designationStructure: 'Commune de Villeneuve', statut: 'ACTIF' },
    { id: UUID, name: 'Commune de Villeneuve' },
  ],
  [
    'an organization with texts that are no names',
    { id: UUID, plan: 'Pro Plus', currency: 'EUR', country: 'France', mail: 'a@kiln.test' },
    { id: UUID, name: null },
  ],
  [
    'an organization with two texts',
    { id: UUID, appellation: 'Kiln Ltd', autre: 'Kiln Holding' },
    { id: UUID, name: null },
  ],
])('Q-60 an organization is read from %s', (_, sent, read) => {
  expect(readOrganization(sent)).toEqual(read);
});

const kiln = { id: 'v', name: 'Kiln' };
test.each<[string, Record<string, unknown>, unknown]>([
  ['fields of the bill', { vendor_id: 'v', supplierName: 'Kiln', id: 'b' }, kiln],
  ['a name alone', { vendor_name: 'Kiln' }, { id: null, name: 'Kiln' }],
  ['an id alone', { vendor_id: 'v' }, { id: 'v', name: null }],
  ['nothing', { id: 'b', name: 'March', of_vendor_name: 'x' }, null],
  ['a supplier', { supplier: { id: 'v', name: 'Kiln' } }, kiln],
  ['text of a supplier', { supplier: 'Kiln' }, { id: null, name: 'Kiln' }],
  ['a detail with the same id', { vendor_id: 'v', contact: { id: 'v', name: 'Kiln' } }, kiln],
  ['a detail without an id', { vendor_id: 'v', vendor_detail: { name: 'Kiln' } }, kiln],
  [
    'a contact with another id',
    { vendor_id: 'v', contact: { id: 'w', name: 'Jo' } },
    { id: 'v', name: null },
  ],
  ['a detail without a name', { vendor_id: 'v', contact: { id: 'v' } }, { id: 'v', name: null }],
  ['expanded objects', { expand: { vendor: kiln } }, kiln],
  ['embedded objects', { _embedded: { supplier: kiln } }, kiln],
  ['relations', { relations: { vendors: kiln } }, kiln],
  ['a creditor', { creditor: kiln }, kiln],
  ['a partner', { partner_id: [7, 'Kiln'] }, { id: '7', name: 'Kiln' }],
  ['the name of a partner', { vendor_id: 'v', partner_name: 'Kiln' }, kiln],
  ['a supplier in another language', { fornecedor: { id: 'v', razao_social: 'Kiln' } }, kiln],
  ['a text in another language', { Lieferant: 'Kiln', vendor_id: 'v' }, kiln],
  ['a name in another language', { nome_do_fornecedor: 'Kiln', vendor_id: 'v' }, kiln],
  ['a name behind its noun', { proveedor_nombre: 'Kiln' }, { id: null, name: 'Kiln' }],
  ['the address of a supplier', { fornecedor_endereco: 'Rua 1', fornecedor: 8821 }, null],
  [
    'a party of UBL',
    { AccountingSupplierParty: { Party: { PartyName: [{ Name: { _: 'Kiln' } }] } } },
    { id: null, name: 'Kiln' },
  ],
  [
    'a party of UBL beside the buyer',
    {
      AccountingCustomerParty: { Party: { PartyName: { Name: 'We' } } },
      accounting_supplier_party: { party: { party_name: { name: 'Kiln' } } },
    },
    { id: null, name: 'Kiln' },
  ],
])('a vendor is read from %s', (_, fields, read) => {
  expect(readVendorOfBill(fields)).toEqual(read);
});

test.each<[Record<string, unknown>, string | null, string | null]>([
  [{ ContactID: 'v', ContactName: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', fullyQualifiedName: 'Kiln &amp;amp; Co' }, 'v', 'Kiln &amp; Co'],
  [{ name: 'Kiln', contact_name: 'Jo' }, null, 'Kiln'],
  [{ label: 'Kiln', contact_name: 'Jo' }, null, 'Kiln'],
  [
    { id: 'v', contact_id: 'w', bank_name: 'Bank', user_name: 'jo', first_nickname: 'J' },
    'v',
    null,
  ],
  [{ id: 'v', country_name: 'Norway' }, 'v', null],
  [{ iban: 'XX01' }, null, null],
  [{ id: 'v', refName: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', descriptor: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', displayed_as: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', trading_name: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', firma: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', lastname_company: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', properties: { name: 'Kiln' } }, 'v', 'Kiln'],
  [{ id: 'v', profile: { display_name: 'Kiln' } }, 'v', 'Kiln'],
  [{ id: 'v', vendor: { name: 'Kiln' } }, 'v', 'Kiln'],
  [{ id: 'v', vendor: { id: 'w', name: 'Kiln' } }, 'v', null],
  [{ id: 'v', payee: { name: 'Factor' } }, 'v', null],
  [{ payee: { name: 'Factor' } }, null, 'Factor'],
  [{ CardCode: 'v', CardName: 'Kiln' }, null, 'Kiln'],
  [{ VendorAccountNumber: 'v', VendorOrganizationName: 'Kiln' }, null, 'Kiln'],
  [{ SupplierNumber: '9', SupplierId: 300_102, Supplier: 'Kiln' }, '300102', 'Kiln'],
  // A name that is a number of the vendor is its id beside another name.
  [{ name: 'SUP-2024-00010', supplier_name: 'Kiln' }, 'SUP-2024-00010', 'Kiln'],
  [{ id: 'v', name: 'SUP-2024-00010', supplier_name: 'Kiln' }, 'v', 'Kiln'],
  [{ id: 'v', name: 'SUP-2024-00010' }, 'v', 'SUP-2024-00010'],
  [{ id: 'v', name: 'SUP-2024-00010', title: 'Dr.' }, 'v', 'SUP-2024-00010'],
  ...['type', 'former', 'previous_legal', 'currency', 'payment_term', 'file', 'owner'].map(
    (word): [Record<string, unknown>, string, null] => [
      { id: 'v', [`${word}_name`]: 'X' },
      'v',
      null,
    ],
  ),
])('the vendor %j has the id %s and the name %s', (sent, id, name) => {
  const read = readVendor(sent);
  expect([read.id, read.name]).toEqual([id, name]);
});

test('beside a reference, a contact or payee is not the vendor', () => {
  const fields = { contact: kiln, Payee: kiln, creditor: kiln };
  expect([
    readVendorBeside(fields),
    readVendorBeside({ ...fields, payee_ref: 'x', supplier: kiln }),
  ]).toEqual([null, kiln]);
});

const bill = { id: 'b', vendor: { id: 'v' } };
const named = { id: 'b', vendor: { id: 'v', name: 'Kiln' } };
const asIs = (sent: Fields): Fields => sent;
test.each<[string, unknown, unknown]>([
  ['a list', { vendors: [kiln] }, named],
  ['a map', { Suppliers: { v: { name: 'Kiln' } } }, named],
  ['included objects', { included: [{ type: 'vendors', ...kiln }] }, named],
  ['an included company', { included: [{ type: 'Company', ...kiln }] }, named],
  ['included lists', { included: { vendors: [kiln] } }, named],
  ['linked lists', { linked: { suppliers: [kiln] } }, named],
  ['embedded lists', { _embedded: { vendors: [kiln] } }, named],
  ['lists under data', { data: { vendors: [kiln] } }, named],
  ['the same twice', { vendors: [kiln, kiln] }, named],
  ['two names', { vendors: [kiln, { id: 'v', name: 'Oven' }] }, bill],
  ['another vendor', { vendors: [{ id: 'w', name: 'Oven' }] }, bill],
  ['a vendor without an id', { vendors: [{ name: 'Kiln' }] }, bill],
  ['an included person', { included: [{ type: 'user', ...kiln }] }, bill],
  ['an included type in numbers', { included: [{ type: 7, ...kiln }] }, bill],
  ['parts of a party', { included: [{ type: 'vendor_part', ...kiln }] }, bill],
  ['lists in any object', { extra: { vendors: [kiln] } }, named],
  ['lists of other vendors', { my_vendors: [kiln], vendors_old: [kiln] }, bill],
  ['nothing', null, bill],
])('a vendor’s name may stand beside the bills, in %s', (_, page, read) => {
  expect(withRecordsBeside([bill], page, asIs)).toEqual([read]);
});

test('names beside the bills do not replace names, but complete flat ids', () => {
  const bills = [
    { vendor: { id: 'v', name: 'Own' } },
    { vendor_id: 'v' },
    { vendor_id: 'v', vendor_name: 'Own' },
    {},
  ];
  expect(withRecordsBeside(bills, { vendors: [kiln] }, asIs)).toEqual([
    bills[0],
    { vendor_id: 'v', vendor: kiln },
    { ...bills[2], vendor: { id: 'v', name: 'Own' } },
    {},
  ]);
});

test('a page that is too deep for recursion names no vendors beside its bills', () => {
  const page = JSON.parse(`{"vendors":[${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}]}`);
  expect(withRecordsBeside([bill], page, asIs)).toEqual([bill]);
});

test.each<[Record<string, unknown>, string | null]>([
  [{ name: { full: 'Kiln' } }, 'Kiln'],
  [{ name: { display_name: 'Kiln' } }, 'Kiln'],
  [{ name: { name: 'Kiln' } }, 'Kiln'],
  [{ name: { nickname: 'Kiln', names: 'x', fullnames: 'y' } }, null],
  [{ name: { first: 'Jo', last: 'Kiln' } }, 'Jo Kiln'],
  [{ name: { givenName: 'Jo', familyName: 'Kiln' } }, 'Jo Kiln'],
  [{ name: { surname: 'Kiln' } }, 'Kiln'],
  [
    {
      name: {
        firsts: 'x',
        lasting: 'y',
        surnames: 'z',
        mysurname: 'a',
        thefirst: 'b',
        atlast: 'c',
      },
    },
    null,
  ],
  [{ name: { value: 'Kiln', locale: 'en' } }, 'Kiln'],
  [{ name: { value: 'v7', displayValue: 'Kiln' } }, 'Kiln'],
  [{ display_name: { value: 'v7', text: 'Kiln' } }, 'Kiln'],
  [{ name: { display_value: ' ', text: null, value: 'Kiln' } }, 'Kiln'],
  ...[UUID, 7, '7', '/vendors/7', true, { name: 'x' }].map(
    (value): [Record<string, unknown>, null] => [{ name: { value } }, null],
  ),
  [{ name: UUID }, null],
  [{ name: 'n/a' }, null],
  [{ name: '\u200B' }, null],
])('a party’s name is text or has parts: %j', (fields, name) => {
  expect(readParty(fields).name).toBe(name);
});

test.each([
  [{ name: 'vendors/5', display_name: 'Quartz' }, 'vendors/5', 'Quartz'],
  [{ name: 'projects/p-1/vendors/5', displayName: 'Quartz' }, 'projects/p-1/vendors/5', 'Quartz'],
  [{ name: 'vendors/5', id: 7, display_name: 'Quartz' }, '7', 'Quartz'],
  [{ name: 'vendors/5' }, 'vendors/5', null],
  [{ name: 'Vendors/Partners', display_name: 'Quartz' }, null, 'Vendors/Partners'],
  [{ name: 'vendors/5 Ltd.' }, null, 'vendors/5 Ltd.'],
  [{ name: 'The vendors/5' }, null, 'The vendors/5'],
  [{ name: ['vendors/5'] }, null, null],
])('the path of a party in place of its name is its id: %j', (fields, id, name) => {
  expect(readVendor(fields)).toMatchObject({ id, name });
});

test('an id becomes text under `id`', () => {
  expect([{ id: 7 }, { uuid: 'x' }, { name: 'x' }, 'x'].map(withTextId)).toEqual([
    { id: '7' },
    { uuid: 'x', id: 'x' },
    { name: 'x' },
    'x',
  ]);
});
