import { expect, type Page } from '@playwright/test';
import { detail, goTo, grid, statusBar } from '../../actions.ts';
import type { Scene } from '../screenshot.ts';
import { addMonthly, addNightjarBills, nightjarStatement } from './seed-data.ts';
import { escape, startWithBills, toFirstBill } from './steps.ts';

/** Screens around reviewing: reports, invoices, settings, help and the status bar. */
export const around: Scene = {
  name: 'around',
  sandbox: {},
  open: async (stage) => {
    await addMonthly(stage.sandbox);
    await addNightjarBills(stage.sandbox);
    await startWithBills(stage);
  },
  screenshots: [
    {
      name: 'organizations',
      shows: ['Choice'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: /Organization/ }).click();
        await expect(page.getByRole('listbox')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'quota',
      shows: ['QuotaMeter'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: /API calls/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'help',
      shows: ['HelpDialog'],
      reach: async ({ page }) => {
        await grid(page).focus();
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'about',
      shows: ['AboutDialog'],
      reach: async ({ app, page }) => {
        await app.chooseMenu('about');
        await expect(page.getByRole('button', { name: 'Licenses' })).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'whats-new',
      shows: ['NewsDialog'],
      reach: async ({ app, page }) => {
        await app.chooseMenu('whatsNew');
        await expect(page.getByRole('dialog', { name: 'What’s new' })).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'approvals-empty',
      shows: ['ApprovalsScreen'],
      reach: async ({ page }) => {
        await goTo(page, 'Approvals');
        await page.getByRole('tab', { name: /^Sent/ }).click();
        await expect(page.getByText('No approvals sent yet')).toBeVisible();
      },
    },
    {
      name: 'reports',
      shows: ['ReportsScreen', 'AgingCard', 'CashCard', 'VendorsCard'],
      reach: async ({ page }) => {
        await page.getByRole('link', { name: /^Reports/ }).click();
        await expect(
          page.getByRole('heading', { name: 'Payables reports', level: 1 }),
        ).toBeVisible();
      },
    },
    {
      name: 'reports-tables',
      shows: ['FigureTable', 'VendorAging', 'CashCalendar'],
      reach: async ({ page }) => {
        const folded = /^(View as table|Aging by vendor|Next 30 days)$/;
        for (const table of await page.getByRole('button', { name: folded }).all())
          await table.click();
        await expect(page.getByRole('table', { name: /by week/ })).toBeVisible();
      },
    },
    {
      name: 'reports-expected',
      shows: ['ExpectedCard', 'PriceChangesCard'],
      reach: async ({ page }) => {
        await page
          .getByRole('heading', { name: 'Expected but missing' })
          .evaluate((title) => title.scrollIntoView({ block: 'start' }));
      },
    },
    {
      name: 'cash-plan',
      shows: ['CashPlan'],
      reach: async ({ page }) => {
        await page.getByRole('link', { name: 'Cash planner' }).click();
        await page.getByRole('textbox', { name: /^Available/ }).fill('120000');
        await page.keyboard.press('Enter');
        await expect(page.getByText(/ left/).first()).toBeVisible();
      },
    },
    {
      name: 'statement',
      shows: ['StatementCheck'],
      reach: async ({ page }) => {
        await page.getByRole('link', { name: 'Vendor statement' }).click();
        await chooseFile(page, 'statement.pdf', '%PDF-1.7');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'statement-columns',
      shows: ['StatementColumns', 'VendorBox'],
      reach: async ({ page }) => {
        await chooseFile(page, 'March.csv', nightjarStatement);
        await page.getByRole('combobox', { name: 'Vendor' }).fill('Nightjar Broadband');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('region', { name: 'Which column is which?' })).toBeVisible();
      },
    },
    {
      name: 'statement-result',
      shows: ['StatementResult'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Compare' }).click();
        await expect(page.getByRole('table', { name: /^Open there/ })).toBeVisible();
      },
    },
    {
      name: 'settings',
      shows: ['SettingsScreen'],
      reach: async ({ page }) => {
        await goTo(page, 'Settings');
        await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
      },
    },
    {
      name: 'sign-out',
      shows: ['SignOutDialog'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Sign out' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'compact',
      shows: ['SettingsScreen', 'BillGrid'],
      reach: async ({ page }) => {
        await page
          .getByRole('radio', { name: 'Compact' })
          .or(page.getByRole('button', { name: /Density/ }))
          .first()
          .click();
        const option = page.getByRole('option', { name: 'Compact' });
        if (await option.isVisible()) await option.click();
        await goTo(page, 'Review');
        await toFirstBill(page);
      },
      leave: async ({ page }) => {
        await page.keyboard.press('ControlOrMeta+k');
        await page.keyboard.type('comfortable density');
        await page.keyboard.press('Enter');
      },
    },
    {
      name: 'right-to-left',
      shows: ['BillGrid'],
      reach: async ({ page }) => {
        await page.evaluate(() => (document.documentElement.dir = 'rtl'));
        await toFirstBill(page);
      },
      leave: ({ page }) => page.evaluate(() => document.documentElement.removeAttribute('dir')),
    },
    {
      name: 'small-window',
      shows: ['ReviewScreen'],
      reach: async ({ page }) => {
        await page.setViewportSize({ width: 1024, height: 640 });
        await toFirstBill(page);
      },
    },
    {
      name: 'zoomed',
      shows: ['ReviewScreen'],
      reach: async ({ page }) => {
        // The page size of a 1280×800 window at 200%.
        await page.setViewportSize({ width: 640, height: 400 });
        await toFirstBill(page);
      },
    },
    {
      name: 'zoomed-bill',
      shows: ['BillDetail'],
      reach: async ({ page }) => {
        await page.keyboard.press('Enter');
        await expect(detail(page)).toBeVisible();
      },
      leave: async ({ page }) => {
        await page.getByRole('button', { name: 'Back to the list' }).click();
        await page.setViewportSize({ width: 1360, height: 800 });
      },
    },
    {
      name: 'invoices-permission',
      shows: ['InvoicesScreen', 'InvoiceMessages', 'InvoicesOffer', 'ScopeOffer'],
      reach: async ({ page }) => {
        await page.getByRole('link', { name: 'Customer invoices' }).click();
        await expect(page.getByRole('region', { name: /Allow access to invoices/ })).toBeVisible();
      },
    },
    {
      name: 'invoices',
      shows: ['InvoicesScreen', 'InvoiceGrid', 'InvoiceDetail'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Sign in again' }).click();
        const invoices = page.getByRole('grid', { name: 'Customer invoices' });
        await expect(invoices).toBeVisible();
        await invoices.focus();
        await expect(page.getByText('300 invoices', { exact: true })).toBeVisible();
        await invoices.focus();
        await page.keyboard.press('Home');
        await expect(invoices.getByRole('row', { selected: true })).toHaveAttribute(
          'aria-rowindex',
          '2',
        );
      },
    },
    {
      name: 'invoices-no-results',
      shows: ['NoInvoices'],
      reach: async ({ page }) => {
        await page.getByRole('searchbox', { name: 'Search invoices' }).fill('not in any invoice');
        await expect(page.getByText('No results for')).toBeVisible();
      },
    },
    {
      name: 'quota-paused',
      shows: ['QuotaMeter'],
      reach: async ({ page, sandbox }) => {
        await goTo(page, 'Review');
        await sandbox.control.addFault({
          match: { path: '/api/v1/*' },
          fault: { kind: 'rateLimitStorm', retryAfterS: 900 },
        });
        await page.getByRole('button', { name: 'Refresh' }).first().click();
        await expect(statusBar(page)).toContainText('until');
        await page.getByRole('button', { name: /API calls/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      leave: escape,
    },
  ],
};

const chooseFile = (page: Page, name: string, text: string): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
