import { expect } from '@playwright/test';
import { goTo, grid } from '../../actions.ts';
import type { Scene } from '../screenshot.ts';
import { addNewcomer } from './seed-data.ts';
import { escape, holdClock, releaseClock, search, startWithBills, toFirstBill } from './steps.ts';

/** Customizing the list: filters, order, views, the palette, every organization, printing. */
export const arranging: Scene = {
  name: 'arranging',
  sandbox: {},
  open: async (stage) => {
    await addNewcomer(stage.sandbox);
    await startWithBills(stage);
  },
  screenshots: [
    {
      name: 'filter',
      shows: ['FilterPanel', 'FilterRange', 'VendorBox'],
      reach: async ({ page }) => {
        await toFirstBill(page);
        await page.keyboard.press('f');
        const panel = page.getByRole('dialog', { name: 'Filter bills' });
        await expect(panel).toBeVisible();
        await panel.getByRole('textbox', { name: 'Amount from' }).fill('1000');
        await panel.getByRole('button', { name: /Currency/ }).click();
        await page.getByRole('option', { name: 'USD' }).click();
        await panel.getByLabel('Due by').fill('2026-03-31');
      },
    },
    {
      name: 'filter-chips',
      shows: ['FilterChips'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Apply' }).click();
        await expect(page.getByText('Due by', { exact: false }).first()).toBeVisible();
        await grid(page).focus();
        await page.keyboard.press('Home');
      },
    },
    {
      name: 'filters-hide-all',
      shows: ['NoBills'],
      reach: async ({ page }) => {
        await search(page).fill('Quillmark');
        await expect(page.getByText(/^No results|match your filters/).first()).toBeVisible();
      },
      leave: ({ page }) => search(page).fill(''),
    },
    {
      name: 'save-view',
      shows: ['SaveViewDialog'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Views', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Save this view…' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill('Large and soon due');
      },
    },
    {
      name: 'views',
      shows: ['ViewsMenu', 'NoticeToast'],
      reach: async (stage) => {
        const { page } = stage;
        await holdClock(stage);
        await page.getByRole('button', { name: 'Save view' }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
        await page.getByRole('button', { name: 'View: Large and soon due' }).click();
        await expect(page.getByRole('menuitemradio', { name: 'Large and soon due' })).toBeVisible();
      },
    },
    {
      name: 'manage-views',
      shows: ['ManageViewsDialog'],
      reach: async ({ page }) => {
        await page.getByRole('menuitem', { name: 'Manage views…' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      leave: async (stage) => {
        await escape(stage);
        await releaseClock(stage);
        await expect(stage.page.locator('.toast')).toHaveCount(0);
      },
    },
    {
      name: 'arrange',
      shows: ['SortGroupMenu', 'SortMenu'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Clear all' }).click();
        await page.getByRole('button', { name: /^Sort/ }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'by-vendor',
      shows: ['BillGrid'],
      reach: async ({ page }) => {
        await page.getByRole('menuitemradio', { name: 'Vendor' }).last().click();
        if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape');
        await toFirstBill(page);
      },
    },
    {
      name: 'palette',
      shows: ['CommandPalette'],
      reach: async ({ page }) => {
        await page.keyboard.press('ControlOrMeta+k');
        await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
      },
    },
    {
      name: 'palette-search',
      shows: ['CommandPalette'],
      reach: ({ page }) => page.keyboard.type('sno'),
      leave: escape,
    },
    {
      name: 'export',
      shows: ['ExportMenu', 'TargetMenu', 'BillExport'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'all-organizations',
      shows: ['OrganizationSwitcher', 'BillOrganization', 'AllOrganizationsNote'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: /Organization/ }).click();
        await page.getByRole('option', { name: 'All organizations' }).click();
        await expect(page.getByText('Larkspur Instruments').first()).toBeAttached();
        await goTo(page, 'Review');
        await toFirstBill(page);
      },
    },
  ],
};

/** Lists so long that printing asks first. */
export const long: Scene = {
  name: 'long',
  sandbox: { bills: '5300' },
  open: async (stage) => {
    await startWithBills(stage);
    await stage.page.getByRole('button', { name: /Show$/ }).click();
    await stage.page.getByRole('option', { name: /^All bills/ }).click();
  },
  screenshots: [
    {
      name: 'export-long',
      shows: ['AskPages'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Export PDF…' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      leave: escape,
    },
  ],
};
