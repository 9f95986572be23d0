import type { Bridge } from '../../src/bridge/client.ts';
import type { ReplyOf } from '../../src/bridge/methods.ts';

/** Puts other replies in place of main's. */
export function withReplies(
  bridge: Bridge,
  change: {
    recall(reply: ReplyOf<'approvals.recall'>): ReplyOf<'approvals.recall'>;
  },
): Bridge {
  return {
    on: bridge.on,
    call: async (name, ...request) => {
      const reply: unknown = await bridge.call(name, ...request);
      const changed =
        name === 'approvals.recall' ? change.recall(reply as ReplyOf<'approvals.recall'>) : reply;
      return changed as ReplyOf<typeof name>;
    },
  };
}

export function forgetAttempts(reply: ReplyOf<'approvals.recall'>): ReplyOf<'approvals.recall'> {
  return reply.map((each) => ({ ...each, finding: { kind: 'noAttempt' } }));
}

export function popBeforeSend(bridge: Bridge): Bridge {
  return {
    on: bridge.on,
    call: async (name, ...request) => {
      const asked = bridge.call(name, ...request);
      if (name !== 'approvals.send') return asked;
      asked.catch(() => undefined);
      const done: ReplyOf<'approvals.send'> = { kind: 'confirmed', bill: null };
      return done as ReplyOf<typeof name>;
    },
  };
}

export function withoutJournal(bridge: Bridge): Bridge {
  return {
    on: bridge.on,
    call: async (name, ...request) => {
      if (name !== 'approvals.noted') return bridge.call(name, ...request);
      const noted = (await bridge.call(name, ...request)) as ReplyOf<'approvals.noted'>;
      return { ...noted, known: null } as ReplyOf<typeof name>;
    },
  };
}

/** What the disk had before goes there again in place of a withdrawn row. */
export function forgetWithdrawals(): (store: string, value: unknown) => unknown {
  const before = new Map<unknown, unknown>();
  return (store, value) => {
    if (store !== 'approvals') return value;
    const id: unknown = Object(value).id;
    if (stateOf(value) === 'withdrawn' && before.has(id)) return before.get(id);
    before.set(id, value);
    return value;
  };
}

export function stateOf(value: unknown): unknown {
  return Object(value).state;
}
