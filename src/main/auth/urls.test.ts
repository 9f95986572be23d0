import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSafeUrl, normalizeUrl, parseRedirectPlace, urlProblem } from './urls.ts';

const links: readonly [string, boolean][] = [
  ['https://auth.example.com/x?y=z', true],
  ['http://127.0.0.1:9/x', true],
  ['http://[::1]:9/x', true],
  ['http://localhost/x', true],
  ['http://auth.example.com', false],
  ['http://127.0.0.1.nip.io', false],
  ['http://127.0.0.2', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ms-settings:privacy', false],
  ['not a link', false],
];

test.each(links)('A-12 the browser is sent to %s: %s', (link, safe) => {
  expect(isSafeUrl(link)).toBe(safe);
});

test('A-14 every URL that is accepted is https or loopback, and has one spelling', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.webUrl().map((url) => url.replace('https', 'http')),
      ),
      (text) => {
        fc.pre(urlProblem(text) === null);
        const normal = normalizeUrl(text);
        expect([isSafeUrl(text), normalizeUrl(normal)]).toEqual([true, normal]);
      },
    ),
    { seed: 20_260_301, numRuns: 1_000, maxSkipsPerRun: 1_000 },
  );
});

test.each([
  ['https://books.example.com/', 'https://books.example.com'],
  [' https://Books.example.com/api/v1 ', 'https://books.example.com'],
  ['https://books.example.com/tenant/api/v1/bills?limit=5', 'https://books.example.com/tenant'],
  ['https://auth.example.com/oauth', 'https://auth.example.com'],
  ['https://auth.example.com/oauth/token/', 'https://auth.example.com'],
  ['https://auth.example.com/oauth/authorize?client_id=x&scope=y', 'https://auth.example.com'],
  ['https://auth.example.com/oauth/tenant', 'https://auth.example.com/oauth/tenant'],
])('A-14 what people paste, %j, leads to %s', (pasted, base) => {
  expect([urlProblem(pasted), normalizeUrl(pasted)]).toEqual([null, base]);
});

const places: readonly [string, unknown][] = [
  ['8765', { host: '127.0.0.1', port: 8765 }],
  ['127.0.0.1:8765', { host: '127.0.0.1', port: 8765 }],
  ['[::1]:8765', { host: '[::1]', port: 8765 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['localhost:8765', null],
  ['70000', null],
  ['', null],
];

test.each(places)('A-9 the redirect %j is read as %j', (text, place) => {
  expect(parseRedirectPlace(text)).toEqual(place);
});
