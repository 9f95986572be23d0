import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../../src/base/system-clock.ts';
import type { ClientOptions, ClientReport } from './client.ts';
import { idealTotalMs } from './ideal.ts';
import { CLICK_AT_MS, LIMIT, machineMs, READS, WINDOW_MS, type Scenario } from './scenarios.ts';
import type { Arrival } from './window-server.ts';

/** Results of one scenario. */
export interface Measurement {
  readonly scenario: string;
  /** From the click to the arrival that succeeded; null for none. */
  readonly clickMs: number | null;
  /** Refused requests, and the most of them in one window. */
  readonly refused: number;
  readonly refusedInOneWindow: number;
  /** The other client's refused requests. */
  readonly othersRefused: number;
  /** Reads and clicks without any success. */
  readonly failed: number;
  /** From the start to the last arrival; null when it had not finished in time. */
  readonly totalMs: number | null;
  readonly idealMs: number;
}

/** A queue that has not finished by then is stopped. The ideal is never more than half of it. */
export const TIME_LIMIT_MS = 360_000;
const clock = createSystemClock();

export async function measure(scenario: Scenario): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
  const server = await startServer(scenario);
  const over = new AbortController();
  try {
    const run = (options: Partial<ClientOptions>): ChildProcess =>
      startClient({
        url: server.url,
        limit: LIMIT,
        windowMs: WINDOW_MS,
        statePath: join(folder, scenario.keepsState ? 'quota' : `quota-${options.reads}`),
        reads: READS,
        clickAtMs: CLICK_AT_MS,
        ...options,
      });
    if (scenario.otherShare > 0) {
      void actAsOther(server.url, scenario.otherShare, over.signal);
      await clock.sleep(1_000);
    }
    const before = await playBefore(scenario, server, run);
    const child = run({});
    const report = await reportOf(child);
    if (report === null) child.kill();
    const arrivals = [...before, ...(await server.arrivals())];
    return { scenario: scenario.name, ...evaluate(scenario, arrivals, report) };
  } finally {
    over.abort();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RunningServer {
  readonly url: string;
  /** Arrivals since the last call. */
  arrivals(): Promise<readonly Arrival[]>;
  close(): void;
}

async function startServer({ server }: Scenario): Promise<RunningServer> {
  const child = fork(join(import.meta.dirname, 'window-server.ts'), [JSON.stringify(server)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals: async () => {
      child.send('arrivals');
      const [message] = (await once(child, 'message')) as [{ arrivals: Arrival[] }];
      return message.arrivals;
    },
    close: () => child.kill(),
  };
}

function startClient(options: ClientOptions): ChildProcess {
  return fork(join(import.meta.dirname, 'client.ts'), [JSON.stringify(options)]);
}

async function reportOf(child: ChildProcess): Promise<ClientReport | null> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const [report] = (await once(child, 'message', { signal: limit })) as [ClientReport];
    return report;
  } catch {
    return null;
  }
}

/** Lets a process use its part of the window and end, then waits until the time of the restart. */
async function playBefore(
  { before }: Scenario,
  server: RunningServer,
  run: (options: Partial<ClientOptions>) => ChildProcess,
): Promise<readonly Arrival[]> {
  if (before === null) return [];
  await reportOf(run({ reads: before.requests, clickAtMs: null }));
  const arrivals = await server.arrivals();
  const firstMs = arrivals[0]?.atMs ?? machineMs();
  await clock.sleep(firstMs + before.startAtMs - machineMs());
  return arrivals;
}

/** Another client with the same token, which uses its share of every window at an even pace. */
async function actAsOther(url: string, share: number, over: AbortSignal): Promise<void> {
  const everyMs = WINDOW_MS / (LIMIT * share);
  for (let nextMs = machineMs(); !over.aborted; nextMs += everyMs) {
    await fetch(`${url}/api/v1/bills?by=other`, { signal: over })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    await clock.sleep(nextMs + everyMs - machineMs(), over);
  }
}

function evaluate(
  scenario: Scenario,
  arrivals: readonly Arrival[],
  report: ClientReport | null,
): Omit<Measurement, 'scenario'> {
  const own = arrivals.filter(({ by }) => by === 'billfold');
  const refusals = own.filter(({ status }) => status === 429);
  const inWindows = Map.groupBy(refusals, ({ windowStartMs }) => windowStartMs);
  const click = own.find(({ method, status }) => method === 'PATCH' && status === 200);
  const lastMs = own.at(-1)?.atMs ?? null;
  // A queue that was stopped reports nothing: its first request of this run counts as its start.
  const firstMs = own[scenario.before?.requests ?? 0]?.atMs ?? 0;
  const startMs = report?.startMs ?? firstMs;
  const clickAtMs = report?.clickMs ?? startMs + CLICK_AT_MS;
  const others = arrivals.filter(({ by, status }) => by === 'other' && status === 429);
  return {
    clickMs: click === undefined ? null : click.atMs - clickAtMs,
    refused: refusals.length,
    refusedInOneWindow: Math.max(0, ...[...inWindows.values()].map((each) => each.length)),
    othersRefused: others.length,
    failed: report?.failed ?? READS + 1 - own.filter(({ status }) => status === 200).length,
    totalMs: report === null || lastMs === null ? null : lastMs - startMs,
    idealMs: idealOf(arrivals, startMs),
  };
}

/** The ideal for this server, given the other client's successes and earlier use. */
function idealOf(arrivals: readonly Arrival[], startMs: number): number {
  const served = arrivals.filter(({ status }) => status === 200);
  const isFree = ({ by, atMs }: Arrival): boolean => by === 'billfold' && atMs >= startMs;
  const windows = [...Map.groupBy(served, ({ windowStartMs }) => windowStartMs)]
    .toSorted(([left], [right]) => left - right)
    .filter(([beganMs]) => beganMs + WINDOW_MS > startMs)
    .map(([beganMs, inIt]) => ({ beganMs, taken: inIt.filter((each) => !isFree(each)).length }));
  const [first, ...rest] = windows;
  const isOpen = first !== undefined && first.beganMs < startMs;
  return idealTotalMs({
    limit: LIMIT,
    windowMs: WINDOW_MS,
    reads: READS,
    clickAtMs: CLICK_AT_MS,
    open: isOpen
      ? { endsInMs: first.beganMs + WINDOW_MS - startMs, left: LIMIT - first.taken }
      : null,
    others: (isOpen ? rest : windows).map(({ taken }) => taken),
  });
}
