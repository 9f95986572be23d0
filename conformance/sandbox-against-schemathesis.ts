import { ok } from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import ensureBuilt from '../dev/build.ts';
import { installOnce, runOrThrow } from '../dev/reference-peers.ts';
import { tokenResponseSchema } from '../src/contract/answers/token.ts';
import { apiPaths, authPaths, headerNames } from '../src/contract/wire-names.ts';
import { approveConsent } from '../src/sandbox/testing/consent.ts';
import { sampleClient } from '../src/sandbox/sample-client.ts';
import { documentPath, here, runProgram } from './processes.ts';
import type { Report, Row } from './report.ts';
import { startSandbox } from '../tests/e2e/sandbox.ts';

/** Fixed, so that a failing run can be repeated. */
const SEED = '1';

/** Redirect URI of the sandbox. No listener is needed there. */
const redirectUri = 'http://127.0.0.1:8765/callback';

/** Statuses the fuzzer must have received; otherwise it has checked less than it seems. */
const mustMeet: Readonly<Record<string, readonly number[]>> = {
  'GET /oauth/authorize': [200, 303, 405],
  'POST /oauth/authorize': [303, 400, 405],
  'POST /oauth/token': [400, 401, 405],
  'GET /api/v1/me/organizations': [200, 401, 405],
  'GET /api/v1/invoices': [200, 400, 401, 405],
  'GET /api/v1/bills': [200, 400, 401, 405],
  'PATCH /api/v1/bills/{id}/approve': [200, 400, 401, 404, 405, 422],
};

const refusedWithoutScope = withStatus(403, [
  'GET /api/v1/invoices',
  'GET /api/v1/bills',
  'PATCH /api/v1/bills/{id}/approve',
]);
const refusedWithoutQuota = withStatus(429, [
  'GET /api/v1/me/organizations',
  'GET /api/v1/invoices',
  'GET /api/v1/bills',
  'PATCH /api/v1/bills/{id}/approve',
]);

/** The sandbox against the OpenAPI document: a property-based fuzzer sends the requests. */
export async function sandboxAgainstSchemathesis(report: Report): Promise<void> {
  const program = await installSchemathesis();
  await ensureBuilt();
  const sandbox = await startSandbox({ 'requests-per-window': '1000000' });
  const small = await startSandbox({ 'requests-per-window': '1' });
  try {
    const full = await signInToSandbox(sandbox.url, ['money_out', 'money_in']);
    const [organization = ''] = await organizationsOf(sandbox.url, full);
    const base = { program, organization };
    const name = 'schemathesis';
    await fuzz(report, {
      ...base,
      name,
      url: sandbox.url,
      token: full,
      examples: 60,
      mustMeet,
    });
    await fuzz(report, {
      ...base,
      name: `${name}, token without scopes`,
      url: sandbox.url,
      token: await signInToSandbox(sandbox.url, []),
      examples: 5,
      mustMeet: refusedWithoutScope,
    });
    const spent = await signInToSandbox(small.url, ['money_out', 'money_in']);
    await organizationsOf(small.url, spent);
    await fuzz(report, {
      ...base,
      name: `${name}, quota spent`,
      url: small.url,
      token: spent,
      examples: 5,
      mustMeet: refusedWithoutQuota,
    });
  } finally {
    await sandbox.close();
    await small.close();
  }
}

/** Schemathesis needs Python 3.11 or newer. */
const NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))';

/**
 * Installs schemathesis into its own Python environment.
 * @returns the path of its program
 * @throws when this machine cannot install it
 */
async function installSchemathesis(): Promise<string> {
  const isWindows = process.platform === 'win32';
  const python = isWindows ? 'python' : 'python3';
  const environment = join(here, '.venv');
  const scripts = join(environment, isWindows ? 'Scripts' : 'bin');
  const { code } = await runProgram(python, ['-c', NEW_ENOUGH]);
  if (code !== 0) throw new Error(`no ${python} of version 3.11 or newer`);
  installOnce(environment, join(here, 'requirements.txt'), () => {
    runOrThrow(python, ['-m', 'venv', '--clear', environment], here);
    const args = ['-m', 'pip', 'install', '-q', '--require-hashes', '-r', 'requirements.txt'];
    runOrThrow(join(scripts, 'python'), args, here);
  });
  return join(scripts, 'schemathesis');
}

/** Signs in through the consent page. @returns an access token with these scopes */
async function signInToSandbox(url: string, scopes: readonly string[]): Promise<string> {
  const asked = new URL(url + authPaths.authorize);
  asked.search = new URLSearchParams({
    client_id: sampleClient.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state: 'conformance',
  }).toString();
  const redirectedTo = new URL(await approveConsent(asked.href, fetch));
  const code = redirectedTo.searchParams.get('code');
  ok(code, 'the consent page gave no code');
  const answer = await fetch(url + authPaths.token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: sampleClient.clientId,
      client_secret: sampleClient.clientSecret,
    }),
  });
  return tokenResponseSchema.parse(await answer.json()).access_token;
}

