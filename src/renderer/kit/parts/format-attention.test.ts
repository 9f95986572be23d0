import { expect, test } from 'vitest';
import { sampleApproval, sampleBill } from '../testing/samples.ts';
import { formatAttention, formatSince } from './format-attention.ts';

test('an unconfirmed approval says that the service shows its bill as approved or rejected since', () => {
  const context = { signInId: 'sign-in-1', service: 'books.example', locale: 'en' };
  const approval = sampleApproval({ state: 'unknown' });
  const since = [null, 'approved', 'rejected'] as const;
  const meanings = since.map((each) => formatAttention(approval, context, each)?.meaning);
  expect(meanings).toEqual([
    'The bill may already be approved; resending could approve it twice.',
    'books.example now shows this bill as approved. Resending could approve it twice.',
    'books.example now shows this bill as rejected. The bill may already be approved; resending could approve it twice.',
  ]);
});

test('a confirmed approval says that its bill is void, rejected or reopened since', () => {
  const sent = sampleApproval({ state: 'confirmed', approvedBy: ['approval_status'] });
  const since = (fields: Parameters<typeof sampleBill>[0], approval = sent): string | null =>
    formatSince(approval, sampleBill(fields), 'books.example');
  const pending = { others: { approval_status: 'pending' } };
  expect([
    since({ status: 'void' }),
    since({ others: { approval_status: 'rejected' } }),
    since(pending),
    since({}),
    since({ status: 'paid', ...pending }),
    since({ status: 'void' }, { ...sent, state: 'unknown' }),
  ]).toEqual([
    'The bill is void now. You don’t need to do anything.',
    'books.example now shows this bill as rejected.',
    'books.example no longer shows this bill as approved.',
    null,
    null,
    null,
  ]);
});
