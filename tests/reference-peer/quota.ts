export interface QuotaReading {
  /** Requests in one window per access token (service page, *Limits*). */
  limit: number;
  windowMs: number;
  /** The page says "timestamp" without a unit. */
  resetForm: 'seconds' | 'milliseconds' | 'delta' | 'date' | 'absent';
}

interface Window {
  used: number;
  endsAtMs: number;
}

export interface QuotaAccount {
  /** Counts a request. @returns whether the quota had room for it */
  take(token: string): boolean;
  /** Another program uses this many requests of every token. */
  consume(count: number): void;
  headers(token: string | null): Record<string, string>;
}

/** A window begins with its token's first request, and ends after its length. */
export function createQuota(reading: QuotaReading, nowMs: () => number): QuotaAccount {
  const windows = new Map<string, Window>();

  const windowOf = (token: string): Window => {
    const known = windows.get(token);
    if (known && known.endsAtMs > nowMs()) return known;
    const fresh = { used: 0, endsAtMs: nowMs() + reading.windowMs };
    windows.set(token, fresh);
    return fresh;
  };

  const resetText = (atMs: number): string => {
    if (reading.resetForm === 'milliseconds') return String(atMs);
    if (reading.resetForm === 'delta') return String(Math.ceil((atMs - nowMs()) / 1_000));
    if (reading.resetForm === 'date') return new Date(atMs).toUTCString();
    return String(Math.ceil(atMs / 1_000));
  };

  const resetHeader = (atMs: number): Record<string, string> =>
    reading.resetForm === 'absent' ? {} : { 'x-ratelimit-reset': resetText(atMs) };

  return {
    take: (token) => {
      const window = windowOf(token);
      if (window.used >= reading.limit) return false;
      window.used += 1;
      return true;
    },
    consume: (count) => {
      for (const token of windows.keys()) windowOf(token).used += count;
    },
    headers: (token) => {
      const window = token === null ? null : windowOf(token);
      const used = Math.min(window?.used ?? 0, reading.limit);
      return {
        'x-ratelimit-limit': String(reading.limit),
        'x-ratelimit-remaining': String(reading.limit - used),
        ...resetHeader(window?.endsAtMs ?? nowMs() + reading.windowMs),
        date: new Date(nowMs()).toUTCString(),
      };
    },
  };
}
