import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, grid } from '../../tests/e2e/actions.ts';
import type { LaunchedApp } from '../../tests/e2e/launched-app.ts';
import { outboxCounts } from './in-page.ts';

/** Performs acts of a kind, one unless `times` says otherwise, and measures each. */
export type Act = (kind: string, work: () => Promise<unknown>, times?: number) => Promise<void>;

const SORTS = ['Amount due', 'Vendor', 'Bill age', 'Due date'];
const LISTS = ['Status: Overdue', 'Status: Open', 'Status: Paid', 'Needs approval'];
const WORD = 'timber';
/** Approvals one by one, fewer than the 60 a minute that Billfold allows. One of them is undone. */
export const APPROVALS = 5;
const MOVES = 400;
/** A held key. Milliseconds. */
const REPEAT_MS = 33;
const READ_MS = 350;
/** Time limit for an approval to be on a slow disk, milliseconds. */
const SAVED_MS = 30_000;

/** A round of a day: every screen, list, order, menu, dialog and export. */
export async function dayOf({ page, saveTo }: LaunchedApp, act: Act): Promise<void> {
  const press = (kind: string, keys: string) => act(kind, () => page.keyboard.press(keys));
  const folder = mkdtempSync(join(tmpdir(), 'billfold-day-'));
  const exportCsv = async (kind: string): Promise<void> => {
    await saveTo(join(folder, `${kind}.csv`));
    await clickOn(act, 'menu: export', page.getByRole('button', { name: 'Export', exact: true }));
    await clickOn(act, kind, page.getByRole('menuitem', { name: 'Export CSV…' }));
    // A long export shows a dialog, which takes the keys.
    await page.locator('.export-message').waitFor();
    await page.keyboard.press('Escape');
  };
  await reviewOf(page, act, press, exportCsv);
  for (const [kind, key] of [
    ['open Approvals', 'a'],
    ['open Invoices', 'i'],
    ['open Settings', 's'],
    ['open Reports', 'n'],
  ] as const)
    await act(kind, () => go(page, key));
  for (const isOn of ['off', 'on'])
    await clickOn(
      act,
      `reports: Include approved ${isOn}`,
      page.getByRole('switch', { name: 'Include approved' }),
    );
  for (const tab of await page.getByRole('tab').all())
    await clickOn(act, 'reports: another currency', tab);
  await exportCsv('reports: export CSV');
  for (const language of ['de', 'en'] as const)
    await act('another language', () =>
      page.evaluate((to) => window.billfold.call('settings.change', { language: to }), language),
    );
  await act('back to Review', () => go(page, 'r'));
}

