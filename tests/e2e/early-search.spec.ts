import type { Page } from '@playwright/test';
import {
  readBill,
  connectedTo,
  currentRow,
  detail,
  goOffline,
  grid,
  type Launch,
  search,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { type RunningSandbox, startSandbox } from './sandbox.ts';

/** More bills than the first screen saves, and more than a search reads of its results. */
const MANY = 400;

const count = (page: Page) => page.locator('.list-header__count');
const finds = (page: Page) => grid(page).locator('.bill-row:not(.bill-row--head)');

/** Runs in the page: stops loading bills from disk after one slice, until released. */
function holdTakingIn(): void {
  // `Promise.withResolvers` is younger than Electron 25.
  const held = new Promise<void>((resolve) => Object.assign(window, { takeIn: resolve }));
  Object.defineProperty(window.scheduler, 'postTask', { value: () => held });
}

/** Runs in the page: deletes the list saved for searches, as if the disk had been full. */
async function dropKeptList(): Promise<void> {
  const opened = async <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await opened(indexedDB.open(name));
    if (database.objectStoreNames.contains('facts')) {
      const facts = database.transaction('facts', 'readwrite').objectStore('facts');
      await opened(facts.delete('list 0'));
    }
    database.close();
  }
}

/** The first results as shown, without their flags. */
async function told(page: Page): Promise<readonly string[]> {
  return finds(page).evaluateAll((rows) =>
    rows.slice(0, 6).map((row) => row.querySelector('.bill-row__amount')?.textContent ?? ''),
  );
}

/** Keys and clicks that would act on a bill of the list. */
async function tryAll(page: Page): Promise<void> {
  await finds(page).first().click();
  await finds(page).first().click({ button: 'right' });
  await finds(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await grid(page).focus();
  for (const key of ['j', 'x', 'ControlOrMeta+a', 'a', 'Enter', 'z', 'End'])
    await page.keyboard.press(key);
}

/** An offline window that loads no bills yet. @param inPage change of its disk before the start */
async function startHeld(
  launch: Launch,
  sandbox: RunningSandbox,
  profileDir: string,
  inPage: () => Promise<void>,
): Promise<Page> {
  const before = await startSignedIn(launch, sandbox, { profileDir });
  await goOffline(before.page, sandbox);
  await before.close();
  const { page } = await launch(connectedTo(sandbox, { profileDir }));
  await expect(currentRow(page)).toBeVisible();
  await page.evaluate(inPage);
  await page.context().addInitScript(holdTakingIn);
  await page.reload();
  await expect(currentRow(page)).toBeVisible();
  return page;
}

test('C-93 a search before the bills are in memory shows its matches and count, allows no action, and stays once they are', async ({
  launch,
  profileDir,
}) => {
  const sandbox = await startSandbox({ bills: String(MANY), 'payable-share': '1' });
  try {
    const page = await startHeld(launch, sandbox, profileDir, async () => undefined);
    await search(page, 'e');
    await expect(finds(page).locator('mark').first()).toBeVisible();
    await expect(count(page)).not.toHaveText(`${MANY} bills`);
    await expect(count(page)).toHaveText(/ bills$/);
    const ofOneLetter = (await count(page).textContent()) ?? '';
    await search(page, 'timber');
    await expect(count(page)).not.toHaveText(ofOneLetter);
    await expect(count(page)).toHaveText(/ bills$/);
    const early = { count: await count(page).textContent(), told: await told(page) };
    await tryAll(page);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(grid(page).locator('[aria-selected=true]')).toHaveCount(0);
    await expect(detail(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await expect(statusBar(page)).toContainText('No pending approvals');
    expect(
      await page.evaluate(() => performance.getEntriesByName('billfold:all-bills').length),
    ).toBe(0);
    await page.evaluate(() => Reflect.get(window, 'takeIn')());
    await expect(currentRow(page)).toBeVisible();
    expect({ count: await count(page).textContent(), told: await told(page) }).toEqual(early);
    expect(early.told.length).toBeGreaterThan(0);
    await readBill(page);
    await grid(page).press('a');
    await expect(statusBar(page)).toContainText('1 approval pending');
  } finally {
    await sandbox.close();
  }
});

test('C-93 matches in the first rows appear at once, without a count until all are in memory', async ({
  launch,
  profileDir,
}) => {
  const sandbox = await startSandbox({ bills: String(MANY), 'payable-share': '1' });
  try {
    const page = await startHeld(launch, sandbox, profileDir, dropKeptList);
    await search(page, 'ti');
    await expect(finds(page).locator('mark').first()).toHaveText(/^ti$/i);
    await expect(count(page)).toHaveText('Searching…');
    const early = await told(page);
    await expect(grid(page).locator('.group-row')).not.toContainText(/[0-9]/);
    await tryAll(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(grid(page).locator('[aria-selected=true]')).toHaveCount(0);
    await expect(statusBar(page)).toContainText('No pending approvals');
    await page.evaluate(() => Reflect.get(window, 'takeIn')());
    await expect(currentRow(page)).toBeVisible();
    await expect(count(page)).toHaveText(/^[0-9]+ bills$/);
    expect(early.length).toBeGreaterThan(0);
    expect((await told(page)).slice(0, early.length)).toEqual(early);
  } finally {
    await sandbox.close();
  }
});
