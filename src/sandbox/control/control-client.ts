import * as z from '../../base/zod.ts';
import { controlCommands, type ControlCommand, type ControlTakes } from './control-contract.ts';

/**
 * Controls a sandbox in another process through its control port. Each call throws the sandbox's message if
 * it refuses.
 */
export type SandboxControl = ReturnType<typeof createSandboxControl>;

const commands = controlCommands;
const refusalSchema = z.object({ error: z.string() });

/** @param url the `controlUrl` that the sandbox printed */
export function createSandboxControl(
  url: string,
  request: (url: string, init: RequestInit) => Promise<Response>,
) {
  const send = async <Gives>(
    command: ControlCommand,
    gives: z.ZodMiniType<Gives>,
    takes: object = {},
  ): Promise<Gives> => {
    const response = await request(`${url}/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(takes),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(refusalSchema.parse(body).error);
    return gives.parse(body);
  };

  return {
    ledger: () => send('ledger', commands.ledger.gives),
    organizations: () => send('organizations', commands.organizations.gives),
    bills: (takes: ControlTakes<'bills'>) => send('bills', commands.bills.gives, takes),
    addFault: (takes: ControlTakes<'addFault'>) => send('addFault', commands.addFault.gives, takes),
    removeFault: (takes: ControlTakes<'removeFault'>) =>
      send('removeFault', commands.removeFault.gives, takes),
    clearFaults: () => send('clearFaults', commands.clearFaults.gives),
    faults: () => send('faults', commands.faults.gives),
    settings: () => send('settings', commands.settings.gives),
    configure: (takes: ControlTakes<'configure'>) =>
      send('configure', commands.configure.gives, takes),
    changeBill: (takes: ControlTakes<'changeBill'>) =>
      send('changeBill', commands.changeBill.gives, takes),
    pay: (takes: ControlTakes<'pay'>) => send('pay', commands.pay.gives, takes),
    void: (takes: ControlTakes<'void'>) => send('void', commands.void.gives, takes),
    removeBill: (takes: ControlTakes<'removeBill'>) =>
      send('removeBill', commands.removeBill.gives, takes),
    addBill: (takes: ControlTakes<'addBill'>) => send('addBill', commands.addBill.gives, takes),
    consumeQuota: (takes: ControlTakes<'consumeQuota'>) =>
      send('consumeQuota', commands.consumeQuota.gives, takes),
    expireTokens: () => send('expireTokens', commands.expireTokens.gives),
    revokeSignIns: () => send('revokeSignIns', commands.revokeSignIns.gives),
    goUnreachable: () => send('goUnreachable', commands.goUnreachable.gives),
    comeBack: () => send('comeBack', commands.comeBack.gives),
  };
}
