import type { Bridge } from '../../../bridge/client.ts';
import type { MethodName, ReplyOf, RequestOf } from '../../../bridge/methods.ts';
import { succeed, fail, type Result } from '../../../base/result.ts';
import type { ServiceError } from '../../../contract/service-error.ts';

/** Methods whose reply is a result of the service. */
export type ServiceMethod = Extract<MethodName, `service.${string}`>;
export type ValueOf<Name extends ServiceMethod> = Extract<ReplyOf<Name>, { ok: true }>['value'];

/**
 * Calls to the service through main. Passes the error of every answer to `onAnswer`. A call that throws becomes a
 * `malformedResponse`.
 */
export interface ServiceCalls {
  ask<Name extends ServiceMethod>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Result<ValueOf<Name>, ServiceError>>;
  /** Tells main to stop reading pages ahead, and to answer a call for pages with those it has. */
  stopAhead(): void;
}

export function createServiceCalls(deps: {
  readonly bridge: Bridge;
  /** Receives the error of an answer; null when there was none. */
  onAnswer(error: ServiceError | null): void;
}): ServiceCalls {
  return {
    stopAhead: () => void deps.bridge.call('pull.stopAhead').catch(() => undefined),
    ask: async (name, request) => {
      // The generic call cannot see that every service method takes a request.
      const call = deps.bridge.call as (
        name: ServiceMethod,
        request: RequestOf<ServiceMethod>,
      ) => Promise<ReplyOf<ServiceMethod>>;
      try {
        const reply = await call(name, request);
        deps.onAnswer(reply.ok ? null : reply.error);
        return reply.ok ? succeed(reply.value as ValueOf<typeof name>) : fail(reply.error);
      } catch (problem) {
        // A fault in main or on the way says nothing about the service.
        return fail({ kind: 'malformedResponse', technical: String(problem) });
      }
    },
  };
}
