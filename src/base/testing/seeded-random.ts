import type { Ids } from '../random.ts';

export { createSeededRandom } from '../seeded-random.ts';

/** Identifiers in order: 00000000-0000-4000-8000-000000000001 and on. */
export function createCountingIds(): Ids {
  let count = 0;
  return { next: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` };
}
