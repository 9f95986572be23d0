import { createCountingIds, createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createSystemClock } from '../../base/system-clock.ts';
import { createSandboxControl } from '../control/control-client.ts';
import type { SandboxControl } from '../control/control-client.ts';
import { createSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { startSandboxServer } from '../server.ts';
import type { SandboxServer } from '../server.ts';
import { firstOrganization, testBill, testCompany } from './harness.ts';
import { socketFetch } from './socket-fetch.ts';

/** A sandbox behind a socket with three bills, and its control port. */
export async function startTestServer(): Promise<{
  sandbox: Sandbox;
  server: SandboxServer;
  control: SandboxControl;
}> {
  const sandbox = createSandbox({
    clock: createSystemClock(),
    random: createSeededRandom(1),
    ids: createCountingIds(),
    companies: [testCompany(firstOrganization, [testBill(1), testBill(2), testBill(3)])],
  });
  const server = await startSandboxServer({ sandbox, controlPort: 0 });
  return { sandbox, server, control: createSandboxControl(server.controlUrl ?? '', socketFetch) };
}
