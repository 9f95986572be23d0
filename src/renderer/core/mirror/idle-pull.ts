import type { ServiceError } from '../../../contract/service-error.ts';
import type { Cut } from './cache-database.ts';
import type { PauseReason } from './pauses.ts';

/** How far the mirror of the organization on screen is. */
export interface PullStatus {
  readonly kind: 'idle' | 'crawling' | 'paused' | 'failed';
  /** What is being read, payable first. */
  readonly group: 'payable' | 'history' | null;
  /** Pages and bills read in this crawl so far. */
  readonly pages: number;
  readonly bills: number;
  /** An estimate from the last complete crawl of the group, or null the first time. */
  readonly expectedBills: number | null;
  /** When the last complete crawl of each group began, epoch milliseconds: how old the data is. */
  readonly payableAsOfMs: number | null;
  readonly historyAsOfMs: number | null;
  /** Lists that could not be read to their end, in the last complete crawl or this one. */
  readonly cuts: readonly Cut[];
  readonly paused: PauseReason | null;
  readonly retryAtMs: number | null;
  readonly error: ServiceError | null;
}

/** How far the mirror of the organization's invoices is. */
export interface InvoicePullStatus {
  readonly kind: 'idle' | 'crawling' | 'paused' | 'failed';
  /** Pages and invoices read in this crawl so far. */
  readonly pages: number;
  readonly invoices: number;
  /** As many as the last complete crawl read, or null the first time. */
  readonly expectedInvoices: number | null;
  /** When the last complete crawl began, epoch milliseconds: how old the data is. */
  readonly asOfMs: number | null;
  readonly paused: PauseReason | null;
  readonly retryAtMs: number | null;
  readonly error: ServiceError | null;
}

/** Before anything is known. */
export const idlePullStatus: PullStatus = {
  kind: 'idle',
  group: null,
  pages: 0,
  bills: 0,
  expectedBills: null,
  payableAsOfMs: null,
  historyAsOfMs: null,
  cuts: [],
  paused: null,
  retryAtMs: null,
  error: null,
};

export const idleInvoicePull: InvoicePullStatus = {
  kind: 'idle',
  pages: 0,
  invoices: 0,
  expectedInvoices: null,
  asOfMs: null,
  paused: null,
  retryAtMs: null,
  error: null,
};
