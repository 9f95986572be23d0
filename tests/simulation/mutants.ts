import { mainMutants } from './main-mutants.ts';
import { mirrorMutants } from './mirror-mutants.ts';
import type { Invariant } from './model.ts';
import type { Mutant } from './processes.ts';
import { pushMutants } from './push-mutants.ts';

/** A mistake somebody really makes, and which invariant gives it away. */
export interface PlantedMutant extends Mutant {
  readonly name: string;
  readonly about: string;
  readonly breaks: readonly Invariant[];
  /**
   * The seed at which it was first found, counted from 1; the whole search is
   * `npm run simulate -- --mutant all`. A change of the product may move a find to a later seed.
   */
  readonly foundAt: number;
}

/** Each is put in place of a part in the simulation; nothing of it is in the product. */
export const mutants: readonly PlantedMutant[] = [...mainMutants, ...pushMutants, ...mirrorMutants];

/** @throws when there is none of this name */
export function mutantNamed(name: string): PlantedMutant {
  const mutant = mutants.find((each) => each.name === name);
  if (!mutant)
    throw new Error(`no such mutant; there are ${mutants.map((each) => each.name).join()}`);
  return mutant;
}
