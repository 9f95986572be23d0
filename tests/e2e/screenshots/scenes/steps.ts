import { expect, type Page } from '@playwright/test';
import { currentRow, grid, readAll, signIn } from '../../actions.ts';
import type { Stage } from '../stage.ts';

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search bills' });
export const escape = ({ page }: Stage) => page.keyboard.press('Escape');

/** Signs in and waits until everything has been read, so that nothing changes in a picture. */
export async function startWithBills(stage: Stage): Promise<void> {
  stage.consent();
  await stage.start();
  await signIn(stage.page);
  await readAll(stage.app, stage.sandbox);
}

/** Goes to the whole list, with its first bill current and the focus in the grid. */
export async function toFirstBill(page: Page): Promise<void> {
  await search(page).fill('');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  await grid(page).focus();
  await page.keyboard.press('Home');
  // The first row has the column headers, the second a group's heading.
  await expect(currentRow(page)).toHaveAttribute('aria-rowindex', '3');
}

/** Stops the page's clock, so that messages with a time limit stay in the picture. */
export async function holdClock({ page }: Stage): Promise<void> {
  await page.evaluate(() => {
    const [now, heldAtMs] = [Date.now, Date.now()];
    Date.now = () => heldAtMs;
    addEventListener('clock-goes-on', () => (Date.now = now), { once: true });
  });
}

export async function releaseClock({ page }: Stage): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('clock-goes-on')));
}
