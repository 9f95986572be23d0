import type { Clock } from '../../../base/clock.ts';
import { attempt, type Observable } from '../../../base/observable.ts';
import type { Notice, NoticeAbout } from '../../../bridge/app.ts';
import { bySection, heldBackAs, isOpen, sectionOf } from '../../core/outbox/approval-sections.ts';
import { createWakeUp } from '../../core/time/wake-up.ts';
import { en } from '../../kit/text/en.ts';
import { nextMidnightMs, plainDateAt } from '../../core/time/days.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import {
  firstAttentionMemory,
  noteAttention,
  type AttentionMemory,
  countDueTomorrow,
  FRESH_BILLS_GRACE_MS,
  isTimeForDue,
  firstSentMemory,
  noteSent,
  type SentMemory,
} from './notices.ts';

export interface NotifierDeps {
  readonly workspace: Pick<
    Workspace,
    'approvals' | 'bills' | 'connectivity' | 'marks' | 'pull' | 'session' | 'settings'
  > & { readonly commands: Pick<Workspace['commands'], 'changeSettings'> };
  readonly clock: Clock;
  /** Whether Billfold's window has the focus. */
  readonly focus: Observable<boolean>;
  readonly notify: (notice: Notice) => Promise<unknown>;
  readonly report: (fault: unknown) => void;
}

/** Changes come in crowds, such as a thousand approvals at once: they are looked at together. */
const GATHER_MS = 500;
/** After a fault of our own, not another look at once. */
const FAULT_DELAY_MS = 60_000;

interface Memory {
  readonly connectionId: string | null;
  readonly sent: SentMemory;
  readonly attention: AttentionMemory;
}

/** Decides what the system is to tell the user, and has it told. Ends with `close`. */
export function createNotifier({ workspace, clock, focus, notify, report }: NotifierDeps) {
  const startedMs = clock.nowMs();
  const closing = new AbortController();
  const wakeUp = createWakeUp(clock);
  const open = workspace.approvals.slice(isOpen);
  let memory: Memory | null = null;
  let toldOn: string | null = null;
  const isOffline = (): boolean => workspace.connectivity.get().state === 'offline';
  let wasOffline = isOffline();

  const tell = (about: NoticeAbout, count: number): void => {
    if (count === 0) return;
    // What is told counts as told, whatever the system makes of it: it is not told again and again.
    attempt(() => void notify({ about, ...en.notices[about](count) }).catch(report), report);
  };

  /** Looks at the approvals. Answers with when to look again. */
  const lookAtApprovals = (nowMs: number): readonly (number | null)[] => {
    const session = workspace.session.get();
    const connectionId = session.kind === 'noConnection' ? null : session.connection.id;
    const signInId = session.kind === 'signedIn' ? session.signInId : null;
    const sections = bySection(open.get(), signInId);
    // Another sign-in's are asked about in a dialog of their own.
    const attention = sections.attention.filter(
      (approval) => heldBackAs(approval, signInId) !== 'otherSignIn',
    );
    const { waiting } = sections;
    const confirmed = [...(memory?.sent.waited ?? [])]
      .flatMap((id) => workspace.approvals.find(id) ?? [])
      .filter((approval) => sectionOf(approval, signInId) === 'sent');
    const facts = { nowMs, wasOffline, isFocused: focus.get(), waiting, confirmed, attention };
    if (memory === null || memory.connectionId !== connectionId) {
      const sent = firstSentMemory(facts);
      memory = { connectionId, sent, attention: firstAttentionMemory(facts) };
    }
    const sent = noteSent(memory.sent, facts);
    const needed = noteAttention(memory.attention, facts);
    memory = { connectionId, sent: sent.memory, attention: needed.memory };
    wasOffline = isOffline();
    const { notifySent, notifyAttention } = workspace.settings.get();
    if (notifySent) tell('sent', sent.count);
    if (notifyAttention) tell('attention', needed.count);
    return [sent.wakeAtMs, needed.wakeAtMs];
  };

  const lookAtDueDates = (nowMs: number): void => {
    const settings = workspace.settings.get();
    const { bills, pull, marks, approvals } = workspace;
    const facts = { nowMs, startedMs, isLoading: bills.loading.get(), pull: pull.get() };
    // Remembered here as well: a disk that is full must not bring it again each minute.
    const lastTold = settings.dueTomorrowToldOn ?? toldOn;
    const today = plainDateAt(nowMs);
    if (!settings.notifyDueTomorrow || toldOn === today) return;
    if (!isTimeForDue({ ...facts, toldOn: lastTold })) return;
    const rows = bills.query({
      status: 'payable',
      search: '',
      sort: 'dueDate',
      descending: false,
    });
    toldOn = today;
    tell('dueTomorrow', countDueTomorrow(rows, approvals.get(), marks.hiddenOn, today));
    workspace.commands.changeSettings({ dueTomorrowToldOn: today }).catch(report);
  };

  /** Looks at everything. Answers with when to look again. */
  const look = (nowMs: number): number => {
    const moments = [
      ...lookAtApprovals(nowMs),
      nextMidnightMs(nowMs),
      startedMs + FRESH_BILLS_GRACE_MS,
    ];
    lookAtDueDates(nowMs);
    const later = moments.filter((atMs) => atMs !== null && atMs > nowMs) as readonly number[];
    return Math.min(...later);
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await wakeUp.wait(look(clock.nowMs()));
      } catch (fault) {
        // The next look may well succeed; it is not taken at once.
        report(fault);
        await clock.sleep(FAULT_DELAY_MS, closing.signal);
      }
      await clock.sleep(GATHER_MS, closing.signal);
    }
  };

  const watched = [
    open,
    workspace.session,
    workspace.settings,
    workspace.pull,
    workspace.bills.version,
    workspace.bills.loading,
    focus,
  ];
  const stops = watched.map((each) => each.subscribe(wakeUp.wake));
  // Between two looks the service can be reached again.
  const noteConnectivity = (): void => {
    wasOffline ||= isOffline();
    wakeUp.wake();
  };
  stops.push(workspace.connectivity.subscribe(noteConnectivity));
  void run();

  return {
    close: () => {
      closing.abort();
      for (const stop of stops) stop();
      wakeUp.wake();
    },
  };
}
