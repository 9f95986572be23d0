import { createContext, use } from 'react';
import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { AppInfo } from '../../../bridge/app.ts';
import type { Policy } from '../../../bridge/policy.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import { createMinute } from '../../core/time/window-clock.ts';
import { createJournalFlow, type JournalFlow } from './journal-flow.ts';
import { createSignInFlow, type SignInFlow } from './sign-in-flow.ts';

/** Data of the screens, and the ways to main. */
export interface DataServices {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly isVisible: Observable<boolean>;
  /** See `createMinute`. */
  readonly minute: Observable<number>;
  readonly signIn: SignInFlow;
  readonly journal: JournalFlow;
  /** The organization's decisions. Main enforces them; screens offer nothing else. */
  readonly policy: Policy;
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
  };
}

export const DataContext = createContext<DataServices | null>(null);

/** @throws Error outside `DataContext` */
export function useData(): DataServices {
  const data = use(DataContext);
  if (data === null) throw new Error('useData outside DataContext');
  return data;
}
