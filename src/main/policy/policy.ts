import { parseExactJson } from '../../contract/exact-json.ts';
import { X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from '../../base/zod.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { noPolicy, policySchema, type Policy } from '../../bridge/policy.ts';
import type { Connection, ConnectionForm } from '../../bridge/session.ts';
import type { Settings } from '../../bridge/settings.ts';
import { normalizeUrl, readRedirectUri, urlProblem } from '../auth/urls.ts';

/** The file at the policy's path, or its absence. */
export type FoundPolicy =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly path: string; readonly code: string }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly text: string;
      /** User ids that own the file and its folder; none where files have no owner. */
      readonly owners: readonly number[];
      /** True when users other than the owner may write to the file or its folder. */
      readonly othersWrite: boolean;
    };

const OTHERS_WRITE = 0o022;

/**
 * Looks for the policy file. Synchronous, because no other part of Billfold may start before it.
 */
export function findPolicy(path: string): FoundPolicy {
  try {
    // Checks and reads through one open handle, so that a rename between them has no effect.
    // Follows no link.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const parts = [fstatSync(file), statSync(dirname(path))];
      return {
        kind: 'file',
        path,
        text: readFileSync(file, 'utf8'),
        owners: parts.map(({ uid }) => uid),
        othersWrite: parts.some(({ mode }) => (mode & OTHERS_WRITE) !== 0),
      };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    return code === 'ENOENT' ? { kind: 'none' } : { kind: 'unreadable', path, code };
  }
}

/**
 * Path of the policy on each system; on Windows, of the file that Billfold ignores with a notice.
 */
export function systemPolicyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Billfold/policy.json';
  return platform === 'win32'
    ? String.raw`C:\ProgramData\Billfold\policy.json`
    : '/etc/billfold/policy.json';
}

/**
 * Reads the organization's policy. Refuses a file that is not trusted or not fully understood: it
 * is safer not to run than to run unmanaged.
 * @param owners user ids whose files count; null where files have no owner
 * @returns the policy, or a sentence that says what is wrong with its file
 */
export function readPolicy(
  found: FoundPolicy,
  owners: readonly number[] | null,
): Result<Policy, string> {
  if (found.kind === 'none') return succeed(noPolicy);
  const refuse = (why: string): Result<never, string> =>
    fail(`The policy file ${found.path} ${why}. Ask your administrator.`);
  const text = trustedText(found, owners);
  if (!text.ok) return refuse(text.error);
  // Editors on Windows may begin a file with a byte order mark.
  const json = jsonOf(text.value.replace(/^\uFEFF/, ''));
  const parsed = policySchema.safeParse(withRedirectUri(json));
  if (!parsed.success) return refuse(problemIn(parsed.error));
  // In memory, null stands for a setting that the file omits.
  const empty = Object.entries(Object(json)).find(([, value]) => value === null);
  if (empty) return refuse(wrongValue(empty[0]));
  const { connection } = parsed.data;
  if (connection === null) return succeed(parsed.data);
  for (const field of ['serviceUrl', 'authUrl'] as const) {
    if (urlProblem(connection[field]) !== null)
      return refuse(`has no https address in "connection.${field}"`);
  }
  const redirect = readRedirectUri(connection.redirectUri);
  if (!redirect.ok) return refuse('has no redirect URI in "connection.redirectUri"');
  return succeed({
    ...parsed.data,
    connection: { ...connection, redirectUri: redirect.value.uri },
  });
}

/** A key that occurs twice makes the text invalid: either value may be meant. */
function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return null;
  }
}

const port = z.int().check(z.minimum(0), z.maximum(65_535));
const policyWithPort = z.looseObject({ connection: z.looseObject({ redirectPort: port }) });

/** Replaces `redirectPort`, the port of `http://127.0.0.1:PORT/callback`, by a redirect URI. */
function withRedirectUri(json: unknown): unknown {
  const parsed = policyWithPort.safeParse(json);
  if (!parsed.success || 'redirectUri' in parsed.data.connection) return json;
  const { redirectPort, ...connection } = parsed.data.connection;
  return { ...parsed.data, connection: { ...connection, redirectUri: String(redirectPort) } };
}

/**
 * Reads the certificates that a policy names, under the same conditions.
 * @returns each in PEM, or a sentence that says what is wrong with their file
 */
export function readCertificates(
  found: FoundPolicy,
  owners: readonly number[] | null,
): Result<readonly string[], string> {
  const refuse = (why: string): Result<never, string> =>
    fail(`The file of certificates that the policy names ${why}. Ask your administrator.`);
  if (found.kind === 'none') return refuse('is not there');
  const text = trustedText(found, owners);
  if (!text.ok) return refuse(text.error);
  const certificates = text.value.match(PEM_CERTIFICATE) ?? [];
  // Other entries, such as a private key, do not belong in this file.
  const isWhole = text.value.split('-----BEGIN ').length - 1 === certificates.length;
  return isWhole && certificates.length > 0 && certificates.every(isCertificate)
    ? succeed(certificates)
    : refuse('does not hold certificates in PEM');
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function isCertificate(pem: string): boolean {
  try {
    void new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

/** Text of the file, if its owner and mode show that only the administrator can have written it. */
function trustedText(
  found: Exclude<FoundPolicy, { kind: 'none' }>,
  owners: readonly number[] | null,
): Result<string, string> {
  if (found.kind === 'unreadable') return fail(`cannot be read (${found.code})`);
  if (owners === null) return succeed(found.text);
  const [isFileTrusted, isFolderTrusted] = found.owners.map((owner) => owners.includes(owner));
  if (!isFileTrusted && !isFolderTrusted)
    return fail('and its folder do not belong to the administrator');
  if (!isFileTrusted) return fail('does not belong to the administrator');
  if (!isFolderTrusted) return fail('is in a folder that does not belong to the administrator');
  return found.othersWrite ? fail('can be changed by other users') : succeed(found.text);
}

function problemIn(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${place === '' ? key : `${place}.${key}`}"`);
    return `has a setting Billfold does not know: ${keys.join(', ')}`;
  }
  return place === '' ? 'is not a JSON object, or has a setting twice' : wrongValue(place);
}

function wrongValue(place: string): string {
  return `has a wrong value for "${place}"`;
}

/** Form of the user, with the organization's values in place of the user's. */
export function formUnder({ connection }: Policy, form: ConnectionForm): ConnectionForm {
  return { ...form, ...connection };
}

/** Whether a connection made before the policy may still be used. */
export function allowsConnection(policy: Policy, stored: Connection): boolean {
  if (stored.kind === 'sample') return policy.sampleCompany;
  const { connection } = policy;
  if (!policy.ownService) return false;
  return (
    connection === null ||
    (normalizeUrl(connection.serviceUrl) === stored.serviceUrl &&
      normalizeUrl(connection.authUrl) === stored.authUrl &&
      connection.clientId === stored.clientId &&
      connection.redirectUri === stored.redirectUri)
  );
}

/** Values that replace the user's own. A stricter value of the user stays. */
export function settingsUnder(
  { weakTokenStorage, lockAfterMinutes: most }: Policy,
  { lockAfterMinutes: own }: Settings,
): Partial<Settings> {
  return {
    ...(weakTokenStorage ? {} : { allowWeakTokenStorage: false }),
    ...(most === null || (own > 0 && own < most) ? {} : { lockAfterMinutes: most }),
  };
}
