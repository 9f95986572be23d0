/** `npm run forms`: writes docs/forms.md, the forms of an answer that Billfold reads, from the table of the reader. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { yesForms } from '../src/contract/approve-answer.ts';
import type { Form } from '../src/contract/form.ts';
import { endForms, listForms } from '../src/contract/list.ts';
import { partyIds, partyNames } from '../src/contract/read-party.ts';
import { bareMessage, refusalForms } from '../src/contract/refusal.ts';
import { tableOf } from './markdown-table.ts';

/** The page as it must stand in docs/forms.md. */
export function formsPage(): string {
  return [
    '# Forms of an answer',
    'The service page leaves open how many answers look. Billfold reads all forms below; `npm run forms` prints this page from the table that reads them (`src/contract/`). A form that stands first is tried first. Keys are compared without case, `_` and `-`.',
    '## Vendors, customers, organizations',
    `The name is the first of these that is not blank: ${codes(partyNames)}. The id is the first of ${codes(partyIds)}. A leading \`vendor\`, \`supplier\`, \`customer\` or \`organization\` of a key does not count.`,
    '## Where the items of a list stand',
    section(listForms),
    '## Whether a list goes on',
    section(endForms),
    'A list that is cut short is told, with the number of bills it gave. Billfold removes no bill because a cut list does not show it.',
    '## A yes to an approval',
    'A yes has one of these statuses: 200, 201, 204. It has the quota headers if this service has ever sent them, and no word against it: an error, a plain no, another bill, a further step. Any other answer is _unconfirmed_.',
    section(yesForms),
    '## A no to an approval',
    'A 4xx in one of these forms is the service’s own refusal, and its words are shown; a bare reason phrase or code gives way to other words. Where this service has sent quota headers before, a 4xx without them is a gateway’s, and the approval is _unconfirmed_. So it is after 408, 409 and every 5xx.',
    section([...refusalForms, bareMessage]),
    '## Numbers, dates, sizes',
    [
      '- A number that a double cannot hold to its last digit is kept as the text it was sent as. Amounts are whole cents.',
      '- `amount_due_cents` may be left out of a bill that cannot be approved; then 0 is due.',
      '- The day of a date is the one written, whatever time and offset follow.',
      '- A page over 5 MB is asked for again with half the limit, down to one bill. A bill over 64 KB is quarantined.',
      '- An answer with an `Age`, or with a `Date` older than the service’s clock, is from a cache: no recheck, and no reading of now.',
    ].join('\n'),
    '',
  ].join('\n\n');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function section<Sent, Read>(forms: readonly Form<Sent, Read>[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return tableOf(
    ['form', 'source'],
    forms.map(({ name, source }) => [cell(name), cell(source)]),
  );
}

if (import.meta.main) {
  writeFileSync(resolve(import.meta.dirname, '../docs/forms.md'), formsPage());
}
