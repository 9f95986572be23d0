import { expect, test } from 'vitest';
import { confirmationForms } from './approve-answer.ts';
import { readFirst, type Form } from '../body/form.ts';
import { endForms } from '../lists/list-end.ts';
import { listForms } from '../lists/list.ts';
import { organizationForms } from '../lists/organization-forms.ts';
import { itemForms } from '../body/plain-items.ts';
import { bareMessage, refusalForms, validationForms } from '../answers/refusal.ts';

/** The row's reading of its own example, and the table's: an earlier row must not match the example. */
function rowsOf<Sent, Read>(what: string, forms: readonly Form<Sent, Read>[]) {
  return forms.map(({ name, example, reads, read }) => {
    const find = (): unknown[] => [read(example), readFirst(forms, example)];
    return { what, name, expected: reads, find };
  });
}

test.each([
  ...rowsOf('a list stands', listForms),
  ...rowsOf('items are', itemForms),
  ...rowsOf('organizations stand', organizationForms),
  ...rowsOf('a list goes on', endForms),
  ...rowsOf('a refusal', [...refusalForms, ...validationForms, bareMessage]),
  ...rowsOf('a confirmation', confirmationForms),
])('Q-60 a form is read: $what, $name', ({ expected, find }) => {
  expect(find()).toEqual([expected, expected]);
});
