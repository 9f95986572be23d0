import ky from 'ky';
import { approvePath, AT_ONCE, headers, readPath } from '../contender.ts';
import type { Contender, ContenderOptions } from '../contender.ts';

/** ky, which retries what was refused. It has no queue: reads share a few places, the approval goes at once. */
export function createKy({ url }: ContenderOptions): Contender {
  const methods = ['get', 'patch'];
  const client = ky.create({ headers, timeout: false, retry: { limit: 20, methods } });
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
