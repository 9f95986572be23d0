import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { answerAssetRequest, contentSecurityPolicy, type AssetFolder } from './app-assets.ts';

const root = resolve('/app/renderer');
const files: Record<string, string> = {
  [resolve(root, 'index.html')]: '<meta property="csp-nonce" nonce="CSP_NONCE" />',
  [resolve(root, 'assets/index.js')]: 'CSP_NONCE',
  [resolve(root, 'notes.txt')]: 'not for the page',
  [resolve('/app/main.js')]: 'main process',
  [resolve('/app/renderer-old/main.js')]: 'a folder whose name begins like ours',
};
const folder: AssetFolder = {
  root,
  read: async (path) => {
    const text = files[path];
    return text === undefined ? null : new Uint8Array(Buffer.from(text));
  },
  isLocked: () => false,
  nonce: () => 'n1',
};

const answer = async (url: string, method = 'GET', isLocked = false) => {
  const response = await answerAssetRequest(
    { url, method },
    { ...folder, isLocked: () => isLocked },
  );
  return { status: response.status, body: await response.text() };
};

test('app:// serves the built renderer, with a nonce only in the page', async () => {
  expect([
    await answer('app://billfold/'),
    await answer('app://billfold/assets/index.js?v=1#x'),
    await answer('app://billfold/index.html', 'HEAD'),
  ]).toEqual([
    { status: 200, body: '<meta property="csp-nonce" nonce="n1" />' },
    { status: 200, body: 'CSP_NONCE' },
    { status: 200, body: '' },
  ]);
});

test.each([
  ['app://billfold/..%2fmain.js', 403],
  ['app://billfold/%2e%2e/main.js', 404],
  ['app://billfold/..%2frenderer-old/main.js', 403],
  ['app://billfold-old/index.html', 403],
  ['app://billfold/assets/..%2f..%2fmain.js', 403],
  ['app://billfold/..%5cmain.js', 403],
  ['app://billfold/%00index.html', 403],
  ['app://billfold/%E0%A4%A', 403],
  ['app://elsewhere/index.html', 403],
  ['https://billfold/index.html', 403],
  ['app://billfold/notes.txt', 404],
  ['app://billfold/missing.js', 404],
])('app:// refuses %s', async (url, status) => {
  expect(await answer(url)).toEqual({ status, body: '' });
});

test('D-38 a locked Billfold serves only the locked page’s origin, which cannot open the databases', async () => {
  const urls = ['app://billfold/index.html', 'app://locked/index.html?locked'];
  const answers = [false, true].map((isLocked) =>
    Promise.all(urls.map(async (url) => (await answer(url, 'GET', isLocked)).status)),
  );
  expect(await Promise.all(answers)).toEqual([
    [200, 403],
    [403, 200],
  ]);
});

test('app:// accepts only GET and HEAD', async () => {
  expect(await answer('app://billfold/index.html', 'POST')).toEqual({ status: 405, body: '' });
});

test('D-8 every answer of app:// carries the policy and forbids guessing its type', async () => {
  const page = await answerAssetRequest({ url: 'app://billfold/', method: 'GET' }, folder);
  const refused = await answerAssetRequest({ url: 'app://billfold/x.js', method: 'GET' }, folder);
  expect({
    page: page.headers.get('content-security-policy'),
    refused: refused.headers.get('content-security-policy'),
    sniffing: [page, refused].map((each) => each.headers.get('x-content-type-options')),
    type: page.headers.get('content-type'),
  }).toEqual({
    page: contentSecurityPolicy('n1'),
    refused: contentSecurityPolicy('none'),
    sniffing: ['nosniff', 'nosniff'],
    type: 'text/html; charset=utf-8',
  });
});

test('D-8 the policy allows no inline code, no eval, no text as elements and no network', () => {
  const policy = contentSecurityPolicy('n1');
  expect({
    unsafe: policy.includes('unsafe'),
    starts: policy.split('; ')[0],
    network: policy.includes("connect-src 'none'"),
    end: policy.split('; ').slice(-2),
  }).toEqual({
    unsafe: false,
    starts: "default-src 'none'",
    network: true,
    end: ["require-trusted-types-for 'script'", "trusted-types 'none'"],
  });
});
