import type { Clock } from '../base/clock.ts';
import type { Records } from './records.ts';
import type { MetFaults } from './faults/fault-plan.ts';
import type { Ledger } from './ledger.ts';
import type { Caller, Grants } from './oauth/grants.ts';
import type { RegisteredClient } from './sample-client.ts';
import type { SandboxSettings } from './settings.ts';

/** What the routes work with. */
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
  /** Whose token it carries, once that is known; its window is the one that counts. */
  caller: Caller | null;
}

/** Hono's environment: the exchange travels with each request. */
export interface ServiceEnv {
  Bindings: { exchange: Exchange };
  Variables: { organizationId: string };
}

/** The service's own time: true time, put off by the setting. */
export function serviceNowMs({ clock, settings }: Pick<Service, 'clock' | 'settings'>): number {
  return clock.nowMs() + settings().clockOffsetMs;
}
