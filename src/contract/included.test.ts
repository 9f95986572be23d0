import { expect, test } from 'vitest';
import { withIncluded } from './included.ts';
import { sentBillSchema } from './sent-items.ts';

const attributes = { status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const refer = (type: string, id: string) => ({ data: { type, id } });
const bank = { type: 'bank-accounts', id: 'a-1', attributes: { iban: 'XX00' } };
const kiln = { type: 'vendors', id: 'v-1', attributes: { name: 'Kiln' } };

function read(relationships: object, included: unknown) {
  const bill = { type: 'bills', id: 'b-1', attributes, relationships };
  const [sent] = withIncluded([bill], { data: [bill], included });
  const { vendor, others } = sentBillSchema.parse(sent);
  const { type: _, ...own } = others ?? {};
  return { vendor, own };
}

test('Q-60 a bill has the fields of its included resources', () => {
  const lines = { data: ['1', '2'].map((id) => ({ type: 'lines', id })) };
  const included = [
    bank,
    { ...kiln, attributes: { name: 'Kiln', iban: 'XX11' } },
    { type: 'lines', id: '1', attributes: { amount_cents: 500 } },
    { type: 'lines', id: '2', amount_cents: 700, links: {} },
  ];
  const found = read(
    { vendor: refer('vendors', 'v-1'), bank_account: refer('bank-accounts', 'a-1'), lines },
    included,
  );
  expect(found).toEqual({
    vendor: { id: 'v-1', name: 'Kiln', others: { iban: 'XX11' } },
    own: {
      bank_account: { id: 'a-1', iban: 'XX00' },
      lines: [
        { id: '1', amount_cents: 500 },
        { id: '2', amount_cents: 700 },
      ],
    },
  });
});

test('Q-60 an included vendor has the fields of its own resources', () => {
  const vendor = { ...kiln, relationships: { account: refer('bank-accounts', 'a-1') } };
  expect(read({ supplier: refer('vendors', 'v-1') }, [vendor, bank])).toEqual({
    vendor: { id: 'v-1', name: 'Kiln', others: { account: { id: 'a-1', iban: 'XX00' } } },
    own: {},
  });
});

test.each<[string, object, unknown, object]>([
  ['not included', { bank: refer('banks', 'a-1') }, [], { bank: { type: 'banks', id: 'a-1' } }],
  [
    'included twice',
    { bank: refer('bank-accounts', 'a-1') },
    [bank, { ...bank, attributes: { iban: 'XX22' } }],
    { bank: { type: 'bank-accounts', id: 'a-1' } },
  ],
  ['of another type', { bank: refer('x', 'a-1') }, [bank], { bank: { type: 'x', id: 'a-1' } }],
  ['with links only', { bank: { links: { self: '/a-1' } } }, [bank], {}],
  ['to none', { bank: { data: null } }, [bank], { bank: null }],
  ['without a list', { bank: refer('x', 'a-1') }, 'x', { bank: { type: 'x', id: 'a-1' } }],
])('Q-60 a reference stays as sent: %s', (_, relationships, included, own) => {
  expect(read(relationships, included)).toEqual({ vendor: null, own });
});

test('Q-60 resources that refer to each other are read two levels deep', () => {
  const circle = { ...kiln, relationships: { parent: refer('vendors', 'v-1') } };
  const parent = { id: 'v-1', name: 'Kiln' };
  expect(read({ vendor: refer('vendors', 'v-1') }, [circle]).vendor).toEqual({
    ...parent,
    others: { parent },
  });
});
