import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type * as z from '../../base/zod.ts';
import {
  methods,
  sentAsText,
  type MethodName,
  type ReplyOf,
  type RequestOf,
} from '../../bridge/methods.ts';
import type { WireReply } from '../../bridge/client.ts';
import { methodChannel } from '../../bridge/wire.ts';
import type { Log } from '../ports.ts';

/** One handler for each method of the bridge, none missing. */
export type BridgeHandlers = {
  readonly [Name in MethodName]: (request: RequestOf<Name>) => Answer<ReplyOf<Name>>;
};

/** A method without a reply may just end. */
type Answer<Reply> = [Reply] extends [undefined]
  ? void | Promise<void>
  : Unchanged<Reply> | Promise<Unchanged<Reply>>;

/** A reply is copied on its way: what somebody keeps may be given as it is. */
type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value;

export interface BridgeAnswersDeps {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  /** Whether this call comes from the main frame of our own window, showing our own page. */
  readonly isOurs: (event: IpcMainInvokeEvent) => boolean;
  /** Whether the window may show nothing now. */
  readonly isLocked: () => boolean;
  readonly handlers: BridgeHandlers;
  readonly log: Log;
}

/**
 * Main's end of the bridge. Each call is checked for where it comes
 * from, parsed, carried out, and its reply parsed; what goes wrong is reported to the log, never to the page.
 */
export function answerBridge(deps: BridgeAnswersDeps): { close(): void } {
  const names = Object.keys(methods) as MethodName[];
  const log = withFewRefusals(deps.log);
  for (const name of names)
    deps.ipcMain.handle(methodChannel(name), (event, request: unknown) =>
      answer({ ...deps, log }, name, event, request),
    );
  return {
    close: () => {
      for (const name of names) deps.ipcMain.removeHandler(methodChannel(name));
    },
  };
}

async function answer(
  { isOurs, isLocked, handlers, log }: BridgeAnswersDeps & { readonly log: RefusalLog },
  name: MethodName,
  event: IpcMainInvokeEvent,
  raw: unknown,
): Promise<WireReply> {
  if (!isOurs(event)) {
    const from = event.senderFrame?.url;
    log.refused('bridge: call from a foreign frame refused', { name, from });
    return { ok: false, fault: 'foreignSender' };
  }
  if (isLocked() && name !== 'app.unlock') return { ok: false, fault: 'locked' };
  const request = methods[name].request.safeParse(raw);
  if (!request.success) {
    log.refused('bridge: request refused', { name, issues: issuesOf(request.error) });
    return { ok: false, fault: 'badRequest' };
  }
  try {
    // The request was parsed by the schema of this very method, which the types cannot follow.
    const handle = handlers[name] as (parsed: unknown) => unknown;
    const reply = await handle(request.data);
    // Pages of the service were parsed as they came, and are again by the window: nothing of main's own is in them.
    if (sentAsText.has(name)) return { ok: true, reply: JSON.stringify(reply) };
    return { ok: true, reply: methods[name].reply.parse(reply) };
  } catch (error) {
    log.error('bridge: call failed', { name, error });
    return { ok: false, fault: 'failed' };
  }
}

const MOST_ISSUES = 5;
const MOST_WORDS = 200;

/** Fields and what was expected; the values, which may be secret, are not in them. */
function issuesOf({ issues }: z.core.$ZodError): string[] {
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`.slice(0, MOST_WORDS));
}

interface RefusalLog extends Log {
  refused(message: string, facts: Record<string, unknown>): void;
}

const ALL_TOLD = 20;

/** A page that calls wrongly again and again must not push all else out of the log: ever fewer are told. */
function withFewRefusals(log: Log): RefusalLog {
  let count = 0;
  return {
    ...log,
    refused: (message, facts) => {
      count++;
      if (count <= ALL_TOLD || Number.isInteger(Math.log2(count)))
        log.error(message, { ...facts, count });
    },
  };
}
