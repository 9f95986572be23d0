import type { Bill } from '../../../contract/bill.ts';
import type { BillGroup, CrawlGroup, PageRef } from './cache-database.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { Page } from '../../../contract/lists/page.ts';
import type { RequestPriority } from '../../../bridge/quota.ts';
/** Priorities of a pull. Approvals have their own, which is higher. */
export type PullPriority = Exclude<RequestPriority, 'approval'>;

export interface CrawlPlace {
  readonly organizationId: string;
  readonly group: CrawlGroup;
}

export interface OrganizationFacts {
  readonly organizationId: string;
  /** Ordered time after which a crawl has to begin for the approvals that wait for one; null when none waits. */
  readonly crawlRequestedAfterMs: number | null;
  /** When a bill was last not found (ordered time): history must be read since then; null for none. */
  readonly historyRequestedAfterMs: number | null;
  /** When bills left the payable lists that no list has shown since (ordered time); null for none. */
  readonly billsLeftAtMs: number | null;
  readonly payable: CrawlFacts;
  readonly history: CrawlFacts;
  /** Null until the user opens Invoices here, or while the sign-in does not allow invoices. */
  readonly invoices: CrawlFacts | null;
}

export interface CrawlFacts {
  readonly isRunning: boolean;
  /** Start of the last complete crawl; null before the first. */
  readonly beganAtMs: number | null;
  /** The same start in ordered time. */
  readonly orderedMs: number | null;
  /** Earliest time of a retry after a failure; null for none. */
  readonly retryAtMs: number | null;
  /** Pages of the last complete crawl; null before the first. */
  readonly pages: number | null;
  /** Whether bills added or removed meanwhile may have shifted its pages. The next crawl then begins at once. */
  readonly isShifted: boolean;
  /** Whether the service refused the list of paid bills in the last complete crawl. */
  readonly lacksPaid: boolean;
  /** Number of background requests that it has used in this quota window. */
  readonly taken: number;
}

/** A page of an organization's bills. */
export interface PlacedPage extends PageRef {
  readonly organizationId: string;
}

export function pageKey({ organizationId, status, after }: PlacedPage): string {
  return JSON.stringify([organizationId, status, after]);
}

export type FailurePlace = CrawlPlace | 'organizations';

export function placeKey(place: FailurePlace): string {
  if (place === 'organizations') return place;
  return JSON.stringify([place.organizationId, place.group]);
}

/** The requested page: chain, cursor and crawl. */
export interface PagePlace {
  readonly organizationId: string;
  readonly generation: number;
  readonly status: string;
  readonly after: string | null;
  readonly seenAtMs: number;
  /** When it was requested (ordered time), and in which launch of the window. */
  readonly askedMs: number;
  readonly run: string;
  /** See `Reading`. */
  readonly listedMs: number;
  /** Number of its items that earlier pages of the chain had; absent for none. */
  readonly again?: number;
}

export type FetchedPage = PagePlace &
  (
    | { readonly group: BillGroup; readonly page: Page<Bill> }
    | { readonly group: 'invoices'; readonly page: Page<Invoice> }
  );
