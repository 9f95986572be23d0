import { combined, phrases, type SearchWords } from '../../../core/bills/search/search-words.ts';

/** English words of the search for states of a bill. */
export const states: SearchWords['states'] = {
  overdue: phrases(
    'overdue, over due, past due, past due date, late, delinquent, too late, behind',
    'overdue now, overdue right now, overdue today, due yet, yet due, pastdue, od, behind on',
  ),
  flagged: phrases(
    'flagged, flag, flags, with flags, with a flag, suspicious, to check, with warnings, warnings',
    'with a warning, alerts, issues, with issues',
  ),
  unflagged: phrases('unflagged, not flagged, no flags, no flag, without flags, without a flag'),
  duplicate: phrases(
    'double, doubles, dup, dups, duplicate, duplicates, possible duplicate',
    'possible duplicates, duplicated, dupe, dupes, paid twice, billed twice',
    'entered twice, double payment, double payments, duplicate payment',
    'duplicate payments, potential duplicate, potential duplicates, likely duplicate',
    'likely duplicates, suspected duplicate, suspected duplicates, possible dups, possible dupes',
  ),
  unusualAmount: phrases(
    'unusually high, unusually low, unusually, unusual, unusual amount, unusual amounts',
    'outlier, outliers',
  ),
  changed: ['changed', 'changed bill', 'changed bills'],
  returned: ['changed after approval', 'changed since approval', 'returned'],
  reopened: ['no longer approved', 'reopened', 'unapproved in service'],
  approvedElsewhere: ['approved in service', 'approved elsewhere'],
  stoppedElsewhere: [
    'stopped in service',
    'on hold in service',
    'rejected in service',
    'disputed in service',
  ],
  dueAboveTotal: ['due above total', 'due > total', 'due exceeds total'],
  fraction: ['odd fraction', 'odd fractions'],
  dueBeforeDate: ['due before bill date'],
  firstOfVendor: phrases(
    'new vendor, new vendors, new supplier, new suppliers, first bill, first time vendor',
    'first-time vendor, first time supplier, first-time supplier',
  ),
  lookAlike: phrases('look-alike, look-alikes, look-alike vendor, look-alike vendors, lookalike'),
  otherOrganization: ['also in another organization', 'in two organizations'],
  splitBills: ['split bills', 'split bill', 'split invoices'],
  otherCurrency: ['other currency', 'another currency'],
  onHold: ['on hold', 'hold', 'holds', 'held', 'blocked', 'stopped'],
  asked: phrases('waiting for answer, waiting for an answer, asked, waiting for, waiting on'),
  newBankDetails: [
    ...phrases('new bank details, bank details, new bank, new iban, new bank account'),
    ...combined(
      'bank, bank detail, bank details, bank account, iban, account number',
      'change, changes, changed',
    ),
    ...combined('changed, change of', 'bank, bank details, bank account, iban'),
  ],
  shorterTerms: ['shorter terms', 'short terms'],
  futureDate: ['dated in the future', 'future date', 'future dated'],
  returningVendor: ['vendor returns', 'returning vendor', 'returning vendors'],
  open: ['open'],
  partially_paid: phrases(
    'partially paid, partly paid, part paid, partial, partially, partial payment',
    'partial payments, partially payed, half paid, not fully paid, not completely paid',
  ),
  paid: ['paid', 'already paid', 'fully paid', 'payed', 'settled', 'paid in full'],
  void: ['void', 'voided', 'cancelled', 'canceled'],
  unpaid: phrases(
    'still open, unpaid, unpayed, waiting for payment, not paid, not pay, not yet paid, outstanding, to pay, payable, open items, to be paid, be paid, owe, owed',
  ),
  notYetDue: phrases(
    'not yet due, not due yet, not due, not yet overdue, not overdue yet, not yet past due, not yet late',
  ),
  snoozed: ['snoozed', 'snooze'],
  hidden: ['hidden', 'dismissed'],
  approved: phrases('approved, approved by me, by me, approvals, i approved, i approve'),
  unapproved: phrases(
    'to do, waiting, waiting for me, waiting for approval, waiting for my approval, waiting on me, needs my approval',
    'awaiting my approval, unapproved, not approved, not approve, not yet approved, to approve',
    'needs approval, need approval, need to approve, to be approved, pending approval, awaiting approval',
    'no approval, no approvals, without approval, without any approval, missing approval, approval missing',
    'needs review, need review, needs my review, to review, for review, awaiting review',
  ),
  credit: phrases(
    'credits, credit, credit note, credit notes, credit memo, credit memos, vendor credit',
    'vendor credits, negative, negative amount',
    'negative amounts, below zero, negatives, less than zero, under zero, below 0',
  ),
  noted: phrases(
    'has a note, with note, with notes, with a note, has note, noted, note, notes, comments',
    'with comments, with a comment, remarks, with remarks',
  ),
  noDueDate: phrases(
    'no due date, without due date, without a due date, missing due date, undated, no due dates',
    'no due date set, w/o due date, due date missing',
  ),
  noVendor: ['no vendor', 'without vendor', 'without a vendor', 'missing vendor', 'no supplier'],
  noNumber: phrases(
    'no number, without number, without a number, no bill number, missing number, w/o number',
    'no invoice number, missing invoice number, without invoice number, no inv no, no inv number',
  ),
  noMemo: [
    'no memo',
    'blank memo',
    'empty memo',
    'without memo',
    'without a memo',
    'missing memo',
    'no description',
  ],
  routine: ['routine', 'routine bills'],
  paidUnapproved: phrases(
    'paid without me, paid without my approval, paid without approval',
    'paid but not approved, paid unapproved',
  ),
};
