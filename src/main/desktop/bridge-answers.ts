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

export type BridgeHandlers = {
  readonly [Name in MethodName]: (request: RequestOf<Name>) => Answer<ReplyOf<Name>>;
};

/** A method without a reply may return nothing. */
type Answer<Reply> = [Reply] extends [undefined]
  ? void | Promise<void>
  : Unchanged<Reply> | Promise<Unchanged<Reply>>;

/** The bridge copies a reply, so handlers may return readonly state. */
type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value;

export interface BridgeAnswersDeps {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  /** Whether this call comes from the main frame of Billfold's window, showing Billfold's page. */
  readonly isOurs: (event: IpcMainInvokeEvent) => boolean;
  readonly isLocked: () => boolean;
  readonly handlers: BridgeHandlers;
  readonly log: Log;
}

/**
 * Answers the calls of the bridge. Main checks each call's sender, parses the request, runs the handler, and parses the
 * reply. Errors go to the log, never to the page.
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
    // The types cannot express that the schema of this method parsed the request.
    const handle = handlers[name] as (parsed: unknown) => unknown;
    const reply = await handle(request.data);
    // The reply is not parsed here: main parsed the service's page on arrival, and the window parses it again. It
    // contains none of main's data.
    if (sentAsText.has(name)) return { ok: true, reply: JSON.stringify(reply) };
    return { ok: true, reply: methods[name].reply.parse(reply) };
  } catch (error) {
    log.error('bridge: call failed', { name, error });
    return { ok: false, fault: 'failed' };
  }
}

const MAX_ISSUES = 5;
const MAX_WORDS = 200;

/** Names the fields and the expected types, without the values, which may be secret. */
function issuesOf({ issues }: z.core.$ZodError): string[] {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`.slice(0, MAX_WORDS));
}

interface RefusalLog extends Log {
  refused(message: string, facts: Record<string, unknown>): void;
}

const ALL_LOGGED = 20;

/**
 * Logs refusals ever more rarely, so that a page that repeats wrong calls cannot push all other lines out of the log.
 */
function withFewRefusals(log: Log): RefusalLog {
  let count = 0;
  return {
    ...log,
    refused: (message, facts) => {
      count++;
      if (count <= ALL_LOGGED || Number.isInteger(Math.log2(count)))
        log.error(message, { ...facts, count });
    },
  };
}
