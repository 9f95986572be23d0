/** Median; for an even number of values, the upper of the two middle ones; 0 for an empty list. */
export function upperMedian(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
