import Bottleneck from 'bottleneck';
import { approvePath, AT_ONCE, readPath, send, SLACK_MS } from '../contender.ts';
import type { Contender, ContenderOptions } from '../contender.ts';

/** bottleneck with the documented quota as a reservoir, the approval at the highest priority. */
export function createBottleneck({ url, limit, windowMs }: ContenderOptions): Contender {
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