/** Clicks an element. Looking it up takes the page tens of milliseconds, so that comes before the act. */
async function clickOn(act: Act, kind: string, target: Locator): Promise<void> {
  // Waits until nothing covers it, such as a menu that closes.
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (box === null) throw new Error(`There is nothing to click: ${kind}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await act(kind, () => target.page().mouse.click(x, y));
}

/** Both keys at once: a late letter after `g` does nothing. */
async function go(page: Page, key: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
}

async function reviewOf(
  page: Page,
  act: Act,
  press: (kind: string, keys: string) => Promise<void>,
  exportCsv: (kind: string) => Promise<void>,
): Promise<void> {
  await press('refresh', 'r');
  await grid(page).focus();
  for (const key of ['j', 'j', 'j', 'k', 'j']) await press('move', key);
  await press('last bill', 'End');
  await press('first bill', 'Home');
  for (const key of ['j', 'k']) await hold(page, act, 'hold: move', key, MOVES / 2);
  const before = await countOf(page);
  for (let at = 1; at <= APPROVALS; at++) {
    await page.waitForTimeout(READ_MS);
    await press('approve one', 'a');
    // Until a slow disk has saved the approval, the key still means its bill.
    await expect.poll(() => countOf(page), { timeout: SAVED_MS }).toBe(before + at);
  }
  await press('undo one', 'u');
  await press('search: focus', '/');
  for (const letter of WORD) await press('search: a letter', letter);
  await page.keyboard.press('Control+a');
  await press('search: clear', 'Backspace');
  await press('search: leave', 'Escape');
  for (const words of SORTS) {
    await clickOn(act, 'menu: sort', page.getByRole('button', { name: /^Sort/ }));
    await clickOn(act, `sort: ${words}`, page.getByRole('menuitemradio', { name: words }).first());
  }
  for (const words of LISTS) {
    await clickOn(act, 'menu: list', page.getByRole('button', { name: / Show$/ }));
    await clickOn(act, `list: ${words}`, page.getByRole('option', { name: words }));
  }
  for (const view of await page.getByRole('navigation', { name: 'Views' }).getByRole('link').all())
    await clickOn(act, `view: ${(await view.innerText()).split('\n')[0]}`, view);
  await act('back to Review', () => go(page, 'r'));
  // A view may have no bills, and then no list.
  await clickOn(act, 'leave a view', page.getByRole('link', { name: /^Review/ }));
  await grid(page).waitFor();
  for (const [kind, keys] of [
    ['filter panel', 'f'],
    ['views menu', 'v'],
    ['help', '?'],
    ['command menu', 'Control+k'],
  ] as const) {
    await grid(page).focus();
    await press(`open: ${kind}`, keys);
    await press(`close: ${kind}`, 'Escape');
  }
  await exportCsv('export CSV');
  await grid(page).focus();
  await press('select all', 'Control+a');
  await press('bulk dialog of all', 'a');
  await includeFlagged(page, act);
  await press('bulk: cancel', 'Escape');
  await press('select none', 'Escape');
}

/** Presses a key as often as if it were held. */
async function hold(page: Page, act: Act, kind: string, key: string, times: number): Promise<void> {
  const pressAll = async (): Promise<void> => {
    for (let at = 0; at < times; at++) {
      await page.keyboard.press(key);
      await page.waitForTimeout(REPEAT_MS);
    }
  };
  await act(kind, pressAll, times);
}

/** Number of approvals in the outbox. */
async function countOf(page: Page): Promise<number> {
  return Object.values(await page.evaluate(outboxCounts)).reduce((sum, each) => sum + each, 0);
}

/** Approves the first bills of the list at once. They are sent when their undo period ends. */
export async function approveFirst(page: Page, act: Act, count: number): Promise<void> {
  await grid(page).focus();
  // An undo selects the bills again.
  await page.keyboard.press('Escape');
  await act('first bill', () => page.keyboard.press('Home'));
  await hold(page, act, 'hold: extend the selection', 'Shift+ArrowDown', count - 1);
  const before = await countOf(page);
  await act('bulk dialog', () => page.keyboard.press('a'));
  await includeFlagged(page, act);
  await clickOn(act, 'approve the first', approveButton(page));
  await expect.poll(() => countOf(page), { timeout: SAVED_MS }).toBeGreaterThan(before);
}

/** In the bulk dialog, which leaves flagged bills out. With few bills, each may have a flag. */
async function includeFlagged(page: Page, act: Act): Promise<void> {
  await approveButton(page).waitFor();
  const include = page.getByRole('alertdialog').getByRole('button', { name: 'Include flagged' });
  if (await include.isVisible()) await clickOn(act, 'bulk: include flagged', include);
}

const approveButton = (page: Page): Locator =>
  page.getByRole('alertdialog').getByRole('button', { name: /^Approve \d/ });

/** Approves all bills of the list at once, and undoes that. */
export async function approveAll(page: Page, act: Act): Promise<void> {
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('a');
  await includeFlagged(page, act);
  const undone = async (): Promise<number> => (await page.evaluate(outboxCounts))['withdrawn'] ?? 0;
  const before = await undone();
  await clickOn(act, 'approve all', approveButton(page));
  await act('undo all', () => page.keyboard.press('u'));
  // The undo begins once the approvals are saved. Otherwise the next round would find no bills.
  while ((await undone()) === before) await page.waitForTimeout(READ_MS);
  // Otherwise the next window would send the rest.
  while ('held' in (await page.evaluate(outboxCounts))) await page.waitForTimeout(READ_MS);
}
