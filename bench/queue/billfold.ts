import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { succeed } from '../../src/base/result.ts';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { createSystemRandom } from '../../src/base/system-random.ts';
import { createApi } from '../../src/main/api/create-api.ts';
import type { DocumentStore } from '../../src/main/ports.ts';

const MAX_TRIES = 20;
const read = {
  organizationId: 'bench',
  status: 'open',
  limit: 50,
  priority: 'waiting',
  maxWaitMs: null,
} as const;

/** A queue with a client. */
export interface Queue {
  /** One of many reads. Resolves after a successful answer. @throws without one */
  read(index: number): Promise<void>;
  /** The user's approval. @throws when it was not carried out */
  approve(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueOptions {
  readonly url: string;
  readonly limit: number;
  readonly windowMs: number;
  /** File in which it may leave data for the next process. */
  readonly statePath: string;
}

/**
 * Billfold's own governor, queue and client. Its reads have the priority `waiting` (the user waits for them),
 * because background reads deliberately stop at 30% of each window.
 */
export function createBillfold(options: QueueOptions): Queue {
  const clock = createSystemClock();
  const token = succeed({ value: 'bench', generation: 1 });
  const api = createApi({
    clock,
    random: createSystemRandom(),
    fetch: (url, init) => fetch(url, init),
    tokens: { current: async () => token, renew: async () => token },
    connection: () => ({
      id: 'bench',
      kind: 'service',
      serviceUrl: options.url,
      authUrl: options.url,
      clientId: 'bench',
      redirectUri: 'http://127.0.0.1/callback',
    }),
    signInId: () => 'bench',
    grantedScopes: () => [],
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    document: fileDocument(options.statePath),
    backgroundShare: () => 0.3,
    documented: { requestsPerWindow: options.limit, windowMs: options.windowMs },
  });
  const beforeSend = async () => succeed(undefined);
  return {
    read: async (index) => {
      for (let tries = 1; ; tries++) {
        const page = await api.billsPage({ ...read, after: String(index) });
        if (page.ok) return;
        const { error } = page;
        if (error.kind !== 'rateLimited' || tries === MAX_TRIES) throw new Error(error.kind);
        // Wait as the pull does after a refused page.
        await clock.sleep(error.retryAtMs - clock.nowMs());
      }
    },
    approve: async () => {
      const answer = await api.approveBill({
        organizationId: 'bench',
        billId: 'bill-1',
        beforeSend,
      });
      if (!answer.ok) throw new Error(answer.error.error.kind);
    },
    close: async () => api.close(),
  };
}

/** As electron-store in the app: replaces the whole document at once. */
function fileDocument(path: string): DocumentStore {
  return {
    read: () => succeed(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null),
    write: (value) => {
      writeFileSync(`${path}.new`, JSON.stringify(value));
      renameSync(`${path}.new`, path);
      return succeed(undefined);
    },
    quarantine: () => succeed(null),
    remove: () => {
      rmSync(path, { force: true });
      return succeed(undefined);
    },
  };
}
