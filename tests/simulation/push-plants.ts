import type { ReplyOf, RequestOf } from '../../src/bridge/methods.ts';
import { decidePush, type PushFacts } from '../../src/renderer/sync/push-decisions.ts';
import type { Approval } from '../../src/renderer/workspace.ts';
import type { RendererPlant } from './renderer-process.ts';

/** Before sending only the amount is compared. */
export function amountOnly(): RendererPlant {
  return deciding((rows, facts) => decidePush(rows, amountsOnly(rows, facts)));
}

/** Nothing is looked at before it is sent. */
export function noLook(): RendererPlant {
  return deciding((rows, facts) => decidePush(rows, alwaysLooked(rows, facts)));
}

/** What may have been applied is sent again, unasked. */
export function resendByItself(): RendererPlant {
  return deciding((rows, facts) => decidePush(rows, { ...facts, sendAgainByItself: true }));
}

/** What could not be sent is tried again at once. */
export function noPause(): RendererPlant {
  return deciding((rows, facts) => decidePush(rows.map(asIfDue), facts));
}

/** What was put back from the journal is as if it had never been missing. */
export function rebuiltGoes(): RendererPlant {
  return deciding((rows, facts) => decidePush(rows.map(asIfNever), facts));
}

/** What was approved under one sign-in goes under the next. */
export function anySignIn(): RendererPlant {
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

function asIfDue(row: Approval): Approval {
  return row.waitingFor === 'quota' ? row : { ...row, retryAtMs: null };
}

/** The real rule of what is sent, asked about other rows or other facts. */
function deciding(decide: typeof decidePush): RendererPlant {
  return { parts: () => ({ decide }) };
}

/** The bills as they would be if nothing but their amounts had changed. */
function amountsOnly(rows: readonly Approval[], facts: PushFacts): PushFacts {
  const cached = new Map(facts.cached);
  for (const { organizationId, billId, snapshot } of rows) {
    const key = JSON.stringify([organizationId, billId]);
    const found = cached.get(key);
    if (!found) continue;
    const bill = {
      ...found.bill,
      bill_number: snapshot.billNumber,
      status: snapshot.status,
      currency: snapshot.currency,
      due_date: snapshot.dueDate,
      vendor: { name: snapshot.vendorName },
    };
    cached.set(key, { ...found, bill });
  }
  return { ...facts, cached };
}

function alwaysLooked(rows: readonly Approval[], facts: PushFacts): PushFacts {
  const lookMs = Number.MAX_SAFE_INTEGER;
  const looks = new Map(
    rows.map(({ organizationId }) => [organizationId, { lookMs, cutShort: false }]),
  );
  return { ...facts, looks };
}
