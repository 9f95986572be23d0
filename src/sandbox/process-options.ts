import { parseArgs } from 'node:util';
import * as z from '../base/zod.ts';
import { type Result, fail, succeed } from '../base/result.ts';
import { dialectOf } from './dialects.ts';
import { sampleClient } from './sample-client.ts';

const port = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535)));
const count = z.pipe(z.coerce.number(), z.int().check(z.minimum(1)));

/** Options of the sandbox process, as `--name value` or environment variables. */
const processOptionsSchema = z.object({
  port: z._default(port, 0),
  /** The control port, for tests only; closed by default. */
  controlPort: z.optional(port),
  clientId: z._default(z.string().check(z.minLength(1)), sampleClient.clientId),
  clientSecret: z._default(z.string().check(z.minLength(1)), sampleClient.clientSecret),
  redirectUri: z._default(z.url(), sampleClient.redirectUris[0]),
  /** File for sign-ins, approvals and edits between runs. */
  state: z.optional(z.string().check(z.minLength(1))),
  /** Number of bills of a single company that replaces the sample companies. */
  bills: z.optional(count),
  /** Share of those bills that can still be approved, 0 to 1. */
  payableShare: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1))),
  /** Adds the special bills and events for a new user. */
  finds: z.optional(z.literal('yes')),
  requestsPerWindow: z.optional(count),
  windowMs: z.optional(count),
  tokenLifetimeS: z.optional(count),
  /** Answer forms: `page`, `second`, `problem`, `nested`, or a list such as `list=bare,refusal=detail`. */
  dialect: z.optional(z.pipe(z.string(), z.transform(dialectOf))),
});
export type ProcessOptions = z.infer<typeof processOptionsSchema>;

const names = Object.keys(processOptionsSchema.shape);

/**
 * Reads options such as `--control-port 0`. The variable `BILLFOLD_SANDBOX_CONTROL_PORT` is equivalent; the
 * argument wins.
 * @returns the options, or one line with the problem
 */
export function readProcessOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<ProcessOptions, string> {
  const given = readArguments(args);
  if (!given.ok) return given;
  const values = names.map((name) => {
    const value = given.value[dashed(name)] ?? environment[variableOf(name)];
    return [name, value] as const;
  });
  const parsed = processOptionsSchema.safeParse(Object.fromEntries(values));
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`--${dashed(String(issue?.path[0] ?? ''))}: ${issue?.message ?? 'not understood'}`);
}

function readArguments(
  args: readonly string[],
): Result<Readonly<Record<string, string | undefined>>, string> {
  try {
    const options = Object.fromEntries(
      names.map((name) => [dashed(name), { type: 'string' }] as const),
    );
    const { values } = parseArgs({ args: [...args], options });
    return succeed(z.record(z.string(), z.optional(z.string())).parse({ ...values }));
  } catch (problem) {
    return fail(problem instanceof Error ? problem.message : String(problem));
  }
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function variableOf(name: string): string {
  return `BILLFOLD_SANDBOX_${dashed(name).replaceAll('-', '_').toUpperCase()}`;
}
