import { createHash } from 'node:crypto';
import * as z from '../../base/zod.ts';
import { parseJson } from '../../base/parse-json.ts';
import { succeed, fail } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import { connectionSchema } from '../../bridge/session.ts';
import type { Connection, ConnectionForm, ConnectionProblem } from '../../bridge/session.ts';
import { completeAddress } from '../../bridge/typed-address.ts';
import { createTypedDocument } from '../settings/typed-document.ts';
import { CALLBACK_PATH } from './callback.ts';
import type { OAuthClient } from './oauth-protocol.ts';
import { createSealer, allowedStorage, isWeaklySealed, sealedSecretSchema } from './sealing.ts';
import type { SealedDocumentDeps, SealedSecret, Sealer } from './sealing.ts';
import { loopbackUri, normalizeUrl, readRedirectUri, urlProblem } from './urls.ts';

/** Options that few connections need; administrators set them in the file. */
const optionsShape = {
  /** Ports to try when the registered one is taken; each must be registered too. */
  fallbackPorts: z._default(
    z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(20)),
    [],
  ),
  tokenRequestBody: z._default(z.enum(['form', 'json']), 'form'),
  /** RFC 7009; https, and the host of the authorization server. */
  revocationUrl: z._default(
    z.nullable(z.string().check(z.refine((text) => urlProblem(text) === null))),
    null,
  ),
};

const safeUrl = z.string().check(z.refine((text) => urlProblem(text) === null));

const safeRedirect = z.string().check(z.refine((text) => readRedirectUri(text).ok));

/**
 * An edited file must pass the same checks as the form, so it cannot allow plain http. Secrets are sealed for the
 * connection's id, so it must be the id of these addresses: otherwise Billfold would send the secrets elsewhere.
 */
const connectionDocumentSchema = z.pipe(
  z.transform(withRedirectUri),
  z
    .object({
      connection: z
        .extend(connectionSchema, {
          serviceUrl: safeUrl,
          authUrl: safeUrl,
          redirectUri: safeRedirect,
        })
        .check(z.refine((connection) => connection.id === connectionId(connection))),
      ...optionsShape,
      clientSecret: z.nullable(sealedSecretSchema),
    })
    // The revocation receives the refresh token and the client secret.
    .check(
      z.refine(
        ({ connection, revocationUrl }) =>
          revocationUrl === null ||
          new URL(revocationUrl).host === new URL(connection.authUrl).host,
      ),
    ),
);
type ConnectionDocument = z.infer<typeof connectionDocumentSchema>;

/** Form of earlier builds: host and port of a loopback address in place of the redirect URI. */
const earlierDocumentSchema = z.looseObject({
  redirectHost: z._default(z.enum(['127.0.0.1', '[::1]']), '127.0.0.1'),
  connection: z.looseObject({ redirectPort: z.int() }),
});

function withRedirectUri(content: unknown): unknown {
  const earlier = earlierDocumentSchema.safeParse(content);
  if (!earlier.success) return content;
  const { redirectHost: host, connection, ...rest } = earlier.data;
  const { redirectPort: port, ...kept } = connection;
  const redirectUri = loopbackUri({ host, port, path: CALLBACK_PATH });
  return { ...rest, connection: { ...kept, redirectUri } };
}

const CONNECTION_DOCUMENT_VERSION = 1;

/** Sealed, because otherwise an edited file could redirect the sign-in's answer or show another name. */
const sealedClientSchema = z.object({
  clientSecret: z.string(),
  redirectUri: safeRedirect,
  name: connectionSchema.shape.name,
});
type SealedClient = z.infer<typeof sealedClientSchema>;

/** Facts that main needs to use a connection, except its secret. */
export interface ConnectionDetails {
  readonly connection: Connection;
  readonly fallbackPorts: readonly number[];
  readonly tokenRequestBody: 'form' | 'json';
  readonly revocationUrl: string | null;
}

/** A connection that main itself defines: the sample, or the environment of an unpackaged build. */
export interface ConnectionSpec {
  readonly kind: 'sample' | 'service';
  readonly serviceUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name given by the user. */
  readonly name?: string | undefined;
  readonly redirectUri: string;
  readonly fallbackPorts?: readonly number[];
  readonly tokenRequestBody?: 'form' | 'json';
  readonly revocationUrl?: string | null;
}

