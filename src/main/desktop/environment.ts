import * as z from '../../base/zod.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { ConnectionForm } from '../../bridge/session.ts';
import type { UpdateFeed } from '../updates/updater.ts';

/** Settings that an unpackaged build reads from the environment. */
export interface Environment {
  /** Folder that replaces the user's own profile. */
  readonly profileDir: string | null;
  /** Folder that replaces the machine's own, for data that must not be copied with a profile. */
  readonly stateDir: string | null;
  /** True if only the sample company is available, as in the stand-in for Electron. */
  readonly sampleOnly: boolean;
  /** Policy file that replaces the system's own, which an unpackaged build does not read. */
  readonly policyFile: string | null;
  /** Release server; an unpackaged build has none by default. */
  readonly feed: UpdateFeed | null;
  /** Connection saved at the start, as if the user had typed it. */
  readonly connection: ConnectionForm | null;
  /** Program and arguments that open an address instead of the system's browser. */
  readonly browser: readonly [string, ...string[]] | null;
}

const NOTHING: Environment = {
  profileDir: null,
  stateDir: null,
  sampleOnly: false,
  policyFile: null,
  feed: null,
  connection: null,
  browser: null,
};
const CONNECTION_VARIABLES = [
  'BILLFOLD_SERVICE_URL',
  'BILLFOLD_AUTH_URL',
  'BILLFOLD_CLIENT_ID',
  'BILLFOLD_CLIENT_SECRET',
] as const;

const address = z.optional(
  z.url({ protocol: /^https?$/, error: 'is not an http or https address' }),
);
const text = z.optional(z.string().check(z.minLength(1, 'is empty')));
const environmentSchema = z.object({
  BILLFOLD_SERVICE_URL: address,
  BILLFOLD_AUTH_URL: address,
  BILLFOLD_CLIENT_ID: text,
  BILLFOLD_CLIENT_SECRET: text,
  BILLFOLD_REDIRECT_PORT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535,
          'is not a port, 0 to 65535',
        ),
      ),
  ),
  BILLFOLD_PROFILE: text,
  BILLFOLD_STATE_DIR: text,
  BILLFOLD_POLICY: text,
  BILLFOLD_SAMPLE_ONLY: z.optional(z.literal('1', 'is not 1')),
  BILLFOLD_UPDATE_FEED: address,
  BILLFOLD_UPDATE_KEY: text,
  BILLFOLD_BROWSER: text,
});

/**
 * Reads the variables that tests and developers may set. A packaged build ignores them: an environment set by an
 * attacker must not redirect approvals.
 * @returns the environment, or a sentence that names the unusable variable
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): Result<Environment, string> {
  if (isPackaged) return succeed(NOTHING);
  const parsed = environmentSchema.safeParse(variables);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${String(issue?.path[0])} ${issue?.message}. Change it or unset it.`);
  }
  const given = parsed.data;
  const { BILLFOLD_UPDATE_FEED: url, BILLFOLD_UPDATE_KEY: key } = given;
  const missing = CONNECTION_VARIABLES.filter((name) => given[name] === undefined);
  if (missing.length > 0 && missing.length < CONNECTION_VARIABLES.length)
    return fail(
      `${missing[0]} is missing: ${CONNECTION_VARIABLES.join(', ')} are set together or not at all.`,
    );
  const sampleOnly = given.BILLFOLD_SAMPLE_ONLY !== undefined;
  if (sampleOnly && missing.length === 0)
    return fail('BILLFOLD_SERVICE_URL cannot be used here: there is sample data only.');
  const browser =
    given.BILLFOLD_BROWSER === undefined ? null : splitCommand(given.BILLFOLD_BROWSER);
  return succeed({
    profileDir: given.BILLFOLD_PROFILE ?? null,
    stateDir: given.BILLFOLD_STATE_DIR ?? null,
    sampleOnly,
    policyFile: given.BILLFOLD_POLICY ?? null,
    feed: url === undefined || key === undefined ? null : { url, key },
    connection: connectionFrom(given),
    browser,
  });
}

function connectionFrom(given: z.infer<typeof environmentSchema>): ConnectionForm | null {
  if (given.BILLFOLD_SERVICE_URL === undefined) return null;
  return {
    serviceUrl: given.BILLFOLD_SERVICE_URL,
    authUrl: given.BILLFOLD_AUTH_URL ?? '',
    clientId: given.BILLFOLD_CLIENT_ID ?? '',
    clientSecret: given.BILLFOLD_CLIENT_SECRET ?? '',
    redirectUri: given.BILLFOLD_REDIRECT_PORT ?? '0',
  };
}

/** Splits at spaces. Double quotes keep a path with spaces together. */
function splitCommand(command: string): [string, ...string[]] | null {
  const parts = [...command.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const [program, ...args] = parts;
  return program === undefined ? null : [program, ...args];
}
