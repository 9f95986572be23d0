import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import { drawPlan, type Plan, type ServiceKind } from './operations.ts';

/** How many operations a seed's plan has. */
const LENGTH = 30;

/** The plan of a seed: the same for ever. Every other one meets the opponent. */
export function planOf(seed: number): Plan {
  const service: ServiceKind = seed % 2 === 0 ? 'opponent' : 'sandbox';
  return drawPlan(seed, service, createSeededRandom(seed * 7 + 5), LENGTH);
}
