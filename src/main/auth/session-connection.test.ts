import { expect, test } from 'vitest';
import type { ConnectionForm } from '../../bridge/session.ts';
import { arrange, connected, realClock, signedIn, spec } from './testing/session-harness.ts';

test('T-16 signing out wipes the tokens, now and for the next start', async () => {
  const { session, documents, start } = await signedIn();
  await session.signOut();
  const token = await session.tokens.current();
  expect([
    session.state.get().kind === 'signedOut' && session.state.get(),
    token.ok,
    documents.tokens.text(),
    start().state.get().kind,
  ]).toMatchObject([{ why: 'signedOut' }, false, null, 'signedOut']);
});

test('T-16 signing out revokes the refresh token if the connection has a revocation URL', async () => {
  const revocationUrl = 'https://auth.example.com/revoke';
  const { session, endpoint } = await connected({}, { ...spec, revocationUrl });
  await session.signIn([]);
  await session.signOut();
  await realClock.sleep(5);
  const last = endpoint.requests.at(-1);
  expect([last?.url, last?.fields['token']]).toEqual([revocationUrl, 'refresh-token-1']);
});

/** A session with a weak keyring. */
async function signedInWeakly() {
  const harness = arrange();
  harness.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  const session = harness.start();
  await session.switchConnection(spec);
  await session.signIn([]);
  return { ...harness, session };
}

test('T-2 in memory only, secret and tokens end with the process, and Billfold gives the reason', async () => {
  const { session, start } = await signedInWeakly();
  const before = session.state.get();
  await session.close();
  const next = start();
  expect([before, next.state.get(), await next.signIn([])]).toMatchObject([
    { storage: 'memoryOnly' },
    { kind: 'signedOut', why: 'notSaved' },
    { kind: 'wrongClient' },
  ]);
});

test('T-2 after the user allows weaker storage, Billfold saves the session', async () => {
  const { session, start, choices } = await signedInWeakly();
  choices.allowWeak = true;
  await session.applyStorageSetting();
  await session.close();
  const next = start();
  const token = await next.tokens.current();
  expect([next.state.get(), token.ok]).toMatchObject([{ kind: 'signedIn', storage: 'weak' }, true]);
});

test.each(['weak', 'strong'] as const)('T-2 a %s seal on disk is recognized', async (strength) => {
  const { session, start, choices, secrets } = await signedInWeakly();
  secrets.strength = { backend: 'basic_text', strength };
  const inMemory = session.hasWeakSecrets();
  choices.allowWeak = true;
  await session.applyStorageSetting();
  const saved = session.hasWeakSecrets();
  await session.signOut();
  const signedOut = start().hasWeakSecrets();
  await session.forgetConnection();
  const isWeak = strength === 'weak';
  expect([inMemory, saved, signedOut, session.hasWeakSecrets()]).toEqual([
    ...[false, isWeak, isWeak, false],
  ]);
});

const form: ConnectionForm = {
  serviceUrl: 'https://api.example.com',
  authUrl: 'http://localhost:9000/',
  clientId: ' my client ',
  clientSecret: 'a secret',
  redirectUri: 'http://127.0.0.1:8765/callback',
};

test('a connection is saved if every field is valid, with https or on this computer', async () => {
  const { start, documents } = arrange();
  const session = start();
  const problems = await session.saveConnection(form);
  expect([
    problems,
    session.connection(),
    documents.connection.text()?.includes('a secret'),
  ]).toMatchObject([
    [],
    { authUrl: 'http://localhost:9000', clientId: 'my client', redirectUri: form.redirectUri },
    false,
  ]);
});

test('an address typed without its scheme gets https, or http on this computer', async () => {
  const session = arrange().start();
  const typed = { ...form, serviceUrl: ' api.example.com/api/v1', authUrl: 'localhost:9000' };
  expect([await session.saveConnection(typed), session.connection()]).toMatchObject([
    [],
    { serviceUrl: 'https://api.example.com', authUrl: 'http://localhost:9000' },
  ]);
});

const wrongForms: readonly [Partial<ConnectionForm>, string][] = [
  [{ serviceUrl: '' }, 'serviceUrl missing'],
  [{ serviceUrl: 'api' }, 'serviceUrl notAUrl'],
  [{ serviceUrl: 'ftp://api.example.com' }, 'serviceUrl notHttps'],
  [{ serviceUrl: 'javascript:alert(1)' }, 'serviceUrl notHttps'],
  [{ serviceUrl: 'https://user:pass@api.example.com' }, 'serviceUrl hasUser'],
  [{ authUrl: 'http://auth.example.com' }, 'authUrl notHttps'],
  [{ authUrl: 'http://127.0.0.1.evil.example' }, 'authUrl notHttps'],
  [{ authUrl: 'http://localhost.evil.example' }, 'authUrl notHttps'],
  [{ authUrl: 'https://auth.example.com?x=1' }, 'authUrl hasQuery'],
  [{ authUrl: 'https://auth.example.com#x' }, 'authUrl hasQuery'],
  [{ clientId: ' ' }, 'clientId missing'],
  [{ clientSecret: '' }, 'clientSecret missing'],
  [{ redirectUri: '' }, 'redirectUri missing'],
  [{ redirectUri: '65536' }, 'redirectUri notAUrl'],
  [{ redirectUri: 'http://192.0.2.7:8765/callback' }, 'redirectUri notHttps'],
  [{ redirectUri: 'http://127.0.0.1:8765/callback?x' }, 'redirectUri hasQuery'],
  [{ redirectUri: 'https://app.example.com/#x' }, 'redirectUri hasFragment'],
];

