import type { Invoice } from '../../../../contract/invoice.ts';
import type { InvoiceChange, CachedInvoice } from '../../mirror/cache-database.ts';
import { type Observable, createObservable } from '../../../../base/observable.ts';
import { canonicalJson } from '../../../../base/canonical-json.ts';
import { holdsTerm, searchTerms } from '../search/search-terms.ts';
import { amountSpellings, sortKeyOf } from '../search/search-text.ts';

/** An invoice as the list needs it. */
export interface InvoiceRow {
  readonly invoice: Invoice;
  /** When it was last seen on the service, epoch milliseconds. */
  readonly seenAtMs: number;
  /** Lower-case text the search looks in: every value the service sent. */
  readonly searchText: string;
}

/** The organization's invoices in memory, kept up to date as pages arrive. */
export interface InvoiceIndex {
  /** Grows with every change of any invoice; watch it, then ask again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /** Invoices that hold every word, in no order; the same array as before when nothing has changed. */
  query(search: string): readonly InvoiceRow[];
  get(invoiceId: string): InvoiceRow | null;
  count(): number;
}

/** The index and what its owner does to it. */
export interface LiveInvoiceIndex extends InvoiceIndex {
  /** Empties it for another organization (null for none). Rows come through `load` and `change`. */
  reset(organizationId: string | null): void;
  /** Rows read from disk. Those already here, or deleted while reading, are newer and stay. */
  load(rows: readonly CachedInvoice[]): void;
  /** Every row of the disk has been handed in. */
  loaded(): void;
  /** What a committed transaction changed. Changes of other organizations are ignored. */
  change(change: InvoiceChange): void;
}

/** The invoices of one organization in memory, searched there. */
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

  /** Takes the row in; answers whether anything but the time it was seen is new. */
  const take = (cached: CachedInvoice): boolean => {
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
      const terms = searchTerms(search);
      const rows = [...byId.values()].filter(({ searchText }) =>
        terms.every((term) => holdsTerm(searchText, term)),
      );
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
      // The first rows are shown at once, the rest together: each time costs as much as there are.
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
      const changed = change.upserts.filter(take).length;
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
 * Lower-case text that the search looks in: every text and number of the invoice, however deep, and
 * each `*_cents` as people type an amount.
 */
function invoiceSearchText(invoice: Invoice): string {
  // A line break between the parts: no word typed by a person runs across it.
  return sortKeyOf([...partsOf('', invoice, 0)].join('\n'));
}

/** Deeper than any form people fill in; what lies below is not looked for. */
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
