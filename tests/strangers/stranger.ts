import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One service of `tests/strangers/`: written from the service page and the name of a framework alone. */
export interface Stranger {
  /** Origin of the API and of the OAuth endpoints, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Credentials of the registered client. Any loopback redirect URI is registered. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The books in plain form, whatever form the service gives them over the wire. */
  readonly organizations: readonly StrangerOrganization[];
  /** A payable bill whose approval the service always refuses, and the words a clerk must see. */
  readonly refused: { readonly billId: string; readonly words: readonly string[] };
  /** A payable bill whose approval needs one more documented scope than `money_out`. */
  readonly needsScope: { readonly billId: string; readonly scope: string };
  /** Lists of which the service only returns a part, by its own limits. Usually none. */
  readonly cut: readonly CutList[];
  /** Every approval that was applied, in order. A bill that was approved twice is there twice. */
  ledger(): readonly { readonly billId: string; readonly organizationId: string }[];
  /** Every answer so far: method, path without query, HTTP status. */
  answers(): readonly { readonly method: string; readonly path: string; readonly status: number }[];
  /** Makes every access token given so far expire now. Refresh tokens stay valid. */
  expireAccessTokens(): void;
  close(): Promise<void>;
}

export interface StrangerOrganization {
  readonly id: string;
  readonly name: string;
  readonly bills: readonly StrangerBill[];
}

export interface StrangerBill {
  readonly id: string;
  readonly number: string;
  readonly status: 'open' | 'overdue' | 'partially_paid' | 'paid' | 'void';
  readonly vendorName: string;
  readonly currency: string;
  readonly totalCents: number;
  readonly amountDueCents: number;
  /** Calendar days as the vendor wrote them, `2026-03-18`. */
  readonly date: string;
  readonly dueDate: string;
  readonly memo: string;
}

export interface CutList {
  readonly organizationId: string;
  readonly status: string;
  /** Most bills that a client can see. */
  readonly listed: number;
}

/** Listens on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<Pick<Stranger, 'url' | 'close'>> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(() => closed()).closeAllConnections()),
  };
}

/** Each service's default export: listens on a free port of 127.0.0.1. */
export type StartStranger = () => Promise<Stranger>;
