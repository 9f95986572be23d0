import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { addBill, applied, connectedTo, firstOrganization, setUndo } from '../e2e/actions.ts';
import { expect, test } from '../e2e/fixtures.ts';

/** Debian's own Python, which has the bindings (packages `python3-pyatspi` and `at-spi2-core`). */
const PYTHON = '/usr/bin/python3';
const TASKS = 10;

test('a clerk who can’t see does ten tasks through the accessibility tree and the keyboard', async ({
  launch,
  sandbox,
}) => {
  // The session bus starts the accessibility bus, but does not know the display, which was started after it.
  spawnSync('dbus-update-activation-environment', ['DISPLAY']);
  await addBill(sandbox, { bill_number: 'BLIND-1' });
  const organizationId = await firstOrganization(sandbox);
  const app = await launch(connectedTo(sandbox, { env: { ACCESSIBILITY_ENABLED: '1' } }));
  console.log(app.runsIn);
  // Reading the tree takes longer than the usual undo period.
  await setUndo(app.page, 30_000);
  const clerk = spawn(PYTHON, [resolve(import.meta.dirname, 'clerk.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(clerk, 'close');
  const done: string[] = [];
  for await (const line of createInterface({ input: clerk.stdout })) {
    console.log(line);
    if (/^\d+\. /.test(line)) done.push(line);
    if (line !== 'ASK change') continue;
    const bills = await sandbox.control.bills({ organizationId });
    const bill = bills.find((each) => each['bill_number'] === 'BLIND-1');
    const fields = { total_cents: 130_000, amount_due_cents: 130_000 };
    await sandbox.control.changeBill({ billId: bill?.id ?? '', fields });
    clerk.stdin.write('done\n');
  }
  const [code] = (await ended) as [number | null];
  expect({ code, tasks: done.length }).toEqual({ code: 0, tasks: TASKS });
  const sent = Object.values(await applied(sandbox));
  expect(sent.every((times) => times === 1)).toBe(true);
});
