import { expect, test } from 'vitest';
import { noPolicy } from '../../bridge/policy.ts';
import { settingsSchema } from '../../bridge/settings.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import {
  createDiagnosticsCopier,
  describeDiagnostics,
  type DiagnosticFacts,
} from './diagnostics.ts';

const SECRET = 'acme';

const facts: DiagnosticFacts = {
  versions: { billfold: '1.0.0' },
  session: {
    kind: 'signedIn',
    connection: {
      id: SECRET,
      kind: 'service',
      serviceUrl: `https://${SECRET}.example`,
      authUrl: `https://${SECRET}.example`,
      clientId: SECRET,
      redirectUri: 'http://127.0.0.1/callback',
    },
    signInId: SECRET,
    scopes: [SECRET],
    storage: 'sealed',
  },
  quota: {
    ...{ limit: 1000, remaining: 900, reserve: 100, resetAtMs: null, pausedUntilMs: null },
    ...{ pause: null, backgroundLeft: 200, shared: false },
    used: { approval: 1, recheck: 1, waiting: 1, background: 97 },
  },
  settings: settingsSchema.parse({ organizationId: SECRET }),
  policy: { ...noPolicy, updates: false, certificateFile: `/etc/${SECRET}.pem` },
  notices: [{ kind: 'settingsQuarantined', about: SECRET }],
  update: { kind: 'available', release: { version: '2', notes: [SECRET], page: SECRET } },
  keyring: { backend: 'gnome_libsecret', strength: 'strong' },
  folders: { here: import.meta.dirname, gone: `/nowhere/${SECRET}` },
};

test('D-43 diagnostics show versions, states and counts, and no business data', () => {
  const text = describeDiagnostics(facts);
  expect([JSON.parse(text), text.toLowerCase().includes(SECRET)]).toEqual([
    expect.objectContaining({
      versions: { billfold: '1.0.0' },
      session: { state: 'signedIn', connection: 'service', storage: 'sealed', scopes: 1 },
      managed: ['updates', 'certificateFile'],
      notices: ['settingsQuarantined'],
      update: { state: 'available' },
      folders: { here: { files: expect.any(Number), bytes: expect.any(Number) }, gone: null },
    }),
    false,
  ]);
});

test('D-37 diagnostics are copied at most once in ten seconds, also after a failure', async () => {
  const clock = createVirtualClock();
  let copies = 0;
  const copy = createDiagnosticsCopier(clock, async () => {
    copies += 1;
    if (copies === 2) throw new Error('no clipboard');
  });
  const counts: number[] = [];
  for (const passMs of [0, 9_999, 1, 9_999, 1]) {
    await clock.advance(passMs);
    await Promise.allSettled([copy(), copy()]);
    counts.push(copies);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});
