import { deepStrictEqual } from 'node:assert/strict';
import type { Result } from '../src/base/result.ts';
import { createSystemClock } from '../src/base/system-clock.ts';
import { createSystemRandom } from '../src/base/system-random.ts';
import type { TokenResponse } from '../src/contract/token.ts';
import { createOAuthProtocol } from '../src/main/auth/oauth-protocol.ts';
import type { TokenProblem } from '../src/main/auth/token-endpoint.ts';
import { startMock } from './prism.ts';
import type { Report } from './report.ts';

const operation = 'POST /oauth/token';
const opponent = 'Prism mock';
const bodies = ['form', 'json'] as const;
const grants = ['authorization_code', 'refresh_token'] as const;

type Grant = (typeof grants)[number];
type TokenAnswer = Result<TokenResponse, TokenProblem>;

const kinds: Readonly<Record<number, TokenProblem['kind']>> = {
  400: 'oauthError',
  401: 'oauthError',
  429: 'rateLimited',
  500: 'serverFailed',
};

/** Token requests against Prism: it holds each body to the document, in both documented forms. */
export async function tokensAgainstPrism(report: Report): Promise<void> {
  const mock = await startMock();
  try {
    for (const tokenRequestBody of bodies) {
      for (const grant of grants) {
        const ask = (prefer: string) => request({ url: mock.url, tokenRequestBody, grant, prefer });
        await report.check(
          { operation, check: `${grant} as ${tokenRequestBody} gives tokens`, opponent },
          async () => {
            for (let seed = 1; seed <= 10; seed++) {
              const answer = await ask(`code=200, dynamic=true, seed=${seed}`);
              deepStrictEqual(answer.ok ? answer.value.token_type : answer.error, 'Bearer');
            }
          },
        );
        for (const [status, kind] of Object.entries(kinds)) {
          await report.check(
            { operation, check: `${grant} as ${tokenRequestBody}: ${status} is ${kind}`, opponent },
            async () => {
              const answer = await ask(`code=${status}`);
              deepStrictEqual(answer.ok ? answer.value : answer.error.kind, kind);
            },
          );
        }
      }
    }
  } finally {
    await mock.stop();
  }
}

async function request(asked: {
  readonly url: string;
  readonly tokenRequestBody: 'form' | 'json';
  readonly grant: Grant;
  readonly prefer: string;
}): Promise<TokenAnswer> {
  const protocol = createOAuthProtocol({
    clock: createSystemClock(),
    random: createSystemRandom(),
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('prefer', asked.prefer);
      return fetch(url, { ...init, headers });
    },
  });
  const { url: authUrl, tokenRequestBody } = asked;
  const client = {
    authUrl,
    clientId: 'client',
    clientSecret: 'secret',
    tokenRequestBody,
    revocationUrl: null,
  };
  if (asked.grant === 'refresh_token') return protocol.refresh(client, 'refresh-token');
  const secrets = protocol.newSecrets();
  const parameters = new URLSearchParams({ code: 'a-code', state: secrets.state });
  const redirectUri = 'http://127.0.0.1:8765/callback';
  return protocol.exchangeCode(client, { parameters, redirectUri, secrets });
}
