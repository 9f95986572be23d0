import type { OverLimit } from '../../../core/outbox/limits.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

const them = (count: number) => plural(count, 'bill', 'bills');

/** The user's own approval limits. */
export const limits = {
  title: 'Approval limits',
  hint: 'For yourself, on this computer only. Empty: no limit.',
  currency: 'Currency',
  columns: {
    askAboveCents: 'Ask again above',
    bulkMostCents: 'Never in bulk above',
    batchMostCents: 'Approve unflagged up to',
  },
  field: (column: string, currency: string) => say`${column}, ${currency}`,
  noBills: 'Limits can be set once bills are synced.',
  notAmount: 'Enter an amount, or clear the field.',
  titles: {
    askAgain: (count: number) => say`Approve ${them(count)} above your limit?`,
    notInBulk: (count: number) => say`${them(count)} not approved: above your bulk limit`,
    notInBatch: (count: number) => say`${them(count)} not approved: flagged or above your limit`,
  } satisfies Record<OverLimit['why'], (count: number) => string>,
  bodies: {
    askAgain: 'You asked to confirm bills above this amount once more.',
    notInBulk: 'Approve them one at a time, or change the limit in Settings.',
    notInBatch: 'Only unflagged bills up to your limit are approved this way.',
  } satisfies Record<OverLimit['why'], string>,
  approve: (count: number) => say`Approve ${them(count)}`,
  more: (count: number) => say`+ ${formatCount(count)} more`,
  close: 'OK',
  batch: 'Approve unflagged bills within limit…',
} as const;
