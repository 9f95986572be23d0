/** Quota of every scenario. The window is long compared with the second by which a reset may be rounded. */
export const LIMIT = 60;
export const WINDOW_MS = 60_000;
/** The workload: reads queued at once, and a user who approves a bill a little later. */
export const READS = 150;
export const CLICK_AT_MS = 15_000;

/** Behavior of the server. */
export interface ServerOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** Null: no rate headers at all, and a 429 without `Retry-After`. */
  readonly resetForm: 'epochSeconds' | 'epochMs' | 'deltaSeconds' | 'httpDate' | null;
  /** Rounding of times that are sent in whole seconds. */
  readonly rounding: 'up' | 'down';
  /** Lead of the server's clock over this machine's, milliseconds. */
  readonly clockOffsetMs: number;
}

export interface Scenario {
  readonly name: string;
  readonly server: ServerOptions;
  /** Requests of an earlier process, and the start of this one after its first request; null for none. */
  readonly before: { readonly requests: number; readonly startAtMs: number } | null;
  /** Whether the earlier process's data still exists. */
  readonly keepsState: boolean;
  /** Share of each window that another client of the same token requests. */
  readonly otherShare: number;
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
  },
  { ...plain, name: 'another client takes 30 %', otherShare: 0.3 },
  answering('service 10 min fast', { clockOffsetMs: TEN_MINUTES_MS }),
  answering('service 10 min slow', { clockOffsetMs: -TEN_MINUTES_MS }),
  answering('reset in epoch seconds, cut down', { rounding: 'down' }),
  answering('reset in epoch milliseconds', { resetForm: 'epochMs' }),
  answering('reset in seconds from now', { resetForm: 'deltaSeconds' }),
  answering('reset as an HTTP date', { resetForm: 'httpDate' }),
  answering('no headers at all', { resetForm: null }),
];

function answering(name: string, change: Partial<ServerOptions>): Scenario {
  return { ...plain, name, server: { ...server, ...change } };
}

/** Milliseconds of the machine's monotonic clock, which all its processes share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
