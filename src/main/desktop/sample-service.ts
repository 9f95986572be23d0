import type { ForkOptions, UtilityProcess } from 'electron';
import * as z from '../../base/zod.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { Log } from '../ports.ts';
import type { DesktopState } from './desktop-state.ts';

const START_LIMIT_MS = 15_000;

/** Billfold's credentials at the sample company. The secret protects only invented bills. */
export const SAMPLE_CLIENT = {
  clientId: 'billfold-sample',
  clientSecret: 'sample-company-only',
} as const;

/** The sandbox's message once it listens. */
const announcementSchema = z.object({ url: z.url(), authUrl: z.url() });
type SamplePlace = z.infer<typeof announcementSchema>;

export interface SampleServiceDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the process, such as `utilityProcess.fork`. */
  readonly fork: (path: string, args: string[], options: ForkOptions) => UtilityProcess;
  readonly modulePath: string;
  /** File for the sample's sign-ins and approvals, so that they survive a restart. */
  readonly statePath: string;
  readonly state: { get(): DesktopState; update(change: Partial<DesktopState>): void };
}

/** The sample company's service: a separate process that ends with Billfold. */
export interface SampleService {
  /** Starts the service unless it runs. The error is a line for the log and the technical details. */
  start(): Promise<Result<SamplePlace, string>>;
  close(): void;
}

export function createSampleService(deps: SampleServiceDeps): SampleService {
  let running: { readonly child: UtilityProcess; readonly place: SamplePlace } | null = null;
  let starting: Promise<Result<SamplePlace, string>> | null = null;

  const startOn = async (port: number): Promise<Result<SamplePlace, string>> => {
    const child = deps.fork(deps.modulePath, argumentsFor(port, deps.statePath), {
      serviceName: 'Billfold sample company',
      stdio: 'pipe',
    });
    const place = await announced(deps, child);
    if (!place.ok) {
      child.kill();
      return place;
    }
    running = { child, place: place.value };
    child.once('exit', (code) => {
      deps.log.warn('sample: ended', { code });
      running = null;
    });
    deps.state.update({ samplePort: Number(new URL(place.value.url).port) });
    return place;
  };

  /** Starts on the previous port, or on any port if another program has taken the previous one. */
  const startAnywhere = async (): Promise<Result<SamplePlace, string>> => {
    const port = deps.state.get().samplePort;
    const asBefore = port === null ? null : await startOn(port);
    return asBefore?.ok === true ? asBefore : startOn(0);
  };

  return {
    start: () => {
      if (running !== null) return Promise.resolve(succeed(running.place));
      starting ??= startAnywhere().finally(() => (starting = null));
      return starting;
    },
    close: () => {
      running?.child.removeAllListeners('exit');
      running?.child.kill();
      running = null;
    },
  };
}

function argumentsFor(port: number, statePath: string): string[] {
  const { clientId, clientSecret } = SAMPLE_CLIENT;
  const client = ['--client-id', clientId, '--client-secret', clientSecret];
  return ['--port', String(port), '--state', statePath, '--finds', 'yes', ...client];
}

/** Waits until the child announces its address, ends, or exceeds the time limit. */
async function announced(
  { clock, log }: SampleServiceDeps,
  child: UtilityProcess,
): Promise<Result<SamplePlace, string>> {
  const over = new AbortController();
  let result: Result<SamplePlace, string> = fail('the sample company did not start in time');
  const end = (found: Result<SamplePlace, string>): void => {
    if (over.signal.aborted) return;
    result = found;
    over.abort();
  };
  child.stderr?.on('data', (line: Buffer) => log.warn('sample: stderr', { line: line.toString() }));
  // Read everything: a full pipe would block the child.
  child.stdout?.resume();
  child.once('message', (message: unknown) => {
    const parsed = announcementSchema.safeParse(message);
    end(parsed.success ? succeed(parsed.data) : fail('the sample company sent an unknown message'));
  });
  child.once('exit', (code) => end(fail(`the sample company ended with code ${code}`)));
  await clock.sleep(START_LIMIT_MS, over.signal);
  return result;
}
