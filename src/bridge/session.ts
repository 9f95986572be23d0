import * as z from '../base/zod.ts';
import { obstacleSchema } from '../contract/service-error.ts';
import { address, id, listOf, typed, words } from './bounds.ts';

export const MOST_NAMED = 60;
/** What the user calls a connection in sentences. */
const connectionName = z.string().check(z.maxLength(MOST_NAMED));

/** Where a connection points. The client secret goes to main once and never comes back. */
export const connectionSchema = z.object({
  /** Stable name of service + client, used to bind cache and approvals. */
  id,
  kind: z.enum(['sample', 'service']),
  serviceUrl: address,
  authUrl: address,
  clientId: typed,
  /** Left out, it is called by its host. */
  name: z.optional(connectionName),
  /** As registered with the service. A loopback address without a port stands for any (RFC 8252 §7.3). */
  redirectUri: typed,
});
export type Connection = Readonly<z.infer<typeof connectionSchema>>;

/** What the user types under *Connect to your service*. Checked by main, field by field. */
export const connectionFormSchema = z.object({
  serviceUrl: typed,
  authUrl: typed,
  clientId: typed,
  clientSecret: typed,
  redirectUri: typed,
  name: z.optional(connectionName),
});
export type ConnectionForm = Readonly<z.infer<typeof connectionFormSchema>>;

export const connectionProblemSchema = z.object({
  field: z.enum(['serviceUrl', 'authUrl', 'clientId', 'clientSecret', 'redirectUri']),
  problem: z.enum([
    'missing',
    'notAUrl',
    'notHttps',
    'hasQuery',
    'hasFragment',
    'notConfirmed',
    /** The service answered that it does not know the client ID or its secret. */
    'unknownClient',
  ]),
});
export type ConnectionProblem = Readonly<z.infer<typeof connectionProblemSchema>>;

/** How the session's secrets are kept: sealed by the system, in memory only, or weakly by the user's choice. */
export const tokenStorageSchema = z.enum(['sealed', 'memoryOnly', 'weak']);
export type TokenStorage = z.infer<typeof tokenStorageSchema>;

/** Why a session is over. */
export const sessionEndSchema = z.enum([
  /** The user signed out. */
  'signedOut',
  /** The user signed out, and the disk did not let the stored tokens be deleted. Tried again until it does. */
  'tokensLeft',
  /** The service refused the refresh token (`invalid_grant`), or a token that cannot be refreshed. */
  'refused',
  /** The session lived in memory only and Billfold was closed. */
  'notKept',
  /** The system's keyring is another one than before; what it sealed cannot be read. */
  'keyringChanged',
  /** The token store could not be read; it was quarantined. */
  'storeUnreadable',
]);
export type SessionEnd = z.infer<typeof sessionEndSchema>;

/** As many scopes are known of a session. */
export const MOST_SCOPES = 1_000;

/** The redirect does not lead to this computer: the user pastes the answer of the sign-in that waits. */
const takesPaste = z.optional(z.boolean());

export const sessionStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('noConnection') }),
  z.object({
    kind: z.literal('signedOut'),
    connection: connectionSchema,
    why: z.nullable(sessionEndSchema),
  }),
  z.object({
    kind: z.literal('signingIn'),
    connection: connectionSchema,
    /** When the wait for the browser ends, epoch milliseconds. */
    expiresAtMs: z.number(),
    takesPaste,
  }),
  z.object({
    kind: z.literal('signedIn'),
    connection: connectionSchema,
    /** New with each sign-in, kept through refreshes and restarts; approvals are bound to it. */
    signInId: id,
    scopes: listOf(words, MOST_SCOPES),
    storage: tokenStorageSchema,
    /**
     * Another sign-in waits in the browser until then, epoch milliseconds. This session goes on
     * meanwhile, and afterwards unless the other one succeeds.
     */
    signingInUntilMs: z.optional(z.number()),
    takesPaste,
  }),
]);
export type SessionState = Readonly<z.infer<typeof sessionStateSchema>>;

/** Why pasted text is not the answer of a sign-in that waits for one. None of these ends the wait. */
export const pasteProblemSchema = z.enum([
  'missing',
  /** An address without a code: the page before the answer, or one that shows the code. */
  'noAnswer',
  /** The answer belongs to an earlier sign-in, or to none. */
  'otherSignIn',
  /** An address of another host, with nothing that says which sign-in it belongs to. */
  'otherAddress',
  'invalid',
  /** The sign-in was answered, canceled or too late. */
  'notWaiting',
]);
export type PasteProblem = z.infer<typeof pasteProblemSchema>;

/** How an attempt to sign in ended. `detail` is the service's own message, never a secret. */
export const signInOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signedIn') }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('timedOut') }),
  /** The user said no in the browser (`access_denied`). */
  z.object({ kind: z.literal('denied'), detail: z.nullable(words) }),
  /** Any other error of RFC 6749 §4.1.2.1 on the redirect. */
  z.object({ kind: z.literal('refused'), error: words, detail: z.nullable(words) }),
  /** The token endpoint does not know this client id or secret (`invalid_client`). */
  z.object({ kind: z.literal('wrongClient'), detail: z.nullable(words) }),
  /** The token endpoint refused the code or answered with an error. */
  z.object({ kind: z.literal('exchangeFailed'), error: words, detail: z.nullable(words) }),
  z.object({ kind: z.literal('portTaken'), port: z.int() }),
  /** No answer of any kind from the authorization host, so no browser was opened. */
  z.object({
    kind: z.literal('hostUnreachable'),
    host: words,
    /** This computer has no network. */
    isOffline: z.boolean(),
    technical: words,
    obstacle: z.optional(obstacleSchema),
  }),
  /** Nothing came back: no connection, or no whole answer. */
  z.object({
    kind: z.literal('serviceUnreachable'),
    technical: words,
    obstacle: z.optional(obstacleSchema),
  }),
  /** The token endpoint answered with an error of its own: 5xx, 429, a 4xx that is no OAuth error. */
  z.object({ kind: z.literal('serviceFailed'), technical: words }),
  /** The token endpoint answered with something other than tokens and no error. */
  z.object({ kind: z.literal('malformedAnswer'), technical: words }),
  z.object({ kind: z.literal('browserNotOpened'), technical: words }),
  z.object({ kind: z.literal('noConnection') }),
]);
export type SignInOutcome = Readonly<z.infer<typeof signInOutcomeSchema>>;
