import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  addBill,
  billRow,
  chooseAuditLog,
  chooseBill,
  dayFromToday,
  detail,
  goOffline,
  goTo,
  grid,
  readBill,
  search,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { LaunchedApp } from './launched-app.ts';
import { mailingBrowser } from './sandbox.ts';
import { runAxe } from './screenshots/axe.ts';
import { readPdf } from './testing/pdf-text.ts';

const flags = (page: Page) => detail(page).getByRole('region', { name: 'Check before approving' });
const reasons = (page: Page) => page.getByRole('group', { name: 'Reason (optional)' });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const noViolations = async (page: Page): Promise<void> =>
  expect((await runAxe(page, 'all')).violations).toEqual([]);

test('J-80, M-20, M-21, M-22, R-111 offline, bills are approved with a reason, held with a question, and tagged, a vendor is trusted, and the day is handed over', async ({
  launch,
  sandbox,
}, testInfo) => {
  for (const number of ['NP-1', 'NP-2', 'NP-3', 'NP-4', 'NP-5'])
    await addBill(sandbox, {
      vendor: { id: `vendor-${number}`, name: `Nightjar ${number}`, category: 'Print' },
      bill_number: number,
      due_date: dayFromToday(-Number(number.slice(3))),
    });
  const browser = mailingBrowser(testInfo.outputPath('mail'));
  const app = await startSignedIn(launch, sandbox, { browser: browser.command });
  const { page } = app;
  await goOffline(page, sandbox);
  await approveWithReasons(page);
  await hold(page);
  await expect
    .poll(() => browser.draft()?.searchParams.get('body'))
    .toMatch(/Goods not received[^]*Nightjar NP-5[^]*billfold:\/\/bill\/\S+$/);
  await approveHeld(page);
  await tag(page);
  await trust(page);
  await handOver(app, testInfo.outputPath('handover.pdf'));
});

/** One click, own words, or no reason at all. */
async function approveWithReasons(page: Page): Promise<void> {
  await chooseBill(page, 'NP-1');
  const twoSites = reasons(page).getByRole('button', { name: 'Two sites' });
  await twoSites.click();
  await expect(twoSites).toHaveAttribute('aria-pressed', 'true');
  await noViolations(page);
  await readBill(page);
  await page.keyboard.press('a');

  await chooseBill(page, 'NP-2');
  await reasons(page).getByRole('button', { name: 'Other…' }).press('Enter');
  await page.keyboard.type('=Agreed by phone');
  await page.keyboard.press('Enter');
  await readBill(page);
  await page.keyboard.press('a');

  await chooseBill(page, 'NP-3');
  await grid(page).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('3 approvals pending');

  await goTo(page, 'Approvals');
  await page.getByRole('row').filter({ hasText: 'NP-1' }).click();
  await expect(page.getByRole('region', { name: 'Approval' })).toContainText(
    'Reason to approve: Two sites',
  );
  await goTo(page, 'Review');
}

