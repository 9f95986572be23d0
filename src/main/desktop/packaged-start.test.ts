import { expect, test } from 'vitest';
import { answerTo, guardStart } from './packaged-start.ts';

const refusalOf = (args: string[], platform: NodeJS.Platform = 'win32') =>
  guardStart(true, args, {}, platform);

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--proxy-server=http://127.0.0.1:1',
  '--host-rules=MAP * 127.0.0.1',
  '--js-flags=--allow-natives-syntax',
  '--no-sandbox',
  '--inspect',
  '--inspect-brk=0',
  '--user-data-dir=/tmp/other',
  '--ignore-certificate-errors',
  '-no-sandbox',
  '--No-Sandbox',
  '/no-sandbox',
  '/proxy-server=x',
  ' --inspect',
  '\t--inspect',
  '\n/inspect',
  '\u00A0--inspect',
  '\u3000--inspect',
  '\uFEFF--inspect',
  '\u200B--inspect',
  '\u2014inspect',
  '\u2013\u2013inspect',
  '\u2212inspect',
  '"--inspect"',
  "'--inspect",
  String.raw`\--inspect`,
  '+inspect',
  '---inspect',
  ' billfold://bill/b1',
  '--lang= --inspect',
  '--lang=de --inspect',
  '--lang=de\n--inspect',
])('D-31 an installed Billfold does not start with %s', (arg) => {
  expect(refusalOf(['--lang=de', arg])).toMatch(
    /^Billfold does not accept --[a-z-]+\. Start it without this option\.$/,
  );
});

test('D-31 harmless switches, and arguments that are not switches, are allowed', () => {
  expect(
    refusalOf([
      '--lang=de',
      '--ozone-platform-hint=auto',
      '--force-device-scale-factor=2',
      '--updated',
      '--at-login',
      '-psn_0_12345',
      '--',
      'C:/bills/bill.pdf',
      'file.txt',
      '',
    ]),
  ).toBeNull();
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'D-31 white space, dashes and quotes hide no switch on %s',
  (platform) => {
    const before = [
      ' ',
      '\t',
      '\n',
      '\v',
      '\f',
      '\r',
      '\0',
      '\u0085',
      '\u00A0',
      '\u1680',
      '\u2028',
      '"',
      '\u2014',
    ];
    const args = before.flatMap((sign) => [
      `${sign}--inspect`,
      `${sign}-inspect`,
      `${sign}/inspect`,
    ]);
    expect(args.filter((arg) => refusalOf([arg], platform) === null)).toEqual([]);
  },
);

test('D-31 on systems with slashes in paths, a folder does not count as a switch', () => {
  const args = ['/home/ada/bill.pdf', '/no-sandbox'];
  expect([refusalOf(args, 'linux'), refusalOf(args, 'darwin')]).toEqual([null, null]);
});

test.each(['win32', 'linux', 'darwin'] as const)(
  'D-51 a link to a bill cannot smuggle in a switch on %s',
  (platform) => {
    const link = 'billfold://bill/b1';
    expect([
      refusalOf(['--', link], platform),
      refusalOf([link], platform),
      refusalOf(['--', link, '--inspect'], platform),
      refusalOf(['--', '--remote-debugging-port=1', link], platform),
    ]).toEqual([
      null,
      null,
      'Billfold does not accept --inspect. Start it without this option.',
      'Billfold does not accept --remote-debugging-port. Start it without this option.',
    ]);
  },
);

test('D-31 variables that weaken TLS or load code are deleted, and others stay', () => {
  const variables: Record<string, string | undefined> = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--require /tmp/x.js',
    SSLKEYLOGFILE: '/tmp/keys',
    SSL_CERT_FILE: '/tmp/authority.pem',
    SSL_CERT_DIR: '/tmp/authorities',
    ELECTRON_RUN_AS_NODE: '1',
    HTTPS_PROXY: 'http://proxy:8080',
  };
  guardStart(true, [], variables, 'linux');
  expect(variables).toEqual({ HTTPS_PROXY: 'http://proxy:8080' });
});

test('D-31 a developer’s build accepts everything', () => {
  const variables = { NODE_OPTIONS: '--inspect' };
  expect([guardStart(false, ['--no-sandbox'], variables, 'linux'), variables]).toEqual([
    null,
    { NODE_OPTIONS: '--inspect' },
  ]);
});

test('D-31 an installed Billfold prints its version and its options, and accepts each of these', () => {
  const help = answerTo(['--help'], '1.2.3', 'linux') ?? '';
  const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
  expect([
    answerTo(['--version'], '1.2.3', 'linux'),
    answerTo(['--lang=de', '/version'], '1.2.3', 'win32'),
    answerTo(['--lang=de', 'version', '/help'], '1.2.3', 'linux'),
    options.length,
    refusalOf(options),
    refusalOf(['--version', '--no-sandbox']),
  ]).toEqual([
    'Billfold 1.2.3\n',
    'Billfold 1.2.3\n',
    null,
    9,
    null,
    'Billfold does not accept --no-sandbox. Start it without this option.',
  ]);
});
