import { expect } from '@playwright/test';
import {
  readBill,
  billRow,
  chooseUndo,
  currentRow,
  detail,
  grid,
  statusBar,
} from '../../actions.ts';
import type { Scene } from '../screenshot.ts';
import { addDuplicate, addNewcomer } from './seed-data.ts';
import { escape, holdClock, releaseClock, search, startWithBills, toFirstBill } from './steps.ts';

/** Reviewing the bills of the sample companies, online. */
export const reviewing: Scene = {
  name: 'reviewing',
  sandbox: {},
  open: async (stage) => {
    await addDuplicate(stage.sandbox);
    await addNewcomer(stage.sandbox);
    await startWithBills(stage);
  },
  screenshots: [
    {
      name: 'review',
      shows: ['ReviewScreen', 'BillGrid', 'BillDetail', 'Sidebar', 'StatusBar'],
      reach: ({ page }) => toFirstBill(page),
    },
    {
      name: 'bill-menu',
      shows: ['RowMenu', 'BillMenu'],
      reach: async ({ page }) => {
        // A menu that opens while the list is laid out stands some pixels lower.
        await expect(async () => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('Shift+F10');
          await expect(page.getByRole('menuitem', { name: 'Approve' })).toBeFocused();
          const [row, menu] = [currentRow(page), page.getByRole('menu')];
          const [above, below] = [await row.boundingBox(), await menu.boundingBox()];
          expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(2);
        }).toPass();
      },
      leave: escape,
    },
    {
      name: 'vendor',
      shows: ['VendorPanel'],
      reach: async ({ page }) => {
        await detail(page)
          .getByText('From synced bills')
          .evaluate((title) => title.scrollIntoView({ block: 'center' }));
        await grid(page).focus();
      },
    },
    {
      name: 'bill-flags',
      shows: ['FlagList'],
      reach: async ({ page }) => {
        await search(page).fill('green folder');
        await billRow(page, 'Possible duplicate').click();
        await expect(detail(page)).toContainText('Likely duplicate');
      },
    },
    {
      name: 'compare',
      shows: ['CompareDialog'],
      reach: async ({ page }) => {
        await detail(page).getByRole('button', { name: 'Compare bills' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'paid',
      shows: ['SecondCopyDialog', 'CopiesDialog'],
      reach: async ({ page }) => {
        await readBill(page);
        await page.keyboard.press('a');
        await expect(page.getByRole('alertdialog', { name: /^Likely already paid/ })).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'search',
      shows: ['SearchBox', 'Chip'],
      reach: async ({ page }) => {
        await search(page).fill('timber over 500 march -oak');
        await expect(billRow(page, /timber/i).first()).toBeVisible();
        await expect(page.getByRole('button', { name: /^Read “march” as: Due/ })).toBeVisible();
      },
    },
    {
      name: 'no-results',
      shows: ['NoBills'],
      reach: async ({ page }) => {
        await search(page).fill('lighthouse catering');
        await expect(page.getByText('No results for')).toBeVisible();
      },
      leave: ({ page }) => toFirstBill(page),
    },
    {
      name: 'show-choice',
      shows: ['Choice'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: /Show$/ }).click();
        await expect(page.getByRole('listbox')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'selection',
      shows: ['SelectionBar'],
      reach: async ({ page }) => {
        await search(page).fill('QS-1');
        await expect(billRow(page, 'QS-1')).toBeVisible();
        await grid(page).focus();
        await page.keyboard.press('x');
        await toFirstBill(page);
        await page.keyboard.press('x');
        for (let count = 0; count < 4; count++) await page.keyboard.press('Shift+ArrowDown');
        await expect(page.getByRole('group', { name: 'Selected bills' })).toBeVisible();
      },
    },
    {
      name: 'bulk',
      shows: ['BulkDialog'],
      reach: async ({ page }) => {
        await page.keyboard.press('a');
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      leave: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('group', { name: 'Selected bills' })).toBeHidden();
      },
    },
    {
      name: 'undo',
      shows: ['Toasts'],
      reach: async ({ page }) => {
        await chooseUndo(page, '1 minute');
        await toFirstBill(page);
        await readBill(page);
        await page.keyboard.press('a');
        await expect(statusBar(page)).toContainText('1 approval pending');
        await expect(page.getByRole('button', { name: /Undo/ })).toBeVisible();
      },
      leave: async ({ page }) => {
        const rows = Number(await grid(page).getAttribute('aria-rowcount'));
        await page.keyboard.press('u');
        // Restore its place: the next steps act on the first bill.
        await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows + 1));
        await expect(statusBar(page)).toContainText('No pending approvals');
        await expect(page.locator('.toast')).toHaveCount(0);
      },
    },
    {
      name: 'note',
      shows: ['NoteField'],
      reach: async ({ page }) => {
        await toFirstBill(page);
        await page.keyboard.press('n');
        await page.keyboard.type('Asked Mara whether the second day was agreed.');
        await grid(page).focus();
        await expect(currentRow(page)).toContainText('Has a note');
      },
    },
    {
      name: 'hold',
      shows: ['HoldDialog'],
      reach: async ({ page }) => {
        // The note's toast ends by itself.
        await expect(page.locator('.toast')).toHaveCount(0);
        await page.keyboard.press('h');
        const dialog = page.getByRole('dialog', { name: 'Hold this bill' });
        await dialog.getByRole('button', { name: 'Goods not received' }).click();
        await dialog.getByLabel('Asked (optional)').fill('Mara');
      },
    },
    {
      name: 'waiting',
      shows: ['FlagKinds'],
      reach: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Hold', exact: true }).click();
        await page.getByRole('link', { name: /^Waiting for an answer/ }).click();
        await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
        await expect(page.getByRole('button', { name: /^Waiting for answer/ })).toBeVisible();
        await expect(page.locator('.toast')).toHaveCount(0);
        await grid(page).focus();
        await detail(page).evaluate((pane) => {
          for (let at: Element | null = pane; at !== null; at = at.parentElement) at.scrollTop = 0;
        });
      },
    },
    {
      name: 'approve-held',
      shows: ['OnHoldDialog'],
      reach: async ({ page }) => {
        await readBill(page);
        await page.keyboard.press('a');
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'vendor-history',
      shows: ['VendorDialog'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Vendor history…' }).click();
        await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
      },
      leave: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Release' }).click();
        await page.getByRole('link', { name: /^Review/ }).click();
        await toFirstBill(page);
      },
    },
    {
      name: 'snooze',
      shows: ['SnoozeDialog'],
      reach: async ({ page }) => {
        await page.keyboard.press('z');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'snoozed',
      shows: ['LocalChangeToast', 'HideButtons'],
      reach: async (stage) => {
        const { page } = stage;
        await holdClock(stage);
        await page.getByRole('button', { name: /Next Monday/ }).click();
        await expect(page.getByText(/Snoozed until/).first()).toBeVisible();
        await page.getByRole('button', { name: /Show$/ }).click();
        await page.getByRole('option', { name: /^Snoozed/ }).click();
        await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
        await grid(page).focus();
      },
      leave: async (stage) => {
        const { page } = stage;
        await releaseClock(stage);
        await page.getByRole('button', { name: /Show$/ }).click();
        await page.getByRole('option', { name: /^Needs approval/ }).click();
      },
    },
  ],
};
