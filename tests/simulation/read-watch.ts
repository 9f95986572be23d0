import { canonicalJson } from '../../src/base/canonical-json.ts';
import type { Exchange } from './network.ts';
import { given, type ServiceBill } from './service.ts';

/** Main's readings of each bill, taken from the answers and independent of Billfold. */
export interface ReadWatch {
  /** Call when an answer reached the main process that made the request. */
  received(exchange: Exchange, response: Response, body: string): void;
  /** A new main process has read nothing yet. */
  forget(): void;
  last(organizationId: string, billId: string): ReadBill | null;
  /** When the first pages of both paid and void bills were last requested and arrived, true time; -1 for never. */
  headsAtMs(organizationId: string): number;
}

interface ReadBill {
  /** True time at which the request left. */
  readonly askedAtMs: number;
  /** See `contentOf`. */
  readonly content: string;
}

export function createReadWatch(): ReadWatch {
  const bills = new Map<string, { readonly askedAtMs: number; readonly bill: ServiceBill }>();
  const heads = new Map<string, number>();
  return {
    received: (exchange, response, body) => {
      if (exchange.place !== 'bills' || !response.ok || exchange.isOrphan()) return;
      const organizationId = organizationOf(exchange);
      const rows = rowsIn(body);
      const { searchParams: asked } = exchange.url;
      if (rows && !asked.has('after')) {
        heads.set(keyOf(organizationId, asked.get('status') ?? ''), exchange.leftMs);
      }
      for (const bill of rows ?? []) {
        const key = keyOf(organizationId, bill.id);
        bills.set(key, { askedAtMs: exchange.leftMs, bill });
      }
    },
    forget: () => bills.clear(),
    last: (organizationId, billId) => {
      const found = bills.get(keyOf(organizationId, billId));
      return found ? { askedAtMs: found.askedAtMs, content: contentOf(found.bill) } : null;
    },
    headsAtMs: (organizationId) =>
      Math.min(...['paid', 'void'].map((status) => heads.get(keyOf(organizationId, status)) ?? -1)),
  };
}

/**
 * A bill as the user sees it before approving: without the time of its last change, and with open and overdue
 * as one status, since time alone turns one into the other.
 */
export function contentOf(bill: ServiceBill): string {
  const { updated_at: _, status, ...rest } = bill;
  return canonicalJson({ ...given(rest), status: status === 'overdue' ? 'open' : status });
}

export function organizationOf({ init }: Exchange): string {
  return new Headers(init.headers).get('x-organization-id') ?? '';
}

function keyOf(organizationId: string, name: string): string {
  return JSON.stringify([organizationId, name]);
}

/** Null when it is no list. */
function rowsIn(body: string): readonly ServiceBill[] | null {
  try {
    const { data }: { data?: unknown } = Object(JSON.parse(body));
    return Array.isArray(data) ? data.filter((row) => typeof row?.id === 'string') : null;
  } catch {
    return null;
  }
}
