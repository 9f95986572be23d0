import type { Approval } from '../../core/model/approval.ts';
import type { Clock } from '../../../base/clock.ts';
import { notifySafely, type Observable } from '../../../base/observable.ts';
import type { Counts, Notice, NoticeAbout } from '../../../bridge/app.ts';
import { bySection, heldBackAs, isOpen, sectionOf } from '../../core/outbox/approval-sections.ts';
import { createWakeUp } from '../../core/time/wake-up.ts';
import { messages } from '../../kit/text/messages.ts';
import { nextMidnightMs, plainDateAt } from '../../../base/days.ts';
import { countBills, unapprovedTest } from '../../core/bills/figures/unapproved-bills.ts';
import { sayAll } from '../../kit/text/say.ts';
import { type BillRow, payableByDueDate } from '../../core/model/bill-row.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import {
  firstAttentionMemory,
  noteAttention,
  type AttentionMemory,
  FRESH_BILLS_GRACE_MS,
  isTimeForDue,
  firstSentMemory,
  noteSent,
  type SentMemory,
} from './notification-rules.ts';

export interface NotifierDeps {
  readonly workspace: Pick<
    Workspace,
    'approvals' | 'bills' | 'connectivity' | 'annotations' | 'pull' | 'session' | 'settings'
  > & { readonly commands: Pick<Workspace['commands'], 'changeSettings'> };
  readonly clock: Clock;
  /** Whether Billfold's window has the focus. */
  readonly focus: Observable<boolean>;
  /** Announces a text to screen readers in the focused window. */
  readonly announce: (text: string) => void;
  readonly notify: (notice: Notice) => Promise<unknown>;
  /** Shows the counts outside the window, such as on the badge. */
  readonly showCounts: (counts: Counts) => Promise<unknown>;
  readonly report: (fault: unknown) => void;
}

/** Changes within this time, such as a thousand approvals at once, share one check. Milliseconds. */
const GATHER_MS = 500;
/** Pause after a failed check, milliseconds. */
const FAULT_DELAY_MS = 60_000;

interface NotifierState {
  /** Approvals that are not finished. */
  readonly open: Observable<readonly Approval[]>;
  readonly startedMs: number;
  approvals: ApprovalMemory | null;
  /**
   * Day of the last daily notification. In memory too: otherwise Billfold would repeat the notification every minute
   * while the disk is full.
   */
  notifiedOn: string | null;
  /** Whether the digest has been on since the last daily notification, or the start. */
  hadDigest: boolean;
  wasOffline: boolean;
  shown: Counts | null;
}

interface ApprovalMemory {
  readonly connectionId: string | null;
  readonly sent: SentMemory;
  readonly attention: AttentionMemory;
  /** Approvals that needed attention at the last check, each with the number of its last event. */
  readonly events: ReadonlySet<string>;
}

