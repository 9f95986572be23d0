import { expect, test } from 'vitest';
import { sampleApproval } from '../testing/samples.ts';
import { formatAttention } from './format-attention.ts';

test('an unconfirmed approval says that the service shows its bill as approved since', () => {
  const context = { signInId: 'sign-in-1', service: 'books.example', locale: 'en' };
  const approval = sampleApproval({ state: 'unknown' });
  const meanings = [false, true].map((is) => formatAttention(approval, context, is)?.meaning);
  expect(meanings).toEqual([
    'The bill may already be approved; resending could approve it twice.',
    'books.example now shows this bill as approved. Resending could approve it twice.',
  ]);
});
