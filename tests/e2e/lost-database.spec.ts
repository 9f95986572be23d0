import {
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  chooseUndo,
  connectedTo,
  detail,
  goOffline,
  goTo,
  grid,
  approvalRow,
  openTab,
  viewApproval,
  payableBills,
  readAll,
  signIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const NOTES_LOST = 'Your notes and holds are missing';

/**
 * Chromium checks its databases when it opens them. If one is damaged, after a torn write or on a full disk, it
 * silently drops all databases of the page.
 */
test('O-22 a database that the browser dropped is rebuilt from the journal', async ({
  launch,
  sandbox,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-lost-'));
  const options = connectedTo(sandbox, { profileDir: join(folder, 'profile') });
  const [sent, waiting, undone] = await payableBills(sandbox);
  if (!sent || !waiting || !undone) throw new Error('The sample company has too few bills.');
  const first = await launch(options);
  await signIn(first.page);
  await readAll(first, sandbox);
  await chooseBill(first.page, sent.number);
  await approveCurrent(first.page);
  await waitUntilSent(first.page);
  await chooseUndo(first.page, '30 seconds');
  await goOffline(first.page, sandbox);
  await chooseBill(first.page, undone.number);
  await approveCurrent(first.page);
  await first.page.keyboard.press('u');
  await expect(statusBar(first.page)).toContainText('No pending approvals');
  await chooseBill(first.page, waiting.number);
  await approveCurrent(first.page);
  await expect.poll(() => notesIn(folder)).toEqual(['approved', 'approved', 'ended', 'approved']);
  await first.kill();

  expect(damageDatabases(folder)).toBeGreaterThan(0);
  const damaged = await launch(options);
  await expect(damaged.page.getByText(NOTES_LOST)).toBeVisible();
  expect(damaged.mainLog()).toContain('they are restored from the journal');
  await damaged.close();

  // A user who restarts at once learns of the lost holds too.
  const { page } = await launch(options);
  await expect(statusBar(page)).toContainText('1 needs attention');
  const lost = page.getByRole('status').filter({ hasText: NOTES_LOST });
  await lost.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(statusBar(page)).toContainText('1 needs attention');
  await expect(lost).toBeHidden();
  await openTab(page, 'Needs attention');
  await expect(await viewApproval(page, waiting.number)).toContainText(
    'recovered from the audit log',
  );
  await openTab(page, 'Canceled');
  await expect(approvalRow(page, undone.number)).toBeVisible();
  await openTab(page, 'Sent');
  await expect(approvalRow(page, sent.number)).toBeVisible();

  // Back online nothing is sent by itself, and a sent approval cannot be made again.
  await sandbox.control.comeBack();
  await goTo(page, 'Review');
  await grid(page).waitFor();
  await expect(billRow(page, undone.number)).toBeVisible();
  await expect(billRow(page, sent.number)).toHaveCount(0);
  expect(await applied(sandbox)).toEqual({ [sent.id]: 1 });

  await openTab(page, 'Needs attention');
  const item = await viewApproval(page, waiting.number);
  await item.getByRole('button', { name: 'Send', exact: true }).click();
  await waitUntilSent(page);
  await expect.poll(() => applied(sandbox)).toEqual({ [sent.id]: 1, [waiting.id]: 1 });
  await goTo(page, 'Review');
  await chooseBill(page, undone.number);
  await expect(detail(page).getByRole('button', { name: /^Approve/ })).toBeEnabled();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Notes of the journal about approvals, in order. */
function notesIn(folder: string): string[] {
  const [file] = globSync('**/approvals-*.jsonl', { cwd: folder });
  if (file === undefined) return [];
  return readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .flatMap((line) => /"kind":"(approved|ended)"/.exec(line)?.[1] ?? []);
}

/** Overwrites the middle of each database file. @returns the number of files */
function damageDatabases(folder: string): number {
  const files = globSync('**/IndexedDB/**/*.{log,ldb,sqlite}', { cwd: folder });
  for (const file of files) {
    const path = join(folder, file);
    const handle = openSync(path, 'r+');
    writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, Math.floor(statSync(path).size / 2));
    closeSync(handle);
  }
  return files.length;
}
