import { createContext } from 'react';
import { useWithin } from './use-within.ts';
import type { Clock } from '../../../base/clock.ts';
import {
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../base/observable.ts';
import { faultReportOf, type AppInfo } from '../../../bridge/app.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { UpdateState } from '../../../bridge/updates.ts';
import { isDatabaseError, isStorageFull } from '../../core/indexed-db.ts';
import { type ActionRegistry, createActionRegistry } from '../actions/action-registry.ts';
import type { ShortcutHandlers } from '../actions/shortcuts.ts';

/** The window around the screens: language, keys, messages, faults, and the program itself. */
export interface ShellServices {
  /** BCP 47 tag of the user's region. */
  readonly locale: string;
  /** Shortcuts use Command instead of Control. */
  readonly isMac: boolean;
  readonly version: string;
  readonly update: Observable<UpdateState>;
  /** Resolves when the window is idle, or has been busy for a second. */
  readonly idle: () => Promise<void>;
  /** See `CachePort`. */
  readonly yieldToMain: () => Promise<void>;
  /** Actions of the shortcuts on the current screen. */
  readonly handlers: ShortcutHandlers;
  /** Other actions of the moment, for the command palette. */
  readonly actions: ActionRegistry;
  /** Texts for screen readers: the last one, and those of the second before it. */
  readonly announcements: Observable<readonly Announcement[]>;
  /** @param about subject of the text, which replaces the last one about it: a search is announced at each letter */
  announce(text: string, about?: Announcement['about']): void;
  /** The last action, as a toast; null after a while. */
  readonly toast: ObservableValue<Toast | null>;
  /** Also announces the text. */
  showToast(text: string): void;
  /** Why the user's last action could not be stored; null if it was stored, or once the message is dismissed. */
  readonly notSaved: ObservableValue<'diskFull' | 'storageRefused' | null>;
  /** Whether a database on this computer has not answered for seconds. */
  readonly isStorageStalled: Observable<boolean>;
  /** The last fault, until dismissed. */
  readonly fault: ObservableValue<string | null>;
  /** Dialog about the program, over any screen; null for none. */
  readonly program: ObservableValue<'about' | 'whatsNew' | null>;
  /** Main's notices about this computer, until they no longer hold or are dismissed. */
  readonly notices: ObservableValue<readonly AppInfo['notices'][number][]>;
  /** Logs a bug or a full disk, and shows it. */
  report(fault: unknown): void;
  /** Runs a command in the background, and reports its error. */
  run(work: Promise<unknown>): void;
}

interface Announcement {
  readonly id: number;
  readonly text: string;
  readonly about: 'search' | 'selection' | undefined;
  readonly atMs: number;
}

/** Screen readers may miss a text that leaves the page sooner. Milliseconds. */
const ANNOUNCED_MS = 1_000;

export interface Toast {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

export interface ShellDeps extends Pick<
  ShellServices,
  'locale' | 'idle' | 'yieldToMain' | 'isStorageStalled' | 'notices' | 'update'
> {
  readonly bridge: Pick<Bridge, 'call'>;
  readonly clock: Clock;
  readonly info: AppInfo;
}

export function createShell({ bridge, clock, info, ...given }: ShellDeps): ShellServices {
  const announcements = createObservable<readonly Announcement[]>([]);
  const announce: ShellServices['announce'] = (text, about) => {
    const before = announcements.get();
    const atMs = clock.elapsedMs();
    const recent = before.filter(
      (each) => atMs - each.atMs < ANNOUNCED_MS && (about === undefined || each.about !== about),
    );
    announcements.set([...recent, { id: (before.at(-1)?.id ?? 0) + 1, text, about, atMs }]);
  };
  const toast = createObservable<Toast | null>(null);
  const fault = createObservable<string | null>(null);
  const notSaved = createObservable<'diskFull' | 'storageRefused' | null>(null);

  const report = (thrown: unknown): void => {
    const faultReport = faultReportOf(thrown);
    if (isStorageFull(thrown)) notSaved.set('diskFull');
    else if (isDatabaseError(thrown)) notSaved.set('storageRefused');
    else fault.set(faultReport.message);
    bridge
      .call('app.reportFault', faultReport)
      // Main itself may have failed. The screen shows the fault anyway.
      .catch(() => undefined);
  };

  return {
    ...given,
    isMac: info.platform === 'darwin',
    version: info.version,
    handlers: new Set(),
    actions: createActionRegistry(),
    announcements,
    announce,
    toast,
    showToast: (text) => {
      announce(text);
      toast.set({ text, atMs: clock.nowMs() });
    },
    notSaved,
    fault,
    program: createObservable<'about' | 'whatsNew' | null>(null),
    report,
    run: (work) => void work.catch(report),
  };
}

export const ShellContext = createContext<ShellServices | null>(null);

/** @throws Error outside `ShellContext` */
export const useShell = (): ShellServices => useWithin(ShellContext);
