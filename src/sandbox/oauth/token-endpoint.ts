import { oauthErrorResponse } from '../api/service-errors.ts';
import { serviceNowMs } from '../service.ts';
import type { Service } from '../service.ts';
import type { GrantRefusal, IssuedTokens } from './grants.ts';
import { sameSecret } from './secrets.ts';
import { invalidRequest, readTokenFields } from './token-request.ts';
import type { OAuthRefusal, TokenFields } from './token-request.ts';

/** Answers a request to the token endpoint (service page, *POST /oauth/token*). */
export function answerToken(service: Service, contentType: string | null, body: string): Response {
  const read = readTokenFields(contentType, body);
  if ('refusal' in read) return oauthErrorResponse(read.refusal);
  const { fields } = read;
  const clientId = findClient(service, fields);
  if (clientId === null) {
    const description = 'The client id or secret is wrong.';
    return oauthErrorResponse({ status: 401, error: 'invalid_client', description });
  }
  const issued = redeem(service, fields, clientId);
  if ('error' in issued) return oauthErrorResponse(issued);
  if ('refused' in issued) {
    return oauthErrorResponse({ status: 400, error: 'invalid_grant', description: issued.refused });
  }
  return tokenResponse(service, issued);
}

function findClient({ clients }: Service, fields: TokenFields): string | null {
  const client = clients.find(({ clientId }) => clientId === fields['client_id']);
  if (!client || !sameSecret(fields['client_secret'] ?? '', client.clientSecret)) return null;
  return client.clientId;
}

function redeem(
  { grants }: Service,
  fields: TokenFields,
  clientId: string,
): IssuedTokens | GrantRefusal | OAuthRefusal {
  const { grant_type, code, redirect_uri: redirectUri, refresh_token: refreshToken } = fields;
  switch (grant_type) {
    case undefined:
    case '':
      return invalidRequest('grant_type is missing.');
    case 'authorization_code': {
      if (!code) return invalidRequest('code is missing.');
      if (!redirectUri) return invalidRequest('redirect_uri is missing.');
      return grants.redeemCode({
        code,
        clientId,
        redirectUri,
        verifier: fields['code_verifier'] ?? null,
      });
    }
    case 'refresh_token':
      if (!refreshToken) return invalidRequest('refresh_token is missing.');
      return grants.refresh({ refreshToken, clientId });
    default: {
      const description = 'Only authorization_code and refresh_token are known.';
      return { status: 400, error: 'unsupported_grant_type', description };
    }
  }
}

/** The token response of the service page. A refresh gets the same one, because "its shape: not shown". */
function tokenResponse(service: Service, issued: IssuedTokens): Response {
  const { tokenLifetimeS, tokenCreatedAt } = service.settings();
  const body = {
    access_token: issued.accessToken,
    refresh_token: issued.refreshToken,
    token_type: 'Bearer',
    expires_in: tokenLifetimeS,
    scope: issued.scopes.join(' '),
    ...(tokenCreatedAt ? { created_at: Math.floor(serviceNowMs(service) / 1000) } : {}),
  };
  return Response.json(body, { headers: { 'cache-control': 'no-store', pragma: 'no-cache' } });
}