/**
 * Why there is no client secret. `missing`: it was never saved, or its keyring is gone, so the user types it again.
 * `unavailable`: the keyring does not answer now; try again later.
 */
type SecretProblem = 'missing' | 'unavailable';

/** The one connection and its client secret, in memory and on disk. */
export interface ConnectionStore {
  details(): ConnectionDetails | null;
  /** The connection. Its redirect URI is '' while the one in the file is neither sealed nor confirmed by the user. */
  trustedConnection(): Connection | null;
  /** Reads the stored connection; called once, at start. */
  load(): void;
  save(details: ConnectionDetails, clientSecret: string): Promise<void>;
  /** Billfold's credentials for the token endpoint of the present connection. */
  client(): Promise<Result<OAuthClient, SecretProblem>>;
  /** Saves or removes the secret after a change of the setting `allowWeakTokenStorage`. */
  applyStorageSetting(): Promise<void>;
  forget(): void;
  /** Whether the client secret on disk has a seal that protects against no one. */
  isWeak(): boolean;
}

export function createConnectionStore(deps: SealedDocumentDeps): ConnectionStore {
  const { log } = deps;
  const sealer = createSealer(deps);
  const document = createTypedDocument<ConnectionDocument>({
    store: deps.document,
    schema: connectionDocumentSchema,
    version: CONNECTION_DOCUMENT_VERSION,
    onQuarantine: (file) => deps.notices.add({ kind: 'connectionQuarantined', about: file }),
  });
  let details: ConnectionDetails | null = null;
  let secret: string | null = null;

  const save = async (next: ConnectionDetails, plain: string): Promise<void> => {
    details = next;
    secret = plain;
    const clientSecret = await sealSecret(deps, sealer, next, plain);
    if (details !== next) return;
    const written = document.write({
      ...next,
      fallbackPorts: [...next.fallbackPorts],
      clientSecret,
    });
    if (!written.ok) log.error('the connection was not saved', { problem: written.error.kind });
  };

  const openStored = async (of: ConnectionDetails): Promise<Result<string, SecretProblem>> => {
    const sealed = document.content()?.clientSecret ?? null;
    if (sealed === null) return fail('missing');
    const opened = await openClient(sealer, of, sealed);
    if (details !== of) return fail('missing');
    if (!opened.ok) return opened;
    const { client, reseal } = opened.value;
    secret = client.clientSecret;
    const { redirectUri, name } = of.connection;
    const isEdited = redirectUri !== client.redirectUri || name !== client.name;
    if (isEdited) deps.notices.add({ kind: 'connectionEdited', about: '' });
    const connection = { ...of.connection, redirectUri: client.redirectUri, name: client.name };
    if (isEdited || reseal) await save({ ...of, connection }, secret);
    return succeed(client.clientSecret);
  };

  return {
    details: () => details,
    trustedConnection: () =>
      details && { ...details.connection, ...(secret === null && { redirectUri: '' }) },
    load: () => {
      const content = document.content();
      if (content === null) return;
      const { clientSecret: _sealed, ...stored } = content;
      details = stored;
    },
    save,
    client: async () => {
      if (details === null) return fail('missing');
      const { connection, tokenRequestBody, revocationUrl } = details;
      const { authUrl, clientId } = connection;
      const opened = secret === null ? await openStored(details) : succeed(secret);
      if (!opened.ok) return opened;
      const clientSecret = opened.value;
      return succeed({ authUrl, clientId, clientSecret, tokenRequestBody, revocationUrl });
    },
    applyStorageSetting: async () => {
      if (details !== null && secret !== null) await save(details, secret);
    },
    isWeak: () => isWeaklySealed(document.content()?.clientSecret ?? null, deps),
    forget: () => {
      if (details === null) return;
      details = null;
      secret = null;
      const emptied = document.clear();
      if (!emptied.ok) log.error('the connection was not wiped', { problem: emptied.error.kind });
    },
  };
}

/** Seals the secret; null when the keyring or the user's choice allows memory only. */
async function sealSecret(
  deps: SealedDocumentDeps,
  sealer: Sealer,
  of: ConnectionDetails,
  plain: string,
): Promise<SealedSecret | null> {
  // The sample's secret protects nothing, and main sets it at each start.
  if (of.connection.kind === 'sample' || (await allowedStorage(deps)) === null) return null;
  const { redirectUri, name } = of.connection;
  const client: SealedClient = { clientSecret: plain, redirectUri, name };
  const result = await sealer.seal(purposeOf('client', of), JSON.stringify(client));
  return result.ok ? result.value : null;
}

