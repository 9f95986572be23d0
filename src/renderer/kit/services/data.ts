import { createContext } from 'react';
import { useWithin } from './use-within.ts';
import { createObservable, type ObservableValue } from '../../../base/observable.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { AppInfo } from '../../../bridge/app.ts';
import type { Policy } from '../../../bridge/policy.ts';
import type { StatementLayout } from '../../core/bills/statements/statement-columns.ts';
import type { StatementRecord } from '../../core/bills/statements/statement-records.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import { createMinute } from '../../core/time/window-clock.ts';
import { createJournalFlow, type JournalFlow } from './journal-flow.ts';
import { createSignInFlow, type SignInFlow } from './sign-in-flow.ts';

/** Data for the screens, and calls to main. */
export interface DataServices {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly isVisible: Observable<boolean>;
  /** See `createMinute`. */
  readonly minute: Observable<number>;
  readonly signIn: SignInFlow;
  readonly journal: JournalFlow;
  /** The organization's policy. Main enforces it, and screens offer only what it allows. */
  readonly policy: Policy;
  readonly reports: ReportState;
}

/** State of the reports that outlives their screen, in memory only. A change of the connection clears it. */
export interface ReportState {
  readonly statement: ObservableValue<StatementFile | null>;
  /** Bills that the user selected (true) or left out (false) in the cash planner, by id. */
  readonly chosen: ObservableValue<ReadonlyMap<string, boolean>>;
}

/** A vendor's statement, and the user's decisions about it. */
export interface StatementFile {
  readonly name: string;
  readonly records: readonly StatementRecord[];
  /** Name of the vendor as typed; empty before the choice. */
  readonly vendor: string;
  /** Whether Billfold recognized the vendor only by the lines, because the file does not name it. */
  readonly isGuessed: boolean;
  /** Columns that the user has chosen; null to recognize them. */
  readonly layout: StatementLayout | null;
}

export function createData(
  workspace: Workspace,
  clock: Clock,
  isVisible: Observable<boolean>,
  { policy }: AppInfo,
): DataServices {
  const { bridge } = workspace;
  return {
    workspace,
    clock,
    isVisible,
    minute: createMinute(clock, isVisible),
    signIn: createSignInFlow(bridge),
    journal: createJournalFlow({
      verify: () => bridge.call('journal.verify'),
      save: (format) => bridge.call('journal.export', { format }),
      saveKey: () => bridge.call('journal.exportKey'),
    }),
    policy,
    reports: createReportState(workspace),
  };
}

function createReportState({
  connectionWithBills,
}: Pick<Workspace, 'connectionWithBills'>): ReportState {
  const statement = createObservable<StatementFile | null>(null);
  const chosen = createObservable<ReadonlyMap<string, boolean>>(new Map());
  connectionWithBills.subscribe(() => {
    statement.set(null);
    chosen.set(new Map());
  });
  return { statement, chosen };
}

export const DataContext = createContext<DataServices | null>(null);

/** @throws Error outside `DataContext` */
export const useData = (): DataServices => useWithin(DataContext);
