import type { Ids } from '../random.ts';

export { createSeededRandom } from '../seeded-random.ts';

/** Sequential identifiers, from 00000000-0000-4000-8000-000000000001 on. */
export function createCountingIds(): Ids {
  let count = 0;
  return { next: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` };
}
