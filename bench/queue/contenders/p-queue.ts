import PQueue from 'p-queue';
import { approvePath, AT_ONCE, readPath, send, SLACK_MS } from '../contender.ts';
import type { Contender, ContenderOptions } from '../contender.ts';

/** p-queue with the documented quota as its interval, the approval at a higher priority. */
export function createPQueue({ url, limit, windowMs }: ContenderOptions): Contender {
  const interval = windowMs + SLACK_MS;
  const queue = new PQueue({ concurrency: AT_ONCE, interval, intervalCap: limit });
  return {
    read: (index) => queue.add(() => send(url + readPath(index), 'GET')),
    approve: () => queue.add(() => send(url + approvePath, 'PATCH'), { priority: 1 }),
    close: async () => undefined,
  };
}
