import { currencyLimitSchema, type CurrencyLimit, type Settings } from '../../bridge/settings.ts';

type Limits = Pick<Settings, 'limits' | 'limitsUnread'>;

/**
 * Reads the stored limits one by one. An unreadable one is reported, and the others still count.
 * Two limits of one currency, such as `eur` and `EUR`, become the stricter of both.
 */
export function readLimits(stored: unknown): Limits {
  if (stored === undefined) return { limits: [], limitsUnread: [] };
  if (!Array.isArray(stored)) return { limits: [], limitsUnread: [null] };
  const limits = new Map<string, CurrencyLimit>();
  const limitsUnread = new Set<string | null>();
  for (const each of stored) {
    const read = currencyLimitSchema.safeParse(each);
    if (!read.success) {
      limitsUnread.add(currencyOf(each));
      continue;
    }
    const { currency } = read.data;
    limits.set(currency, stricter(limits.get(currency), read.data));
  }
  return { limits: [...limits.values()], limitsUnread: [...limitsUnread] };
}

/** Currency of an unreadable limit; null if it is unreadable too. */
function currencyOf(limit: unknown): string | null {
  const named: unknown = Object(limit).currency;
  return currencyLimitSchema.shape.currency.safeParse(named).data ?? null;
}

function stricter(one: CurrencyLimit | undefined, other: CurrencyLimit): CurrencyLimit {
  if (one === undefined) return other;
  const least = (name: 'askAboveCents' | 'bulkMostCents'): number | null => {
    const set = [one[name], other[name]].filter((cents) => cents !== null);
    return set.length === 0 ? null : Math.min(...set);
  };
  // Null is the stricter value here: without a limit, no approvals in a batch.
  const isBatch = one.batchMostCents !== null && other.batchMostCents !== null;
  return {
    currency: one.currency,
    askAboveCents: least('askAboveCents'),
    bulkMostCents: least('bulkMostCents'),
    batchMostCents: isBatch ? Math.min(one.batchMostCents, other.batchMostCents) : null,
  };
}
