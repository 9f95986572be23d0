import type { OAuthRefusal } from '../oauth/token-request.ts';

/** A documented error (service page, *Error object*): message, code and details. */
export function errorResponse(
  status: number,
  error: string,
  code: string,
  extra: { details?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Response {
  const { details, headers = {} } = extra;
  return Response.json({ error, code, ...(details ? { details } : {}) }, { status, headers });
}

/** The OAuth form of an error (RFC 6749 §5.2), which "authentication errors use". */
export function oauthErrorResponse(refusal: OAuthRefusal): Response {
  const { status, error, description } = refusal;
  return Response.json(
    { error, error_description: description },
    { status, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } },
  );
}

/** 401 in the OAuth form with its challenge. Without a token, the challenge has no error code (RFC 6750 §3.1). */
export function unauthenticatedResponse(wasGiven: boolean): Response {
  const description = wasGiven
    ? 'The access token is invalid, expired or revoked.'
    : 'The access token is missing.';
  const challenge = wasGiven ? `Bearer error="invalid_token"` : 'Bearer';
  return Response.json(
    { error: 'invalid_token', error_description: description },
    { status: 401, headers: { 'www-authenticate': challenge, 'cache-control': 'no-store' } },
  );
}

/** 403 that names the required scope. */
export function forbiddenResponse(scope: string): Response {
  return errorResponse(403, `This needs the scope ${scope}.`, 'insufficient_scope', {
    details: { scope },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** 405 with the allowed methods (RFC 9110 §15.5.6), because the page lists no status for a wrong method. */
export function methodNotAllowed(allow: string): Response {
  return errorResponse(405, 'This method is not offered here.', 'method_not_allowed', {
    headers: { allow },
  });
}
