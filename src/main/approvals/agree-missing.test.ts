import { expect, test } from 'vitest';
import type { SendApproval } from '../../bridge/approval.ts';
import type { KnownOfBill } from '../journal/journal-index.ts';
import { attemptOf } from '../journal/testing/attempts.ts';
import {
  agreementTo,
  isRefused,
  mayApproveTwice,
  missingAgreement,
  type SpendingRules,
} from './agree.ts';

const approval = attemptOf('b') satisfies SendApproval;
const other = { approvalId: 'other', mayBeApplied: true };
const known: KnownOfBill = {
  ...{ isKnown: true, isOfOtherBill: false, lastApplied: 0, timesApplied: 0 },
  ...{ wasRejected: false, others: [], mayLackOthers: false, agreement: null },
};
const more = (change: object): KnownOfBill => ({ ...known, ...change });
const free: SpendingRules = { limits: [], limitsUnread: [], sendAgainByItself: false };
const claim = { ...approval, mayBeApplied: false, wasRejected: false };

test('an approval counts as refused only if the bill may not have been applied otherwise', () => {
  const refused = { ...claim, wasRejected: true };
  expect([isRefused(refused, known), isRefused(claim, more({ wasRejected: true }))]).toEqual([
    true,
    true,
  ]);
  expect(isRefused(claim, known)).toBe(false);
  expect(isRefused(refused, more({ lastApplied: 1 }))).toBe(false);
  expect(isRefused(refused, more({ others: [other] }))).toBe(false);
});

test('a bill that was or may have been approved before may be approved twice', () => {
  expect(mayApproveTwice(claim, known)).toBe(false);
  const withoutRest = { ...claim, snapshot: { ...claim.snapshot, rest: null } };
  expect(mayApproveTwice(withoutRest, known)).toBe(false);
  expect(mayApproveTwice({ ...claim, mayBeApplied: true }, known)).toBe(true);
  expect(mayApproveTwice(claim, more({ lastApplied: 1 }))).toBe(true);
  expect(mayApproveTwice(claim, more({ others: [other] }))).toBe(true);
});

test('an approval above the limit needs consent that covers it, and every approval needs the agreement of main here', () => {
  const { currency, amountDueCents } = approval.snapshot;
  const askAboveCents = Math.abs(amountDueCents) - 1;
  const limit = { currency, askAboveCents, bulkMostCents: null, batchMostCents: null };
  const low: SpendingRules = { ...free, limits: [limit] };
  const agreed = (rules: SpendingRules): KnownOfBill =>
    more({ agreement: agreementTo(claim, known, rules, approval) });
  expect(missingAgreement(approval, known, free)).toBe('dataRestored');
  expect(missingAgreement(approval, known, low)).toBe('overLimit');
  expect(missingAgreement(approval, agreed(free), low)).toBe('overLimit');
  expect(missingAgreement(approval, agreed(low), low)).toBe(null);
  expect(missingAgreement(approval, more({ isOfOtherBill: true }), free)).toBe('twice');
});
