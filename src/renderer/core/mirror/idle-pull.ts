import type { ServiceError } from '../../../contract/service-error.ts';
import type { Cut } from './cache-database.ts';
import type { PauseReason } from './pauses.ts';

/** Progress of the mirror of the organization on screen. */
export interface PullStatus {
  readonly kind: 'idle' | 'crawling' | 'paused' | 'failed';
  /** Group being read, else one with an unfinished crawl, payable first; null for none. */
  readonly group: 'payable' | 'history' | null;
  /** Pages and bills read in this crawl so far. */
  readonly pages: number;
  readonly bills: number;
  /** Estimate from the last complete crawl of the group; null the first time. */
  readonly expectedBills: number | null;
  /** Start of the last complete crawl of each group, epoch milliseconds: the age of the data. */
  readonly payableSyncedAtMs: number | null;
  readonly historySyncedAtMs: number | null;
  /** Lists that the last complete crawl, or the present one, could not read to the end. */
  readonly cuts: readonly Cut[];
  readonly paused: PauseReason | null;
  readonly retryAtMs: number | null;
  readonly error: ServiceError | null;
}

/** Progress of the mirror of the organization's invoices. */
export interface InvoicePullStatus extends Pick<
  PullStatus,
  'kind' | 'pages' | 'paused' | 'retryAtMs' | 'error'
> {
  /** Start of the last complete crawl, epoch milliseconds: the age of the data. */
  readonly syncedAtMs: number | null;
}

const idle = { kind: 'idle', pages: 0, paused: null, retryAtMs: null, error: null } as const;

/** Status before anything is known. */
export const idlePullStatus: PullStatus = {
  ...idle,
  group: null,
  bills: 0,
  expectedBills: null,
  payableSyncedAtMs: null,
  historySyncedAtMs: null,
  cuts: [],
};

export const idleInvoicePull: InvoicePullStatus = {
  ...idle,
  syncedAtMs: null,
};
