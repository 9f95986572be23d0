import { fail, succeed, type Result } from '../../base/result.ts';
import { invoicesScope } from '../../contract/assumptions.ts';
import { readFetchFailure } from '../api/fetch-failure.ts';
import type { Fetch } from '../ports.ts';
import type { OAuthClient, OAuthProtocol } from './oauth-protocol.ts';
import { ANY_PORT_REDIRECT } from './urls.ts';
import { failureOfExchange, type GrantedTokens, type SignInFailure } from './sign-in.ts';

export interface SampleSignInDeps {
  readonly fetch: Fetch;
  readonly protocol: OAuthProtocol;
  readonly serviceNowMs: () => number;
}

/**
 * Signs in to the sample company without a browser: main answers the consent page itself. Use it
 * with the sample's own client only. It allows every scope at once, since the data belongs to no
 * real company.
 */
export async function signInToSample(
  { fetch: send, protocol, serviceNowMs }: SampleSignInDeps,
  client: OAuthClient,
  scopes: readonly string[],
): Promise<Result<GrantedTokens, SignInFailure>> {
  const secrets = protocol.newSecrets();
  // No listener is needed: main reads the answer from the redirect itself.
  const redirectUri = ANY_PORT_REDIRECT;
  const request = { redirectUri, scopes: [...scopes, invoicesScope], secrets };
  const link = new URL(await protocol.authorizeUrl(client, request));
  link.searchParams.set('decision', 'allow');
  const consent = await post(send, link);
  if (!consent.ok) return consent;
  const askedAtMs = serviceNowMs();
  const exchange = { parameters: consent.value, redirectUri, secrets };
  const exchanged = await protocol.exchangeCode(client, exchange);
  if (!exchanged.ok) return fail(failureOfExchange(exchanged.error));
  return succeed({ response: exchanged.value, askedAtMs });
}

/**
 * Posts the link's parameters as the consent form.
 * @returns the parameters of the redirect
 */
async function post(
  send: Fetch,
  { origin, pathname, searchParams }: URL,
): Promise<Result<URLSearchParams, SignInFailure>> {
  try {
    const { status, headers } = await send(origin + pathname, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: searchParams.toString(),
    });
    const back = URL.parse(headers.get('location') ?? '');
    if (back) return succeed(back.searchParams);
    return fail({ kind: 'malformedAnswer', technical: `the consent page answered ${status}` });
  } catch (cause) {
    const { technical } = readFetchFailure(cause);
    return fail({ kind: 'serviceUnreachable', technical });
  }
}
