import { expect, test } from 'vitest';
import type { AgainstLast } from '../../../core/bills/flags/against-last.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { formatAgainst } from './format-against.ts';

const against = (by: number): AgainstLast => ({
  lastId: 'b-1',
  lastDate: '2026-10-20',
  changeCents: 1667,
  share: 0.012,
  step: { kind: 'counter', by },
  isSameNumber: false,
  days: 30,
});

test('a smaller amount has the minus sign of other amounts', () => {
  const less = { ...against(1), changeCents: -1667, share: -0.012 };
  const bill = sampleBill({ currency: 'USD', billNumber: 'INV-2' });
  expect(formatAgainst(less, bill, '2026-11-24', 'en-US')).toMatch('-$16.67 (-1.2%)');
});

test('a share that rounds to nothing is not called 0%', () => {
  const bill = sampleBill({ currency: 'USD', billNumber: 'INV-2' });
  const texts = [-0.0004, 0.0004, 0.0005].map((share) =>
    formatAgainst(
      { ...against(1), share, changeCents: share < 0 ? -112 : 112 },
      bill,
      '2026-11-24',
      'en-US',
    ),
  );
  expect(texts.map((each) => each.split(' vs.')[0])).toEqual([
    '-$1.12 (<0.1%)',
    '+$1.12 (<0.1%)',
    '+$1.12 (+0.1%)',
  ]);
});

test.each([
  [1, '+$16.67 (+1.2%) vs. Oct 20 · number +1 · 30 days apart'],
  [1_000, '+$16.67 (+1.2%) vs. Oct 20 · number +1,000 · 30 days apart'],
  [59_843, '+$16.67 (+1.2%) vs. Oct 20 · 30 days apart'],
])('a number that is %i higher is compared unless it is far off', (by, text) => {
  const bill = sampleBill({ currency: 'USD', billNumber: 'INV-2' });
  expect(formatAgainst(against(by), bill, '2026-11-24', 'en-US')).toBe(text);
});
