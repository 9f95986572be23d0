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
import { createNotices } from '../settings/notices.ts';
import type { SampleService } from './sample-service.ts';

const form = {
  serviceUrl: 'https://books.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  clientSecret: 'not-a-real-one',
  redirectUri: '0',
};
const keptConnection: Omit<Connection, 'kind'> = {
  id: 'connection',
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
  };
  const notices = createNotices();
  const journalOpened = Promise.resolve();
  const rest = { journal, journalOpened, notices };
  return { session, sample, timeline, log, refuse, policy, ...rest };
}

test('the environment’s connection precedes the stored one', async () => {
  const { timeline, ...deps } = arrange('sample');
  await connectAtStart({ ...deps, form });
  expect(timeline).toEqual([['save', form]]);
});

test('the error names the variable of an unusable connection in the environment', async () => {
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

test.each<[Connection['kind'], string[], string[]]>([
  ['service', ['a', 'b'], ['2']],
  ['service', [], []],
  ['sample', ['a'], []],
])('E-3 a notice counts the approvals of a forgotten %s: %j', async (kind, kept, counts) => {
  const managed = { ownService: false, sampleCompany: false };
  const deps = arrange(kind, [], managed, false, null, kept);
  await connectAtStart({ ...deps, form: null });
  await settle();
  const expected = counts.map((file) => ({ kind: 'connectionForbidden', about: file }));
  expect(deps.notices.list()).toEqual(expected);
});

test('a policy without a sample company makes Billfold forget the stored one and start none', async () => {
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
