/**
 * How many of `count` places come first, where all that do stand before all that do not: a binary search.
 * It is also the first place that does not.
 */
export function partitionPoint(count: number, comesFirst: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesFirst(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
