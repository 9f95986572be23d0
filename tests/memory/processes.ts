import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { OVERLAP } from './canaries.ts';

/** A process of the app, on Linux. */
export interface AppProcess {
  readonly pid: number;
  /** `main`, or Chromium's name of it: `renderer`, `gpu-process`, `zygote`, `browser`, or the name of a utility. */
  readonly kind: string;
}

/** Processes that this one started, and all their descendants, except the service that the app talks to. */
export function appProcesses(): AppProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`);
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]);
      const commandLine = readOrEmpty(`/proc/${name}/cmdline`);
      return stat === '' || commandLine.includes('--control-port')
        ? []
        : [{ pid: Number(name), parent, kind: kindOf(commandLine) }];
    });
  const ours = new Set([process.pid]);
  for (let before = -1; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => pid !== process.pid && ours.has(pid));
}

function kindOf(commandLine: string): string {
  const utility = /--utility-sub-type=(\w+)/.exec(commandLine)?.[1];
  const type = /--type=([\w-]+)/.exec(commandLine)?.[1];
  return utility ?? type ?? (commandLine.includes('--remote-debugging-pipe') ? 'browser' : 'main');
}

const CHUNK = 8 * 1024 * 1024;

/** Calls `search` with the memory of a process, in overlapping chunks. @returns bytes that were read */
export function readMemory(pid: number, search: (bytes: Buffer) => void): number {
  const chunk = Buffer.alloc(CHUNK + OVERLAP);
  let total = 0;
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  for (const { from, to } of regionsOf(pid)) {
    for (let at = from; at < to; at += CHUNK) {
      const length = Math.min(CHUNK + OVERLAP, to - at);
      try {
        const read = readSync(memory, chunk, 0, length, at);
        total += Math.min(read, CHUNK);
        search(chunk.subarray(0, read));
      } catch {
        // The region is gone, or belongs to a device.
      }
    }
  }
  closeSync(memory);
  return total;
}

/** Readable regions in memory, except unchanged parts of programs and libraries. */
function regionsOf(pid: number): { readonly from: number; readonly to: number }[] {
  const entries = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  return entries.flatMap((entry) => {
    const [, from = '', to = '', rights = '', path = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$/m.exec(entry) ?? [];
    const isProgram = path.startsWith('/') && !rights.includes('w') && !path.includes('rofile');
    const isInMemory = /^(Rss|Swap): +[1-9]/m.test(entry);
    return rights.startsWith('r') && isInMemory && !isProgram && !path.startsWith('[v')
      ? [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }]
      : [];
  });
}

/** Text of a file in `/proc`; empty once the process has ended. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
