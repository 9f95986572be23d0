import type { Random } from '../../src/base/random.ts';
import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import { drawPlan, type Plan, type ServiceKind } from './operations.ts';

/** How many operations a seed's plan has. */
const LENGTH = 30;

/** The plan of a seed: the same for ever. Every other one meets the opponent. */
export function planOf(seed: number): Plan {
  const service: ServiceKind = seed % 2 === 0 ? 'opponent' : 'sandbox';
  const chances = (part: number): Random => createSeededRandom(seed * 7 + part);
  return drawPlan(seed, service, chances(5), chances(4), LENGTH);
}
