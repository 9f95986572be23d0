import { expect, test } from 'vitest';
import { confirmationForms } from '../contract/approve-answer.ts';
import { endForms } from '../contract/list-end.ts';
import { listForms } from '../contract/list.ts';
import { bareMessage, refusalForms } from '../contract/refusal.ts';
import { dialectOf, dialects, dialectSchema } from './dialects.ts';

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
});

test('the four dialects differ in every form in which they can', () => {
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
