import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  goTo,
  payableBills,
  detail,
  readBill,
  startSignedIn,
  waitUntilSent,
} from './actions.ts';
import {
  approvalIn,
  approveBill,
  connectedToPeer,
  expect,
  goOffline,
  numberedBills,
  patches,
  startOn,
  test,
} from './reference-peer.ts';

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

test('approvals sent after a copy of the profile was made are not sent again by themselves once it is restored, and the user sees why', async ({
  launch,
  serve,
  profileDir,
}, testInfo) => {
  const aside = testInfo.outputPath('copy');
  const peer = await serve(numberedBills(3));
  const first = await startOn(launch, peer, { profileDir });
  await goOffline(first.page, peer);
  await approveBill(first.page, 'NR-01');
  await first.close();
  copy(profileDir, aside);

  await peer.setReachable(true);
  const second = await launch(connectedToPeer(peer, { profileDir }));
  await expect.poll(() => peer.timesApplied('bill-1')).toBe(1);
  await waitUntilSent(second.page);
  await second.close();

  copy(aside, profileDir);
  const app = await launch(connectedToPeer(peer, { profileDir }));
  const { page } = app;
  await expect(page.getByText('Billfold’s data was restored or copied')).toBeVisible();
  await expect(page.getByText('Entries are missing from the audit log')).toBeVisible();
  await expect(page.getByText('Couldn’t check your settings for changes')).toBeVisible();
  expect(recordsOf(profileDir, 'restored')).toEqual([
    expect.objectContaining({ reasons: ['journalBehind', 'copied'] }),
  ]);
  await approvalIn(page, 'Needs attention', 'NR-01');
  await expect(page.getByText('data was restored from a copy').first()).toBeVisible();
  // This approval is sent, so a restored one could have been sent too. The settings may be older, so main asks.
  await app.choose('Approve');
  await approveBill(page, 'NR-02');
  expect(app.output()).toMatch(/Approve .*NR-02/);
  await expect.poll(() => peer.timesApplied('bill-2')).toBe(1);
  expect(patches(peer)).toEqual([
    ['bill-1', 1_000, true],
    ['bill-2', 1_000, true],
  ]);
});

test('a journal deleted while Billfold was closed is reported and recorded in the new one; with an unwritable one, as every screen says, nothing is approved', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const options = connectedTo(sandbox, { profileDir });
  const journal = join(profileDir, 'journal');
  const [bill] = await payableBills(sandbox);
  if (!bill) throw new Error('The sample company has too few bills.');
  await (await startSignedIn(launch, sandbox, { profileDir })).close();
  rmSync(journal, { recursive: true });
  const second = await launch(options);
  await expect(second.page.getByText('Audit log is missing')).toBeVisible();
  expect(recordsOf(profileDir, 'restored')).toEqual([
    expect.objectContaining({ reasons: ['journalGone'], expected: expect.anything() }),
  ]);
  await second.close();

  // A file in the place of its folder, so that the journal can be neither read nor written.
  renameSync(journal, `${journal}.aside`);
  writeFileSync(journal, '');
  const app = await launch(options);
  const { page } = app;
  const observed = page.getByText('Can’t write the audit log');
  for (const screen of ['Settings', 'Approvals', 'Review'] as const) {
    await goTo(page, screen);
    await expect(observed).toBeVisible();
  }
  await chooseBill(page, bill.number);
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.getByText('Not approved: the approval couldn’t be saved')).toBeVisible();
  rmSync(journal);
  renameSync(`${journal}.aside`, journal);
  // The start that found the journal gone is over, but main still asks about a bill of that time.
  await app.choose('Approve');
  await approveCurrent(page);
  await waitUntilSent(page);
  await expect(observed).toBeHidden();
  expect(app.output()).toContain('Entries are missing from the audit log');
  expect(await applied(sandbox)).toEqual({ [bill.id]: 1 });
});

/** Lines of a kind in the journal, in order. */
function recordsOf(profileDir: string, kind: string): readonly unknown[] {
  const journal = join(profileDir, 'journal');
  return readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(journal, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { kind: string })
    .filter((line) => line.kind === kind);
}
