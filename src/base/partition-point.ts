/**
 * Index of the first item that does not satisfy `comesFirst`, by binary search; `count` when all do. The items that
 * satisfy it must precede the others.
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
