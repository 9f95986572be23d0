import { compareValues } from '../../../base/compare-values.ts';

let usual = '';

/** Sets the currency to show first: that of most bills. */
export function setUsualCurrency(currency: string): void {
  usual = currency;
}

/**
 * The one order of currencies, whatever part of the bills is on screen: the currency of most bills, then by code.
 * Amounts of different currencies can't be compared, and an order by the bills shown would change while the user works.
 */
export function compareCurrencies(left: string, right: string): number {
  return Number(right === usual) - Number(left === usual) || compareValues(left, right);
}
