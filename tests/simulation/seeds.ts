import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import { drawPlan, type Plan } from './operations.ts';

/** How many operations a seed's plan has. */
const LENGTH = 30;

/** The plan of a seed: the same for ever. */
export function planOf(seed: number): Plan {
  return drawPlan(seed, createSeededRandom(seed * 7 + 5), LENGTH);
}
