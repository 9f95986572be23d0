import type { ReplyOf, RequestOf } from '../../src/bridge/methods.ts';
import { snapshotOf } from '../../src/bridge/snapshot.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { billKey } from '../../src/renderer/core/mirror/cache-database.ts';
import { decidePush, type PushFacts } from '../../src/renderer/core/outbox/push-decisions.ts';
import type { Approval } from '../../src/renderer/core/outbox/approval.ts';
import type { RendererMutant } from './renderer-process.ts';

/** Before sending only the amount is compared. */
export function amountOnly(): RendererMutant {
  return deciding((rows, facts) => decidePush(rows, amountsOnly(rows, facts)));
}

/** A bill read in the last minutes is sent without a recheck, whatever was clicked since. */
export function noRecheck(): RendererMutant {
  return deciding((rows, facts) => decidePush(rows, { ...facts, skipMs: 10 * 60_000 }));
}

/** Only what the service page names is compared. */
export function namedOnly(): RendererMutant {
  return deciding((rows, facts) => decidePush(rows, namedFieldsOnly(rows, facts)));
}

/** The newest paid and void bills are not read before a bill is called missing. */
export function headsUnread(): RendererMutant {
  return deciding((rows, facts) => {
    const read = rows.map(({ organizationId }) => [organizationId, Infinity] as const);
    const plan = decidePush(rows, { ...facts, heads: new Map(read) });
    return { ...plan, rechecks: plan.rechecks.map((each) => ({ ...each, isMissing: false })) };
  });
}

/** Sending goes on at full speed, however many answers in a row say nothing. */
export function noBreaker(): RendererMutant {
  let most = 0;
  return deciding((rows, facts) => {
    most = Math.max(most, facts.mostUnderWay);
    const isHeldBack = facts.mostUnderWay < most;
    // The floor of a sleep stays: only the one that lost answers have set is taken away.
    return decidePush(
      rows,
      isHeldBack ? { ...facts, mostUnderWay: most, floorMs: -Infinity } : facts,
    );
  });
}

/** What has changed stays so, though it is again what was approved. */
export function changedStays(): RendererMutant {
  return deciding((rows, facts) => {
    const plan = decidePush(rows, facts);
    return { ...plan, events: plan.events.filter(({ event }) => event.name !== 'foundSame') };
  });
}

/** Whether its organization can be seen is not asked. */
export function anyOrganization(): RendererMutant {
  return deciding((rows, facts) => decidePush(rows, { ...facts, organizationIds: null }));
}

/** The window asks for a cent more than it showed. */
export function invents(): RendererMutant {
  return {
    bridge: (bridge) => ({
      on: bridge.on,
      call: async (name, ...request) => {
        if (name !== 'approvals.send') return bridge.call(name, ...request);
        const asked = request[0] as RequestOf<'approvals.send'>;
        const { snapshot } = asked;
        const other = { ...snapshot, totalCents: snapshot.totalCents + 1 };
        const sent = await bridge.call('approvals.send', { ...asked, snapshot: other });
        return sent as ReplyOf<typeof name>;
      },
    }),
  };
}

/** What may have been applied is sent again, unasked. */
export function resendByItself(): RendererMutant {
  return deciding((rows, facts) => decidePush(rows, { ...facts, sendAgainByItself: true }));
}

/** What was put back from the journal is as if it had never been missing. */
export function rebuiltGoes(): RendererMutant {
  return deciding((rows, facts) => decidePush(rows.map(asIfNever), facts));
}

/** What was approved under one sign-in goes under the next. */
export function anySignIn(): RendererMutant {
  let signInId: string | null = null;
  return {
    ...deciding((rows, facts) => {
      signInId = facts.signInId ?? signInId;
      const mine = rows.map((row) => ({ ...row, signInId: facts.signInId ?? row.signInId }));
      return decidePush(mine, facts);
    }),
    bridge: (bridge) => ({
      on: bridge.on,
      call: async (name, ...request) => {
        if (name !== 'approvals.send' || signInId === null) return bridge.call(name, ...request);
        const asked = { ...(request[0] as RequestOf<'approvals.send'>), signInId };
        const sent = await bridge.call('approvals.send', asked);
        return sent as ReplyOf<typeof name>;
      },
    }),
  };
}

function asIfNever(row: Approval): Approval {
  return row.waitingFor === 'restored' ? { ...row, waitingFor: null } : row;
}

/** The real rule of what is sent, asked about other rows or other facts. */
function deciding(decide: typeof decidePush): RendererMutant {
  return { parts: () => ({ decide }) };
}

/** The bills as they would be if nothing but their amounts had changed. */
function amountsOnly(rows: readonly Approval[], facts: PushFacts): PushFacts {
  return withBills(rows, facts, (bill, row) => ({
    ...approvedBill(row),
    total_cents: bill.total_cents,
    amount_due_cents: bill.amount_due_cents,
  }));
}

/** The bills as they would be if nothing had changed that the service page does not name, nor in the vendor. */
function namedFieldsOnly(rows: readonly Approval[], facts: PushFacts): PushFacts {
  return withBills(rows, facts, (bill, { snapshot }) => {
    const { rest: _, ...named } = snapshotOf(bill);
    return approvedBill({ snapshot: { ...named, rest: snapshot.rest } });
  });
}

function withBills(
  rows: readonly Approval[],
  facts: PushFacts,
  change: (bill: Bill, row: Approval) => Bill,
): PushFacts {
  const cached = new Map(facts.cached);
  for (const row of rows) {
    const key = billKey(row);
    const found = cached.get(key);
    if (found) cached.set(key, { ...found, bill: change(found.bill, row) });
  }
  return { ...facts, cached };
}

/** The bill that has this snapshot. */
function approvedBill({ snapshot }: Pick<Approval, 'snapshot'>): Bill {
  return {
    ...snapshot.rest,
    id: snapshot.billId,
    bill_number: snapshot.billNumber,
    status: snapshot.status,
    currency: snapshot.currency,
    total_cents: snapshot.totalCents,
    amount_due_cents: snapshot.amountDueCents,
    due_date: snapshot.dueDate,
  };
}
