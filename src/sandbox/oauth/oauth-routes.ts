import type { Context, Hono } from 'hono';
import { assertNever } from '../../base/assert-never.ts';
import { authPaths } from '../../contract/wire-names.ts';
import { methodNotAllowed } from '../api/service-errors.ts';
import { cannedAnswer } from '../faults/canned-answer.ts';
import type { Service, ServiceEnv } from '../service.ts';
import { readAuthorizeRequest, type AuthorizeReading } from './authorize-request.ts';
import { consentErrorPage, consentPage } from './consent-page.ts';
import { consentStyleSource } from './consent-style.ts';
import { answerToken } from './token-endpoint.ts';

type Ask = Extract<AuthorizeReading, { kind: 'ask' }>;
type RequestContext = Context<ServiceEnv>;

/** GET /oauth/authorize with its consent form, and POST /oauth/token (service page, *Endpoints*). */
export function addOAuthRoutes(app: Hono<ServiceEnv>, service: Service): void {
  app.use('/oauth/*', async (c, next) => cannedAnswer(c.env.exchange.faults) ?? (await next()));
  app.get(authPaths.authorize, (c) => {
    const params = new URL(c.req.url).searchParams;
    return withRequest(c, service, params, (ask) => showConsent(c, service, ask, params));
  });
  app.post(authPaths.authorize, async (c) => {
    if (isFromElsewhere(c)) return errorPage(c, 403, 'The answer did not come from this page.');
    const params = new URLSearchParams(await c.req.text());
    return withRequest(c, service, params, (ask) => answerConsent(c, service, ask, params));
  });
  app.post(authPaths.token, async (c) => {
    const contentType = c.req.header('content-type') ?? null;
    return answerToken(service, contentType, await c.req.text());
  });
  app.all(authPaths.authorize, () => methodNotAllowed('GET, POST'));
  app.all(authPaths.token, () => methodNotAllowed('POST'));
}

function withRequest(
  c: RequestContext,
  service: Service,
  params: URLSearchParams,
  proceed: (ask: Ask) => Response | Promise<Response>,
): Response | Promise<Response> {
  const reading = readAuthorizeRequest(params, service.clients, service.settings());
  switch (reading.kind) {
    case 'errorPage':
      return errorPage(c, 400, reading.sentence);
    case 'redirectError':
      return redirectBack(c, service, reading.redirectUri, {
        error: reading.error,
        error_description: reading.description,
        state: reading.state,
      });
    case 'ask':
      return proceed(reading);
    default:
      return assertNever(reading);
  }
}

function showConsent(
  c: RequestContext,
  service: Service,
  { client, request }: Ask,
  params: URLSearchParams,
): Response | Promise<Response> {
  const { redirectUri, scopes } = request;
  const { organizations } = service.records;
  setPageHeaders(c, redirectUri);
  return c.html(consentPage({ client, scopes, organizations, redirectUri, params }));
}

function answerConsent(
  c: RequestContext,
  service: Service,
  { request, state }: Ask,
  params: URLSearchParams,
): Response | Promise<Response> {
  const decision = params.get('decision');
  if (decision === 'allow') {
    const code = service.grants.issueCode(request);
    return redirectBack(c, service, request.redirectUri, { code, state });
  }
  if (decision === 'deny') {
    const error_description = 'The user did not allow it.';
    return redirectBack(c, service, request.redirectUri, {
      error: 'access_denied',
      error_description,
      state,
    });
  }
  return errorPage(c, 400, 'The answer was neither Allow nor Deny.');
}

/**
 * Whether another site's page sent the form, which must not be able to press Allow. A form of this page sends the
 * page's own origin.
 */
function isFromElsewhere(c: RequestContext): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && origin !== new URL(c.req.url).origin;
}

function redirectBack(
  c: RequestContext,
  service: Service,
  redirectUri: string,
  answer: Readonly<Record<string, string | null>>,
): Response {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== null) target.searchParams.set(name, value);
  }
  if (service.settings().sendIssuer) target.searchParams.set('iss', new URL(c.req.url).origin);
  return new Response(null, {
    status: 303,
    headers: {
      location: target.href,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

function errorPage(
  c: RequestContext,
  status: 400 | 403,
  sentence: string,
): Response | Promise<Response> {
  setPageHeaders(c, null);
  return c.html(consentErrorPage(sentence), status);
}

function setPageHeaders(c: RequestContext, redirectUri: string | null): void {
  // Chromium applies `form-action` to redirects after a form too, so it must include the redirect URI.
  const formAction = redirectUri === null ? "'none'" : `'self' ${sourceOf(new URL(redirectUri))}`;
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src ${consentStyleSource}; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
  );
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'same-origin');
  c.header('x-content-type-options', 'nosniff');
}

/** CSP source for an address. CSP can't name IPv6 hosts, so those are allowed by scheme. */
function sourceOf(url: URL): string {
  return url.origin === 'null' || url.hostname.startsWith('[') ? url.protocol : url.origin;
}
