import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import { settingsSchema, type Settings } from '../../bridge/settings.ts';
import type { Connection } from '../../bridge/session.ts';
import { createAuthority } from '../network/testing/certificates.ts';
import {
  allowsConnection,
  findPolicy,
  formUnder,
  readCertificates,
  readPolicy,
  settingsUnder,
  systemPolicyPath,
  type FoundPolicy,
} from './policy.ts';

const path = '/etc/billfold/policy.json';
const connection = {
  serviceUrl: 'https://books.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  redirectUri: 'http://127.0.0.1:8124/callback',
};

function policyFile(content: unknown, facts: Partial<FoundPolicy> = {}): FoundPolicy {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { kind: 'file', path, text, owners: [0, 0], othersWrite: false, ...facts } as FoundPolicy;
}

const refusal = (why: string) => ({
  ok: false,
  error: `The policy file ${path} ${why}. Ask your administrator.`,
});

test('without a policy file the user chooses everything', () => {
  expect(readPolicy({ kind: 'none' }, [0])).toEqual({ ok: true, value: noPolicy });
});

test('Billfold reads every setting of a policy; the user decides about settings that it omits', () => {
  const content = { connection, sampleCompany: false, logRetentionDays: 30 };
  const value = { ...noPolicy, ...content };
  expect([readPolicy(policyFile(content), [0]), readPolicy(policyFile('\uFEFF{}'), null)]).toEqual([
    { ok: true, value },
    { ok: true, value: noPolicy },
  ]);
});

test.each([
  [{ redirectPort: 8124 }, 'http://127.0.0.1:8124/callback'],
  [{ redirectPort: 0 }, 'http://127.0.0.1/callback'],
  [{ redirectUri: 'https://books.example.com/done' }, 'https://books.example.com/done'],
])('a policy names the redirect URI, or only its port: %j', (redirect, redirectUri) => {
  const { redirectUri: _own, ...rest } = connection;
  const read = readPolicy(policyFile({ connection: { ...rest, ...redirect } }), [0]);
  expect(read.ok && read.value.connection).toEqual({ ...rest, redirectUri });
});

