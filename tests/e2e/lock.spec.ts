import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  detail,
  goOffline,
  goTo,
  grid,
  payableBills,
  readAll,
  readBill,
  signIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { runAxe } from './screenshots/axe.ts';

test('D-38 a locked window shows no bills and answers no call, even after a restart, and unlocking it sends the approvals', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const first = await launch(connectedTo(sandbox, { profileDir }));
  await signIn(first.page);
  await readAll(first, sandbox);
  const [bill] = await payableBills(sandbox);
  await goOffline(first.page, sandbox);
  await chooseBill(first.page, bill?.number ?? '');
  await approveCurrent(first.page);
  // An attacker who controls the page may try to keep it open.
  await first.page.evaluate(() =>
    window.addEventListener('beforeunload', (event) => event.preventDefault()),
  );
  await first.chooseMenu('lock');
  const unlock = first.page.getByRole('button', { name: 'Unlock' });
  await expect(unlock).toBeVisible();
  expect((await runAxe(first.page, 'all')).violations).toEqual([]);
  const answered = await first.page.evaluate(async () => ({
    words: document.body.innerText,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    answers: await Promise.all(
      (['app.start', 'session.get', 'approvals.idsInJournal'] as const).map((name) =>
        window.billfold.call(name, undefined),
      ),
    ),
  }));
  const refused = { ok: false, fault: 'locked' };
  expect(answered).toEqual({
    words: expect.stringMatching(/^\s*Billfold is locked\s+Approvals [^$€¥0-9]+Unlock\s*$/),
    databases: [],
    answers: [refused, refused, refused],
  });
  await sandbox.control.comeBack();
  await first.close();
  expect(await applied(sandbox)).toEqual({});

  const { page } = await launch(connectedTo(sandbox, { profileDir }));
  await expect(page.getByRole('heading', { name: 'Billfold is locked' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeVisible();
  await expect.poll(() => applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});

test('D-38 a question that is open when Billfold locks is closed, and counts as a no', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const app = await launch(connectedTo(sandbox, { profileDir }));
  const { page } = app;
  await signIn(page);
  await readAll(app, sandbox);
  const [bill] = await payableBills(sandbox);
  await page.evaluate(() =>
    window.billfold.call('settings.change', {
      limits: ['USD', 'CHF', 'EUR'].map((currency) => ({
        ...{ currency, askAboveCents: 1, bulkMostCents: null, batchMostCents: null },
      })),
    }),
  );
  await app.choose('');
  await chooseBill(page, bill?.number ?? '');
  await readBill(page);
  await page.keyboard.press('a');
  await expect.poll(app.output).toContain('above your limit');
  await app.chooseMenu('lock');
  await app.choose('Approve');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(grid(page)).toBeVisible();
  await expect(statusBar(page)).toContainText('No pending approvals');
  const [journal = ''] = globSync('**/approvals-*.jsonl', { cwd: profileDir });
  expect(readFileSync(join(profileDir, journal), 'utf8')).not.toContain('"kind":"agreed"');
});

test('D-38 a page that hangs is ended, so that nothing of it stays on the screen', async ({
  launch,
  sandbox,
}) => {
  const app = await launch(connectedTo(sandbox));
  await signIn(app.page);
  const hangs = app.page.waitForEvent('console', (message) => message.text() === 'hangs');
  const ended = app.page.evaluate(() => {
    console.log('hangs');
    for (;;);
  });
  ended.catch(() => undefined);
  await hangs;
  await app.chooseMenu('lock');
  await expect
    .poll(() => app.mainLog(), { timeout: 20_000 })
    .toMatch(/window is locked[\s\S]*renderer gone[\s\S]*page loaded/);
  await app.kill();
});

test('D-38 a note and a limit that the user is typing are saved before Billfold locks or quits, and unlocking returns to the same screen and search', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const first = await launch(connectedTo(sandbox, { profileDir }));
  const { page } = first;
  await signIn(page);
  await readAll(first, sandbox);
  const [bill] = await payableBills(sandbox);
  const note = detail(page).getByRole('textbox', { name: 'Note' });
  await chooseBill(page, bill?.number ?? '');
  await note.fill('Ask Jo about the freight');
  const search = page.getByRole('searchbox');
  await search.fill('freight or software');
  await first.chooseMenu('lock');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(search).toHaveValue('freight or software');
  expect(textsIn(profileDir).filter((text) => text.includes('freight or software'))).toEqual([]);
  await search.fill('');
  await chooseBill(page, bill?.number ?? '');
  await expect(note).toHaveValue('Ask Jo about the freight');

  const limit = page.getByRole('textbox', { name: 'Ask again above, USD' });
  await goTo(page, 'Settings');
  await limit.fill('600');
  await first.chooseMenu('lock');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(limit).toHaveValue('600.00');
  await limit.fill('500');
  await first.close();

  const second = await launch(connectedTo(sandbox, { profileDir }));
  await goTo(second.page, 'Settings');
  await expect(second.page.getByRole('textbox', { name: 'Ask again above, USD' })).toHaveValue(
    '500.00',
  );
});

/** Texts of the files of the profile that Billfold writes itself. */
function textsIn(profileDir: string): string[] {
  return globSync('{*.json,logs/*}', { cwd: profileDir }).map((file) =>
    readFileSync(join(profileDir, file), 'utf8'),
  );
}
