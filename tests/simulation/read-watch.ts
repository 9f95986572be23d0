import { canonicalJson } from '../../src/base/canonical-json.ts';
import type { Exchange } from './network.ts';
import type { ServiceBill } from './service.ts';

/** What main has read of each bill, taken from the answers themselves and from nothing Billfold says. */
export interface ReadWatch {
  /** An answer reached the main process that asked. */
  heard(exchange: Exchange, response: Response, body: string): void;
  /** A new main process has read nothing yet. */
  forget(): void;
  last(organizationId: string, billId: string): ReadBill | null;
}

interface ReadBill {
  /** True time at which the request left. */
  readonly askedAtMs: number;
  /** See `contentOf`. */
  readonly content: string;
}

export function createReadWatch(): ReadWatch {
  const bills = new Map<string, ReadBill>();
  return {
    heard: (exchange, response, body) => {
      if (exchange.place !== 'bills' || !response.ok || exchange.isOrphan()) return;
      const organizationId = organizationOf(exchange);
      for (const bill of rowsIn(body)) {
        const key = keyOf(organizationId, bill.id);
        bills.set(key, { askedAtMs: exchange.leftMs, content: contentOf(bill) });
      }
    },
    forget: () => bills.clear(),
    last: (organizationId, billId) => bills.get(keyOf(organizationId, billId)) ?? null,
  };
}

/**
 * A bill as whoever approves it sees it: without when it was last changed, and open or overdue being one,
 * since a day that comes changes nothing.
 */
export function contentOf(bill: object): string {
  const { updated_at: _, status, ...rest } = bill as ServiceBill;
  return canonicalJson({ ...rest, status: status === 'overdue' ? 'open' : status });
}

export function organizationOf({ init }: Exchange): string {
  return new Headers(init.headers).get('x-organization-id') ?? '';
}

function keyOf(organizationId: string, billId: string): string {
  return JSON.stringify([organizationId, billId]);
}

function rowsIn(body: string): readonly ServiceBill[] {
  try {
    const { data }: { data?: unknown } = Object(JSON.parse(body));
    return Array.isArray(data) ? data.filter((row) => typeof row?.id === 'string') : [];
  } catch {
    return [];
  }
}
