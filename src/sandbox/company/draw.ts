import type { Random } from '../../base/random.ts';

/** A whole number from `least` to `most`, both included. */
export function drawInt(random: Random, least: number, most: number): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

/** One of the items. */
export function drawFrom<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new Error('Nothing to draw from');
  return item;
}

/** A number between the two, small ones more often, as amounts of money are. */
export function drawSkewed(random: Random, least: number, most: number): number {
  return least * (most / least) ** random.next();
}

/** A version 4 UUID (RFC 9562) from seeded chance: the same seed names the same things. */
export function drawUuid(random: Random): string {
  const word = (): string =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [word(), word(), word(), word()];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
