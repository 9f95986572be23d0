/**
 * Binary search for the number of places that satisfy `comesFirst`, if all of these precede the others. This number is
 * also the index of the first other place.
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