test.each(wrongForms)(
  'a connection with %j is not saved, and the field is named',
  async (change, wanted) => {
    const session = arrange().start();
    const problems = await session.saveConnection({ ...form, ...change });
    expect([
      problems.map(({ field, problem }) => `${field} ${problem}`),
      session.connection(),
    ]).toEqual([[wanted], null]);
  },
);

test.each<[string, string, string]>([
  ['plain http', 'https://auth.example.com', 'http://auth.example.com'],
  [
    'another authorization server under the same id',
    'https://auth.example.com',
    'https://thief.example',
  ],
  ['another service under the same id', 'https://api.example.com', 'https://thief.example'],
  ['another client under the same id', `"${spec.clientId}"`, '"thief"'],
  [
    'a revocation on another host',
    '"revocationUrl":null',
    '"revocationUrl":"https://thief.example/r"',
  ],
])('D-36 a connection file edited to %s is quarantined, not used', async (_, from, to) => {
  const { documents, start, notices } = await connected();
  const text = JSON.stringify(JSON.parse(documents.connection.text() ?? ''));
  expect(text).toContain(from);
  documents.connection.damage(text.replace(from, to));
  expect([start().state.get(), notices.list()]).toEqual([
    { kind: 'noConnection' },
    [{ kind: 'connectionQuarantined', about: 'connection.set-aside-1.json' }],
  ]);
});

test.each([
  [{ redirectPort: 8765 }, undefined, 'http://127.0.0.1:8765/callback'],
  [{ redirectPort: 0 }, '127.0.0.1', 'http://127.0.0.1/callback'],
  [{ redirectPort: 8765 }, '[::1]', 'http://[::1]:8765/callback'],
])('a connection file of an earlier version, %j on %j, leads to %s', async (port, host, uri) => {
  const { documents, start } = await connected();
  const stored = JSON.parse(documents.connection.text() ?? '') as {
    content: { connection: object; redirectHost?: string };
  };
  const { redirectUri: _new, ...earlier } = { redirectUri: '', ...stored.content.connection };
  stored.content.connection = { ...earlier, ...port };
  if (host !== undefined) stored.content.redirectHost = host;
  documents.connection.damage(JSON.stringify(stored));
  const session = start();
  expect([session.connection()?.redirectUri, session.state.get().kind]).toEqual([uri, 'signedOut']);
});

const edits: readonly [string, string][] = [
  [`"redirectUri":"${spec.redirectUri}"`, '"redirectUri":"https://thief.example/callback"'],
  ['"name":"Sorrel Books"', '"name":"Another"'],
];

test.each(edits)(
  'D-36 an edited connection file is restored before a sign-in, with a notice: %s',
  async (from, to) => {
    const named = { ...spec, name: 'Sorrel Books' };
    const { documents, start, notices, links } = await connected({}, named);
    const text = JSON.stringify(JSON.parse(documents.connection.text() ?? ''));
    expect(text).toContain(from);
    documents.connection.damage(text.replace(from, to));
    const session = start();
    const outcome = await session.signIn([]);
    expect([
      outcome,
      links.some((link) => link.includes('thief')),
      session.connection(),
      start().connection()?.name,
      notices.list(),
    ]).toMatchObject([
      { kind: 'signedIn' },
      false,
      { redirectUri: spec.redirectUri, name: 'Sorrel Books' },
      'Sorrel Books',
      [{ kind: 'connectionEdited', about: '' }],
    ]);
  },
);

test.each<[string, (text: string) => string]>([
  ['is still closed', (text) => text],
  ['is gone', (text) => text.replace(/"clientSecret":\{[^}]*\}/u, '"clientSecret":null')],
  ['is damaged', (text) => text.replace(/"sealed":"[^"]*"/u, '"sealed":"AAAA"')],
])(
  'D-36 while the seal of a connection %s, nothing vouches for its redirect',
  async (_, damage) => {
    const { documents, start } = await connected();
    const text = JSON.stringify(JSON.parse(documents.connection.text() ?? ''));
    documents.connection.damage(damage(text));
    const session = start();
    const before = session.trustedConnection();
    const { kind } = await session.signIn([]);
    await session.saveConnection(spec);
    expect([before, kind === 'signedIn', session.trustedConnection()]).toMatchObject([
      { serviceUrl: session.connection()?.serviceUrl, redirectUri: '' },
      damage(text) === text,
      { redirectUri: spec.redirectUri },
    ]);
  },
);

