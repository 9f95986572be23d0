import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import type { Connection, ConnectionProblem } from '../../bridge/session.ts';
import { connectAtStart } from './first-connection.ts';
import type { SampleService } from './sample-service.ts';

const form = {
  serviceUrl: 'https://books.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'desktop',
  clientSecret: 'not-a-real-one',
  redirectPort: '0',
};
const url = 'http://127.0.0.1:4000';

function arrange(stored: Connection['kind'] | null, problems: ConnectionProblem[] = []) {
  const story: unknown[] = [];
  const sample: SampleService = {
    start: async () => succeed({ url, authUrl: url }),
    close: () => {},
  };
  const connection = stored === null ? null : ({ kind: stored } as Connection);
  const session = {
    connection: () => connection,
    saveConnection: async (given: unknown) => {
      story.push(['save', given]);
      return problems;
    },
    useConnection: async (spec: { kind: string; serviceUrl: string }) => {
      story.push(['use', spec.kind, spec.serviceUrl]);
      return [];
    },
  };
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, facts?: object) => void story.push(['error', message, facts]),
  };
  const refuse = (sentence: string): void => void story.push(['refuse', sentence]);
  return { session, sample, story, log, refuse };
}

test('D-20 the environment’s connection comes before the stored one', async () => {
  const { story, ...deps } = arrange('sample');
  await connectAtStart({ ...deps, form });
  expect(story).toEqual([['save', form]]);
});

test('D-14 a connection in the environment that cannot be used is named', async () => {
  const { story, ...deps } = arrange(null, [{ field: 'serviceUrl', problem: 'notHttps' }]);
  await connectAtStart({ ...deps, form });
  expect(story.slice(1)).toEqual([
    [
      'refuse',
      'BILLFOLD_SERVICE_URL is not https (plain http is for addresses on this computer). Change it or unset it.',
    ],
  ]);
});

test('D-20 a stored sample company is started again; a stored service needs nothing', async () => {
  const [sample, service, nothing] = [arrange('sample'), arrange('service'), arrange(null)];
  for (const each of [sample, service, nothing]) await connectAtStart({ ...each, form: null });
  expect([sample.story, service.story, nothing.story]).toEqual([[['use', 'sample', url]], [], []]);
});

test('D-20 a sample company that does not start is logged, and nothing else happens', async () => {
  const { story, ...deps } = arrange('sample');
  const sample: SampleService = { start: async () => fail('no room'), close: () => {} };
  await connectAtStart({ ...deps, sample, form: null });
  expect(story).toEqual([['error', 'the sample company did not start', { why: 'no room' }]]);
});
