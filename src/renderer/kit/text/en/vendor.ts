import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

/** A bill's vendor: its figures, history and note. */
export const vendor = {
  noOthers: 'No other bills from this vendor.',
  historyMissing: 'Paid bills aren’t synced yet, so history and flags are incomplete.',
  latest: 'Recent bills',
  showAll: (count: number) =>
    count === 1 ? 'View all bills from this vendor' : say`View all ${formatCount(count)} bills`,
  showAllOfThis: 'View all bills from this vendor',
  title: 'Vendor',
  sent: 'Vendor details',
  onThisComputer: 'From synced bills',
  otherBills: 'Bills',
  count: (status: string, count: number) => say`${formatCount(count)} ${status.toLowerCase()}`,
  due: 'Total outstanding',
  usual: 'Typical bill',
  usualOf: (amount: string, count: number) =>
    say`${amount} (median of ${formatCount(count)} earlier bills)`,
  noUsual: 'Not enough earlier bills',
  lastApproved: 'Last approved in Billfold',
  /** The service doesn't report when it was paid, so the date is the bill's. */
  lastPaid: 'Last paid bill',
  none: 'None',
  never: 'Never',
  history: (count: number, totals: string) =>
    say`Totals of the last ${plural(count, 'bill', 'bills')}, oldest first: ${totals}`,
  usually: (amount: string) => say`Typical: ${amount}`,
  dated: (number: string, day: string) => say`${number}, dated ${day}`,
  open: 'Vendor history…',
  trusted: 'Trusted vendor',
  trustedHint:
    'Hides only the flag New vendor. Bank details, amounts and all else are still checked.',
  note: 'Note on the vendor',
  notePlaceholder: 'Add a note on this vendor',
  year: 'Year to date',
  /** @param before null when last year had no bills by then */
  yearOf: (total: string, count: number, before: string | null) =>
    before === null
      ? say`${total} (${plural(count, 'bill', 'bills')})`
      : say`${total} (${plural(count, 'bill', 'bills')}); last year by today ${before}`,
  rhythm: 'Rhythm',
  regular: (days: number, next: string) =>
    say`Every ${plural(days, 'day', 'days')}. Next expected ${next}.`,
  irregular: (days: number) => say`Irregular, typically ${plural(days, 'day', 'days')} apart`,
  prices: 'Prices',
  priceNow: (now: string) => say`Latest ${now}`,
  /** @param change with its sign, such as +1.2% */
  priceChange: (now: string, change: string, before: string) =>
    say`Latest ${now}, ${change} against ${before} a year before`,
  timeline: 'Timeline',
} as const;
