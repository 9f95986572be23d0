import type { Exchange } from './network.ts';
import type { Model } from './model.ts';
import type { Circumstances } from './operations.ts';

/** Checks that Billfold respects the quota it was notified of. */
export interface QuotaWatch {
  left(exchange: Exchange, nowMs: number): void;
  received(exchange: Exchange, response: Response, nowMs: number): void;
  /** The request never reached the service, so it cost nothing. */
  unsent(exchange: Exchange): void;
  /** The process that knew the quota is gone. Its knowledge does not count any more. */
  forget(): void;
  /** The wall clock was set, or the machine slept: one request may probe the quota. */
  doubt(): void;
  /** Another program used the quota, or a crash forgot some use: this many refusals are allowed. */
  allowRefusals(count: number): void;
}

interface Announced {
  readonly remaining: number;
  readonly resetAtMs: number;
  /** Requests that left since the answer arrived. */
  leftSince: number;
}

/** The clocks of both ends agree to the second. */
const SLACK_MS = 2_000;

export function createQuotaWatch(
  model: Model,
  circumstances: Circumstances,
  startMs: number,
  /** Number of 429s so far that a fault caused. */
  stormsFired: () => number,
): QuotaWatch {
  let announced = new Map<string, Announced>();
  let pausedUntilMs = 0;
  let doubts = 0;
  let probe: Exchange | null = null;
  let refusals = 0;
  let allowed = 0;

  return {
    left: (exchange, nowMs) => {
      if (exchange.place === 'token') return;
      const known = announced.get(tokenOf(exchange));
      const isOpen = known !== undefined && nowMs < known.resetAtMs - SLACK_MS;
      const isPast = isOpen && known.leftSince >= known.remaining;
      const isPaused = nowMs < pausedUntilMs - SLACK_MS;
      if (isOpen) known.leftSince += 1;
      if ((isPast || isPaused) && doubts > 0) {
        doubts -= 1;
        probe = exchange;
        return;
      }
      model.check(
        'quota',
        !isPast,
        () => `${exchange.place} left with nothing left of the quota: ${JSON.stringify(known)}`,
      );
      model.check(
        'quota',
        !isPaused,
        () => `${exchange.place} left at ${nowMs}, asked to wait until ${pausedUntilMs}`,
      );
    },
    received: (exchange, response, nowMs) => {
      if (exchange.place === 'token') return;
      const { headers, status } = response;
      if (status === 429) {
        refusals += 1;
        model.check(
          'quota',
          refusals - stormsFired() <= allowed,
          () => 'refused for the quota, and nobody else used it',
        );
      }
      // A dead process learned nothing from its answer.
      if (exchange.isOrphan()) return;
      const resetAtMs = resetOf(headers, circumstances, startMs, nowMs);
      const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
      const token = tokenOf(exchange);
      const known = announced.get(token);
      if (resetAtMs !== null && !Number.isNaN(remaining)) {
        const isSameWindow = known && Math.abs(known.resetAtMs - resetAtMs) < SLACK_MS;
        if (!isSameWindow || remaining < known.remaining) {
          announced.set(token, { remaining, resetAtMs, leftSince: 0 });
        }
      }
      if (status !== 429) {
        // The probe has brought an answer.
        if (exchange === probe) pausedUntilMs = 0;
        return;
      }
      const retryAfter = headers.get('retry-after');
      if (retryAfter !== null) {
        pausedUntilMs = Math.max(pausedUntilMs, nowMs + Number(retryAfter) * 1_000);
      }
    },
    unsent: (exchange) => {
      const known = announced.get(tokenOf(exchange));
      if (known && known.leftSince > 0) known.leftSince -= 1;
      // A probe that never arrived has learned nothing.
      if (exchange === probe) doubts += 1;
    },
    forget: () => {
      announced = new Map();
      pausedUntilMs = 0;
    },
    doubt: () => {
      doubts += 1;
    },
    allowRefusals: (count) => {
      allowed += count;
    },
  };
}

function tokenOf(exchange: Exchange): string {
  return new Headers(exchange.init.headers).get('authorization') ?? '';
}

/** True time of the reset in an answer; null for none. */
function resetOf(
  headers: Headers,
  { resetForm, clockOffsetMs }: Circumstances,
  startMs: number,
  nowMs: number,
): number | null {
  const text = headers.get('x-ratelimit-reset');
  if (text === null) return null;
  if (resetForm === 'deltaSeconds') return nowMs + Number(text) * 1_000;
  const serviceMs =
    resetForm === 'httpDate'
      ? Date.parse(text)
      : Number(text) * (resetForm === 'epochSeconds' ? 1_000 : 1);
  return serviceMs - clockOffsetMs - startMs;
}
