import type { Clock } from '../base/clock.ts';
import type { Ids, Random } from '../base/random.ts';
import { createRecords, type Records } from './records.ts';
import { utcDateOf } from './company/calendar.ts';
import type { Company, SandboxBill } from './company/company.ts';
import { sampleCompanies } from './company/sample-companies.ts';
import { createEdits, type Edits } from './edits.ts';
import { createFaultPlan, type FaultPlan } from './faults/fault-plan.ts';
import { createLedger, type LedgerView } from './ledger.ts';
import { createGrants } from './oauth/grants.ts';
import { sampleClient, type RegisteredClient } from './sample-client.ts';
import { createServe, type Served } from './serve.ts';
import type { Service } from './service.ts';
import {
  changeSettings,
  sandboxSettingsSchema,
  type SandboxSettings,
  type SandboxSettingsPatch,
} from './settings.ts';
import { readState, type SandboxState, type StateStore } from './state.ts';
import { enactInProcess } from './transport.ts';

/** An accounting service in this process, without sockets, that implements the whole service page. */
export interface Sandbox {
  /** Answers one request. A fault that breaks the connection is thrown as `fetch` would throw it. */
  fetch(request: Request): Promise<Response>;
  /** Like `fetch`, for callers with a socket: they break the connection themselves. */
  serve(request: Request): Promise<Served>;
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  /** The current bills, oldest first. */
  bills(organizationId: string): readonly SandboxBill[];
  bill(billId: string): SandboxBill | null;
  ledger(): LedgerView;
  readonly faults: FaultPlan;
  readonly edit: Edits;
  settings(): SandboxSettings;
  configure(patch: SandboxSettingsPatch | Readonly<Record<string, unknown>>): void;
  /** Ends pending latency faults. */
  close(): void;
}

export interface SandboxOptions extends SandboxSettingsPatch {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** The organizations, or a function that makes them for a day. Default: the sample companies. */
  readonly companies?: readonly Company[] | ((today: string) => readonly Company[]);
  /** Plain date around which the sample's bills fall due. Default: the clock's date in UTC. */
  readonly today?: string;
  readonly clients?: readonly RegisteredClient[];
  /** Stores sign-ins, approvals and edits for the next run. */
  readonly store?: StateStore;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { clock, random, ids, companies, today: _, clients, store = null, ...patch } = options;
  let current = changeSettings(sandboxSettingsSchema.parse({}), patch);
  const settings = (): SandboxSettings => current;
  const state = readState(store);
  const today = options.today ?? utcDateOf(clock.nowMs());
  const madeFor = state?.today ?? today;

  const records = createRecords(makeCompanies(companies, madeFor));
  if (state) bringUpToDate(records, state, today);
  const grants = createGrants({ clock, random, ids, settings, before: state?.grants ?? null });
  const ledger = createLedger(state?.approvals ?? []);
  const faults = createFaultPlan();
  const service: Service = {
    clock,
    settings,
    clients: clients ?? [sampleClient],
    grants,
    records,
    ledger,
  };

  const save = (): void =>
    store?.write({
      version: 1,
      today: madeFor,
      grants: grants.state(),
      approvals: [...ledger.view().approvals],
      changes: [...records.changes()],
    });

  const { serve, close } = createServe({ service, faults, save });
  return {
    fetch: async (request) => enactInProcess(await serve(request)),
    serve,
    organizations: records.organizations,
    bills: (organizationId) => records.bills(organizationId, null).all,
    bill: (billId) => records.find(billId)?.bill ?? null,
    ledger: ledger.view,
    faults,
    edit: createEdits(service, ids, save),
    settings,
    configure: (change) => {
      current = changeSettings(current, change);
    },
    close,
  };
}

function makeCompanies(
  companies: SandboxOptions['companies'] = sampleCompanies,
  today: string,
): readonly Company[] {
  return typeof companies === 'function' ? companies(today) : companies;
}

/** Restores the changes of the last run, and makes bills that fell due since then overdue. */
function bringUpToDate(records: Records, state: SandboxState, today: string): void {
  const known = state.changes.filter(({ organizationId }) =>
    records.hasOrganization(organizationId),
  );
  for (const { organizationId, billId, bill } of known) {
    if (bill) records.put(organizationId, bill);
    else records.remove(billId);
  }
  for (const { id } of records.organizations) {
    const fallenDue = records.bills(id, 'open').all.filter(({ due_date }) => due_date < today);
    for (const bill of fallenDue) records.put(id, { ...bill, status: 'overdue' });
  }
}
