import { createSystemClock } from '../base/system-clock.ts';
import { createSystemIds, createSystemRandom } from '../base/system-random.ts';
import type { Finds } from './company/finds.ts';
import { companiesWithFinds, companyOfSize } from './company/sample-companies.ts';
import { readProcessOptions, type ProcessOptions } from './process-options.ts';
import { sampleClient } from './sample-client.ts';
import { createSandbox } from './sandbox.ts';
import { startSandboxServer, type SandboxServer } from './server.ts';
import { createStateFile } from './state-file.ts';
import { withSurprises } from './surprises.ts';

/** The parent port that Electron's `utilityProcess` adds to `process`. */
interface ParentPort {
  postMessage(message: unknown): void;
}

/** Exit code for invalid arguments (sysexits' EX_USAGE). */
const EXIT_USAGE = 64;
const PARENT_LOOK_MS = 1_000;

/**
 * Runs the sandbox as a process. Prints one line of JSON, `{"url", "authUrl", "controlUrl"}`, sends it to its
 * parent too, and ends with the parent.
 */
async function main(): Promise<void> {
  const options = readProcessOptions(process.argv.slice(2), process.env);
  if (!options.ok) return fail(EXIT_USAGE, options.error);
  try {
    const server = await start(options.value);
    endWithParent(() => void server.close().then(() => process.exit(0)));
    announce({ url: server.url, authUrl: server.url, controlUrl: server.controlUrl });
  } catch (problem) {
    fail(1, problem instanceof Error ? problem.message : String(problem));
  }
}

function start(options: ProcessOptions): Promise<SandboxServer> {
  const { port, controlPort, clientId, clientSecret, redirectUri, state, bills, payableShare } =
    options;
  const { requestsPerWindow, windowMs, tokenLifetimeS, dialect } = options;
  // Set when the sandbox makes the companies, whose day may come from the state of the last run.
  let finds: Finds | null = null;
  const withFinds = (today: string) => {
    const made = companiesWithFinds(today);
    ({ finds } = made);
    return made.companies;
  };
  const clock = createSystemClock();
  const sandbox = createSandbox({
    clock,
    random: createSystemRandom(),
    ids: createSystemIds(),
    today: localDate(clock.nowMs()),
    clients: [{ clientId, clientSecret, name: sampleClient.name, redirectUris: [redirectUri] }],
    ...(bills === undefined
      ? options.finds && { companies: withFinds }
      : { companies: (today) => [companyOfSize(bills, today, payableShare)] }),
    ...(state === undefined ? {} : { store: createStateFile(state) }),
    ...(requestsPerWindow === undefined ? {} : { requestsPerWindow }),
    ...(windowMs === undefined ? {} : { windowMs }),
    ...(tokenLifetimeS === undefined ? {} : { tokenLifetimeS }),
    ...(dialect === undefined ? {} : { dialect }),
  });
  return startSandboxServer({
    sandbox: finds === null ? sandbox : withSurprises(sandbox, finds),
    port,
    ...(controlPort === undefined ? {} : { controlPort }),
  });
}

/** The local date, so that "due today" is right for the user. */
function localDate(atMs: number): string {
  const at = new Date(atMs);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${at.getFullYear()}-${month}-${day}`;
}

function announce(place: { url: string; authUrl: string; controlUrl: string | null }): void {
  process.stdout.write(`${JSON.stringify(place)}\n`);
  parentPort()?.postMessage(place);
  // The callback receives the error if the parent disconnected meanwhile. Without it, the error would end the
  // process.
  if (isForked() && process.connected) process.send?.(place, undefined, undefined, () => {});
}

function parentPort(): ParentPort | null {
  const port: unknown = 'parentPort' in process ? process.parentPort : null;
  return isParentPort(port) ? port : null;
}

function isParentPort(port: unknown): port is ParentPort {
  return (
    typeof port === 'object' &&
    port !== null &&
    'postMessage' in port &&
    typeof port.postMessage === 'function'
  );
}

/** Calls `end` once: on a signal, when the parent disconnects, or when the parent is gone. */
function endWithParent(end: () => void): void {
  let ended = false;
  const endOnce = (): void => {
    if (!ended) end();
    ended = true;
  };
  process.once('SIGTERM', endOnce);
  process.once('SIGINT', endOnce);
  process.once('disconnect', endOnce);
  if (isForked() && !process.connected) endOnce();
  void watchParent(process.ppid).then(endOnce);
}

/** Whether a Node process started this one with an IPC channel. */
function isForked(): boolean {
  return typeof process.send === 'function';
}

/** Resolves when the parent was killed, which sends no message: the system then changes the parent id. */
async function watchParent(parent: number): Promise<void> {
  const clock = createSystemClock();
  while (process.ppid === parent) await clock.sleep(PARENT_LOOK_MS);
}

function fail(exitCode: number, line: string): void {
  process.stderr.write(`sandbox: ${line}\n`);
  process.exit(exitCode);
}

await main();
