import { deepStrictEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { OAuth2Server } from 'oauth2-mock-server';
import { authPaths } from '../src/contract/wire-names.ts';
import { authorizeBends, exchangeBends, refreshBends } from './bent-answers.ts';
import type { Bend } from './bent-answers.ts';
import { freePort } from './processes.ts';
import type { Report } from './report.ts';
import { currentToken, stateFacts, withSignIn } from './session-under-test.ts';
import type { SignInPlan } from './session-under-test.ts';

const opponent = 'oauth2-mock-server';
const authorize = 'GET /oauth/authorize';
const token = 'POST /oauth/token';

interface Mock {
  readonly plan: SignInPlan;
  /** Bends the next answer. */
  bend(bend: Bend): void;
  close(): Promise<void>;
}

/** Sign-in and refresh against a server whose answers are bent, one way at a time. */
export async function signInAgainstMockServer(report: Report): Promise<void> {
  const mock = await startMock();
  try {
    await checkAuthorize(report, mock);
    await checkExchange(report, mock);
    await checkRefresh(report, mock);
    await checkAfterwards(report, mock);
  } finally {
    await mock.close();
  }
}

/** The mock behind a server of ours, which serves what its hooks cannot: pages, silence, broken connections. */
async function startMock(): Promise<Mock> {
  const port = await freePort();
  const server = new OAuth2Server(undefined, undefined, { endpoints: authPaths });
  await server.issuer.keys.generate('ES256');
  const url = `http://127.0.0.1:${port}`;
  server.issuer.url = url;
  let raw: ((response: ServerResponse) => void) | null = null;
  const front = createServer((request, response) => {
    const serve = request.url === authPaths.token ? raw : null;
    if (serve === null) return server.service.requestHandler(request, response);
    raw = null;
    request.resume().once('end', () => serve(response));
  }).listen(port, '127.0.0.1');
  await once(front, 'listening');
  return {
    plan: {
      authUrl: url,
      clientId: 'client',
      clientSecret: 'client-secret-of-the-mock',
      redirectPort: await freePort(),
      waitMs: 10_000,
    },
    bend: ({ redirect, body, raw: serve = null }) => {
      raw = serve;
      if (redirect) {
        server.service.once('beforeAuthorizeRedirect', ({ url: to }: { url: URL }) => {
          redirect(to.searchParams);
        });
      }
      if (body) {
        server.service.once('beforeResponse', (answer: { body: object; statusCode: number }) => {
          const bent = body({ ...answer.body });
          answer.body = bent.body;
          answer.statusCode = bent.status ?? answer.statusCode;
        });
      }
    },
    close: async () => {
      const closed = once(front, 'close');
      front.close();
      front.closeAllConnections();
      await closed;
    },
  };
}

async function checkAuthorize(report: Report, mock: Mock): Promise<void> {
  for (const { name, bend, outcome, landing } of authorizeBends) {
    await report.check({ operation: authorize, check: name, opponent }, async () => {
      mock.bend(bend(mock.plan.authUrl));
      // What is refused leaves the wait going: a short one shows that it ends by time alone.
      const plan = outcome.kind === 'timedOut' ? { ...mock.plan, waitMs: 600 } : mock.plan;
      await withSignIn(plan, async (ended) => {
        deepStrictEqual(
          { outcome: ended.outcome, landing: await ended.landingStatus() },
          { outcome, landing },
        );
      });
    });
  }
}

async function checkExchange(report: Report, mock: Mock): Promise<void> {
  for (const { name, bend, outcome, hurry = 1 } of exchangeBends) {
    for (const tokenRequestBody of ['form', 'json'] as const) {
      const check = `${name}: ${outcome.kind} (${tokenRequestBody})`;
      await report.check({ operation: token, check, opponent }, async () => {
        mock.bend(bend);
        await withSignIn({ ...mock.plan, tokenRequestBody, hurry }, (ended) => {
          const { technical: _, ...facts } = { technical: '', ...ended.outcome };
          deepStrictEqual(facts, outcome);
          deepStrictEqual(
            ended.session.state.get().kind,
            outcome.kind === 'signedIn' ? 'signedIn' : 'signedOut',
          );
        });
      });
    }
  }
}

async function checkRefresh(report: Report, mock: Mock): Promise<void> {
  for (const { name, bend, result, ends = false, hurry = 1 } of refreshBends) {
    const check = `refresh, ${name}: ${result}${ends ? ', the session ends' : ', the session stays'}`;
    await report.check({ operation: token, check, opponent }, () =>
      withSignIn({ ...mock.plan, hurry }, async ({ session }) => {
        const { generation } = await currentToken(session);
        mock.bend(bend);
        const answer = await session.tokens.renew(generation);
        const came = answer.ok
          ? `generation ${answer.value.generation - generation + 1}`
          : answer.error.kind;
        deepStrictEqual(
          { came, state: session.state.get().kind },
          { came: result, state: ends ? 'signedOut' : 'signedIn' },
        );
      }),
    );
  }
}

async function checkAfterwards(report: Report, mock: Mock): Promise<void> {
  const ask = (check: string, plan: SignInPlan, look: Parameters<typeof withSignIn>[1]) =>
    report.check({ operation: token, check, opponent }, () => withSignIn(plan, look));

  await ask(
    'a refresh without a new refresh token keeps the old one',
    mock.plan,
    async ({ session }) => {
      const first = await currentToken(session);
      mock.bend({ body: (body) => ({ body: { ...body, refresh_token: undefined } }) });
      const second = await session.tokens.renew(first.generation);
      ok(second.ok);
      const third = await session.tokens.renew(second.value.generation);
      deepStrictEqual(third.ok ? third.value.generation : third.error, first.generation + 2);
    },
  );

  await ask(
    'after a failed refresh the next try waits, then works',
    mock.plan,
    async ({ session, tokenRequests }) => {
      const { generation } = await currentToken(session);
      mock.bend({ body: () => ({ body: {}, status: 503 }) });
      const failed = await session.tokens.renew(generation);
      const requests = tokenRequests();
      const atOnce = await session.tokens.renew(generation);
      deepStrictEqual(
        { failed: failed.ok, atOnce: atOnce.ok, more: tokenRequests() - requests },
        { failed: false, atOnce: false, more: 0 },
      );
      await new Promise((resolve) => {
        setTimeout(resolve, 1_100);
      });
      const later = await session.tokens.renew(generation);
      deepStrictEqual(later.ok, true, 'it did not recover');
    },
  );

  mock.bend({ body: (body) => ({ body: { ...body, refresh_token: undefined } }) });
  await ask(
    'signed in without a refresh token: a 401 ends the session',
    mock.plan,
    async ({ session }) => {
      const { generation } = await currentToken(session);
      const answer = await session.tokens.renew(generation);
      deepStrictEqual(
        { error: answer.ok ? null : answer.error.kind, state: stateFacts(session.state.get()) },
        { error: 'unauthenticated', state: { kind: 'signedOut', why: 'refused' } },
      );
    },
  );

  for (const [name, scope, scopes] of scopeForms) {
    mock.bend({ body: (body) => ({ body: { ...body, scope } }) });
    await ask(`scope ${name}`, mock.plan, ({ session }) => {
      deepStrictEqual(stateFacts(session.state.get())['scopes'], scopes);
    });
  }
}

/** What is granted when the answer says so, and what was asked for when it does not (RFC 6749 §5.1). */
const scopeForms: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['names more than was asked for: kept', 'money_out reports', ['money_out', 'reports']],
  ['with odd spaces: read', '  money_out   money_in ', ['money_out', 'money_in']],
  ['missing: what was asked for', undefined, ['money_out']],
  ['empty: what was asked for', '', ['money_out']],
  ['null: what was asked for', null, ['money_out']],
  ['a list: what was asked for', ['money_out', 'money_in'], ['money_out']],
];