/** Ids of the sandbox's organizations. */
async function organizationsOf(url: string, token: string): Promise<readonly string[]> {
  const answer = await fetch(url + apiPaths.organizations, {
    headers: { [headerNames.authorization]: `Bearer ${token}` },
  });
  const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
  return listSchema.parse(await answer.json()).data.map(({ id }) => id);
}

interface Fuzzing {
  readonly program: string;
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly organization: string;
  readonly examples: number;
  readonly mustMeet: Readonly<Record<string, readonly number[]>>;
}

async function fuzz(report: Report, fuzzing: Fuzzing): Promise<void> {
  const reports = join(here, '.reports');
  mkdirSync(reports, { recursive: true });
  const events = join(reports, `${fuzzing.name.replaceAll(/\W+/g, '-')}.ndjson`);
  const args = argumentsOf(fuzzing, events);
  const { code, output } = await runProgram(fuzzing.program, args, environmentOf(fuzzing));
  const tally = readEvents(events, Object.keys(fuzzing.mustMeet));
  for (const row of rowsOf(tally, fuzzing)) report.add(row);
  report.add({
    operation: 'all',
    check: `no error, no finding (${fuzzing.examples} examples, seed ${SEED})`,
    peer: fuzzing.name,
    problem: code === 0 ? null : output,
  });
}

function argumentsOf({ url, examples }: Fuzzing, events: string): readonly string[] {
  return [
    ...['--config-file', join(here, 'schemathesis.toml')],
    ...['run', documentPath, '--url', url],
    ...['--seed', SEED, '--max-examples', String(examples), '--generation-database', 'none'],
    ...['--continue-on-failure', '--max-redirects', '0', '--no-color'],
    ...['--report', 'ndjson', '--report-ndjson-path', events],
  ];
}

function environmentOf({ token, organization }: Fuzzing): Readonly<Record<string, string>> {
  return {
    SANDBOX_TOKEN: token,
    SANDBOX_ORGANIZATION: organization,
    SANDBOX_CLIENT_ID: sampleClient.clientId,
    SANDBOX_CLIENT_SECRET: sampleClient.clientSecret,
    SANDBOX_REDIRECT_URI: redirectUri,
    // Sends no usage statistics.
    SCHEMATHESIS_TELEMETRY: 'false',
    DO_NOT_TRACK: '1',
  };
}

/** The part of schemathesis's events in use. */
const eventSchema = z.object({
  ScenarioFinished: z
    .object({
      recorder: z.object({
        cases: z
          .record(
            z.string(),
            z.object({ value: z.object({ method: z.string(), path: z.string() }) }),
          )
          .default({}),
        checks: z.record(z.string(), z.array(z.object({ status: z.string() }))).default({}),
        interactions: z
          .record(z.string(), z.object({ response: z.object({ status_code: z.int() }).nullish() }))
          .default({}),
      }),
    })
    .optional(),
});

interface Tally {
  checks: number;
  failed: number;
  readonly statuses: Set<number>;
}

/** Checks made and statuses received, by operation. A wrong method counts for the operations of its path. */
function readEvents(file: string, operations: readonly string[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>(
    operations.map((name) => [name, { checks: 0, failed: 0, statuses: new Set() }]),
  );
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const recorder = eventSchema.parse(JSON.parse(line)).ScenarioFinished?.recorder;
    if (!recorder) continue;
    for (const [id, { value }] of Object.entries(recorder.cases)) {
      const status = recorder.interactions[id]?.response?.status_code;
      for (const tally of talliesOf(tallies, value, status)) {
        if (status !== undefined) tally.statuses.add(status);
        const results = recorder.checks[id] ?? [];
        tally.checks += results.length;
        tally.failed += results.filter((each) => each.status !== 'success').length;
      }
    }
  }
  return tallies;
}

function talliesOf(
  tallies: ReadonlyMap<string, Tally>,
  { method, path }: { method: string; path: string },
  status: number | undefined,
): readonly Tally[] {
  const named = tallies.get(`${method} ${path}`);
  if (named) return [named];
  if (status !== 405) return [];
  return [...tallies].filter(([name]) => name.endsWith(` ${path}`)).map(([, tally]) => tally);
}

function rowsOf(tallies: ReadonlyMap<string, Tally>, fuzzing: Fuzzing): readonly Row[] {
  return [...tallies].map(([operation, { checks, failed, statuses }]) => {
    const expected = fuzzing.mustMeet[operation] ?? [];
    const missed = expected.filter((status) => !statuses.has(status));
    const problems = [
      ...missed.map((status) => `never met ${status}`),
      ...(failed > 0 ? [`${failed} checks failed`] : []),
    ];
    return {
      operation,
      peer: fuzzing.name,
      check: `met ${expected.join(', ')}; ${checks} checks`,
      problem: problems.length === 0 ? null : problems.join('; '),
    };
  });
}

function withStatus(
  status: number,
  operations: readonly string[],
): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(operations.map((name) => [name, [status]]));
}
