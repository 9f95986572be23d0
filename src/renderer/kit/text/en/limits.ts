import type { BulkRefused } from '../../../core/approve/limits.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from '../message-text.ts';

type Does = 'approve' | 'send';
const bills = (count: number) => plural(count, 'bill', 'bills');
const approvals = (count: number) => plural(count, 'approval', 'approvals');

/** The user's own approval limits. */
export const limits = {
  batchOfGroup: 'Approve unflagged…',
  noneInBatch: {
    title: 'No unflagged bills within your limit here',
    whatToDo: 'Approve the others one at a time, or change the limit in Settings.',
  } satisfies MessageText,
  batch: 'Approve unflagged bills within limit…',
  title: 'Approval limits',
  hint: 'These limits apply only to you, on this computer. Leave blank for no limit.',
  hints: {
    askAboveCents: 'Asks before you approve such a bill.',
    bulkMostCents: 'Leaves out such a bill when you approve several at once.',
    batchMostCents:
      'Adds a button to each group that approves its unflagged bills up to this amount each, whatever their total. No amount, no button.',
  },
  currency: 'Currency',
  columns: {
    askAboveCents: 'Ask again above',
    bulkMostCents: 'Never in bulk above',
    batchMostCents: 'One-step batch up to',
  },
  field: (column: string, currency: string) => say`${column}, ${currency}`,
  saved: (field: string) => say`Saved: ${field}`,
  noBills: 'Limits can be set once bills are synced.',
  unreadHere:
    'Billfold asks before approvals that they may concern. Set your limits again below, then choose “My limits are set”.',
  areSet: 'My limits are set',
  notAmount: 'Enter an amount such as 1,000 or 1,000.50, or clear the field.',
  otherCurrency: (currency: string) => say`Enter an amount in ${currency}, or clear the field.`,
  titles: {
    notInBulk: (count: number, does: Does) =>
      does === 'send'
        ? say`${approvals(count)} not sent: above your bulk limit`
        : say`${bills(count)} not approved: above your bulk limit`,
    notInBatch: (count: number) => say`${bills(count)} not approved: flagged or above your limit`,
  } satisfies Record<BulkRefused['why'], (count: number, does: Does) => string>,
  bodies: {
    notInBulk: (does: Does) =>
      does === 'send'
        ? 'Send them one at a time, or change the limit in Settings.'
        : 'Approve them one at a time, or change the limit in Settings.',
    notInBatch: () => 'Only unflagged bills up to your limit are approved this way.',
  } satisfies Record<BulkRefused['why'], (does: Does) => string>,
  more: (count: number) => say`+ ${formatCount(count)} more`,
  close: 'OK',
} as const;