test.each<[string, FoundPolicy, string]>([
  ['empty', policyFile(' \n'), 'is empty'],
  ['UTF-16', policyFile(Buffer.from('\uFEFF{}', 'utf16le').toString()), 'is not UTF-8 text'],
  ['UTF-16 without a mark', policyFile('{\0}\0'), 'is not UTF-8 text'],
  ...[
    ['cut off', '{"updates": fal', 1, 16],
    ['with a comment', '// ours\n{}', 1, 1],
    ['with a comment in the object', '{\n  "updates": false, // ours\n}', 2, 21],
    ['with a comma after the last setting', '\uFEFF{\n"updates": false,\n}', 3, 1],
    ['with a word as value', '{"updates": true,\n"sampleCompany": False}', 2, 18],
  ].map(([name, text, line, column]): [string, FoundPolicy, string] => [
    String(name),
    policyFile(text),
    `is not JSON (error in line ${line}, column ${column})`,
  ]),
  ...[[], null, 'text'].map((json): [string, FoundPolicy, string] => [
    `${JSON.stringify(json)} in JSON`,
    policyFile(JSON.stringify(json)),
    'is not a JSON object',
  ]),
  [
    'a typo',
    policyFile({ sampelCompany: false }),
    'has a setting Billfold does not know: "sampelCompany"',
  ],
  [
    'a nested typo',
    policyFile({ connection: { ...connection, secret: 'x' } }),
    'has a setting Billfold does not know: "connection.secret"',
  ],
  ['text for a switch', policyFile({ updates: 'no' }), 'has a wrong value for "updates"'],
  ...(['connection', 'certificateFile'] as const).map((name): [string, FoundPolicy, string] => [
    `null for ${name}`,
    policyFile({ [name]: null }),
    `has a wrong value for "${name}"`,
  ]),
  ...[null, 0, 1_441, 1.5, '10'].map((lockAfterMinutes): [string, FoundPolicy, string] => [
    `${JSON.stringify(lockAfterMinutes)} minutes`,
    policyFile({ lockAfterMinutes }),
    'needs a whole number from 1 to 1440 for "lockAfterMinutes"',
  ]),
  [
    'too many days',
    policyFile({ journalRetentionDays: 3_651 }),
    'needs a whole number from 1 to 3650 for "journalRetentionDays"',
  ],
  [
    'a connection that it forbids',
    policyFile({ connection, ownService: false }),
    'has both "connection" and "ownService": false, which allows no connection',
  ],
  ['two typos', policyFile({ a: 1, b: 2 }), 'has a setting Billfold does not know: "a", "b"'],
  [
    'a byte order mark that begins no file',
    policyFile('{"\uFEFFupdates": false}'),
    String.raw`has a setting Billfold does not know: "\ufeffupdates"`,
  ],
  [
    'with controls in a key',
    policyFile(JSON.stringify({ 'a\n\u202eb\u001b': 1 })),
    String.raw`has a setting Billfold does not know: "a\u000a\u202eb\u001b"`,
  ],
  [
    'with long keys',
    policyFile(Object.fromEntries(Array.from('abcdefg', (key) => [key.repeat(61), 1]))),
    `has a setting Billfold does not know: ${Array.from('abcde', (key) => `"${key.repeat(59)}…"`).join(', ')} and 2 more`,
  ],
  ...[8124.5, 65_536, -1, '8124'].map((redirectPort): [string, FoundPolicy, string] => [
    `${redirectPort} for a port`,
    policyFile({ connection: { ...connection, redirectUri: undefined, redirectPort } }),
    'needs a whole number from 0 to 65535 for "connection.redirectPort"',
  ]),
  [
    'port and redirect URI',
    policyFile({ connection: { ...connection, redirectPort: 8124 } }),
    'has a setting Billfold does not know: "connection.redirectPort"',
  ],
  [
    'with a setting twice',
    policyFile('{"lockAfterMinutes":10,"lockAfterMinutes":1440}'),
    'has the setting "lockAfterMinutes" twice',
  ],
  [
    'with a setting twice in the connection',
    policyFile(
      String.raw`{"updates":true,"connection":{"clientId" : "a:{","client\u0049d":"a"},"updates":1}`,
    ),
    'has the setting "connection.clientId" twice',
  ],
  [
    'half a connection',
    policyFile({ connection: {} }),
    'has a wrong value for "connection.serviceUrl"',
  ],
  [
    'plain http',
    policyFile({ connection: { ...connection, authUrl: 'http://login.example.com' } }),
    'has no https address in "connection.authUrl"',
  ],
  [
    'without a usable redirect URI',
    policyFile({ connection: { ...connection, redirectUri: 'http://books.example.com' } }),
    'has no redirect URI in "connection.redirectUri"',
  ],
  ['a link', { kind: 'unreadable', path, code: 'ELOOP' }, 'is a link, and links are not allowed'],
  ['a pipe', { kind: 'unreadable', path, code: 'notRegular' }, 'is not a regular file'],
  ['a socket', { kind: 'unreadable', path, code: 'ENXIO' }, 'is not a regular file'],
  ['unreadable', { kind: 'unreadable', path, code: 'EACCES' }, 'cannot be read (EACCES)'],
  [
    'the user’s own',
    policyFile({}, { owners: [1000, 1000] }),
    'and its folder do not belong to the administrator',
  ],
  [
    'in another user’s folder',
    policyFile({}, { owners: [0, 1000] }),
    'is in a folder that does not belong to the administrator',
  ],
  [
    'another user’s in the administrator’s folder',
    policyFile({}, { owners: [1000, 0] }),
    'does not belong to the administrator',
  ],
  ['open to others', policyFile({}, { othersWrite: true }), 'can be changed by other users'],
])('E-2 a policy file that is %s is refused with a sentence', (_what, found, why) => {
  expect(readPolicy(found, [0])).toEqual(refusal(why));
});

test('E-2 authorities come only from a file of certificates, under the same conditions', () => {
  const pems = [createAuthority('One'), createAuthority('Two')].map(({ certificate }) =>
    certificate.trim(),
  );
  const privateKey = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  const garbled = `${pems[0]}\n${pems[1]?.replace('\n', '\nAAAA')}`;
  const refused = (why: string) => ({
    ok: false,
    error: String.raw`The policy’s certificate file /etc/\u202eca.pem ${why}. Ask your administrator.`,
  });
  const read = (found: FoundPolicy) => readCertificates('/etc/\u202eca.pem', found, [0]);
  expect([
    read(policyFile(`Ours:\n${pems.join('\n\n')}\n`)),
    read(policyFile(garbled)),
    read(policyFile('none')),
    read(policyFile(`${pems[0]}\n${privateKey}`)),
    read(policyFile(pems[0], { owners: [1000, 1000] })),
    read({ kind: 'none' }),
  ]).toEqual([
    { ok: true, value: pems },
    refused('does not hold certificates in PEM'),
    refused('does not hold certificates in PEM'),
    refused('does not hold certificates in PEM'),
    refused('and its folder do not belong to the administrator'),
    refused('is not there'),
  ]);
});

test('E-3 under a fixed connection, only the client secret of the user’s form counts', () => {
  const typed = {
    serviceUrl: 'https://elsewhere.example',
    authUrl: 'https://elsewhere.example',
    clientId: 'mine',
    clientSecret: 'not-a-real-one',
    redirectUri: '0',
  };
  expect([formUnder({ ...noPolicy, connection }, typed), formUnder(noPolicy, typed)]).toEqual([
    { ...connection, clientSecret: 'not-a-real-one' },
    typed,
  ]);
});

