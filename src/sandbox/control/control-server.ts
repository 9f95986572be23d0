import type * as z from '../../base/zod.ts';
import { createHttpServer, createReach, listen, type Reach } from '../http-server.ts';
import type { Sandbox } from '../sandbox.ts';
import { controlCommands, type ControlCommand } from './control-contract.ts';

/**
 * The control port: `POST /<command>` with a JSON body. It stays reachable while the service is not. It is
 * open only if a test requests it.
 */
export async function startControlServer(deps: {
  sandbox: Sandbox;
  reach: Reach;
  port: number;
  host: string;
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { sandbox, reach, port, host } = deps;
  const handlers = createHandlers(sandbox, reach);
  const server = createHttpServer(async (request) => ({
    kind: 'answer',
    response: await answer(handlers, request),
  }));
  const bound = await listen(server, port, host);
  const { goUnreachable: close } = createReach(server, bound, host);
  return { url: `http://${host}:${bound}`, close };
}

type Handlers = Readonly<Record<ControlCommand, (takes: unknown) => Promise<unknown>>>;

async function answer(handlers: Handlers, request: Request): Promise<Response> {
  const command = new URL(request.url).pathname.slice(1);
  const isJson = request.headers.get('content-type') === 'application/json';
  // Excludes web pages: a browser can't send JSON to another origin without a preflight, which gets no answer.
  if (request.method !== 'POST' || !isJson || !isCommand(command)) {
    return Response.json({ error: `No command ${request.method} /${command}` }, { status: 404 });
  }
  try {
    return Response.json(await handlers[command](await request.json()));
  } catch (problem) {
    return Response.json({ error: String(problem) }, { status: 400 });
  }
}

function isCommand(text: string): text is ControlCommand {
  return Object.hasOwn(controlCommands, text);
}

function handle<Takes>(
  command: { readonly takes: z.ZodMiniType<Takes> },
  run: (takes: Takes) => unknown,
): (takes: unknown) => Promise<unknown> {
  return async (takes) => (await run(command.takes.parse(takes))) ?? { done: true };
}

function createHandlers(sandbox: Sandbox, reach: Reach): Handlers {
  const { edit, faults } = sandbox;
  const on = controlCommands;
  return {
    ledger: handle(on.ledger, () => sandbox.ledger()),
    organizations: handle(on.organizations, () => sandbox.organizations),
    bills: handle(on.bills, ({ organizationId }) => sandbox.bills(organizationId)),
    addFault: handle(on.addFault, (rule) => ({ id: faults.add(rule) })),
    removeFault: handle(on.removeFault, ({ id }) => faults.remove(id)),
    clearFaults: handle(on.clearFaults, () => faults.clear()),
    faults: handle(on.faults, () => faults.report()),
    settings: handle(on.settings, () => sandbox.settings()),
    configure: handle(on.configure, (patch) => {
      sandbox.configure(patch);
      return sandbox.settings();
    }),
    changeBill: handle(on.changeBill, ({ billId, fields }) => edit.changeBill(billId, fields)),
    pay: handle(on.pay, ({ billId, cents }) => edit.pay(billId, cents)),
    void: handle(on.void, ({ billId }) => edit.void(billId)),
    removeBill: handle(on.removeBill, ({ billId }) => edit.removeBill(billId)),
    addBill: handle(on.addBill, ({ organizationId, fields }) =>
      edit.addBill(organizationId, fields),
    ),
    consumeQuota: handle(on.consumeQuota, ({ count }) => edit.consumeQuota(count)),
    expireTokens: handle(on.expireTokens, () => edit.expireTokens()),
    revokeSignIns: handle(on.revokeSignIns, () => edit.revokeSignIns()),
    goUnreachable: handle(on.goUnreachable, () => reach.goUnreachable()),
    comeBack: handle(on.comeBack, () => reach.comeBack()),
  };
}
