import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  goOffline,
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

function copy(from: string, to: string): void {
  rmSync(join(folder, to), { recursive: true, force: true });
  const how = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
  cpSync(join(folder, from), join(folder, to), how);
}

test('Y-9 what was sent after a copy was made is not sent again when the copy is put back', async ({
  launch,
  sandbox,
}) => {
  const [bill] = await payableBills(sandbox);
  if (!bill) throw new Error('The sample company has too few bills.');
  const first = await startSignedIn(launch, sandbox, options(sandbox));
  await goOffline(first.page, sandbox);
  await chooseBill(first.page, bill.number);
  await approveCurrent(first.page);
  await first.close();
  copy('profile', 'copy');

  await sandbox.control.comeBack();
  const second = await launch(options(sandbox));
  await waitUntilSent(second.page);
  expect(await applied(sandbox)).toEqual({ [bill.id]: 1 });
  await second.close();

  copy('copy', 'profile');
  const { page } = await launch(options(sandbox));
  await expect(page.getByText('This data was restored or copied')).toBeVisible();
  await expect(page.getByText('Entries are missing from the audit log')).toBeVisible();
  expect(recordsOf('restored')).toEqual([
    expect.objectContaining({ reasons: ['journalBehind', 'copied'] }),
  ]);
  await expect(statusBar(page)).toContainText('Bills read', { timeout: 30_000 });
  // Time enough for what was sent before: the undo window is over, and the bills have been read again.
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await goTo(page, 'Approvals');
  await expect(page.getByText('data on this computer was restored').first()).toBeVisible();
  expect(await applied(sandbox)).toEqual({ [bill.id]: 1 });
});

test('Y-9 a journal that was deleted while Billfold was closed is told, and written into the new one', async ({
  launch,
  sandbox,
}) => {
  const first = await startSignedIn(launch, sandbox, options(sandbox));
  await first.close();
  rmSync(join(folder, 'profile', 'journal'), { recursive: true });
  const { page } = await launch(options(sandbox));
  await expect(page.getByText('The audit log is gone')).toBeVisible();
  expect(recordsOf('restored')).toEqual([
    expect.objectContaining({ reasons: ['journalGone'], expected: expect.anything() }),
  ]);
});

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

/** The journal's lines of a kind, in order. */
function recordsOf(kind: string): readonly unknown[] {
  const journal = join(folder, 'profile', 'journal');
  return readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(journal, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { kind: string })
    .filter((line) => line.kind === kind);
}
