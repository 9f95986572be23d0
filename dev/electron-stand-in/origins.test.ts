import { expect, test } from 'vitest';
import { originOf, toAppUrl, toPageUrl } from './origins.ts';

test('the app’s address and the page’s translate into one another', () => {
  const address = 'app://billfold/assets/index.js?v=1#top';
  const seen = toPageUrl(address);
  expect([seen, toAppUrl(seen), originOf(toAppUrl(seen))]).toEqual([
    'https://app.billfold-stand-in.invalid/assets/index.js?v=1#top',
    address,
    'app://billfold',
  ]);
});

test.each([
  'https://example.com/',
  'https://app.billfold-stand-in.invalid.example.com/',
  'about:blank',
])('the origin of %s belongs to no other site', (address) => {
  expect(toAppUrl(address)).toBe(address);
});