const stored: Connection = {
  id: 'connection-1',
  kind: 'service',
  serviceUrl: 'https://books.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  redirectUri: 'http://127.0.0.1:8124/callback',
};
const sample: Connection = { ...stored, kind: 'sample' };
const fixed = {
  ...noPolicy,
  connection: { ...connection, serviceUrl: 'https://Books.example.com/' },
};

test.each<[string, Policy, Connection, boolean]>([
  ['its own', fixed, stored, true],
  ['of another service', fixed, { ...stored, serviceUrl: 'https://a.example' }, false],
  ['with another sign-in', fixed, { ...stored, authUrl: 'https://a.example' }, false],
  ['of another client', fixed, { ...stored, clientId: 'other' }, false],
  ['to another redirect URI', fixed, { ...stored, redirectUri: 'http://127.0.0.1:1/' }, false],
  ['none is fixed', noPolicy, stored, true],
  ['a service where none is allowed', { ...noPolicy, ownService: false }, stored, false],
  ['the sample company', fixed, sample, true],
  ['the sample company where it is off', { ...noPolicy, sampleCompany: false }, sample, false],
])('E-3 a connection made before the policy: %s', (_what, policy, before, isAllowed) => {
  expect(allowsConnection(policy, before)).toBe(isAllowed);
});

test.each<[Partial<Policy>, lockAfterMinutes: number, Partial<Settings>]>([
  [{}, 0, {}],
  [{ weakTokenStorage: false }, 5, { allowWeakTokenStorage: false }],
  [{ lockAfterMinutes: 9 }, 0, { lockAfterMinutes: 9 }],
  [{ lockAfterMinutes: 9 }, 60, { lockAfterMinutes: 9 }],
  [{ lockAfterMinutes: 9 }, 5, {}],
])('a policy %j over a lock after %i minutes fixes %j', (policy, lockAfterMinutes, values) => {
  const own = settingsSchema.parse({ lockAfterMinutes });
  expect(settingsUnder({ ...noPolicy, ...policy }, own)).toEqual(values);
});

test.each<[NodeJS.Platform, string]>([
  ['darwin', '/Library/Application Support/Billfold/policy.json'],
  ['linux', '/etc/billfold/policy.json'],
  ['win32', String.raw`C:\ProgramData\Billfold\policy.json`],
])('the policy of %s is in a place of the administrator', (platform, place) => {
  expect(systemPolicyPath(platform)).toBe(place);
});

test('E-2 a pipe or folder in the place of a file does not block the start', () => {
  // Windows has no named pipes in its file system.
  if (process.platform === 'win32') return;
  const root = mkdtempSync(join(tmpdir(), 'policy-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const pipe = join(root, 'policy.json');
  execFileSync('mkfifo', [pipe]);
  const found = [pipe, root, '/dev/zero'].map((place) => findPolicy(place));
  expect(found).toEqual(
    [pipe, root, '/dev/zero'].map((place) => ({
      kind: 'unreadable',
      path: place,
      code: 'notRegular',
    })),
  );
});

test('E-2 file and folder are checked, and no link is followed', () => {
  const root = mkdtempSync(join(tmpdir(), 'policy-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'billfold');
  const file = join(folder, 'policy.json');
  mkdirSync(folder, { mode: 0o755 });
  const missing = findPolicy(file);
  writeFileSync(file, '{}', { mode: 0o644 });
  const good = findPolicy(file);
  expect([missing, good]).toMatchObject([{ kind: 'none' }, { kind: 'file', text: '{}' }]);
  // Windows has neither numeric owners nor modes, and lets only administrators make links.
  if (process.platform === 'win32') return;
  chmodSync(folder, 0o777);
  const inOpenFolder = findPolicy(file);
  chmodSync(folder, 0o755);
  chmodSync(file, 0o664);
  const openToGroup = findPolicy(file);
  symlinkSync(file, join(folder, 'link.json'));
  const uid = process.getuid?.();
  const facts = { kind: 'file', path: file, text: '{}', owners: [uid, uid] };
  expect([good, inOpenFolder, openToGroup, findPolicy(join(folder, 'link.json'))]).toEqual([
    { ...facts, othersWrite: false },
    { ...facts, othersWrite: true },
    { ...facts, othersWrite: true },
    { kind: 'unreadable', path: join(folder, 'link.json'), code: 'ELOOP' },
  ]);
  // A user's file in a folder of root; or, if the tests run as root, another user's file in a folder of root.
  const isRoot = process.getuid?.() === 0;
  const foreign = isRoot ? file : join('/tmp', `${basename(root)}.json`);
  onTestFinished(() => rmSync(foreign, { force: true }));
  writeFileSync(foreign, '{}', { mode: 0o644 });
  if (isRoot) chownSync(foreign, 1, 1);
  expect(findPolicy(foreign)).toMatchObject({
    kind: 'file',
    owners: isRoot ? [1, 0] : [uid, 0],
  });
});