/** A connection whose secret an earlier version sealed, without the redirect. */
async function sealedEarlier() {
  const parts = await connected();
  const { documents, secrets } = parts;
  const stored = JSON.parse(documents.connection.text() ?? '') as {
    content: { connection: { id: string }; clientSecret: { sealed: string } };
  };
  const connectionId = stored.content.connection.id;
  const plain = { kind: 'clientSecret', connectionId, generation: 0, secret: spec.clientSecret };
  const sealed = await secrets.seal(JSON.stringify(plain));
  stored.content.clientSecret.sealed = Buffer.from(sealed.ok ? sealed.value : []).toString(
    'base64',
  );
  documents.connection.damage(JSON.stringify(stored));
  return parts;
}

test('a sign-in while the keyring is locked reports the keyring, not a wrong secret', async () => {
  const { secrets, start, links } = await connected();
  const session = start();
  secrets.awayFor = Infinity;
  expect([await session.signIn([]), links]).toEqual([{ kind: 'keyringAway' }, []]);
});

test('D-36 a secret sealed by an earlier version starts no sign-in whose redirect leads elsewhere', async () => {
  const { documents, start, links } = await sealedEarlier();
  const text = documents.connection.text() ?? '';
  documents.connection.damage(text.replace(spec.redirectUri, 'https://thief.example/callback'));
  expect([await start().signIn([]), links]).toEqual([{ kind: 'wrongClient', detail: null }, []]);
});

test('D-36 a secret sealed by an earlier version works without a new sign-in, and is sealed again with its redirect', async () => {
  const { documents, secrets, start, notices } = await sealedEarlier();
  const outcome = await start().signIn([]);
  const opened = await secrets.open(sealedSecretOf(documents.connection.text()));
  expect([outcome, notices.list(), opened.ok && opened.value.plain]).toEqual([
    { kind: 'signedIn' },
    [],
    expect.stringContaining('callback'),
  ]);
});

function sealedSecretOf(text: string | null): Uint8Array {
  const { content } = JSON.parse(text ?? '') as { content: { clientSecret: { sealed: string } } };
  return Buffer.from(content.clientSecret.sealed, 'base64');
}

test('a connection file edited to an invalid redirect URI is quarantined', async () => {
  const { documents, start } = await connected();
  const text = documents.connection.text() ?? '';
  documents.connection.damage(text.replace(spec.redirectUri, 'javascript:alert(1)'));
  expect(start().state.get()).toEqual({ kind: 'noConnection' });
});

test('main’s own connections pass the same checks', async () => {
  const session = arrange().start();
  const problems = await session.switchConnection({ ...spec, authUrl: 'http://auth.example.com' });
  expect([problems, session.connection()]).toEqual([
    [{ field: 'authUrl', problem: 'notHttps' }],
    null,
  ]);
});

test('the sample stays one connection with one session, whatever its port', async () => {
  const sampleAt = (url: string) =>
    ({ ...spec, kind: 'sample', serviceUrl: url, authUrl: url }) as const;
  const { session, start, endpoint } = await connected({}, sampleAt('http://127.0.0.1:4001'));
  await session.signIn([]);
  await session.close();
  const next = start();
  await next.switchConnection(sampleAt('http://127.0.0.1:4002'));
  const state = next.state.get();
  const renewed = await next.tokens.renew(1);
  const asked = endpoint.requests.at(-1)?.url;
  expect([state.kind, next.connection()?.serviceUrl, renewed.ok, asked]).toEqual([
    'signedIn',
    'http://127.0.0.1:4002',
    true,
    'http://127.0.0.1:4002/oauth/token',
  ]);
});

test('T-1 the sample’s secret is not saved, a service’s is saved sealed', async () => {
  const { start, documents } = arrange();
  const session = start();
  const kept: unknown[] = [];
  for (const kind of ['sample', 'service'] as const) {
    await session.switchConnection({ ...spec, kind });
    kept.push(documents.connection.written.at(-1));
  }
  expect(kept).toMatchObject([
    { content: { clientSecret: null } },
    { content: { clientSecret: { backend: 'gnome_libsecret', sealed: expect.any(String) } } },
  ]);
});

test('forgetting a connection removes it and its tokens', async () => {
  const { session, documents, start } = await signedIn();
  await session.forgetConnection();
  expect([session.state.get(), documents.connection.text(), start().state.get()]).toEqual([
    { kind: 'noConnection' },
    null,
    { kind: 'noConnection' },
  ]);
});

test('a connection changed to another service or client removes the old tokens from the disk', async () => {
  const typed = {
    serviceUrl: spec.serviceUrl,
    authUrl: spec.authUrl,
    clientId: spec.clientId,
    clientSecret: spec.clientSecret,
    redirectUri: spec.redirectUri,
  };
  const kinds: unknown[] = [];
  for (const change of [{}, { clientSecret: 'renewed' }, { clientId: 'another' }]) {
    const { session, documents } = await signedIn();
    await session.saveConnection({ ...typed, ...change });
    const stored = JSON.parse(documents.tokens.text() ?? '{}') as { content?: { kind?: string } };
    kinds.push([session.state.get().kind, stored.content?.kind]);
  }
  expect(kinds).toEqual([
    ['signedIn', 'sealed'],
    ['signedIn', 'sealed'],
    ['signedOut', undefined],
  ]);
});
