import type { Bill } from '../../../contract/bill.ts';
import type { BillGroup, CrawlGroup, PageRef } from './cache-database.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { Page } from '../../../contract/page.ts';
import type { RequestPriority } from '../../../bridge/quota.ts';
/** Priorities a pull can have: approvals have their own, above both. */
export type PullPriority = Exclude<RequestPriority, 'approval'>;

export interface CrawlPlace {
  readonly organizationId: string;
  readonly group: CrawlGroup;
}

export interface OrganizationFacts {
  readonly organizationId: string;
  /** Approvals wait for a reading of its bills that began after this (ordered time), or null. */
  readonly crawlWantedAfterMs: number | null;
  /** A bill was not found at that time (ordered time), or null: history is read at once. */
  readonly historyWantedAfterMs: number | null;
  readonly payable: CrawlFacts;
  readonly history: CrawlFacts;
  /** Null as long as nobody has opened Invoices here, or the sign-in does not allow them. */
  readonly invoices: CrawlFacts | null;
}

export interface CrawlFacts {
  readonly running: boolean;
  /** Beginning of the last complete crawl; null before the first. */
  readonly beganAtMs: number | null;
  /** The same beginning in ordered time. */
  readonly orderedMs: number | null;
  /** Not before this, after a failure. */
  readonly retryAtMs: number | null;
  /** Pages of the last complete crawl; null before the first. */
  readonly pages: number | null;
  /** What it has had of the background's share in this window of the quota, in requests. */
  readonly taken: number;
}

/** A page of an organization's bills. */
export interface PlacedPage extends PageRef {
  readonly organizationId: string;
}

export type FailurePlace = CrawlPlace | 'organizations';

/** The text a place is kept under. */
export function placeKey(place: FailurePlace): string {
  if (place === 'organizations') return place;
  return JSON.stringify([place.organizationId, place.group]);
}

/** The page that was asked for: chain, cursor and crawl. */
export interface PagePlace {
  readonly organizationId: string;
  readonly generation: number;
  readonly status: string;
  readonly after: string | null;
  readonly seenAtMs: number;
  /** When it was asked for, ordered time, and by which run of the window. */
  readonly askedMs: number;
  readonly run: string;
  /** See `Reading`. */
  readonly listedMs: number;
}

export type FetchedPage = PagePlace &
  (
    | { readonly group: BillGroup; readonly page: Page<Bill> }
    | { readonly group: 'invoices'; readonly page: Page<Invoice> }
  );
