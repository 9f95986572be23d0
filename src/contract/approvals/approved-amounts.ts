import { isObject } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { centsIn } from '../items/bill-forms.ts';
import { isOtherParty, type Fields, type Party } from '../party.ts';
import { fieldNamed, plainEntries } from '../body/read-party.ts';
import { readVendor, readVendorBeside } from '../items/read-vendor.ts';

const APPROVED_AMOUNT =
  /^(?:(?:approved|authori[sz]ed)(?:amount|total)|amount(?:approved|authori[sz]ed))(?:cents)?$/;
/** Keys of amounts that count only outside the bill. */
const ANY_AMOUNT = /^(?:amount(?:due)?|totalamount)(?:cents)?$|^totalcents$/;

/**
 * Whether a part of an answer is about another bill: its amount is neither the amount due nor the total, or its
 * currency, number or vendor differs. An amount due of 0 does not count, because the bill may be paid now.
 * @param place part of the answer
 * @param isBill whether `place` is the bill, whose own amounts are compared elsewhere
 * @param own the bill in the answer; empty when it has none
 * @param shown the bill's fields when the user approved it
 */
export function differsFromBill(
  place: Fields,
  isBill: boolean,
  own: Fields,
  shown: Fields,
): boolean {
  const approvals = ['approval', 'approvals'].flatMap((key) => fieldNamed(place, key) ?? []);
  return (
    placeDiffers(place, isBill, own, shown) ||
    approvals.some((each) => placeDiffers(fieldsIn(each), false, own, shown))
  );
}

function placeDiffers(place: Fields, isBill: boolean, own: Fields, shown: Fields): boolean {
  if (!isBill && hasOtherVendor(place, fieldsIn(shown['vendor']))) return true;
  const differs = (key: string, value: unknown): boolean => {
    const known = shown[key] ?? own[key];
    return isSetText(known) && isSetText(value) && fold(known) !== fold(value);
  };
  return plainEntries(place).some(([key, value]) => {
    if (key === 'approvedcurrency' || (!isBill && key === 'currency'))
      return differs('currency', value);
    if (!isBill && key === 'billnumber') return differs('bill_number', value);
    const isAmount = APPROVED_AMOUNT.test(key) || (!isBill && ANY_AMOUNT.test(key));
    if (!isAmount || (key.startsWith('amountdue') && Number(value) === 0)) return false;
    return isOtherAmount(value, key.endsWith('cents'), own, shown);
  });
}

/** Whether an answer without the bill has another vendor. A text alone is the vendor's id or name. */
function hasOtherVendor(place: Fields, shown: Fields): boolean {
  const sent = place['vendor'];
  const answered = isObject(sent) ? readVendor(sent) : readVendorBeside(place);
  if (answered === null || Object.keys(shown).length === 0) return false;
  const known = readVendor(shown);
  const texts = [known.id, known.name].filter(isSetText).map(fold);
  const isKnown = (text: string | null): boolean => text !== null && texts.includes(fold(text));
  if (answered.id === null && isKnown(answered.name)) return false;
  const folded = ({ id, name }: Party): Party => ({ id, name: name && fold(name) });
  return isOtherParty(folded(known), folded(answered));
}

const fold = (text: string): string => text.trim().toLowerCase();

function isSetText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * Whether an amount is neither the amount due nor the total.
 * @param isCents whether the key says cents; otherwise the amount may be in whole units or in cents
 */
function isOtherAmount(sent: unknown, isCents: boolean, own: Fields, shown: Fields): boolean {
  const value = ['amountcents', 'amount', 'value'].reduce<unknown>(
    (found, key) => fieldNamed(sent, key) ?? found,
    sent,
  );
  if (!/\d/.test(String(value))) return false;
  const dues = [own, shown]
    .flatMap((each) => [each['amount_due_cents'], each['total_cents']])
    .flatMap((each) => (each === undefined || each === null ? [] : Number(centsIn(each))));
  const plain =
    typeof value === 'string' ? value.replaceAll(/[\s,\p{Sc}]|\b[A-Z]{3}\b/gu, '') : value;
  const digits = String(centsIn(plain));
  const amount = Number(digits.replaceAll(/[()-]/g, '')) * (/[()-]/.test(digits) ? -1 : 1);
  const readings = isCents ? [amount] : [Math.round(amount * 100), amount];
  // A service may write a credit's amount without its sign.
  const isDue = (cents: number): boolean =>
    dues.some((due) => cents === due || (due < 0 && cents === -due));
  return dues.length > 0 && !readings.some(isDue);
}
