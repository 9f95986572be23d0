/** The quota of every scenario: a window so long that the second by which a reset may be cut is little. */
export const LIMIT = 60;
export const WINDOW_MS = 60_000;
/** The workload: reads that are queued at once, and a user who approves a bill a little later. */
export const READS = 150;
export const CLICK_AT_MS = 15_000;

/** How the server under the contenders behaves. */
export interface ServerOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** Null: no rate headers at all, and a 429 without `Retry-After`. */
  readonly resetForm: 'epochSeconds' | 'epochMs' | 'deltaSeconds' | 'httpDate' | null;
  /** How a time that is sent in whole seconds is cut to them. */
  readonly rounding: 'up' | 'down';
  /** How far the server's clock is ahead of this machine's. */
  readonly clockOffsetMs: number;
}

export interface Scenario {
  readonly name: string;
  readonly server: ServerOptions;
  /** Requests that a process before this one has sent, and when this one starts after the first. */
  readonly before: { readonly requests: number; readonly startAtMs: number } | null;
  /** Whether what the process before wrote down is still there. */
  readonly keepsState: boolean;
  /** Part of each window that another client of the same token asks for. */
  readonly otherShare: number;
  /** Which contenders it makes sense for: those that never read a header differ in a few only. */
  readonly for: 'all' | 'readers' | 'billfold';
}

const server: ServerOptions = {
  limit: LIMIT,
  windowMs: WINDOW_MS,
  resetForm: 'epochSeconds',
  rounding: 'up',
  clockOffsetMs: 0,
};
const plain: Scenario = {
  name: 'fresh window',
  server,
  before: null,
  keepsState: true,
  otherShare: 0,
  for: 'all',
};
const twoThirds = { requests: (LIMIT * 2) / 3, startAtMs: 20_000 };
const TEN_MINUTES_MS = 600_000;

export const scenarios: readonly Scenario[] = [
  plain,
  { ...plain, name: 'restart, two thirds used', before: twoThirds },
  {
    ...plain,
    name: 'restart, two thirds used, count lost',
    before: twoThirds,
    keepsState: false,
    for: 'billfold',
  },
  { ...plain, name: 'another client takes 30 %', otherShare: 0.3 },
  readers('service 10 min fast', { clockOffsetMs: TEN_MINUTES_MS }),
  readers('service 10 min slow', { clockOffsetMs: -TEN_MINUTES_MS }),
  readers('reset in epoch seconds, cut down', { rounding: 'down' }),
  readers('reset in epoch milliseconds', { resetForm: 'epochMs' }),
  readers('reset in seconds from now', { resetForm: 'deltaSeconds' }),
  readers('reset as an HTTP date', { resetForm: 'httpDate' }),
  readers('no headers at all', { resetForm: null }),
];

function readers(name: string, change: Partial<ServerOptions>): Scenario {
  return { ...plain, name, server: { ...server, ...change }, for: 'readers' };
}

/** Milliseconds of the machine's monotonic clock, which all processes of one machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
