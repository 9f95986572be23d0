import { X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import type * as z from '../../base/zod.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import {
  noPolicy,
  numberWithin,
  policyRanges,
  policySchema,
  type Policy,
} from '../../bridge/policy.ts';
import type { Connection, ConnectionForm } from '../../bridge/session.ts';
import type { Settings } from '../../bridge/settings.ts';
import { normalizeUrl, readRedirectUri, urlProblem } from '../auth/urls.ts';
import { readPolicyJson, showForeign, showKey } from './policy-json.ts';

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

/** Code of a pipe, device or folder, whose reading may never end. */
const NOT_REGULAR = 'notRegular';

/**
 * Looks for the policy file. Synchronous, because no other part of Billfold may start before it.
 */
export function findPolicy(path: string): FoundPolicy {
  try {
    // One open handle serves check and reading, so that a rename in between has no effect. The flags refuse links, and
    // avoid waiting for a writer of a named pipe.
    const flags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = openSync(path, constants.O_RDONLY | flags);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return { kind: 'unreadable', path, code: NOT_REGULAR };
      const parts = [stats, statSync(dirname(path))];
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
 * Reads the organization's policy. Rejects a file that is not fully trusted and understood, because running unmanaged
 * is worse than not starting.
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
  const read = readPolicyJson(text.value);
  if (!read.ok) return refuse(read.error);
  const json = read.value;
  const withUri = withRedirectUri(json);
  if (!withUri.ok) return refuse(withUri.error);
  const parsed = policySchema.safeParse(withUri.value);
  if (!parsed.success) return refuse(problemIn(parsed.error));
  // An explicit null is an error, because in memory null means that the file omits the setting.
  const empty = Object.entries(json).find(([, value]) => value === null);
  if (empty) return refuse(wrongValue(empty[0]));
  const { connection } = parsed.data;
  if (connection === null) return succeed(parsed.data);
  if (!parsed.data.ownService)
    return refuse('has both "connection" and "ownService": false, which allows no connection');
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

const port = numberWithin(policyRanges['connection.redirectPort']);

/** Replaces `redirectPort`, the port of `http://127.0.0.1:PORT/callback`, by a redirect URI. */
function withRedirectUri(json: Readonly<Record<string, unknown>>): Result<unknown, string> {
  const { connection } = json;
  if (!isObject(connection)) return succeed(json);
  const { redirectPort, ...rest } = connection;
  if (redirectPort === undefined || 'redirectUri' in rest) return succeed(json);
  const parsed = port.safeParse(redirectPort);
  return parsed.success
    ? succeed({ ...json, connection: { ...rest, redirectUri: String(parsed.data) } })
    : fail(wrongValue('connection.redirectPort'));
}

/**
 * Reads the certificates that a policy names, under the same conditions.
 * @param path names the file in the sentence
 * @returns each in PEM, or a sentence that says what is wrong with their file
 */
export function readCertificates(
  path: string,
  found: FoundPolicy,
  owners: readonly number[] | null,
): Result<readonly string[], string> {
  const refuse = (why: string): Result<never, string> =>
    fail(`The policy’s certificate file ${showForeign(path)} ${why}. Ask your administrator.`);
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

const notRegular = 'is not a regular file';

/** Reasons for common codes; a socket causes `ENXIO`. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'is a link, and links are not allowed'],
  [NOT_REGULAR, notRegular],
  ['ENXIO', notRegular],
]);

/** Text of the file, if its owner and mode show that only the administrator can have written it. */
function trustedText(
  found: Exclude<FoundPolicy, { kind: 'none' }>,
  owners: readonly number[] | null,
): Result<string, string> {
  if (found.kind === 'unreadable')
    return fail(sentences.get(found.code) ?? `cannot be read (${found.code})`);
  if (owners === null) return succeed(found.text);
  const [isFileTrusted, isFolderTrusted] = found.owners.map((owner) => owners.includes(owner));
  if (!isFileTrusted && !isFolderTrusted)
    return fail('and its folder do not belong to the administrator');
  if (!isFileTrusted) return fail('does not belong to the administrator');
  if (!isFolderTrusted) return fail('is in a folder that does not belong to the administrator');
  return found.othersWrite ? fail('can be changed by other users') : succeed(found.text);
}

/** Maximum unknown settings in a sentence. */
const MAX_UNKNOWN = 5;

function problemIn(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  if (issue?.code !== 'unrecognized_keys') return wrongValue(place);
  const keys = issue.keys
    .slice(0, MAX_UNKNOWN)
    .map((key) => showKey(place === '' ? key : `${place}.${key}`));
  const more = issue.keys.length - keys.length;
  return `has a setting Billfold does not know: ${keys.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function wrongValue(place: string): string {
  const range = new Map(Object.entries(policyRanges)).get(place);
  return range === undefined
    ? `has a wrong value for "${place}"`
    : `needs a whole number from ${range.least} to ${range.most} for "${place}"`;
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

/** Values that replace the user's own, except where the user's value is stricter. */
export function settingsUnder(
  { weakTokenStorage, lockAfterMinutes: most }: Policy,
  { lockAfterMinutes: own }: Settings,
): Partial<Settings> {
  return {
    ...(weakTokenStorage ? {} : { allowWeakTokenStorage: false }),
    ...(most === null || (own > 0 && own < most) ? {} : { lockAfterMinutes: most }),
  };
}
