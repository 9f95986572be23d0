import { createContext, use } from 'react';
import { faultReportOf, type AppInfo } from '../../bridge/app.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { UpdateState } from '../../bridge/updates.ts';
import type { Clock } from '../../base/clock.ts';
import { createObservable, type Observable, type ObservableValue } from '../../base/observable.ts';
import { createJournalFlow, type JournalFlow } from './journal-flow.ts';
import { createLimitFlow, type LimitFlow } from './limit-flow.ts';
import { isStorageFull } from '../core/indexed-db.ts';
import { createApprovalPace, type ApprovalPace } from '../core/outbox/approval-pace.ts';
import type { HidingAction } from '../core/local/hide-undo.ts';
import {
  type ApprovedBatch,
  createTrail,
  firstReviewView,
  type ReviewView,
  type Trail,
} from '../core/bills/lists/review-view.ts';
import { createSignInFlow, type SignInFlow } from './sign-in-flow.ts';
import type { ShortcutCommand } from './actions/shortcuts.ts';
import { createActionRegistry, type ActionRegistry } from './actions/action-registry.ts';
import type { Workspace } from '../core/connection/workspace.ts';

/** Services for every screen. */
export interface Services {
  readonly workspace: Workspace;
  readonly clock: Clock;
  /** Resolves when the window is idle, or has been busy for a second. */
  readonly idle: () => Promise<void>;
  /** BCP 47 tag of the user's locale. */
  readonly locale: string;
  readonly signIn: SignInFlow;
  readonly journal: JournalFlow;
  readonly limits: LimitFlow;
  readonly pace: ApprovalPace;
  readonly review: ObservableValue<ReviewView>;
  /** The last bulk approval; null for none. */
  readonly approvedBatch: ObservableValue<ApprovedBatch | null>;
  /** Selection of a bulk approval that was undone, until it is selected again; null for none. */
  readonly undone: ObservableValue<ReadonlySet<string> | null>;
  /** Bills viewed before each jump to another bill. */
  readonly trail: Trail;
  /** The bills hidden last, for undo; null for none. */
  readonly hidden: ObservableValue<HidingAction | null>;
  /** Effect of each shortcut on the current screen. */
  readonly handlers: Map<ShortcutCommand, () => void>;
  /** Further actions at the moment, for the command palette. */
  readonly actions: ActionRegistry;
  /** Text for screen readers. A new object each time, so that they read equal texts again. */
  readonly announcement: Observable<{ readonly text: string }>;
  announce(text: string): void;
  /** Message about the last action; null after a while. */
  readonly toast: ObservableValue<Toast | null>;
  /** Announces and shows a message. */
  showToast(text: string): void;
  /** Whether something could not be stored for lack of disk space, until the user dismisses the message. */
  readonly diskFull: ObservableValue<boolean>;
  /** Whether a database on this computer has not answered for seconds. */
  readonly isStorageSilent: Observable<boolean>;
  /** The last fault, until the user dismisses it. */
  readonly fault: ObservableValue<string | null>;
  /** Dialog about Billfold itself, over any screen; null for none. */
  readonly program: ObservableValue<'about' | 'whatsNew' | null>;
  /** Main's notices about this computer, until they end or are dismissed. */
  readonly notices: ObservableValue<readonly AppInfo['notices'][number][]>;
  readonly version: string;
  /** The organization's policy. Main enforces it, and screens offer nothing it forbids. */
  readonly policy: Policy;
  /** State of the search for a newer version. */
  readonly update: Observable<UpdateState>;
  /** Whether shortcuts use Command instead of Control. */
  readonly isMac: boolean;
  /** Logs and shows a fault or a full disk. */
  report(fault: unknown): void;
  /** Lets work continue in the background and reports its error. */
  run(work: Promise<unknown>): void;
}

export interface Toast {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

export interface ServicesDeps {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly idle: Services['idle'];
  readonly isStorageSilent: Services['isStorageSilent'];
  readonly locale: string;
  readonly info: AppInfo;
  readonly notices: Services['notices'];
  readonly update: Services['update'];
}

export function createServices(deps: ServicesDeps): Services {
  const { workspace, clock, idle, locale, isStorageSilent, info, notices, update } = deps;
  const announcement = createObservable({ text: '' });
  const announce = (text: string): void => announcement.set({ text });
  const toast = createObservable<Toast | null>(null);
  const fault = createObservable<string | null>(null);
  const diskFull = createObservable(false);

  const report = (thrown: unknown): void => {
    const faultReport = faultReportOf(thrown);
    if (isStorageFull(thrown)) diskFull.set(true);
    else fault.set(faultReport.message);
    workspace.bridge
      .call('app.reportFault', faultReport)
      // Main itself may be broken; the screen shows the fault anyway.
      .catch(() => undefined);
  };

  return {
    workspace,
    clock,
    idle,
    locale,
    signIn: createSignInFlow(workspace.bridge),
    journal: createJournalFlow({
      verify: () => workspace.bridge.call('journal.verify'),
      save: (format) => workspace.bridge.call('journal.export', { format }),
      saveKey: () => workspace.bridge.call('journal.exportKey'),
    }),
    limits: createLimitFlow(),
    pace: createApprovalPace(clock),
    review: createObservable(firstReviewView),
    approvedBatch: createObservable<ApprovedBatch | null>(null),
    undone: createObservable<ReadonlySet<string> | null>(null),
    trail: createTrail(),
    hidden: createObservable<HidingAction | null>(null),
    handlers: new Map(),
    actions: createActionRegistry(),
    announcement,
    announce,
    toast,
    showToast: (text) => {
      announce(text);
      toast.set({ text, atMs: clock.nowMs() });
    },
    diskFull,
    isStorageSilent,
    fault,
    program: createObservable<'about' | 'whatsNew' | null>(null),
    notices,
    version: info.version,
    policy: info.policy,
    update,
    isMac: info.platform === 'darwin',
    report,
    run: (work) => void work.catch(report),
  };
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices outside ServicesContext');
  return services;
}
