/** The middle value; of an even number, the upper of the two in the middle; 0 for none. */
export function upperMedian(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
