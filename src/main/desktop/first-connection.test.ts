import { expect, test } from 'vitest';
import { createObservable } from '../../base/observable.ts';
import { settle } from '../../base/testing/virtual-clock.ts';
import { fail, succeed } from '../../base/result.ts';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import type {
  Connection,
  ConnectionProblem,
  SessionEnd,
  SessionState,
} from '../../bridge/session.ts';
import type { HowToSignIn } from '../auth/session.ts';
import { connectAtStart, connectToSample } from './first-connection.ts';
import { detailsOf } from '../auth/connection-store.ts';
import { attemptOf } from '../journal/testing/attempts.ts';
import { createNotices } from '../settings/notices.ts';
import type { DesktopState } from './desktop-state.ts';
import type { SampleService } from './sample-service.ts';

const form = {
  serviceUrl: 'https://books.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  clientSecret: 'not-a-real-one',
  redirectUri: '0',
};
const keptConnection: Omit<Connection, 'kind'> = {
  id: detailsOf({ kind: 'service', ...form }).connection.id,
  serviceUrl: 'https://books.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  redirectUri: 'http://127.0.0.1:8124/callback',
};
const managedConnection = {
  serviceUrl: 'https://books.example.com/',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  redirectUri: 'http://127.0.0.1:8124/callback',
};
const url = 'http://127.0.0.1:4000';

function arrange(
  stored: Connection['kind'] | null,
  problems: ConnectionProblem[] = [],
  managed: Partial<Policy> = {},
  isWeak = false,
  why: SessionEnd | null = null,
  kept: string[] = [],
) {
  const timeline: unknown[] = [];
  const sample: SampleService = {
    start: async () => succeed({ url, authUrl: url }),
    close: () => {},
  };
  let connection = stored === null ? null : ({ ...keptConnection, kind: stored } as const);
  const session = {
    state: createObservable<SessionState>({
      kind: 'signedOut',
      connection: { ...keptConnection, kind: 'sample' },
      why,
    }),
    signIn: async (_scopes: readonly string[], how?: HowToSignIn) => {
      timeline.push(['signIn', how]);
      return { kind: 'signedIn' } as const;
    },
    connection: () => connection,
    hasWeakSecrets: () => isWeak,
    forgetConnection: async () => {
      timeline.push(['forget']);
      connection = null;
    },
    saveConnection: async (given: unknown) => {
      timeline.push(['save', given]);
      return problems;
    },
    switchConnection: async (spec: { kind: string; serviceUrl: string }) => {
      timeline.push(['use', spec.kind, spec.serviceUrl]);
      return [];
    },
  };
  const log = {
    info: () => {},
    warn: (message: string) => void timeline.push(['warn', message]),
    error: (message: string, facts?: object) => void timeline.push(['error', message, facts]),
  };
  const refuse = (sentence: string): void => void timeline.push(['refuse', sentence]);
  const policy = { ...noPolicy, ...managed };
  const journal = {
    approvalsOf: async (id: string) =>
      succeed({ open: id === keptConnection.id ? kept : [], ended: ['sent'], retired: [] }),
    readApprovals: async (ids: readonly string[]) =>
      succeed(
        ids.map((id) => ({
          ...attemptOf(id),
          finding: { kind: 'noAttempt' } as const,
          answerLost: false,
          ended: null,
        })),
      ),
  };
  let saved: Pick<DesktopState, 'removedConnections'> = { removedConnections: [] };
  const state = {
    get: () => saved,
    update: (change: typeof saved): void => void (saved = change),
  };
  const notices = createNotices();
  const journalOpened = Promise.resolve();
  const rest = { journal, journalOpened, notices, state };
  return { session, sample, timeline, log, refuse, policy, ...rest };
}

test('the environment’s connection precedes the stored one', async () => {
  const { timeline, ...deps } = arrange('sample');
  await connectAtStart({ ...deps, form });
  expect(timeline).toEqual([['save', form]]);
});

test('the error about an unusable connection in the environment names the variable', async () => {
  const { timeline, ...deps } = arrange(null, [{ field: 'serviceUrl', problem: 'notHttps' }]);
  await connectAtStart({ ...deps, form });
  expect(timeline.slice(1)).toEqual([
    [
      'refuse',
      'BILLFOLD_SERVICE_URL is not https (plain http is for addresses on this computer). Change it or unset it.',
    ],
  ]);
});

test('a stored sample company is started again; a stored service needs nothing', async () => {
  const [sample, service, nothing] = [arrange('sample'), arrange('service'), arrange(null)];
  for (const each of [sample, service, nothing]) await connectAtStart({ ...each, form: null });
  expect([sample.timeline, service.timeline, nothing.timeline]).toEqual([
    [['use', 'sample', url]],
    [],
    [],
  ]);
});

