/** A queue with a client: Billfold's, or a peer configured as documented for a known quota. */
export interface Contender {
  /** One of many reads. Resolves after a successful answer. @throws without one */
  read(index: number): Promise<void>;
  /** The user's approval. @throws when it was not carried out */
  approve(): Promise<void>;
  close(): Promise<void>;
}

export interface ContenderOptions {
  readonly url: string;
  readonly limit: number;
  readonly windowMs: number;
  /** File in which it may leave data for the next process. */
  readonly statePath: string;
}

/** Contenders. `readers` use the answers' headers, so more scenarios make sense for them. */
export const contenders = [
  { name: 'billfold', package: null, readsHeaders: true },
  { name: 'p-queue', package: 'p-queue', readsHeaders: false },
  { name: 'bottleneck', package: 'bottleneck', readsHeaders: false },
  { name: 'ky', package: 'ky', readsHeaders: true },
  { name: 'octokit', package: '@octokit/plugin-throttling', readsHeaders: true },
] as const;
export type ContenderEntry = (typeof contenders)[number];

/** Requests under way at once: Billfold's own number, for all contenders. */
const AT_ONCE = 4;
/**
 * Slack for peers that count windows themselves: their window begins before the first request arrives, so
 * without slack the next one would begin before the server's has ended.
 */
const SLACK_MS = 1_000;
const MOST_RETRIES = 20;
const headers = { authorization: 'Bearer bench', 'x-organization-id': 'bench' } as const;

const approvePath = '/api/v1/bills/bill-1/approve';
function readPath(index: number): string {
  return `/api/v1/bills?status=open&limit=50&after=${index}`;
}

/** The requests of a plain queue. @throws when the answer is no success */
async function send(url: string, method: 'GET' | 'PATCH'): Promise<void> {
  const response = await fetch(url, { method, headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`answered with ${response.status}`);
}

/** Configured as documented. Each package is loaded only in the process that runs it. */
export const peers: Readonly<
  Record<
    Exclude<ContenderEntry['name'], 'billfold'>,
    (options: ContenderOptions) => Promise<Contender>
  >
> = {
  'p-queue': createPQueue,
  bottleneck: createBottleneck,
  ky: createKy,
  octokit: createOctokit,
};

/** p-queue with the documented quota as its interval, the approval at a higher priority. */
async function createPQueue({ url, limit, windowMs }: ContenderOptions): Promise<Contender> {
  const { default: PQueue } = await import('p-queue');
  const interval = windowMs + SLACK_MS;
  const queue = new PQueue({ concurrency: AT_ONCE, interval, intervalCap: limit });
  return {
    read: (index) => queue.add(() => send(url + readPath(index), 'GET')),
    approve: () => queue.add(() => send(url + approvePath, 'PATCH'), { priority: 1 }),
    close: async () => undefined,
  };
}

/** bottleneck with the documented quota as a reservoir, the approval at the highest priority. */
async function createBottleneck({ url, limit, windowMs }: ContenderOptions): Promise<Contender> {
  const { default: Bottleneck } = await import('bottleneck');
  const limiter = new Bottleneck({
    maxConcurrent: AT_ONCE,
    reservoir: limit,
    reservoirRefreshAmount: limit,
    reservoirRefreshInterval: windowMs + SLACK_MS,
  });
  const usual = { priority: 5 };
  return {
    read: (index) => limiter.schedule(usual, () => send(url + readPath(index), 'GET')),
    approve: () => limiter.schedule({ priority: 0 }, () => send(url + approvePath, 'PATCH')),
    close: () => limiter.disconnect(),
  };
}

/**
 * ky, which retries refused requests. It has no queue: reads share a few slots, and the approval is sent at
 * once.
 */
async function createKy({ url }: ContenderOptions): Promise<Contender> {
  const { default: ky } = await import('ky');
  const retry = { limit: MOST_RETRIES, methods: ['get' as const, 'patch' as const] };
  const client = ky.create({ headers, timeout: false, retry });
  const waiting: (() => void)[] = [];
  let free = AT_ONCE;
  return {
    read: async (index) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        await (await client(url + readPath(index))).arrayBuffer();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
    approve: async () => {
      await (await client(url + approvePath, { method: 'patch' })).arrayBuffer();
    },
    close: async () => undefined,
  };
}

/** octokit with its throttling plugin, configured to retry all refused requests. */
async function createOctokit({ url }: ContenderOptions): Promise<Contender> {
  const { Octokit } = await import('@octokit/core');
  const { throttling } = await import('@octokit/plugin-throttling');
  const silent = () => undefined;
  const again = (_afterS: number, _request: unknown, _octokit: unknown, retries: number): boolean =>
    retries < MOST_RETRIES;
  const octokit = new (Octokit.plugin(throttling))({
    baseUrl: url,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    throttle: { onRateLimit: again, onSecondaryRateLimit: again },
  });
  return {
    read: async (index) => void (await octokit.request(`GET ${readPath(index)}`, { headers })),
    approve: async () => void (await octokit.request(`PATCH ${approvePath}`, { headers })),
    close: async () => undefined,
  };
}