/** Decides when to notify the user, and sends the notifications. Stops after `close`. */
export function createNotifier(deps: NotifierDeps) {
  const { workspace, clock, focus, report } = deps;
  const closing = new AbortController();
  const wakeUp = createWakeUp(clock);
  const isOffline = (): boolean => workspace.connectivity.get().state === 'offline';
  const open = workspace.approvals.slice(isOpen);
  const state: NotifierState = {
    open,
    startedMs: clock.nowMs(),
    approvals: null,
    notifiedOn: null,
    hadDigest: workspace.settings.get().notifyDigest,
    wasOffline: isOffline(),
    shown: null,
  };

  /** Checks everything. Returns the time of the next check, epoch milliseconds. */
  const check = (nowMs: number): number => {
    const wakeTimes = [
      ...checkApprovals(deps, state, nowMs),
      nextMidnightMs(nowMs),
      state.startedMs + FRESH_BILLS_GRACE_MS,
    ];
    state.wasOffline = isOffline();
    checkDay(deps, state, nowMs);
    const later = wakeTimes.filter((atMs) => atMs !== null && atMs > nowMs) as readonly number[];
    return Math.min(...later);
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await wakeUp.wait(check(clock.nowMs()));
      } catch (fault) {
        // The next check may succeed, so it runs after a pause.
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
  // The service may be offline only briefly, between two checks.
  const noteConnectivity = (): void => {
    state.wasOffline ||= isOffline();
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

/** Checks for approvals that were sent or need attention. Returns when to check again, epoch milliseconds. */
function checkApprovals(
  deps: NotifierDeps,
  state: NotifierState,
  nowMs: number,
): readonly (number | null)[] {
  const { workspace, focus } = deps;
  const session = workspace.session.get();
  const connectionId = session.kind === 'noConnection' ? null : session.connection.id;
  const signInId = session.kind === 'signedIn' ? session.signInId : null;
  const { waiting, ...sections } = bySection(state.open.get(), signInId);
  showCounts({ attention: sections.attention.length, waiting: waiting.length }, deps, state);
  // The dialog `EarlierApprovals` asks about approvals of another sign-in.
  const attention = sections.attention.filter(
    (approval) => heldBackAs(approval, signInId) !== 'otherSignIn',
  );
  const confirmed = [...(state.approvals?.sent.waited ?? [])]
    .flatMap((id) => workspace.approvals.find(id) ?? [])
    .filter((approval) => sectionOf(approval, signInId) === 'sent');
  const { wasOffline } = state;
  const facts = { nowMs, wasOffline, isFocused: focus.get(), waiting, confirmed, attention };
  // A second problem of the same approval is a new event.
  const events = new Set(attention.map(({ id, history }) => `${id} ${history.length}`));
  const memory =
    state.approvals?.connectionId === connectionId
      ? state.approvals
      : { sent: firstSentMemory(facts), attention: firstAttentionMemory(facts), events };
  const sent = noteSent(memory.sent, facts);
  const needed = noteAttention(memory.attention, facts);
  state.approvals = { connectionId, sent: sent.memory, attention: needed.memory, events };
  const isNew = [...events].some((event) => !memory.events.has(event));
  if (focus.get() && isNew)
    deps.announce(messages.notices.attention(sections.attention.length).title);
  const { notifySent, notifyAttention } = workspace.settings.get();
  if (notifySent) notifyOf('sent', sent.count, deps);
  if (notifyAttention) notifyOf('attention', needed.count, deps);
  return [sent.wakeAtMs, needed.wakeAtMs];
}

function showCounts(
  counts: Counts,
  deps: Pick<NotifierDeps, 'showCounts' | 'report'>,
  state: NotifierState,
): void {
  const { shown } = state;
  if (shown?.attention === counts.attention && shown.waiting === counts.waiting) return;
  state.shown = counts;
  notifySafely(() => void deps.showCounts(counts).catch(deps.report), deps.report);
}

/** Notifies once a day: of bills due the next day, or of all open work in a digest. */
function checkDay(deps: NotifierDeps, state: NotifierState, nowMs: number): void {
  const { bills, pull, annotations, approvals, commands, settings } = deps.workspace;
  const { notifyDueTomorrow, notifyDigest, dueTomorrowToldOn } = settings.get();
  const { startedMs } = state;
  // A digest that was just turned on appears at once, even after today's other notification.
  const isTurnedOn = notifyDigest && !state.hadDigest;
  state.hadDigest &&= notifyDigest;
  const notifiedOn = isTurnedOn ? null : state.notifiedOn;
  const notifiedBefore = isTurnedOn ? null : (dueTomorrowToldOn ?? notifiedOn);
  const facts = { nowMs, startedMs, isLoading: bills.loading.get(), pull: pull.get() };
  const today = plainDateAt(nowMs);
  if ((!notifyDueTomorrow && !notifyDigest) || notifiedOn === today) return;
  if (!isTimeForDue({ ...facts, notifiedOn: notifiedBefore })) return;
  const { outOfInboxOn, annotationOf } = annotations;
  const isUnapproved = unapprovedTest(approvals.get(), outOfInboxOn, today);
  const holdOf = ({ organizationId, bill }: BillRow) =>
    annotationOf(organizationId, bill.id)?.hold ?? null;
  const counts = countBills(bills.query(payableByDueDate), isUnapproved, holdOf, today);
  state.notifiedOn = today;
  state.hadDigest = notifyDigest;
  if (notifyDigest) {
    const lines = messages.digest.lines({ ...counts, attention: state.shown?.attention ?? 0 });
    const notice = { about: 'digest' as const, title: messages.digest.title };
    if (lines.length > 0) send({ ...notice, body: sayAll(', ', lines) }, deps);
  } else notifyOf('dueTomorrow', counts.dueTomorrow, deps);
  commands.changeSettings({ dueTomorrowToldOn: today }).catch(deps.report);
}

function notifyOf(about: Exclude<NoticeAbout, 'digest'>, count: number, deps: NotifierDeps): void {
  if (count > 0) send({ about, ...messages.notices[about](count) }, deps);
}

function send(notice: Notice, { notify, report }: NotifierDeps): void {
  // The notification counts as shown even if the system refuses it, so that Billfold doesn't repeat it.
  notifySafely(() => void notify(notice).catch(report), report);
}
