import type { Clock } from '../base/clock.ts';
import type { Records } from './records.ts';
import type { MetFaults } from './faults/fault-plan.ts';
import type { Ledger } from './ledger.ts';
import type { Caller, Grants } from './oauth/grants.ts';
import type { RegisteredClient } from './sample-client.ts';
import type { SandboxSettings } from './settings.ts';

/** Dependencies of the routes. */
export interface Service {
  readonly clock: Clock;
  readonly settings: () => SandboxSettings;
  readonly clients: readonly RegisteredClient[];
  readonly grants: Grants;
  readonly records: Records;
  readonly ledger: Ledger;
}

/** One request on its way through the routes. */
export interface Exchange {
  readonly faults: MetFaults;
  /** The valid token of the request and its sign-in, once known. Its quota window counts. */
  caller: Caller | null;
}

/** Hono's environment, with the exchange of each request. */
export interface ServiceEnv {
  Bindings: { exchange: Exchange };
  Variables: { organizationId: string };
}

/** The service's own time, epoch milliseconds: true time plus the configured offset. */
export function serviceNowMs({ clock, settings }: Pick<Service, 'clock' | 'settings'>): number {
  return clock.nowMs() + settings().clockOffsetMs;
}
