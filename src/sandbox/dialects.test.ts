import { expect, test } from 'vitest';
import { confirmationForms } from '../contract/approvals/approve-answer.ts';
import { endForms } from '../contract/lists/list-end.ts';
import { listForms, readList } from '../contract/lists/list.ts';
import { bareMessage, refusalForms } from '../contract/answers/refusal.ts';
import { itemForms } from '../contract/body/plain-items.ts';
import { sentBillSchema } from '../contract/items/sent-items.ts';
import { dialectOf, dialects, dialectSchema, translate } from './dialects.ts';

test('the sandbox can answer in each form of the table', () => {
  const ids = (forms: readonly { readonly id: string }[]): string[] =>
    forms.map(({ id }) => id).toSorted();
  const { list, end, refusal, yes } = dialectSchema.shape;
  expect([list, end, refusal, yes].map(({ options }) => [...options].toSorted())).toEqual([
    ids(listForms),
    ids(endForms),
    ids([...refusalForms, bareMessage]),
    ids(confirmationForms),
  ]);
  const { items } = dialectSchema.shape;
  expect(items.def.innerType.options.toSorted()).toEqual(['objects', ...ids(itemForms)].toSorted());
});

const bill = { object: 'bill', status: 'open', currency: 'EUR', total_cents: 1 };
const more = { amount_due_cents: 1, due_date: '2026-12-01', vendor: { id: 'v-1', name: 'Kiln' } };

test.each(itemForms.map(({ id }) => id))('the items of a list may have the form %s', async (id) => {
  const read = async (form: string, count: number): Promise<unknown> => {
    const data = Array.from({ length: count }, (_, at) => ({ id: `b-${at}`, ...bill, ...more }));
    const documented = Response.json({ data, meta: { has_more: false } });
    const request = new Request('https://service.invalid/api/v1/bills');
    const { body, headers } = await translate(documented, request, dialectOf(`items=${form}`)).then(
      async (response) => ({ body: (await response.json()) as unknown, headers: response.headers }),
    );
    const asked = { resource: 'bills', label: 'GET /x', quota: 'there', isCached: false } as const;
    const place = { after: null, limit: 50, hasPaged: false, listsBare: null };
    const json = { form: 'json', value: body } as const;
    return readList(sentBillSchema, { status: 200, body: json, headers }, { ...asked, ...place });
  };
  for (const count of [0, 1, 2])
    expect(await read(id, count)).toEqual(await read('objects', count));
});

test('the four dialects differ in every form that has enough variants', () => {
  const all = Object.values(dialects);
  const kinds = (['party', 'list', 'refusal', 'yes'] as const).map(
    (key) => new Set(all.map((dialect) => dialect[key])).size,
  );
  expect(kinds).toEqual([4, 4, 4, 4]);
});

test('a dialect is given by name, or by its differences from the page', () => {
  expect(dialectOf('list=bare,quotaHeaders=false')).toEqual({
    ...dialects['page'],
    ...{ list: 'bare', quotaHeaders: false },
  });
  expect(() => dialectOf('list=scroll')).toThrow(/list/);
});
