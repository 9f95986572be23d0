import type { Bill } from '../../../contract/bill.ts';

/** More different ones are mostly of one bill each: to keep them would cost more than it saves. */
const MOST_KEPT = 20_000;

/**
 * Gives bills of equal vendors one vendor in memory, and of equal texts one text: a page brings each of its bills
 * copies of its own. The bill says the same as before.
 */
export function createSharedValues(): (bill: Bill) => Bill {
  const vendors = new Map<string, Bill['vendor']>();
  const texts = new Map<string, string>();
  const text = <Text extends string | null | undefined>(value: Text): Text => {
    if (typeof value !== 'string') return value;
    return shared(texts, value, value) as Text;
  };
  return (bill) => {
    const { status, currency, date, due_date, memo, vendor } = bill;
    const copy = { ...bill, status: text(status), currency: text(currency) };
    // No field that the bill does not have: its form is compared.
    if (date) copy.date = text(date);
    if (due_date) copy.due_date = text(due_date);
    if (memo) copy.memo = text(memo);
    if (vendor) copy.vendor = shared(vendors, JSON.stringify(vendor), vendor);
    return copy;
  };
}

function shared<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size < MOST_KEPT) known.set(key, value);
  return value;
}
