import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSafeUrl, normalizeUrl, readRedirectUri, urlProblem } from './urls.ts';

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

test.each(links)('the browser is sent to %s: %s', (link, safe) => {
  expect(isSafeUrl(link)).toBe(safe);
});

test('every accepted URL is https or loopback, and has one spelling', () => {
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
])('a pasted address, %j, leads to %s', (pasted, base) => {
  expect([urlProblem(pasted), normalizeUrl(pasted)]).toEqual([null, base]);
});

test.each([
  ['https://user:pw@books.example.com', 'hasUser'],
  ['https://user@books.example.com', 'hasUser'],
  ['ftp://books.example.com', 'notHttps'],
  ['javascript:alert(1)', 'notHttps'],
  ['https://books.example.com:99999/api', 'badPort'],
  ['https://books example.com', 'notAUrl'],
])('the problem of %s is %s', (typed, problem) => {
  expect(urlProblem(typed)).toBe(problem);
});

const loopback = (port: number, path = '/callback', host = '127.0.0.1') => ({ host, port, path });

const redirects: readonly [string, string, string | object | null][] = [
  ['http://127.0.0.1:8765/callback', '', loopback(8765)],
  [' http://127.0.0.1:8765/callback ', 'http://127.0.0.1:8765/callback', loopback(8765)],
  ['http://127.0.0.1/callback', '', loopback(0)],
  ['http://127.0.0.1:0/callback', 'http://127.0.0.1/callback', loopback(0)],
  ['http://127.0.0.1:80/callback', '', loopback(80)],
  ['http://localhost:3000/oauth/back', '', loopback(3000, '/oauth/back', 'localhost')],
  ['http://[::1]:8765/', '', loopback(8765, '/', '[::1]')],
  ['http://localhost:3000', '', loopback(3000, '', 'localhost')],
  ['localhost:3000/cb', 'http://localhost:3000/cb', loopback(3000, '/cb', 'localhost')],
  // Forms of earlier versions, the environment, and policies.
  ['8765', 'http://127.0.0.1:8765/callback', loopback(8765)],
  ['0', 'http://127.0.0.1/callback', loopback(0)],
  ['127.0.0.1:8765', 'http://127.0.0.1:8765/callback', loopback(8765)],
  ['[::1]:8765', 'http://[::1]:8765/callback', loopback(8765, '/callback', '[::1]')],
  // Addresses without a listener on this computer.
  ['https://app.example.com/callback', '', null],
  ['https://App.example.com/callback?tenant=1', '', null],
  ['app.example.com/callback', 'https://app.example.com/callback', null],
  ['https://127.0.0.1:8765/callback', '', null],
  ['com.example.app:/callback', '', null],
  ['myapp://callback', '', null],
  ['urn:ietf:wg:oauth:2.0:oob', '', null],
  ['', '', 'missing'],
  ['  ', '', 'missing'],
  ['callback', '', 'notAUrl'],
  ['70000', '', 'notAUrl'],
  ['-1', '', 'notAUrl'],
  ['http://127.0.0.1:70000/callback', '', 'notAUrl'],
  ['http://127.0.0.1:8765//evil.example', '', 'notAUrl'],
  ['http://127.0.0.1:8765/a/../b', '', 'notAUrl'],
  ['http://127.0.0.1:8765/a b', '', 'notAUrl'],
  ['https://user:pass@app.example.com/', '', 'notAUrl'],
  ['https://app.example.com/ü', '', 'notAUrl'],
  ['javascript:alert(1)', '', 'notAUrl'],
  ['JavaScript://x', '', 'notAUrl'],
  ['data:text/html,x', '', 'notAUrl'],
  ['file:///etc/passwd', '', 'notAUrl'],
  ['http://127.0.0.1:8765/callback?x=1', '', 'hasQuery'],
  ['http://127.0.0.1:8765/callback#x', '', 'hasQuery'],
  ['https://app.example.com/callback#x', '', 'hasFragment'],
  ['http://app.example.com/callback', '', 'notHttps'],
  ['http://0.0.0.0:8765/callback', '', 'notHttps'],
  ['http://127.0.0.2:8765/callback', '', 'notHttps'],
  ['http://127.0.0.1.nip.io/callback', '', 'notHttps'],
];

test.each(redirects)('A-9 the redirect URI %j is read as %j, %j', (typed, uri, wanted) => {
  expect(readRedirectUri(typed)).toEqual(
    typeof wanted === 'string'
      ? { ok: false, error: wanted }
      : { ok: true, value: { uri: uri || typed, loopback: wanted } },
  );
});

test('A-9 any text is read without an exception, and the result reads the same again', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.string().map((path) => `http://127.0.0.1:8765/${path}`),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const first = readRedirectUri(typed);
      const again = first.ok ? readRedirectUri(first.value.uri) : first;
      expect(again).toEqual(first);
    }),
    { seed: 20_261_124, numRuns: 1_000 },
  );
});
