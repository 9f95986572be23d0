/** Costs of the app's processes so far, from Linux's own counts. */
import { readdirSync } from 'node:fs';
import { appProcesses, readOrEmpty } from '../../tests/memory/processes.ts';

/** Costs of the processes of one kind since they began; `pssBytes` is their memory now. */
export interface Cost {
  readonly cpuMs: number;
  readonly switches: number;
  /** Number of times that a thread slept and was woken. */
  readonly wakeUps: number;
  readonly writtenBytes: number;
  readonly pssBytes: number;
}

export const nothing: Cost = { cpuMs: 0, switches: 0, wakeUps: 0, writtenBytes: 0, pssBytes: 0 };

/** Costs by kind of process, such as `main` and `renderer`. */
export function costs(): ReadonlyMap<string, Cost> {
  const found = new Map<string, Cost>();
  for (const { pid, kind } of appProcesses())
    found.set(kind, added(found.get(kind) ?? nothing, costOf(pid), 1));
  return found;
}

/** Costs between two counts, and the memory at the second. */
export const between = (before: Cost, after: Cost): Cost => ({
  ...added(after, before, -1),
  pssBytes: after.pssBytes,
});

export function added(one: Cost, other: Cost, times: 1 | -1): Cost {
  return {
    cpuMs: one.cpuMs + times * other.cpuMs,
    switches: one.switches + times * other.switches,
    wakeUps: one.wakeUps + times * other.wakeUps,
    writtenBytes: one.writtenBytes + times * other.writtenBytes,
    pssBytes: one.pssBytes + times * other.pssBytes,
  };
}

const NS_PER_MS = 1_000_000;
const BYTES_PER_KB = 1_024;

/** Threads that have ended are not counted. There are few, because Chromium keeps its threads. */
function costOf(pid: number): Cost {
  const threads = readdirOrEmpty(`/proc/${pid}/task`).map((thread): Cost => {
    const of = `/proc/${pid}/task/${thread}`;
    const status = readOrEmpty(`${of}/status`);
    const wakeUps = numberIn(status, /^voluntary_ctxt_switches:\s*(\d+)/m);
    return {
      ...nothing,
      cpuMs: numberIn(readOrEmpty(`${of}/schedstat`), /^(\d+)/) / NS_PER_MS,
      wakeUps,
      switches: wakeUps + numberIn(status, /^nonvoluntary_ctxt_switches:\s*(\d+)/m),
    };
  });
  const own: Cost = {
    ...nothing,
    writtenBytes: numberIn(readOrEmpty(`/proc/${pid}/io`), /^write_bytes: (\d+)/m),
    pssBytes: numberIn(readOrEmpty(`/proc/${pid}/smaps_rollup`), /^Pss:\s*(\d+)/m) * BYTES_PER_KB,
  };
  return threads.reduce((sum, each) => added(sum, each, 1), own);
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

function readdirOrEmpty(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
