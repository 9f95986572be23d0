import * as z from '../base/zod.ts';
import { obstacleSchema } from '../contract/service-error.ts';
import { address, id, listOf, typed, words } from './bounds.ts';

/** Maximum characters of a connection's name. */
export const LONGEST_NAME = 60;
/** Name that the user gave a connection. */
const connectionName = z.string().check(z.maxLength(LONGEST_NAME));

/** Addresses and client of a connection. The client secret goes to main once and is never returned. */
export const connectionSchema = z.object({
  /** Stable id of service and client, to which cache and approvals are bound. */
  id,
  kind: z.enum(['sample', 'service']),
  serviceUrl: address,
  authUrl: address,
  clientId: typed,
  /** If absent, the host is the name. */
  name: z.optional(connectionName),
  /** Redirect URI as registered with the service. A loopback address without a port allows any port (RFC 8252 §7.3). */
  redirectUri: typed,
});
export type Connection = Readonly<z.infer<typeof connectionSchema>>;

/** The user's input under *Connect to your service*. Main checks it field by field. */
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
    /** The URL names a user or a password. */
    'hasUser',
    'badPort',
    'hasQuery',
    'hasFragment',
    'notConfirmed',
    /** The service answered that it does not know the client id or its secret. */
    'unknownClient',
  ]),
});
export type ConnectionProblem = Readonly<z.infer<typeof connectionProblemSchema>>;

/** Storage of the session's secrets: sealed by the system, only in memory, or weak by the user's choice. */
const tokenStorageSchema = z.enum(['sealed', 'memoryOnly', 'weak']);
export type TokenStorage = z.infer<typeof tokenStorageSchema>;

/** Reasons why a session ended. */
export const sessionEndSchema = z.enum([
  'signedOut',
  /** The user signed out, but the disk refused to delete the stored tokens. Billfold retries until it succeeds. */
  'tokensLeft',
  /** The service refused the refresh token (`invalid_grant`), or a token that cannot be refreshed. */
  'refused',
  /** The session existed only in memory, and Billfold was closed. */
  'notSaved',
  /** The system's keyring was replaced; data sealed by the old one cannot be read. */
  'keyringChanged',
  /** The token store could not be read and was quarantined. */
  'storeUnreadable',
]);
export type SessionEnd = z.infer<typeof sessionEndSchema>;

/** Maximum scopes of a session. */
export const MAX_SCOPES = 1_000;

/** The redirect does not lead to this computer, so the user pastes the answer to the sign-in. */
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
    /** End of the wait for the browser, epoch milliseconds. */
    expiresAtMs: z.number(),
    takesPaste,
    /** The browser has answered, and main gets the tokens. */
    isAnswered: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('signedIn'),
    connection: connectionSchema,
    /** New with each sign-in, the same across refreshes and restarts. Approvals are bound to it. */
    signInId: id,
    scopes: listOf(words, MAX_SCOPES),
    storage: tokenStorageSchema,
    /**
     * End of the wait for another sign-in in the browser, epoch milliseconds. The current session continues unless that
     * sign-in succeeds.
     */
    signingInUntilMs: z.optional(z.number()),
    takesPaste,
  }),
]);
export type SessionState = Readonly<z.infer<typeof sessionStateSchema>>;

/** Reasons why pasted text is not the answer to the current sign-in. None of them ends the wait. */
export const pasteProblemSchema = z.enum([
  'missing',
  /** An address without a code: the page before the answer, or a page that displays the code. */
  'noAnswer',
  /** The answer belongs to an earlier sign-in, or to none. */
  'otherSignIn',
  /** An address of another host, without a state. */
  'otherAddress',
  'invalid',
  /** The sign-in was answered or canceled, or it expired. */
  'notWaiting',
]);
export type PasteProblem = z.infer<typeof pasteProblemSchema>;

/** Result of an attempt to sign in. `detail`: the service's own message, never a secret. */
export const signInOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signedIn') }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('timedOut') }),
  /** The user refused in the browser (`access_denied`). */
  z.object({ kind: z.literal('denied'), detail: z.nullable(words) }),
  /** Any other error of RFC 6749 §4.1.2.1 on the redirect. */
  z.object({ kind: z.literal('refused'), error: words, detail: z.nullable(words) }),
  /** The token endpoint does not know this client id or secret (`invalid_client`). */
  z.object({ kind: z.literal('wrongClient'), detail: z.nullable(words) }),
  /** The keyring with the client secret does not answer now. */
  z.object({ kind: z.literal('keyringAway') }),
  /** The token endpoint refused the code or answered with an error. */
  z.object({ kind: z.literal('exchangeFailed'), error: words, detail: z.nullable(words) }),
  z.object({ kind: z.literal('portTaken'), port: z.int() }),
  /** The authorization host did not answer at all, so Billfold opened no browser. */
  z.object({
    kind: z.literal('hostUnreachable'),
    host: words,
    /** This computer has no network. */
    isOffline: z.boolean(),
    technical: words,
    obstacle: z.optional(obstacleSchema),
  }),
  /** No connection, or no complete answer. */
  z.object({
    kind: z.literal('serviceUnreachable'),
    technical: words,
    obstacle: z.optional(obstacleSchema),
  }),
  /** The token endpoint answered 429, with this wait; null for none. */
  z.object({ kind: z.literal('limited'), waitMs: z.nullable(z.number()), technical: words }),
  /** The token endpoint failed: 5xx, or a 4xx that is no OAuth error. */
  z.object({ kind: z.literal('serviceFailed'), technical: words }),
  /** The token endpoint answered with neither tokens nor an error. */
  z.object({ kind: z.literal('malformedAnswer'), technical: words }),
  z.object({ kind: z.literal('browserNotOpened'), technical: words }),
  z.object({ kind: z.literal('noConnection') }),
]);
export type SignInOutcome = Readonly<z.infer<typeof signInOutcomeSchema>>;
/** Outcome of a sign-in that did not succeed. */
export type SignInFailure = Exclude<SignInOutcome, { kind: 'signedIn' }>;
