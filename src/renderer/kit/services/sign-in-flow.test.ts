import { expect, test } from 'vitest';
import type { Bridge } from '../../../bridge/client.ts';
import type { ConnectionForm, SignInOutcome } from '../../../bridge/session.ts';
import { formFor } from '../../core/connection/connection-form.ts';
import { createSignInFlow } from './sign-in-flow.ts';

const form: ConnectionForm = formFor(null);

/** A bridge that gives these answers to the calls of a sign-in, and records the calls. */
function bridgeThat(answers: {
  sample?: { ok: boolean; technical: string | null };
  problems?: { field: 'clientId'; problem: 'missing' }[];
  outcome?: SignInOutcome;
}) {
  const calls: string[] = [];
  const call = async (name: string): Promise<unknown> => {
    calls.push(name);
    if (name === 'connection.useSample') return answers.sample;
    if (name === 'connection.save') return answers.problems ?? [];
    if (name === 'session.signIn' && answers.outcome) return answers.outcome;
    throw new Error(`not expected: ${name}`);
  };
  const bridge = { call, on: () => () => undefined } as Bridge;
  return { bridge, calls };
}

const idle = { busy: null, failure: null, sampleFailure: null, problems: [] };

test('trying the sample starts it, then signs in', async () => {
  const { bridge, calls } = bridgeThat({
    sample: { ok: true, technical: null },
    outcome: { kind: 'signedIn' },
  });
  const flow = createSignInFlow(bridge);
  await flow.trySample('atOnce');
  expect({ calls, view: flow.view.get() }).toEqual({
    calls: ['connection.useSample', 'session.signIn'],
    view: idle,
  });
});

test('a sample that does not start shows the reason and stops there', async () => {
  const { bridge, calls } = bridgeThat({ sample: { ok: false, technical: 'no port' } });
  const flow = createSignInFlow(bridge);
  await flow.trySample('atOnce');
  expect({ calls, view: flow.view.get() }).toEqual({
    calls: ['connection.useSample'],
    view: { ...idle, sampleFailure: 'no port' },
  });
});

test('a connection with problems is not used; a valid one signs in, and a failure is shown', async () => {
  const problems = [{ field: 'clientId', problem: 'missing' } as const];
  const refused = bridgeThat({ problems });
  const failing = bridgeThat({ outcome: { kind: 'wrongClient', detail: null } });
  const flows = [refused, failing].map(({ bridge }) => createSignInFlow(bridge));
  for (const flow of flows) await flow.connect(form);
  expect({
    calls: [refused.calls, failing.calls],
    views: flows.map((flow) => flow.view.get()),
  }).toEqual({
    calls: [['connection.save'], ['connection.save', 'session.signIn']],
    views: [
      { ...idle, problems },
      { ...idle, failure: { kind: 'wrongClient', detail: null } },
    ],
  });
});

test('one step runs at a time, and a second press meanwhile does nothing', async () => {
  const { bridge, calls } = bridgeThat({
    sample: { ok: true, technical: null },
    outcome: { kind: 'signedIn' },
  });
  const flow = createSignInFlow(bridge);
  await Promise.all([flow.trySample('atOnce'), flow.trySample('atOnce'), flow.signIn()]);
  expect(calls).toEqual(['connection.useSample', 'session.signIn']);
});

test('after a fault, the sign-in screen can be used again', async () => {
  const { bridge } = bridgeThat({ sample: { ok: true, technical: null } });
  const flow = createSignInFlow(bridge);
  await expect(flow.trySample('atOnce')).rejects.toThrow('not expected: session.signIn');
  expect(flow.view.get()).toEqual(idle);
});

test('changing a connection starts with its values, but never its secret', () => {
  expect(
    formFor({
      id: 'connection-1',
      kind: 'service',
      serviceUrl: 'https://books.example',
      authUrl: 'https://sign-in.example',
      clientId: 'billfold',
      redirectUri: 'http://127.0.0.1:8124/callback',
      name: 'Books',
    }),
  ).toEqual({
    serviceUrl: 'https://books.example',
    authUrl: 'https://sign-in.example',
    clientId: 'billfold',
    clientSecret: '',
    redirectUri: 'http://127.0.0.1:8124/callback',
    name: 'Books',
  });
});

test('continuing although the host did not answer requests the same permissions', async () => {
  const requests: unknown[] = [];
  const call = async (_name: string, request: unknown): Promise<unknown> => {
    requests.push(request);
    return requests.length === 1
      ? { kind: 'hostUnreachable', host: 'a.example', isOffline: false, technical: 'ENOTFOUND' }
      : { kind: 'signedIn' };
  };
  const flow = createSignInFlow({ call, on: () => () => undefined } as Bridge);
  await flow.signIn(['money_in']);
  const failed = flow.view.get().failure?.kind;
  await flow.signIn(['money_in'], true);
  expect({ failed, requests, view: flow.view.get() }).toEqual({
    failed: 'hostUnreachable',
    requests: [
      { moreScopes: ['money_in'], atOnce: false, anyway: false },
      { moreScopes: ['money_in'], atOnce: false, anyway: true },
    ],
    view: idle,
  });
});
