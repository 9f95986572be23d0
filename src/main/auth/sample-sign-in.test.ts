import { expect, test } from 'vitest';
import { fail } from '../../base/result.ts';
import { sampleClient } from '../../sandbox/sample-client.ts';
import { createSandboxHarness, SANDBOX_URL } from '../../sandbox/testing/harness.ts';
import { SAMPLE_CLIENT } from '../desktop/sample-service.ts';
import { connected, spec } from './testing/session-harness.ts';

const url = 'http://127.0.0.1:4000';

/** A session connected to the sample's service, which records whether it opened a browser. */
async function connectedTo(kind: 'sample' | 'service') {
  const { fetch: send, call } = createSandboxHarness();
  const opened: string[] = [];
  const { session } = await connected(
    {
      fetch: (target, init) => send(target.replace(url, SANDBOX_URL), init),
      openInBrowser: async (link) => {
        opened.push(link);
        return fail('no browser');
      },
    },
    { ...spec, ...SAMPLE_CLIENT, kind, serviceUrl: url, authUrl: url },
  );
  return { session, call, opened };
}

test('the sample opens at once, without a browser, with an ordinary session and all scopes that its screens use', async () => {
  const { session, call, opened } = await connectedTo('sample');
  const outcome = await session.signIn([], { atOnce: true });
  const token = await session.tokens.current();
  const bills = await call('/api/v1/bills', { token: token.ok ? token.value.value : null });
  expect([outcome, session.state.get(), bills.status, opened]).toMatchObject([
    { kind: 'signedIn' },
    { kind: 'signedIn', scopes: ['money_out', 'money_in'] },
    200,
    [],
  ]);
});

test('the sample opens in the browser when asked to; a service always does', async () => {
  const [sample, service] = [await connectedTo('sample'), await connectedTo('service')];
  const outcomes = [
    await sample.session.signIn([]),
    await service.session.signIn([], { atOnce: true }),
  ];
  expect([outcomes.map(({ kind }) => kind), sample.opened.length, service.opened.length]).toEqual([
    ['browserNotOpened', 'browserNotOpened'],
    1,
    1,
  ]);
});

test('main and the sample’s service know the same client', () => {
  const { clientId, clientSecret } = sampleClient;
  expect(SAMPLE_CLIENT).toEqual({ clientId, clientSecret });
});
