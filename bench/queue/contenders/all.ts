import type { Contender, ContenderOptions } from '../contender.ts';

/** Who takes part. `readers` look at the answers' headers, so more scenarios make sense for them. */
export const contenders = [
  { name: 'billfold', package: null, readsHeaders: true },
  { name: 'p-queue', package: 'p-queue', readsHeaders: false },
  { name: 'bottleneck', package: 'bottleneck', readsHeaders: false },
  { name: 'ky', package: 'ky', readsHeaders: true },
  { name: 'octokit', package: '@octokit/plugin-throttling', readsHeaders: true },
] as const;
export type ContenderEntry = (typeof contenders)[number];

/** Each peer is loaded only by the process that runs it. */
export async function createContender(
  name: ContenderEntry['name'],
  options: ContenderOptions,
): Promise<Contender> {
  switch (name) {
    case 'billfold':
      return (await import('./billfold.ts')).createBillfold(options);
    case 'p-queue':
      return (await import('./p-queue.ts')).createPQueue(options);
    case 'bottleneck':
      return (await import('./bottleneck.ts')).createBottleneck(options);
    case 'ky':
      return (await import('./ky.ts')).createKy(options);
    case 'octokit':
      return (await import('./octokit.ts')).createOctokit(options);
  }
}
