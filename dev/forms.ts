/**
 * `npm run forms`: writes docs/forms.md, the forms of an answer that Billfold reads, from the reader's table.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { confirmationForms } from '../src/contract/approvals/approve-answer.ts';
import type { Form } from '../src/contract/body/form.ts';
import { endForms } from '../src/contract/lists/list-end.ts';
import { listForms } from '../src/contract/lists/list.ts';
import { organizationForms } from '../src/contract/lists/organization-forms.ts';
import { itemForms } from '../src/contract/body/plain-items.ts';
import { partyIds, partyNames } from '../src/contract/body/read-party.ts';
import { bareMessage, refusalForms, validationForms } from '../src/contract/answers/refusal.ts';

/** Text that docs/forms.md must contain. */
export function formsPage(): string {
  return [
    '# Forms of an answer',
    'The service’s documentation is open about many answers. Billfold reads these forms, in this order. Brackets name its section; a form without them is of the section above. Case, `_` and `-` in keys don’t matter.',
    '## Vendors, customers, organizations',
    [
      `- The name is the first non-blank value of ${codes(partyNames)}. The id is the first of ${codes(partyIds)}.`,
      '- Billfold ignores a leading `vendor`, `supplier`, `customer` or `organization` in a key.',
      '- Other keys of a vendor’s name: one that means a company’s name (`raison_sociale`, `bedrijfsnaam`, `PartyName`), `label`, or `first_name` with `last_name`.',
      '- The name may be inside `attributes`, `data`, `Party` or `VendorRef`; in the bill’s `vendor_name`, `supplier` or `payee`; or in a table beside the bills (`vendors`, `included`, `lookups`).',
      '- A company’s name, also under `company`, precedes a person’s.',
      '- Without all these, the name is a guess: the vendor’s only text that is no id, address or date; its `contact`; or a text of a bill that has no vendor. The vendor’s name on other bills replaces a guess.',
      '- An organization may be only a UUID, or be inside a membership or a wrapper such as `node` or `resource`. Its UUID precedes other ids. Without a name, its only text that may be one is shown.',
    ].join('\n'),
    '## Items of a list',
    section(listForms),
    'Organizations may also be:',
    section(organizationForms),
    'Items are objects, or:',
    section(itemForms),
    '## End of a list',
    section(endForms),
    'A list that was cut short is reported with its number of bills, and removes none.',
    '## A confirmation of an approval',
    'A confirmation has status 200, 201 or 204, and the quota headers if this service sends them with successes. Nothing in it speaks against the approval: an error, refusal or undoing, an empty or future `approved_at`, a trial, another bill, a further step, or an unknown message beside an unproven bill. JSON typed as HTML must show the bill. Any other answer is _unconfirmed_.',
    section(confirmationForms),
    '## A no to an approval',
    'A 4xx in these forms is the service’s own; words precede reason phrases and codes. If this service sends quota headers, a 4xx without them is a gateway’s: the approval is _unconfirmed_, as after 408, 409 and every 5xx.',
    section([...refusalForms, ...validationForms, bareMessage]),
    '## Numbers, dates, sizes',
    [
      '- Amounts are whole cents, credits negative. A number too long for a double stays text; an id may be a whole number. Repeated keys with different values are invalid.',
      '- A bill that can’t be approved may lack `amount_due_cents` (then 0). Fields that the answer to an approval lacks are those of the approved bill.',
      '- A date means the written day, whatever follows. `20260318` and an epoch time of UTC midnight count; a payable bill with another due date is invalid.',
      '- Billfold repeats a page over 5 MB with half the limit, and quarantines a bill over 512 KB.',
      '- An answer with an `Age`, or a `Date` older than the service’s clock, is from a cache: neither recheck nor current reading.',
    ].join('\n'),
    '',
  ].join('\n\n');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function section<Sent, Read>(forms: readonly Form<Sent, Read>[]): string {
  return forms
    .map(
      ({ name, source }, at) =>
        `- ${name}${source === forms[at - 1]?.source ? '' : ` (${source})`}`,
    )
    .join('\n');
}

if (import.meta.main) {
  writeFileSync(resolve(import.meta.dirname, '../docs/forms.md'), formsPage());
}
