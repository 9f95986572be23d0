import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const whole = {
  BILLFOLD_SERVICE_URL: 'https://books.example.com',
  BILLFOLD_AUTH_URL: 'https://login.example.com',
  BILLFOLD_CLIENT_ID: 'desktop',
  BILLFOLD_CLIENT_SECRET: 'not-a-real-one',
  BILLFOLD_REDIRECT_PORT: '8765',
  BILLFOLD_PROFILE: '/tmp/profile',
  BILLFOLD_STATE_DIR: '/tmp/state',
  BILLFOLD_POLICY: '/tmp/policy.json',
  BILLFOLD_UPDATE_FEED: 'http://127.0.0.1:1/latest.json',
  BILLFOLD_UPDATE_KEY: 'key',
  BILLFOLD_BROWSER: 'node "/my files/browser.ts" approve',
  PATH: '/bin',
};

const nothing = {
  ok: true,
  value: {
    profileDir: null,
    stateDir: null,
    sampleOnly: false,
    policyFile: null,
    feed: null,
    connection: null,
    browser: null,
  },
};

test('a developer’s environment becomes the connection, the profile and the browser', () => {
  expect(readEnvironment(whole, false)).toEqual({
    ok: true,
    value: {
      profileDir: '/tmp/profile',
      stateDir: '/tmp/state',
      sampleOnly: false,
      policyFile: '/tmp/policy.json',
      feed: { url: 'http://127.0.0.1:1/latest.json', key: 'key' },
      connection: {
        serviceUrl: 'https://books.example.com',
        authUrl: 'https://login.example.com',
        clientId: 'desktop',
        clientSecret: 'not-a-real-one',
        redirectUri: '8765',
      },
      browser: ['node', '/my files/browser.ts', 'approve'],
    },
  });
});

test('a packaged build ignores the environment, good or bad', () => {
  expect([
    readEnvironment(whole, true),
    readEnvironment({ ...whole, BILLFOLD_REDIRECT_PORT: 'x' }, true),
  ]).toEqual([nothing, nothing]);
});

test.each([
  ['BILLFOLD_SERVICE_URL', 'ftp://books', 'BILLFOLD_SERVICE_URL is not an http or https address'],
  ['BILLFOLD_AUTH_URL', undefined, 'BILLFOLD_AUTH_URL is missing'],
  ['BILLFOLD_CLIENT_ID', '', 'BILLFOLD_CLIENT_ID is empty'],
  ['BILLFOLD_SAMPLE_ONLY', '1', 'BILLFOLD_SERVICE_URL cannot be used here'],
  ['BILLFOLD_REDIRECT_PORT', '70000', 'BILLFOLD_REDIRECT_PORT is not a port, 0 to 65535'],
])('the error names a bad %s', (name, value, sentence) => {
  expect(readEnvironment({ ...whole, [name]: value }, false)).toEqual({
    ok: false,
    error: expect.stringContaining(sentence),
  });
});

test('an environment without Billfold’s variables changes nothing', () => {
  expect(readEnvironment({ PATH: '/bin' }, false)).toEqual(nothing);
});
