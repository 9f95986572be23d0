import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { partyId } from '../../../../contract/party.ts';
import { nameWords } from './bill-keys.ts';

/** The vendor of each spelling, named by one of its spellings. */
export type VendorRecords = ReadonlyMap<string, string>;

/** The name without case, accents and punctuation, but with its legal form: "acme corp" and "acme corporation". */
export function spellingOf(name: string): string {
  return nameWords(name).join(' ');
}

/**
 * Finds out which spellings of a vendor's name belong to different vendor records of the service. One record may have
 * several spellings. Bills with one spelling are always of one vendor, since some services send a new id with each bill.
 *
 * @param bills all bills of one organization whose names have the same `vendorForm`
 * @returns null when all are of one vendor, or when the ids cannot tell
 */
export function vendorRecords(bills: Iterable<Bill>): VendorRecords | null {
  const byName = new Map<string, string>();
  const spellings = new Map<string, { bills: number; readonly ids: Set<string> }>();
  for (const bill of bills) {
    const id = partyId(bill.vendor);
    if (id === null) return null;
    const name = vendorName(bill) ?? '';
    const spelling = byName.get(name) ?? spellingOf(name);
    byName.set(name, spelling);
    const known = spellings.get(spelling) ?? { bills: 0, ids: new Set() };
    known.bills++;
    known.ids.add(id);
    spellings.set(spelling, known);
  }
  const repeated = [...spellings.values()].filter((each) => each.bills > 1);
  const isPerVendor = repeated.every((each) => each.ids.size <= each.bills / 2);
  if (spellings.size < 2 || repeated.length === 0 || !isPerVendor) return null;
  const records = new Map<string, string>();
  const spellingOfId = new Map<string, string>();
  for (const [spelling, { ids }] of spellings) {
    records.set(spelling, spelling);
    for (const id of ids) {
      const from = records.get(spellingOfId.get(id) ?? spelling);
      spellingOfId.set(id, spelling);
      // Spellings of the same record as the earlier spelling move with it.
      for (const [each, record] of records) if (record === from) records.set(each, spelling);
    }
  }
  return new Set(records.values()).size > 1 ? records : null;
}
