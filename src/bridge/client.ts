import { z } from 'zod';
import { events, type EventName, type PayloadOf } from './events.ts';
import { methods, type MethodName, type ReplyOf, type RequestOf } from './methods.ts';
import type { PreloadBridge } from './wire.ts';

/**
 * How a method's answer crosses: a reply, or the plain fact that the call was a bug. Details of a
 * fault stay in main's log.
 */
export const wireReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), reply: z.unknown() }),
  z.object({
    ok: z.literal(false),
    fault: z.enum(['badRequest', 'failed', 'foreignSender', 'locked']),
  }),
]);
export type WireReply = z.infer<typeof wireReplySchema>;

/** The renderer's view of main: typed calls and events, parsed on arrival. */
export interface Bridge {
  /** @throws {BridgeFault} when the call itself is a bug; what the world can do is in the reply. */
  call<Name extends MethodName>(
    name: Name,
    ...request: RequestOf<Name> extends undefined ? [] : [RequestOf<Name>]
  ): Promise<ReplyOf<Name>>;
  on<Name extends EventName>(name: Name, listener: (payload: PayloadOf<Name>) => void): () => void;
}

/** A call that main refused or failed to carry out: a bug, not a state of the world. */
export class BridgeFault extends Error {
  override name = 'BridgeFault';
}

export function createBridge(preload: PreloadBridge): Bridge {
  return {
    call: async (name, ...request) => {
      const answer = wireReplySchema.parse(await preload.call(name, request[0]));
      if (!answer.ok) throw new BridgeFault(`${name}: ${answer.fault}`);
      return methods[name].reply.parse(answer.reply) as ReplyOf<typeof name>;
    },
    on: (name, listener) =>
      preload.on(name, (payload) =>
        listener(events[name].parse(payload) as PayloadOf<typeof name>),
      ),
  };
}
