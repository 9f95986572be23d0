import { expect, test } from 'vitest';
import { baseUrlOf } from './base-url.ts';

const BASE = 'https://books.example.com';

test.each([
  ...['', '/', ' ', '/api/v1', '/api/v1/', '/api/v1/bills?limit=5', '//api/v1//bills'],
  ...['/oauth', '/oauth/', '/oauth//', '/oauth/token', '/oauth//token', '/oauth/authorize?a=b#c'],
  ...['/oauth/api/v1', '/oauth//oauth/token'],
])('an endpoint’s address leads to its base URL: %j', (end) => {
  expect(baseUrlOf(` ${BASE}${end}`)).toBe(BASE);
});

test.each([
  ['a folder', `${BASE}/tenant/api/v1/bills`, `${BASE}/tenant`],
  ['slashes at the end', `${BASE}/books/tenant//`, `${BASE}/books/tenant`],
  ['no endpoint at the end', `${BASE}/oauth/tenant`, `${BASE}/oauth/tenant`],
  ['a longer name', `${BASE}/api/v10`, `${BASE}/api/v10`],
  ['parameters of no endpoint', `${BASE}/tenant/?a=b#c`, `${BASE}/tenant?a=b#c`],
  ['http', 'http://localhost:80/oauth', 'http://localhost'],
])('the base URL keeps its own scheme and path: %s', (_name, text, base) => {
  expect(baseUrlOf(text)).toBe(base);
});

test.each([
  ...['books.example.com/', '', 'ftp://books.example.com/oauth', 'xhttps://books.example.com/'],
  ...['https://ada@books.example.com/', 'https://:pass@books.example.com/'],
])('other text stays as it is: %j', (text) => {
  expect(baseUrlOf(` ${text} `)).toBe(text);
});
