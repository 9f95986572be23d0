import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  goTo,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-restored-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const options = (sandbox: RunningSandbox) =>
  connectedTo(sandbox, { profileDir: join(folder, 'profile') });

test('Y-8 a journal that cannot be written is told on whatever screen the user is, until it can be', async ({
  launch,
  sandbox,
}) => {
  const [bill] = await payableBills(sandbox);
  if (!bill) throw new Error('The sample company has too few bills.');
  const first = await startSignedIn(launch, sandbox, options(sandbox));
  await first.close();
  // A file in the place of its folder: nothing can be read there, or written.
  const journal = join(folder, 'profile', 'journal');
  renameSync(journal, `${journal}.aside`);
  writeFileSync(journal, '');

  const { page } = await launch(options(sandbox));
  const told = page.getByText('Can’t write the audit log');
  for (const screen of ['Settings', 'Approvals', 'Review'] as const) {
    await goTo(page, screen);
    await expect(told).toBeVisible();
  }
  await chooseBill(page, bill.number);
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('1 approval waiting');
  expect(await applied(sandbox)).toEqual({});

  rmSync(journal);
  renameSync(`${journal}.aside`, journal);
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await waitUntilSent(page);
  await expect(told).toBeHidden();
  expect(await applied(sandbox)).toEqual({ [bill.id]: 1 });
});
