import type { Bill } from '../../../../contract/bill.ts';

/** More different ones are mostly of one bill each: to keep them would cost more than it saves. */
const MOST_KEPT = 20_000;

/**
 * Gives bills of equal vendors one vendor in memory, and of equal texts one text: a page brings each of its bills
 * copies of its own. The bill says the same as before.
 */
export function createSharedValues(): (bill: Bill) => void {
  const vendors = new Map<string, Bill['vendor']>();
  const texts = new Map<string, string>();
  const text = <Text extends string>(value: Text): Text => shared(texts, value, value) as Text;
  // The bill itself: 100,000 copies would be felt.
  return (bill: { -readonly [Field in keyof Bill]: Bill[Field] }) => {
    const { date, dueDate, memo, vendor } = bill;
    bill.status = text(bill.status);
    bill.currency = text(bill.currency);
    if (date) bill.date = text(date);
    if (dueDate) bill.dueDate = text(dueDate);
    if (memo) bill.memo = text(memo);
    if (vendor) bill.vendor = shared(vendors, JSON.stringify(vendor), vendor);
  };
}

function shared<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size < MOST_KEPT) known.set(key, value);
  return value;
}
