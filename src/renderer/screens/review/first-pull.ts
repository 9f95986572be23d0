/** Below this the estimate jumps about too much to be worth saying. */
const LEAST_ELAPSED_MS = 1_500;

/**
 * How long the rest of a pull takes at the pace so far.
 * @param expectedBills how many there will be, or null when nobody knows
 * @param elapsedMs since the first page was asked for
 * @returns milliseconds, or null when it cannot be said yet
 */
export function pullTimeLeftMs(
  billsRead: number,
  expectedBills: number | null,
  elapsedMs: number,
): number | null {
  if (expectedBills === null || billsRead === 0 || elapsedMs < LEAST_ELAPSED_MS) return null;
  return Math.max(0, ((expectedBills - billsRead) * elapsedMs) / billsRead);
}