test('a sample session lost without a keyring is opened again; one the user signed out of is not', async () => {
  const stories = (['notSaved', 'signedOut'] as const).map(async (why) => {
    const { timeline, ...deps } = arrange('sample', [], {}, false, why);
    await connectAtStart({ ...deps, form: null });
    return timeline.slice(1);
  });
  expect(await Promise.all(stories)).toEqual([[['signIn', { atOnce: true }]], []]);
});

test('a sample company that does not start is only logged', async () => {
  const { timeline, ...deps } = arrange('sample');
  const sample: SampleService = { start: async () => fail('no room'), close: () => {} };
  await connectAtStart({ ...deps, sample, form: null });
  expect(timeline).toEqual([['error', 'the sample company did not start', { why: 'no room' }]]);
});

test.each([
  ['the service it was already connected to', { connection: managedConnection }, true, null],
  [
    'another client',
    { connection: { ...managedConnection, clientId: 'other' } },
    false,
    'the connection',
  ],
  [
    'another port',
    { connection: { ...managedConnection, redirectUri: 'http://127.0.0.1:1/callback' } },
    false,
    'the connection',
  ],
  ['no service of the user’s own', { ownService: false }, false, 'the connection'],
  ['no weak storage', { weakTokenStorage: false }, true, 'weak token storage'],
  ['no weak storage, and there is none', { weakTokenStorage: false }, false, null],
] as const)('E-3 the policy says %s', async (what, managed, isWeak, forbidden) => {
  const { timeline, ...deps } = arrange('service', [], managed, isWeak);
  await connectAtStart({ ...deps, form: what.startsWith('no service') ? form : null });
  const forgotten = [
    ['warn', `the policy does not allow ${forbidden}: Billfold forgets the connection`],
    ['forget'],
  ];
  expect(timeline).toEqual(forbidden !== null ? forgotten : []);
});

const keptBill = { vendor: 'Muster GmbH', number: 'B-1', cents: 12_300, currency: 'EUR' };

test.each<[Connection['kind'], string[], [count: string, bills: number][]]>([
  ['service', ['a', 'b'], [['2', 2]]],
  ['service', ['a', 'b', 'c', 'd', 'e', 'f'], [['6', 5]]],
  ['service', [], []],
  ['sample', ['a'], []],
])('E-3 each start reports the approvals of a removed %s: %j', async (kind, kept, expected) => {
  const managed = { ownService: false, sampleCompany: false };
  const deps = arrange(kind, [], managed, false, null, kept);
  const starts: unknown[] = [];
  for (let start = 1; start <= 3; start++) {
    const notices = createNotices();
    await connectAtStart({ ...deps, notices, form: null });
    await settle();
    starts.push(notices.list());
  }
  const notices = expected.map(([about, bills]) => ({
    kind: 'connectionForbidden',
    about,
    bills: Array.from({ length: bills }, () => keptBill),
  }));
  expect(starts).toEqual([notices, notices, notices]);
});

test('E-3 the notice of a removed connection stays until its approvals have ended, and while the journal is unreadable', async () => {
  const kept = ['a'];
  const deps = arrange('service', [], { ownService: false }, false, null, kept);
  const unread = fail({ kind: 'unwritable', code: 'EIO', technical: '' } as const);
  const journals = [
    deps.journal,
    { ...deps.journal, approvalsOf: async () => unread },
    deps.journal,
  ];
  const starts: unknown[] = [];
  for (const journal of journals) {
    const notices = createNotices();
    await connectAtStart({ ...deps, journal, notices, form: null });
    await settle();
    starts.push(notices.list().length);
  }
  kept.length = 0;
  await connectAtStart({ ...deps, form: null });
  await settle();
  expect([starts, deps.notices.list(), deps.state.get()]).toEqual([
    [1, 0, 1],
    [],
    { removedConnections: [] },
  ]);
});

test.each<[string, Partial<Connection>, isReported: boolean]>([
  ['only the redirect URI', { redirectUri: 'http://127.0.0.1:1/callback' }, false],
  ['the client', { clientId: 'other' }, true],
])(
  'E-3 a policy that changes %s: approvals reported as stuck %#',
  async (_what, change, isReported) => {
    const connection = { ...managedConnection, ...change };
    const deps = arrange('service', [], { connection }, false, null, ['a']);
    await connectAtStart({ ...deps, form: null });
    await settle();
    expect(deps.notices.list().length > 0).toBe(isReported);
  },
);

test('a policy without a sample company removes the stored one and starts none', async () => {
  const { timeline, ...deps } = arrange('sample', [], { sampleCompany: false });
  await connectAtStart({ ...deps, form: null });
  expect([timeline.slice(1), await connectToSample(deps)]).toEqual([
    [['forget']],
    { ok: false, error: 'the organization allows no sample company' },
  ]);
});

test('E-3 the policy’s connection precedes the environment’s', async () => {
  const { timeline, ...deps } = arrange(null, [], { connection: managedConnection });
  await connectAtStart({ ...deps, form: { ...form, serviceUrl: 'https://elsewhere.example' } });
  expect(timeline).toEqual([['save', { ...form, ...managedConnection }]]);
});
