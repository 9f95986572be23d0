import type { Invoice } from '../../../../contract/invoice.ts';
import type { InvoiceChange, CachedInvoice } from '../../mirror/cache-database.ts';
import { type Observable, createObservable } from '../../../../base/observable.ts';
import { canonicalJson } from '../../../../base/canonical-json.ts';
import { findInFew } from '../search/find-in-few.ts';
import { amountSpellings, sortKeyOf } from '../search/search-text.ts';

export interface InvoiceRow {
  readonly invoice: Invoice;
  /** When the service last listed it, epoch milliseconds. */
  readonly seenAtMs: number;
  /** Lower-case text to search: every value from the service. */
  readonly searchText: string;
}

/** The organization's invoices in memory, kept up to date as pages arrive. */
export interface InvoiceIndex {
  /** Increases with every change of any invoice. Watch it, then query again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /** Invoices that the search finds, in no order. The same array as before when nothing has changed. */
  query(search: string): readonly InvoiceRow[];
  get(invoiceId: string): InvoiceRow | null;
  count(): number;
}

/** The index with the operations of its owner. */
export interface LiveInvoiceIndex extends InvoiceIndex {
  /** Empties it for another organization (null for none). Rows arrive through `load` and `change`. */
  reset(organizationId: string | null): void;
  /** Adds rows read from disk. Rows that are already here, or were deleted meanwhile, are newer and stay. */
  load(rows: readonly CachedInvoice[]): void;
  /** All rows on disk have been loaded. */
  loaded(): void;
  /** Applies a committed transaction's change. Ignores other organizations. */
  change(change: InvoiceChange): void;
}

/** An index of one organization's invoices, searched in memory. */
export function createInvoiceIndex(): LiveInvoiceIndex {
  const version = createObservable(0);
  const loading = createObservable(false);
  const byId = new Map<string, InvoiceRow>();
  const deletedWhileLoading = new Set<string>();
  let organizationId: string | null = null;
  let answer: { readonly search: string; readonly rows: readonly InvoiceRow[] } | null = null;

  const announce = (): void => {
    answer = null;
    version.set(version.get() + 1);
  };

  /** Adds the row. Returns whether anything but the time it was seen is new. */
  const upsert = (cached: CachedInvoice): boolean => {
    const { id, invoice, seenAtMs } = cached;
    const known = byId.get(id);
    if (known && canonicalJson(known.invoice) === canonicalJson(invoice)) {
      byId.set(id, { ...known, seenAtMs });
      return false;
    }
    byId.set(id, rowOf(cached));
    return true;
  };

  return {
    version,
    loading,
    query: (search) => {
      if (answer?.search === search) return answer.rows;
      // “$4,000” is searched as “4,000”.
      const plain = search.replaceAll(/\p{Sc}\s*(?=\d)/gu, '');
      const rows = findInFew([...byId.values()], plain, ({ searchText }) => searchText);
      answer = { search, rows };
      return rows;
    },
    get: (invoiceId) => byId.get(invoiceId) ?? null,
    count: () => byId.size,
    reset: (next) => {
      organizationId = next;
      byId.clear();
      deletedWhileLoading.clear();
      loading.set(next !== null);
      announce();
    },
    load: (rows) => {
      const fresh = rows.filter(
        (row) =>
          row.organizationId === organizationId &&
          !byId.has(row.id) &&
          !deletedWhileLoading.has(row.id),
      );
      // Show the first rows at once and the rest together, because the cost of a refresh grows with the number of rows.
      const isFirst = byId.size === 0;
      for (const row of fresh) byId.set(row.id, rowOf(row));
      if (isFirst && fresh.length > 0) announce();
    },
    loaded: () => {
      deletedWhileLoading.clear();
      loading.set(false);
      announce();
    },
    change: (change) => {
      if (change.organizationId !== organizationId) return;
      const changed = change.upserts.filter(upsert).length;
      const gone = change.deletes.filter((id) => {
        if (loading.get()) deletedWhileLoading.add(id);
        return byId.delete(id);
      });
      if (changed + gone.length > 0) announce();
    },
  };
}

function rowOf({ invoice, seenAtMs }: CachedInvoice): InvoiceRow {
  return { invoice, seenAtMs, searchText: invoiceSearchText(invoice) };
}

/**
 * Lower-case text to search: every text and number of the invoice at any depth, and each `*_cents` as people
 * type an amount.
 */
function invoiceSearchText(invoice: Invoice): string {
  // Parts are separated by line breaks, so that no typed word matches across two of them.
  return sortKeyOf([...partsOf('', invoice, 0)].join('\n'));
}

/** Values nested deeper than any usual form are not searched. */
const DEEPEST = 8;

function* partsOf(name: string, value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') {
    if (name.endsWith('_cents') && Number.isSafeInteger(value)) yield* amountSpellings(value);
    else yield String(value);
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const [key, inner] of Object.entries(value)) yield* partsOf(key, inner, depth + 1);
  }
}
