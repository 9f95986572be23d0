import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { OUTBOX_DATABASE_NAME } from '../../../src/renderer/core/outbox/outbox-database.ts';
import { approvalsUnder, currentRow, detail, goTo, grid, openTab, readBill } from '../actions.ts';
import type { Life } from './plan.ts';

/**
 * Reviews until the plan is done or the app is gone.
 * @param made receives each bill, as "vendor number", once the screen has moved on: the approval is stored then
 */
export async function approveSome(page: Page, life: Life, made: string[]): Promise<void> {
  await expect(grid(page)).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Home');
  for (let left = life.approvals; left > 0; left -= 1) {
    const bill = await currentBill(page);
    await readBill(page);
    await page.keyboard.press('a');
    await expect.poll(() => currentBill(page), { intervals: [30] }).not.toBe(bill);
    made.push(bill);
    await page.waitForTimeout(life.pauseMs);
  }
}

/** The current bill, as "vendor number". */
async function currentBill(page: Page): Promise<string> {
  const vendor = await detail(page).getByRole('heading', { level: 2 }).innerText();
  return `${vendor} ${await currentRow(page).getByRole('gridcell').nth(1).innerText()}`;
}

/** Total of the approvals on a tab, as displayed. */
export async function totalUnder(page: Page, tab: 'Sent'): Promise<string> {
  await openTab(page, tab);
  const text = await page.locator('.for-all').innerText();
  return /\$[\d,.]+/.exec(text)?.[0] ?? text;
}

/**
 * Sends everything under Needs attention: unconfirmed approvals again, and those for the first time that a kill left in
 * the audit log only.
 */
export async function sendAllUnsure(page: Page): Promise<void> {
  const forAll = page.getByRole('button', { name: /^(Resend [\d,]+ |Send [\d,]+ recovered)/ });
  const one = page.getByRole('button', { name: /^(Resend|Send)$/ });
  const count = async () => (await approvalsUnder(page, 'Needs attention')).length;
  for (let left = await count(); left > 0; left = await count()) {
    await forAll.or(one).first().click();
    const before = left;
    await expect.poll(count).toBeLessThan(before);
  }
}

/** Waits until Review shows this number of bills under *All bills*. */
export async function allBillsShown(page: Page, count: number): Promise<void> {
  await goTo(page, 'Review');
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await page.getByRole('button', { name: / Show$/ }).click();
  await page.getByRole('option', { name: /^All bills/ }).click();
  const said = `${count.toLocaleString('en-US')} bills`;
  await expect(page.getByText(said, { exact: true }).first()).toBeVisible();
}

const rowsSchema = z.array(z.object({ history: z.array(z.object({ event: z.string() })) }));

/** Number of each event in the histories of all approvals: the effects of the kills, for the report only. */
export async function eventCounts(page: Page): Promise<Readonly<Record<string, number>>> {
  const raw: unknown = await page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(new Error('the outbox cannot be opened')));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('approvals').objectStore('approvals').getAll();
          all.addEventListener('success', () => {
            opening.result.close();
            resolve(all.result);
          });
        });
      }),
    OUTBOX_DATABASE_NAME,
  );
  const counts: Record<string, number> = {};
  for (const { event } of rowsSchema.parse(raw).flatMap(({ history }) => history)) {
    counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}
