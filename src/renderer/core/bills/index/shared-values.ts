import type { Bill } from '../../../../contract/bill.ts';
import { withKnownName } from '../../../../contract/party.ts';

/** If there are more distinct texts, most occur once, and sharing would cost more than it saves. */
const MAX_KEPT = 20_000;

/**
 * Makes bills of equal vendors share one vendor object, and equal texts one string, because each page brings
 * its own copies. Adds the vendor's name if only other bills give it. The bill's content stays the same.
 */
export function createSharedValues(): (bill: Bill, knownVendor: string | null) => void {
  const vendors = new Map<string, Bill['vendor']>();
  const texts = new Map<string, string>();
  const text = <Text extends string>(value: Text): Text => shared(texts, value, value) as Text;
  // Changes the bill itself, because 100,000 copies would be noticeable.
  return (bill: { -readonly [Field in keyof Bill]: Bill[Field] }, known) => {
    const { date, dueDate, memo, vendor } = bill;
    bill.status = text(bill.status);
    bill.currency = text(bill.currency);
    if (date) bill.date = text(date);
    if (dueDate) bill.dueDate = text(dueDate);
    if (memo) bill.memo = text(memo);
    if (!vendor) return;
    const key = `${JSON.stringify(vendor)}${known === null ? '' : `\n${known}`}`;
    bill.vendor = shared(vendors, key, withKnownName(vendor, known));
  };
}

function shared<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size < MAX_KEPT) known.set(key, value);
  return value;
}
