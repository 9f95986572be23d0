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

/** What every screen is handed. */
export interface Services {
  readonly workspace: Workspace;
  readonly clock: Clock;
  /** Resolves when the window has nothing else to do, or has been busy for a second. */
  readonly idle: () => Promise<void>;
  /** The reader's BCP 47 tag. */
  readonly locale: string;
  readonly signIn: SignInFlow;
  readonly journal: JournalFlow;
  readonly limits: LimitFlow;
  readonly pace: ApprovalPace;
  readonly review: ObservableValue<ReviewView>;
  /** The last approval of many; null for none. */
  readonly approvedBatch: ObservableValue<ApprovedBatch | null>;
  /** What was selected when many were approved, once that was undone, until it is selected again. */
  readonly undone: ObservableValue<ReadonlySet<string> | null>;
  /** What was viewed before each jump to another bill. */
  readonly trail: Trail;
  /** The bills that were hidden last, to be undone; null for none. */
  readonly hidden: ObservableValue<HidingAction | null>;
  /** What each shortcut does on the screen that is shown. */
  readonly handlers: Map<ShortcutCommand, () => void>;
  /** What else can be done at the moment, for the command palette. */
  readonly actions: ActionRegistry;
  /** Text for those who listen; a fresh object each time, so that the same words are said again. */
  readonly announcement: Observable<{ readonly text: string }>;
  announce(text: string): void;
  /** What has just been done, for those who look; null once it has been there for a while. */
  readonly toast: ObservableValue<Toast | null>;
  /** Says it to those who listen and to those who look. */
  showToast(text: string): void;
  /** Something could not be stored on this computer for want of room, until it is dismissed. */
  readonly diskFull: ObservableValue<boolean>;
  /** A database of this computer has not answered for seconds. */
  readonly isStorageSilent: Observable<boolean>;
  /** The last thing that broke, until it is dismissed. */
  readonly fault: ObservableValue<string | null>;
  /** What is shown of the program itself, over whatever screen; null for nothing. */
  readonly program: ObservableValue<'about' | 'whatsNew' | null>;
  /** What main reports of this computer, until it is so no more or dismissed. */
  readonly notices: ObservableValue<readonly AppInfo['notices'][number][]>;
  readonly version: string;
  /** What the organization has decided. Main holds to it; screens offer nothing else. */
  readonly policy: Policy;
  /** What is known of a newer version. */
  readonly update: Observable<UpdateState>;
  /** Shortcuts are pressed with Command instead of Control. */
  readonly isMac: boolean;
  /** Puts a bug, or a full disk, into the log and on the screen. */
  report(fault: unknown): void;
  /** Lets a command run on; what it throws is reported, not lost. */
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
      // Main may be what broke: the screen still says so.
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
