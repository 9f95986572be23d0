import type { Readings } from '../mirror/rechecks.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';
import type { RecallFinding, SendOutcome } from '../../../bridge/approval.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { BillChange } from '../mirror/cache-database.ts';
import type { Outbox, RowChange } from './outbox.ts';
import type { Serial } from '../../../base/serial.ts';
import type { Approval } from './approval.ts';
import type { ApprovalEffect } from './approval-transitions.ts';
import { askAgainAtMs, backoffMs } from '../../../base/backoff.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { decidePush, differingAnswer, earlier, type PushFacts } from './push-decisions.ts';
import { createWakeUp } from '../time/wake-up.ts';

/** Brings approvals to main, and what became of them back. It carries out plans and makes none. */
export interface Push {
  /** Rows, readings, session or connectivity have changed. */
  wake(): void;
  /** The machine has slept: what was read before it slept says nothing of now. */
  sleptOver(): void;
  /** Decides no more. Sends under way go on: see `settled`. */
  close(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export interface PushDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly orderedTime: OrderedTime;
  readonly bridge: Bridge;
  readonly outbox: Outbox;
  readonly cache: BillCache;
  /** See `RuntimeParts`. */
  readonly decide?: typeof decidePush | undefined;
  /** Bills are compared and `sending` is written in one go in this lane: no page comes in between. */
  readonly exclusive: Serial;
  conditions(): PushConditions;
  /** See `Approval.profileEpoch`. */
  profileEpoch(): string;
  readonly readings: Readings;
  heard(error: ServiceError | null): void;
  /** Whether sending is held up since the last answers said nothing. */
  onDistrust(isOn: boolean): void;
  onChange(change: BillChange): void;
  onFault(problem: unknown): void;
}

export type PushConditions = Pick<
  PushFacts,
  'maySend' | 'signInId' | 'organizationIds' | 'tryAgainSinceMs' | 'sendAgainByItself' | 'skipMs'
>;

/** Sends under way at a time. */
const MOST_UNDER_WAY = 4;
/**
 * After so many answers in a row that say nothing, one approval goes at a time, each after a recheck that
 * began since, and ever later: whoever answers reads (a portal, a gateway) does not use up a whole bulk.
 */
const MOST_LOST_IN_A_ROW = 3;
const LOST_BACKOFF = { firstMs: 10_000, mostMs: 5 * 60_000 } as const;

/** What was not sent is tried again after 2 s up to 5 minutes, unless main said when. */
const NOT_SENT_BACKOFF = { firstMs: 2_000, mostMs: 5 * 60_000 } as const;
/** The outbox could not be written, or main did not answer: not another try at once. */
const TROUBLE_DELAY_MS = 5_000;

export function startPush(deps: PushDeps): Push {
  const { clock, outbox, bridge, decide = decidePush } = deps;
  const wakeUp = createWakeUp(clock);
  const live = outbox.approvals.slice(isLive);
  const underWay = new Map<string, Promise<void>>();
  let floorMs = Number.NEGATIVE_INFINITY;
  let lostInARow = 0;
  let notBeforeMs = 0;
  const closing = new AbortController();

  /** Keeps a call in `underWay` while it lasts, and decides anew when it is over. */
  const track = (approvals: readonly Approval[], work: () => Promise<void>): void => {
    const done = work()
      .catch(async (problem: unknown) => {
        deps.onFault(problem);
        // The rows stay `sending`: the journal is asked once this is over.
        await clock.sleep(TROUBLE_DELAY_MS, closing.signal);
      })
      .finally(() => {
        for (const { id } of approvals) underWay.delete(id);
        wakeUp.wake();
      });
    for (const { id } of approvals) underWay.set(id, done);
  };

  const settle = async (row: Approval, outcome: SendOutcome): Promise<void> => {
    const bill = outcome.kind === 'confirmed' ? outcome.bill : null;
    const told = {
      outcome,
      recheckAfterMs: deps.orderedTime.nowMs(),
      retryAtMs: outcome.kind === 'notSent' ? retryAt(row, outcome) : null,
      found: bill && differingAnswer(row.snapshot, bill),
    };
    const { attempt } = row;
    const event = { name: 'outcome', nowMs: clock.nowMs(), attempt, told } as const;
    await apply([{ approvalId: row.id, event }]);
  };

  const retryAt = (row: Approval, outcome: SendOutcome & { kind: 'notSent' }): number => {
    const inARow = row.history.filter((line) => line.event === 'notSent').length + 1;
    // Main wants it read first: that is asked for at once, unless it does not help.
    if (outcome.reason === 'recheck' && inARow === 1) return clock.nowMs();
    const earliestMs = clock.nowMs() + backoffMs(NOT_SENT_BACKOFF, inARow, deps.random);
    return askAgainAtMs(outcome.retryAtMs ?? earliestMs, clock.nowMs());
  };

  /** Counts answers that say nothing; a word of the service, yes or no, ends the row of them. */
  const countLost = ({ kind }: SendOutcome): void => {
    if (kind === 'notSent') return;
    lostInARow = kind === 'unknown' ? lostInARow + 1 : 0;
    deps.onDistrust(isDistrusting());
    if (lostInARow < MOST_LOST_IN_A_ROW) return;
    floorMs = deps.orderedTime.nowMs();
    const inARow = lostInARow - MOST_LOST_IN_A_ROW + 1;
    notBeforeMs = clock.nowMs() + backoffMs(LOST_BACKOFF, inARow, deps.random);
  };

  const send = async (row: Approval): Promise<void> => {
    const outcome = await bridge.call('approvals.send', {
      approvalId: row.id,
      attempt: row.attempt,
      connectionId: row.connectionId,
      signInId: row.signInId,
      profileEpoch: row.profileEpoch,
      organizationId: row.organizationId,
      approvedAtMs: row.approvedAtMs,
      snapshot: row.snapshot,
    });
    if (outcome.kind === 'confirmed') deps.heard(null);
    else if (outcome.error) deps.heard(outcome.error);
    countLost(outcome);
    await settle(row, outcome);
  };

  const recall = async (rows: readonly Approval[]): Promise<void> => {
    const asked = rows.map((row) => ({ approvalId: row.id, attempt: row.attempt }));
    const findings = await bridge.call('approvals.recall', asked);
    for (const row of rows) {
      const found = findings.find(
        ({ approvalId, attempt }) => approvalId === row.id && attempt === row.attempt,
      );
      if (!found) throw new Error(`the journal was silent on ${row.id}, attempt ${row.attempt}`);
      await settleFinding(row, found);
    }
  };

  const settleFinding = async (row: Approval, { finding }: RecallFinding): Promise<void> => {
    switch (finding.kind) {
      case 'outcome':
        return settle(row, finding.outcome);
      case 'attemptOnly':
        return settle(row, { kind: 'unknown', error: null });
      case 'noAttempt':
        // A journal that was restored with this row may have been put back to before the attempt.
        if (row.profileEpoch === deps.profileEpoch()) return neverLeft(row);
        return settle(row, { kind: 'unknown', error: null });
    }
  };

  const neverLeft = async (row: Approval): Promise<void> => {
    const event = { name: 'neverLeft', nowMs: clock.nowMs(), attempt: row.attempt } as const;
    await apply([{ approvalId: row.id, event }]);
  };

  const perform = async (row: Approval, effect: ApprovalEffect): Promise<void> => {
    switch (effect.kind) {
      case 'handToMain':
        return track([row], () => send(row));
      case 'keepBill': {
        // An answer about another bill than asked for proves nothing about either.
        if (effect.bill.id !== row.billId || closing.signal.aborted) return;
        const seenAtMs = clock.nowMs();
        deps.onChange(await deps.cache.keepBill(row.organizationId, effect.bill, seenAtMs));
      }
    }
  };

  /** Writes what happened, then does what follows from it. Answers whether a row has changed. */
  const apply = async (changes: readonly RowChange[]): Promise<boolean> => {
    const applied = (await outbox.applyAll(changes)).filter((result) => result.ok);
    for (const { row, effects } of applied) {
      for (const effect of effects) await perform(row, effect);
    }
    return applied.length > 0;
  };

  const facts = async (rows: readonly Approval[]): Promise<PushFacts> => {
    const compared = rows.filter((row) => row.state !== 'held' && row.state !== 'sending');
    const { readings } = deps;
    return {
      ...deps.conditions(),
      cached: await deps.cache.readBills(compared),
      nowMs: clock.nowMs(),
      orderedNowMs: deps.orderedTime.nowMs(),
      underWay: new Set(underWay.keys()),
      mostUnderWay: mostUnderWay(),
      profileEpoch: deps.profileEpoch(),
      run: readings.run,
      floorMs,
      crawls: readings.crawls(),
      heads: readings.heads(),
    };
  };

  const isDistrusting = (): boolean => lostInARow >= MOST_LOST_IN_A_ROW;

  const mostUnderWay = (): number => {
    if (!isDistrusting()) return MOST_UNDER_WAY;
    // A moment further away than any pause is of before the clock was set back.
    const leftMs = notBeforeMs - clock.nowMs();
    return leftMs > 0 && leftMs <= LOST_BACKOFF.mostMs ? 0 : 1;
  };

  /** One plan, carried out. Answers with when to decide again: at once when a row has changed. */
  const step = async (): Promise<number | null | 'atOnce'> => {
    const rows = live.get();
    const plan = decide(rows, await facts(rows));
    deps.readings.want(plan.rechecks, plan.notFound);
    if (plan.recall.length > 0) track(plan.recall, () => recall(plan.recall));
    const wakeAtMs = mostUnderWay() === 0 ? earlier(plan.wakeAtMs, notBeforeMs) : plan.wakeAtMs;
    if (plan.events.length === 0 || closing.signal.aborted) return wakeAtMs;
    return (await apply(plan.events)) ? 'atOnce' : wakeAtMs;
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const next = await deps.exclusive(step);
        if (next !== 'atOnce' && !closing.signal.aborted) await wakeUp.wait(next);
      } catch (problem) {
        if (closing.signal.aborted) return;
        deps.onFault(problem);
        await clock.sleep(TROUBLE_DELAY_MS, closing.signal);
      }
    }
  };
  const stopWatching = live.subscribe(wakeUp.wake);
  void run();

  return {
    wake: wakeUp.wake,
    sleptOver: () => {
      floorMs = deps.orderedTime.nowMs();
      wakeUp.wake();
    },
    close: () => {
      closing.abort();
      stopWatching();
      wakeUp.wake();
    },
    settled: async () => {
      await Promise.all(underWay.values());
    },
  };
}

/** Nothing comes of these by itself. */
const isOver: ReadonlySet<Approval['state']> = new Set(['rejected', 'confirmed', 'withdrawn']);

function isLive(row: Approval): boolean {
  return !isOver.has(row.state);
}
