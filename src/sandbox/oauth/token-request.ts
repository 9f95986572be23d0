import { parseJson } from '../../base/parse-json.ts';
import * as z from '../../base/zod.ts';

/** A refusal of the token endpoint (RFC 6749 §5.2). */
export interface OAuthRefusal {
  readonly status: 400 | 401;
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
  readonly description: string;
}

/** The fields of a token request in either of the two documented forms. */
export type TokenFields = Readonly<Record<string, string>>;

const jsonBodySchema = z.record(z.string(), z.unknown());

/** Reads a form body or a JSON body (service page, *POST /oauth/token*). */
export function readTokenFields(
  contentType: string | null,
  body: string,
): { readonly fields: TokenFields } | { readonly refusal: OAuthRefusal } {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return readForm(body);
  if (type === 'application/json') return readJsonFields(body);
  return { refusal: invalidRequest('The body must be a form or JSON.') };
}

export function invalidRequest(description: string): OAuthRefusal {
  return { status: 400, error: 'invalid_request', description };
}

function readForm(body: string): ReturnType<typeof readTokenFields> {
  const params = new URLSearchParams(body);
  const names = [...params.keys()];
  // RFC 6749 §3.2: parameters must not be included more than once.
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return { refusal: invalidRequest('A field is given twice.') };
  return { fields: Object.fromEntries(params) };
}

function readJsonFields(body: string): ReturnType<typeof readTokenFields> {
  const parsed = jsonBodySchema.safeParse(parseJson(body));
  if (!parsed.success) return { refusal: invalidRequest('The body is not a JSON object.') };
  const texts = Object.entries(parsed.data).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { fields: Object.fromEntries(texts) };
}
