import { vendorName } from '../../../../contract/bill.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { vendorForm, nameWords } from '../flags/bill-keys.ts';
import { spellingOf, vendorRecords } from '../flags/vendor-records.ts';

/**
 * The vendors with the longest name in these texts, in the spelling of the texts if there is one; several when the
 * texts cannot tell them apart. Longest name first.
 */
export function namedVendors(
  texts: readonly string[],
  names: readonly string[],
): readonly string[] {
  const [text, forms] = [
    ` ${texts.flatMap(nameWords).join(' ')} `,
    ` ${texts.map((each) => vendorForm(each) ?? '').join(' ')} `,
  ];
  const found = names.flatMap((name) => {
    const form = vendorForm(name) ?? '';
    if (form.length <= 3 || !forms.includes(` ${form} `)) return [];
    const spelling = spellingOf(name);
    return { name, form: form.length, exact: text.includes(` ${spelling} `) ? spelling.length : 0 };
  });
  const sorted = found.toSorted(
    (left, right) =>
      right.form - left.form || right.exact - left.exact || right.name.length - left.name.length,
  );
  const [best] = sorted;
  return sorted
    .filter(({ form, exact }) => form === best?.form && exact === best.exact)
    .map(({ name }) => name);
}

/**
 * All bills of a vendor, in every spelling that counts as the same vendor, without those of another vendor record in
 * the same organization.
 */
export function billsOfVendor(
  vendor: string,
  rows: readonly BillRow[],
  names: readonly string[],
): readonly BillRow[] {
  const form = vendorForm(vendor);
  if (form === null) return noRows;
  const alike = new Set(names.filter((name) => vendorForm(name) === form));
  if (alike.size === 0) return noRows;
  const found = rows.filter(({ bill }) => alike.has(vendorName(bill) ?? ''));
  const chosen = spellingOf(vendor);
  const organizations = Map.groupBy(found, ({ organizationId }) => organizationId);
  const others = new Set<string>();
  for (const [organizationId, own] of organizations) {
    const records = vendorRecords(own.map(({ bill }) => bill));
    const record = records?.get(chosen);
    if (!records || record === undefined) continue;
    for (const name of alike)
      if (records.get(spellingOf(name)) !== record) others.add(`${organizationId}\n${name}`);
  }
  if (others.size === 0) return found;
  return found.filter(
    ({ organizationId, bill }) => !others.has(`${organizationId}\n${vendorName(bill) ?? ''}`),
  );
}

const noRows: readonly BillRow[] = [];
