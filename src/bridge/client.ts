import * as z from '../base/zod.ts';
import { parseJson } from '../base/parse-json.ts';
import { events, type EventName, type PayloadOf } from './events.ts';
import { methods, sentAsText, type MethodName, type ReplyOf, type RequestOf } from './methods.ts';
import type { PreloadBridge } from './wire.ts';

/** A method's answer on the bridge: a reply, or the kind of fault. Only main's log has the details of a fault. */
export const wireReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), reply: z.unknown() }),
  z.object({
    ok: z.literal(false),
    fault: z.enum(['badRequest', 'failed', 'foreignSender', 'locked']),
  }),
]);
export type WireReply = z.infer<typeof wireReplySchema>;

/** The renderer's connection to main: typed calls and events, parsed on arrival. */
export interface Bridge {
  /** @throws {BridgeFault} when the call itself is a bug; expected failures are in the reply */
  call<Name extends MethodName>(
    name: Name,
    ...request: RequestOf<Name> extends undefined ? [] : [RequestOf<Name>]
  ): Promise<ReplyOf<Name>>;
  on<Name extends EventName>(name: Name, listener: (payload: PayloadOf<Name>) => void): () => void;
}

/** A call that main refused or failed to execute: a bug, not an expected failure. */
class BridgeFault extends Error {
  override name = 'BridgeFault';
}

/** @throws when the reply does not fit the method's schema */
export function readReply<Name extends MethodName>(name: Name, crossed: unknown): ReplyOf<Name> {
  const reply = sentAsText.has(name) ? parseJson(String(crossed)) : crossed;
  return methods[name].reply.parse(reply) as ReplyOf<Name>;
}

export function createBridge(preload: PreloadBridge): Bridge {
  return {
    call: async (name, ...request) => {
      const answer = wireReplySchema.parse(await preload.call(name, request[0]));
      if (!answer.ok) throw new BridgeFault(`${name}: ${answer.fault}`);
      return readReply(name, answer.reply);
    },
    on: (name, listener) =>
      preload.on(name, (payload) =>
        listener(events[name].parse(payload) as PayloadOf<typeof name>),
      ),
  };
}
