import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { RecallFinding, SendOutcome } from '../../bridge/approval.ts';
import type { Bridge } from '../../bridge/client.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { BillCache } from '../cache/bill-cache.ts';
import type { BillChange } from '../cache/bill-index.ts';
import type { Outbox, RowChange } from '../cache/outbox.ts';
import type { Serial } from '../cache/serial.ts';
import type { Approval } from '../workspace.ts';
import type { ApprovalEffect } from './approval-transitions.ts';
import { backoffMs } from './backoff.ts';
import type { OrderedTime } from './ordered-time.ts';
import { decidePush, type Look, type PushFacts } from './push-decisions.ts';
import { createWakeUp } from './wake-up.ts';

/** Brings approvals to main, and what became of them back. It carries out plans and makes none. */
export interface Push {
  /** Rows, looks, session or connectivity have changed. */
  wake(): void;
  /** The machine has slept: no clock tells how old the approvals are that it slept over. */
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
  /** See `SpaceParts`. */
  readonly decide?: typeof decidePush | undefined;
  /** Bills are compared and `sending` is written in one go in this lane: no page comes in between. */
  readonly exclusive: Serial;
  conditions(): PushConditions;
  looks(): ReadonlyMap<string, Look>;
  wantLooks(wanted: ReadonlyMap<string, number>): void;
  heard(error: ServiceError | null): void;
  onChange(change: BillChange): void;
  onFault(problem: unknown): void;
}

export type PushConditions = Pick<
  PushFacts,
  'maySend' | 'signInId' | 'tryAgainSinceMs' | 'sendAgainByItself'
>;

/** What was not sent is tried again after 2 s up to 5 minutes, unless main said when. */
const NOT_SENT_BACKOFF = { firstMs: 2_000, mostMs: 5 * 60_000 } as const;
/** The outbox could not be written, or main did not answer: not another try at once. */
const TROUBLE_DELAY_MS = 5_000;

export function startPush(deps: PushDeps): Push {
  const { clock, outbox, bridge, decide = decidePush } = deps;
  const wakeUp = createWakeUp(clock);
  const underWay = new Map<string, Promise<void>>();
  const ageless = new Set<string>();
  const distrustAges = (): void => {
    for (const { id } of outbox.approvals.get().filter(isLive)) ageless.add(id);
  };
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
    const told = {
      outcome,
      lookAfterMs: deps.orderedTime.nowMs(),
      retryAtMs: outcome.kind === 'notSent' ? retryAt(row, outcome) : null,
    };
    const { attempt } = row;
    const event = { name: 'outcome', nowMs: clock.nowMs(), attempt, told } as const;
    await apply([{ approvalId: row.id, event }]);
  };

  const retryAt = (row: Approval, outcome: SendOutcome & { kind: 'notSent' }): number => {
    const inARow = row.history.filter((line) => line.event === 'notSent').length + 1;
    const earliestMs = clock.nowMs() + backoffMs(NOT_SENT_BACKOFF, inARow, deps.random);
    return outcome.retryAtMs ?? earliestMs;
  };

  const send = async (row: Approval): Promise<void> => {
    const outcome = await bridge.call('approvals.send', {
      approvalId: row.id,
      attempt: row.attempt,
      connectionId: row.connectionId,
      signInId: row.signInId,
      organizationId: row.organizationId,
      approvedAtMs: row.approvedAtMs,
      snapshot: row.snapshot,
    });
    if (outcome.kind === 'confirmed') deps.heard(null);
    else if (outcome.error) deps.heard(outcome.error);
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
        return neverLeft(row);
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
    const looked = rows.filter((row) => row.state !== 'held' && row.state !== 'sending');
    return {
      ...deps.conditions(),
      cached: await deps.cache.readBills(looked),
      nowMs: clock.nowMs(),
      orderedNowMs: deps.orderedTime.nowMs(),
      underWay: new Set(underWay.keys()),
      ageless,
      looks: deps.looks(),
    };
  };

  /** One plan, carried out. Answers with when to decide again: at once when a row has changed. */
  const step = async (): Promise<number | null | 'atOnce'> => {
    const rows = outbox.approvals.get().filter(isLive);
    const plan = decide(rows, await facts(rows));
    deps.wantLooks(plan.looksWanted);
    if (plan.recall.length > 0) track(plan.recall, () => recall(plan.recall));
    if (plan.events.length === 0 || closing.signal.aborted) return plan.wakeAtMs;
    return (await apply(plan.events)) ? 'atOnce' : plan.wakeAtMs;
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
  distrustAges();
  const stopWatching = outbox.approvals.subscribe(wakeUp.wake);
  void run();

  return {
    wake: wakeUp.wake,
    sleptOver: distrustAges,
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
