import type { Random } from '../../base/random.ts';

/** A random whole number from `least` to `most`, both included. */
export function drawInt(random: Random, least: number, most: number): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

/** A random item. @throws when there are none */
export function drawFrom<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new Error('Nothing to draw from');
  return item;
}

/** A random number between the two. Small numbers are more frequent, as in amounts of money. */
export function drawSkewed(random: Random, least: number, most: number): number {
  return least * (most / least) ** random.next();
}

/** A version 4 UUID (RFC 9562) from seeded random numbers: the same seed gives the same ids. */
export function drawUuid(random: Random): string {
  const word = (): string =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [word(), word(), word(), word()];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
