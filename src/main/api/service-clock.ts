/**
 * Where the service's clock stands against this machine's running time. `Date` has whole seconds and the
 * way takes a while, so one answer gives an interval; several narrow it, as NTP does.
 * Both ends are service epoch milliseconds minus elapsed milliseconds.
 */
export interface ServiceClock {
  readonly leastMs: number;
  readonly mostMs: number;
}

const DATE_RESOLUTION_MS = 1000;

/**
 * Takes one answer's `Date` into account. The service wrote it between `sentAtMs` and `receivedAtMs`
 * (elapsed time). When the interval contradicts what was known, a clock has been set or the machine has
 * slept: the new one alone counts.
 */
export function observeServiceDate(
  known: ServiceClock | null,
  answer: { dateMs: number; sentAtMs: number; receivedAtMs: number },
): ServiceClock {
  const leastMs = answer.dateMs - answer.receivedAtMs;
  const mostMs = answer.dateMs + DATE_RESOLUTION_MS - answer.sentAtMs;
  if (known === null || leastMs > known.mostMs || mostMs < known.leastMs)
    return { leastMs, mostMs };
  return {
    leastMs: Math.max(known.leastMs, leastMs),
    mostMs: Math.min(known.mostMs, mostMs),
  };
}
