import type { Ids, Random } from './random.ts';

/** The machine's own random numbers, fit for secrets. Only this module reads them. */
export function createSystemRandom(): Random {
  return {
    next: () => {
      const [word = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1));
      return word / 2 ** 32;
    },
    bytes: (count) => globalThis.crypto.getRandomValues(new Uint8Array(count)),
  };
}

/** Random UUIDs from the machine. */
export function createSystemIds(): Ids {
  return { next: () => globalThis.crypto.randomUUID() };
}
