import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatMoney } from '../../../bridge/money.ts';
import { keepAmounts } from './keep-amounts.tsx';

test.each(['en-US', 'en-GB'])('the minus of a credit in %s stays with its amount', (locale) => {
  for (const currency of ['EUR', 'USD', 'CHF', 'CAD', 'JPY']) {
    const amount = formatMoney(-123_456_00, currency, locale);
    const drawn = renderToStaticMarkup(keepAmounts(`Approved A-1 · ${amount}. Next`));
    expect(drawn).toBe(`Approved A-1 · <span class="unbroken">${amount}</span>. Next`);
  }
});

test('text without a credit stays one text', () => {
  const texts = [
    'Bill INV-2024-7 · €5.00',
    'no-op',
    '',
    '10-20',
    'Müller - Söhne',
    '-5,00 €',
    'a-€5',
    '-abc 1',
  ];
  expect(texts.map(keepAmounts)).toEqual(texts);
});
