import { expect, test } from 'vitest';
import { billLinkOf, billLinkSchema } from './bill-link.ts';

test.each([
  'b1',
  'INV 7',
  `(it's) *one*!`,
  'Rechnung-Ä',
  '発注',
  'a&b=c?d#e%f',
  '"--inspect"',
  'x'.repeat(256),
  '発'.repeat(256),
])('D-51 a link names its bill, for any id: %s', (billId) => {
  const link = billLinkOf(billId);
  expect([billLinkSchema.parse(link), /^[\w.~:/%-]+$/.test(link)]).toEqual([billId, true]);
});

test.each([
  '',
  'billfold:',
  'billfold://bill/',
  'billfold://bill/..',
  'billfold://bill/%2E%2E',
  'billfold://bill/a/b',
  'billfold://bill/a%2Fb',
  'billfold://bill/a%5Cb',
  'billfold://bill/a%00',
  'billfold://bill/a%0A',
  'billfold://bill/%20',
  'billfold://bill/%FF',
  'billfold://bill/%ED%A0%80',
  'billfold://bill/a%2',
  'billfold://bill/a?approve=1',
  'billfold://bill/a#/settings',
  'billfold://bill/a b',
  'billfold://bill/a\n',
  'billfold://bill/"--inspect',
  'billfold://user@bill/a',
  'billfold://bill:80/a',
  'billfold://approve/a',
  'billfold://bill//a',
  ' billfold://bill/a',
  'BILLFOLD://BILL/a',
  'https://bill/a',
  'javascript:alert(1)',
  `billfold://bill/${'x'.repeat(257)}`,
  `billfold://bill/${'%41'.repeat(100_000)}`,
  null,
  { href: 'billfold://bill/a' },
])('D-51 any other text is not a link: %j', (link) => {
  expect(billLinkSchema.safeParse(link).success).toBe(false);
});