/** Holds one bill by keyboard and one by mouse. The view lists overdue answers first. */
async function hold(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Hold this bill' });
  await chooseBill(page, 'NP-4');
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a reason, or the person you asked.');
  await page.keyboard.type('Which order?');
  await noViolations(page);
  await page.keyboard.press('Enter');
  await expect(flags(page)).toContainText(/On hold\. “Which order\?”, since /);
  await page.keyboard.press('u');
  await expect(flags(page)).not.toContainText('On hold');
  await page.keyboard.press('h');
  await page.keyboard.type('Which order?');
  await page.keyboard.press('Enter');
  await expect(flags(page)).toContainText('On hold');

  await chooseBill(page, 'NP-5');
  await detail(page).getByRole('button', { name: 'Hold…' }).click();
  await dialog.getByRole('button', { name: 'Goods not received' }).click();
  await dialog.getByLabel('Asked (optional)').fill('anna@example.com');
  await dialog.getByLabel('Answer expected by (optional)').fill(dayFromToday(3));
  await dialog.getByRole('button', { name: 'Hold and write email' }).click();
  await expect(flags(page)).toContainText(/Waiting for answer\. Asked anna@example\.com on/);

  await chooseBill(page, 'NP-4');
  await flags(page).getByRole('button', { name: 'Change…' }).click();
  const answerBy = dialog.getByLabel('Answer expected by (optional)');
  const submit = dialog.getByRole('button', { name: 'Hold', exact: true });
  await answerBy.fill(dayFromToday(0));
  await submit.click();
  await expect(dialog).toContainText('Enter the person you asked, or clear the date.');
  await dialog.getByLabel('Asked (optional)').fill('Ben');
  await answerBy.fill(dayFromToday(-1));
  await submit.click();
  await expect(dialog).toContainText('Pick today or a later date.');
  await answerBy.fill('');
  await answerBy.press('0');
  await answerBy.press('Enter');
  await expect(dialog).toContainText('Enter a full date.');
  await expect(answerBy).toBeFocused();
  await answerBy.fill(dayFromToday(0));
  await submit.click();
  await expect(flags(page)).toContainText(/Waiting for answer\. Asked Ben on .* by /);
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.getByRole('alertdialog')).toContainText('Waiting for answer.');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await search(page, '');
  await view(page, 'Waiting for an answer').click();
  await expect(grid(page).getByRole('row').filter({ hasText: 'Nightjar' })).toHaveText([
    /NP-4/,
    /NP-5/,
  ]);
  const kinds = page.getByRole('group', { name: 'Kinds of flags' });
  await expect(kinds.getByRole('button', { name: 'Waiting for answer 2' })).toBeVisible();
  await noViolations(page);
  await kinds.getByRole('button', { name: /^New vendor/ }).click();
  await expect(billRow(page, 'NP-5')).toHaveCount(1);
}

/** Approving a held bill says so first. */
async function approveHeld(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'This bill is on hold' });
  await chooseBill(page, 'NP-5');
  await grid(page).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(question).toContainText('Goods not received');
  await noViolations(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.keyboard.press('a');
  await question.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(statusBar(page)).toContainText('4 approvals pending');
}

/** A tag stands in the row and leads to its bills. */
async function tag(page: Page): Promise<void> {
  await search(page, '');
  await view(page, 'Flagged').click();
  await billRow(page, 'NP-4').click();
  await page.keyboard.press('n');
  await page.keyboard.type('Ask the plant #site-2');
  await page.keyboard.press('Escape');
  await expect(billRow(page, 'NP-4')).toContainText('#site-2');
  await detail(page).getByRole('button', { name: '#site-2' }).click();
  await expect(page.getByRole('button', { name: 'Tag: #site-2' })).toBeVisible();
  await expect(grid(page).getByRole('row').filter({ hasText: 'Nightjar' })).toHaveCount(1);
  await noViolations(page);
}

/** Trust silences only the flag of a new vendor. */
async function trust(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Nightjar NP-4' });
  await detail(page).getByRole('button', { name: 'Vendor history…' }).click();
  await expect(dialog).toContainText('€1,250.00 (1 bill)');
  await dialog.getByRole('switch', { name: 'Trusted vendor' }).click();
  await dialog.getByRole('textbox', { name: 'Note on the vendor' }).fill('Known from the fair');
  await noViolations(page);
  await page.keyboard.press('Escape');
  await expect(detail(page)).toContainText('Trusted vendor Known from the fair');
  await expect(flags(page)).not.toContainText('New vendor');
  await expect(flags(page)).toContainText('Waiting for answer');
}

/** The day's handover has the approvals, their reasons, and the open question. */
async function handOver(app: LaunchedApp, pdf: string): Promise<void> {
  const { page } = app;
  await goTo(page, 'Approvals');
  await app.saveTo(pdf);
  await chooseAuditLog(page, 'Day’s handover (PDF)…');
  await expect(page.getByText('Exported handover.pdf')).toBeVisible();
  const text = readPdf(readFileSync(pdf)).pages.join('');
  const needed = ['4 approvals', 'Two sites', '=Agreed by phone', 'Which order?', 'Ben'];
  expect(needed.filter((part) => !text.includes(part.replaceAll(' ', '')))).toEqual([]);
}
