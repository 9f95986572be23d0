import { expect, test } from 'vitest';
import { listedBill } from '../testing/listed-bill.ts';

const money = { status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const plain = { id: 'b-1', ...money };

/** The vendor of the listed bill. */
function vendorOf(bill: object, beside: object) {
  return listedBill({ data: [{ ...plain, ...bill }], ...beside })?.vendor;
}

const kiln = { id: 'v-1', name: 'Kiln' };
const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';
const other = { id: 'v-1', name: 'Jo' };
const counted = { id: 'v-1', count: 12 };
const paid = { id: 'v-1', total_cents: 9 };

test.each<[object, object]>([
  [{ vendor: UUID }, { lookups: { vendors: { [UUID]: { name: 'Kiln' } } } }],
  [{ vendor: UUID }, { lookups: { vendors: { [UUID]: { 'display-name': 'Kiln' } } } }],
  [{ vendor: UUID }, { meta: { has_more: false, lookups: { contacts: [{ ...kiln, id: UUID }] } } }],
  [{ vendor: { id: 'v-1' } }, { references: { vendors: [kiln], users: [other] } }],
  [{ vendor: { id: 'v-1' } }, { anything: { accounts: [other], suppliers: [kiln] } }],
  [{ vendor: { id: 'v-1' } }, { 'side-loaded': { vendors_by_id: { 'v-1': { name: 'Kiln' } } } }],
  [
    { vendor: { id: 'v-1' } },
    {
      refs: [
        { ...other, type: 'user' },
        { ...kiln, type: 'vendors' },
      ],
    },
  ],
  [{ vendor: 'v-1' }, { _includes: { vendors: { 'v-1': 'Kiln' } } }],
  [{ vendor_id: 'v-1' }, { vendorNames: { 'v-1': 'Kiln' } }],
  [{ vendor_id: 'v-1' }, { meta: { vendors: [kiln] } }],
  [{ vendor: { id: 7 } }, { refs: { vendors: [{ vendor_id: 7, vendor_name: 'Kiln' }] } }],
  [{ vendor: UUID }, { lookups: { business_partners: [{ ...kiln, id: UUID }] } }],
  [{ vendor_uuid: UUID }, { vendors: [{ ...kiln, id: UUID }] }],
  [{ vendorRef: 'v-1' }, { meta: { vendors: [kiln] } }],
  [{ vendor_ref: 'v-1' }, { vendors: [kiln] }],
  [{ vendor: { id: 'v-1', name: null } }, { meta: { vendors: [kiln] } }],
  [{ vendor: { ID: 7 } }, { Vendors: [{ ID: 7, Name: 'Kiln' }] }],
])('Q-60 a bill has the vendor of a table anywhere beside it: %j in %j', (bill, beside) => {
  expect(vendorOf(bill, beside)?.name).toBe('Kiln');
});

test('Q-60 a vendor with a UUID only is its own record, not a reference', () => {
  const beside = { lookups: { vendors: [{ uuid: UUID, name: 'Kiln' }] } };
  expect(vendorOf({ vendor_uuid: UUID }, beside)).toEqual({ id: UUID, name: 'Kiln' });
});

test.each<[object, object]>([
  [{ vendor: { id: 'v-1', display_name: 'Kiln' } }, { meta: { facets: { vendors: [counted] } } }],
  [{ vendor: { id: 'v-1', display_name: 'Kiln' } }, { meta: { top_vendors: [paid] } }],
  [{ vendor: { id: UUID, name: 'Kiln' } }, { meta: { top_vendors: [{ ...paid, id: UUID }] } }],
  [{ vendor: kiln }, { meta: { vendors: [{ ...counted, name: 'Loom' }] } }],
  [{ vendor: { id: 'v-1' } }, { meta: { vendors: [{ ...counted, name: 'Kiln' }] } }],
  [{ vendor: { id: 'v-1' }, vendor_name: 'Kiln' }, { meta: { vendors: [other] } }],
  [{ vendor_id: 'v-1' }, { vendors: [kiln], meta: { facets: { vendors: [counted] } } }],
  [{ vendor_id: 'v-1' }, { vendors: [kiln], meta: { vendors: [other] } }],
  [{ vendor_id: 'v-1' }, { vendors: [{ id: 'v-1' }], vendorNames: { 'v-1': 'Kiln' } }],
  [{ vendor: kiln }, { vendor_info: [counted], activity: [{ ...counted, type: 'vendor' }] }],
  [{ vendor: kiln }, { meta: { contacts: [{ id: 'c-1', vendor_id: 'v-1', bill_id: 'b-1' }] } }],
  [
    { vendor: { id: UUID, name: 'Kiln' }, approver: UUID },
    { meta: { partners: [{ ...counted, id: UUID }] } },
  ],
])(
  'Q-60 a table elsewhere in the page only adds a missing vendor name: %j in %j',
  (bill, beside) => {
    const found = listedBill({ data: [{ ...plain, ...bill }], ...beside });
    const alone = listedBill({ data: [{ ...plain, ...bill }] });
    expect(found?.vendor?.name).toBe('Kiln');
    expect(found).toEqual({ ...alone, vendor: { ...alone?.vendor, name: 'Kiln' } });
  },
);

test('Q-60 a table elsewhere takes no field from a record of the vendor', () => {
  const beside = { vendors: [{ ...kiln, city: 'Oslo' }], meta: { vendors: [kiln] } };
  expect(vendorOf({ vendor_id: 'v-1' }, beside)).toEqual({ ...kiln, others: { city: 'Oslo' } });
});

const sorrel = { id: 7, name: 'Sorrel' };
test.each<[object, object]>([
  [{ supplier_ref: 7, vendor_id: 3 }, { vendors: [{ id: 3, name: 'Kiln' }, sorrel] }],
  [{ vendor_id: 3, supplier_ref: 7 }, { vendors: [{ id: 3, name: 'Kiln' }, sorrel] }],
  [{ supplier_ref: 7, vendor_id: 3 }, { meta: { vendors: [{ id: 3, name: 'Kiln' }, sorrel] } }],
  [{ supplier_ref: 7, vendor: 'Kiln' }, { vendors: [sorrel] }],
  [{ supplier_ref: 7, vendor: { name: 'Kiln' } }, { vendors: [sorrel] }],
  [{ supplier_ref: 7, vendor_name: 'Kiln' }, { vendors: [sorrel] }],
  [{ supplier_ref: 7, links: { vendor: 3 } }, { vendors: [{ id: 3, name: 'Kiln' }, sorrel] }],
  [
    { supplier_ref: 7, links: { vendor: 3 } },
    { refs: { vendors: [{ id: 3, name: 'Kiln' }, sorrel] } },
  ],
])(
  'Q-60 the ref of a vendor is its id only in a bill without a vendor: %j in %j',
  (bill, beside) => {
    const vendor = vendorOf(bill, beside);
    expect(vendor?.name).toBe('Kiln');
    expect(vendor?.id).not.toBe('7');
  },
);

test.each([...['active', 'ON_HOLD', 'https://kiln.test', 'ana@kiln.test', '+49 30 1234', UUID]])(
  'Q-60 a text that cannot be a name, in a map of vendors, is ignored: %s',
  (text) => {
    expect(vendorOf({ vendor_id: 'v-1' }, { vendors: { 'v-1': text } })?.name).toBe(null);
    expect(vendorOf({ vendor_id: 'v-1' }, { meta: { vendors: { 'v-1': text } } })?.name).toBe(null);
  },
);

test('Q-60 a bill has the vendor of a table in an object around its list', () => {
  const bills = { items: [{ ...plain, vendor_id: 'v-1' }], lookups: { vendors: [kiln] } };
  expect(listedBill({ bills })?.vendor).toEqual(kiln);
});

test.each<[object, object]>([
  [{ vendor: UUID }, { lookups: { users: { [UUID]: { name: 'Jo' } } } }],
  [{ vendor: UUID }, { accounts: { [UUID]: { name: 'Rent' } } }],
  [{ vendor: UUID }, { lookups: { accounts: [{ id: UUID, name: 'Rent' }] } }],
  [{ vendor: { id: 'v-1' } }, { lookups: { contacts: [other], approvers: [other] } }],
  [{ vendor: { id: 'v-1' } }, { user: { vendors: [other] } }],
])('Q-60 a vendor has no name of another table with its id: %j in %j', (bill, beside) => {
  expect(vendorOf(bill, beside)?.name).toBe(null);
});
