import { mainMutants } from './main-mutants.ts';
import { mirrorMutants } from './mirror-mutants.ts';
import type { Invariant } from './model.ts';
import type { Mutant } from './processes.ts';
import { pushMutants } from './push-mutants.ts';

/** A realistic mistake, and the invariant that detects it. */
export interface PlantedMutant extends Mutant {
  readonly name: string;
  readonly about: string;
  readonly breaks: readonly Invariant[];
  /**
   * Seed that first detected it, from 1. `npm run simulate -- --mutant all` searches them all. A change of the
   * product may move the detection to a later seed.
   */
  readonly foundAt: number;
}

/** Each replaces a part in the simulation. The product has none of it. */
export const mutants: readonly PlantedMutant[] = [...mainMutants, ...pushMutants, ...mirrorMutants];

/** @throws for an unknown name */
export function mutantNamed(name: string): PlantedMutant {
  const mutant = mutants.find((each) => each.name === name);
  if (!mutant)
    throw new Error(`no such mutant; there are ${mutants.map((each) => each.name).join()}`);
  return mutant;
}