/** Opens the sealed client. Earlier versions sealed the secret alone: `reseal` is then true. */
async function openClient(
  sealer: Sealer,
  of: ConnectionDetails,
  sealed: SealedSecret,
): Promise<Result<{ client: SealedClient; reseal: boolean }, SecretProblem>> {
  const missing = fail('missing' as const);
  const opened = await sealer.open(purposeOf('client', of), sealed);
  if (opened.ok) {
    const client = sealedClientSchema.safeParse(parseJson(opened.value.secret));
    return client.success ? succeed({ client: client.data, reseal: opened.value.reseal }) : missing;
  }
  if (opened.error.kind === 'unavailable') return fail('unavailable');
  const earlier = await sealer.open(purposeOf('clientSecret', of), sealed);
  if (!earlier.ok) return missing;
  const { redirectUri, name } = of.connection;
  const redirect = readRedirectUri(redirectUri);
  // The earlier seal covers only the secret. Any program could have edited the redirect URI, so only one on this
  // computer is safe.
  if (!redirect.ok || redirect.value.loopback === null) return missing;
  const client = { clientSecret: earlier.value.secret, redirectUri, name };
  return succeed({ client, reseal: true });
}

function purposeOf(kind: 'client' | 'clientSecret', { connection }: ConnectionDetails) {
  return { kind, connectionId: connection.id, generation: 0 } as const;
}

/** Checks a form, field by field. */
export function readConnectionForm(
  typed: ConnectionForm,
): Result<ConnectionSpec, readonly ConnectionProblem[]> {
  const form = {
    ...typed,
    serviceUrl: completeAddress(typed.serviceUrl),
    authUrl: completeAddress(typed.authUrl),
  };
  const problems: ConnectionProblem[] = urlProblems(form);
  for (const field of ['clientId', 'clientSecret'] as const) {
    if (form[field].trim() === '') problems.push({ field, problem: 'missing' });
  }
  const redirect = readRedirectUri(form.redirectUri);
  if (!redirect.ok) problems.push({ field: 'redirectUri', problem: redirect.error });
  if (problems.length > 0 || !redirect.ok) return fail(problems);
  return succeed({
    kind: 'service',
    serviceUrl: form.serviceUrl,
    authUrl: form.authUrl,
    clientId: form.clientId.trim(),
    clientSecret: form.clientSecret.trim(),
    name: form.name?.trim() || undefined,
    redirectUri: redirect.value.uri,
  });
}

export function urlProblems(
  connection: Pick<ConnectionForm, 'serviceUrl' | 'authUrl'>,
): ConnectionProblem[] {
  return (['serviceUrl', 'authUrl'] as const).flatMap((field) => {
    const problem = urlProblem(connection[field]);
    return problem ? [{ field, problem }] : [];
  });
}

/** @throws when a URL of the spec is invalid: check with `urlProblems` first */
export function detailsOf(spec: ConnectionSpec): ConnectionDetails {
  const place = {
    kind: spec.kind,
    serviceUrl: normalizeUrl(spec.serviceUrl),
    authUrl: normalizeUrl(spec.authUrl),
    clientId: spec.clientId,
  };
  return {
    connection: {
      id: connectionId(place),
      ...place,
      ...(spec.name === undefined ? {} : { name: spec.name }),
      redirectUri: spec.redirectUri,
    },
    fallbackPorts: spec.fallbackPorts ?? [],
    tokenRequestBody: spec.tokenRequestBody ?? 'form',
    revocationUrl: spec.revocationUrl ?? null,
  };
}

const ID_LENGTH = 16;

/**
 * Identifies service and client by 64 bits of SHA-256; cache and approvals are bound to it. The
 * sample is one connection, whatever port it uses today.
 */
function connectionId(place: {
  readonly kind: 'sample' | 'service';
  readonly serviceUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
}): string {
  const parts =
    place.kind === 'sample'
      ? [place.kind]
      : [place.kind, place.serviceUrl, place.authUrl, place.clientId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, ID_LENGTH);
}
