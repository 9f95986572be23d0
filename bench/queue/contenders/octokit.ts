import { Octokit } from '@octokit/core';
import { throttling } from '@octokit/plugin-throttling';
import { approvePath, headers, readPath } from '../contender.ts';
import type { Contender, ContenderOptions } from '../contender.ts';

const MOST_RETRIES = 20;

/** octokit with its throttling plugin, told to try again whatever was refused. */
export function createOctokit({ url }: ContenderOptions): Contender {
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
