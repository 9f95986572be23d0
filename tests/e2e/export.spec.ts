import { readFileSync, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { approveCurrent, billRow, chooseBill, goTo, grid, startSignedIn } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { readPdf, withoutSpace } from './testing/pdf-text.ts';
import { readCsv } from '../../src/base/testing/read-csv.ts';

async function exportAs(page: Page, target: 'Export CSV…' | 'Export PDF…' | 'Print…') {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: target }).click();
}

/** Vendor, number and amount of each bill on screen, as displayed. */
async function billsOnScreen(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  return rows.evaluateAll((elements) =>
    elements
      .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) =>
        ['.bill-row__name', '.bill-row__number', '.bill-row__amount'].map(
          (part) => row.querySelector(part)?.textContent?.trim() ?? '',
        ),
      ),
  );
}

test('any list is exported as CSV and PDF as filtered on screen, saved where the user chooses, or printed', async ({
  launch,
  sandbox,
}, testInfo) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const all = await billsOnScreen(page);
  const [vendor = ''] = all[0] ?? [];
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(vendor);
  await expect(billRow(page, all.find(([name]) => name !== vendor)?.[0] ?? '')).toHaveCount(0);
  const bills = await billsOnScreen(page);
  expect(bills.length).toBeGreaterThan(0);

  // The user cancels the dialog, and no message appears.
  await exportAs(page, 'Export CSV…');
  const csv = testInfo.outputPath('bills.csv');
  await app.saveTo(csv);
  await exportAs(page, 'Export CSV…');
  await expect(page.getByText('Exported bills.csv')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show in folder' })).toBeVisible();
  const [head = [], ...records] = readCsv(readFileSync(csv, 'utf8'));
  const field = (record: readonly string[], name: string): string =>
    record[head.indexOf(name)] ?? '';
  const money = (record: readonly string[]): string =>
    Number(field(record, 'Amount due')).toLocaleString('en-US', {
      style: 'currency',
      currency: field(record, 'Currency'),
    });
  expect(
    records.map((record) => [field(record, 'Vendor'), field(record, 'Bill no.'), money(record)]),
  ).toEqual(bills);
  expect(records.every((record) => /^\d{4}-\d{2}-\d{2}$/.test(field(record, 'Due date')))).toBe(
    true,
  );
  expect(statSync(csv).mode & 0o777).toBe(0o600);

  const pdf = testInfo.outputPath('bills.pdf');
  await app.saveTo(pdf);
  await exportAs(page, 'Export PDF…');
  await expect(page.getByText('Exported bills.pdf')).toBeVisible();
  const { pages, isTagged, fonts } = readPdf(readFileSync(pdf));
  const text = pages.join('');
  // Electron 25 supports neither tags for screen readers nor page numbers in the margin.
  const isRecent = !app.runsIn.startsWith('electron 25');
  expect({
    pages: pages.length,
    isTagged,
    // Only embedded fonts are used, none of the computer's own.
    fonts,
    isNumbered: text.includes('1/1'),
    missing: ['Needs approval', `Search: “${vendor}”`, 'Amount due', ...bills.flat()].filter(
      (part) => !text.includes(withoutSpace(part)),
    ),
  }).toEqual({
    ...{ pages: 1, isTagged: isRecent, isNumbered: isRecent, missing: [] },
    // Electron 25 does not write their families.
    fonts: isRecent ? ['IBM Plex Sans'] : expect.any(Array),
  });

  await app.saveTo(testInfo.outputPath('no', 'such', 'folder', 'bills.pdf'));
  await exportAs(page, 'Export PDF…');
  await expect(page.getByText('Not saved: the file couldn’t be written')).toBeVisible();

  // If the user closes the system's dialog, no message appears. A failing printer is reported.
  await exportAs(page, 'Print…');
  await expect(page.getByText('Not saved: the file couldn’t be written')).toBeHidden();
  await app.printing('Invalid printer settings');
  await exportAs(page, 'Print…');
  const notPrinted = page.getByText('Couldn’t create the pages');
  await expect(notPrinted).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(notPrinted).toBeHidden();
  await grid(page).getByRole('row').nth(2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  await expect(notPrinted).toBeVisible();

  // The palette offers the same.
  await app.saveTo(testInfo.outputPath('palette.csv'));
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('this list as CSV');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Exported palette.csv')).toBeVisible();

  // Every list has the same menu.
  await page.getByRole('link', { name: /^Reports/ }).click();
  // Until Reports are loaded, the button is that of the list before.
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await app.saveTo(testInfo.outputPath('reports.csv'));
  await exportAs(page, 'Export CSV…');
  await expect(page.getByText('Exported reports.csv')).toBeVisible();
  const report = readFileSync(testInfo.outputPath('reports.csv'), 'utf8');
  expect(report.match(/^"?Cash requirements, next 30 days \(USD\)/gmu)).toHaveLength(30);
  await goTo(page, 'Approvals');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();

  // Approvals are exported as searched. A search without matches shows none beside the list either.
  await goTo(page, 'Review');
  await page.getByRole('searchbox', { name: 'Search bills' }).fill('');
  const approved = [0, 1].map((at) => all[at]?.[1] ?? '');
  for (const number of approved) {
    await chooseBill(page, number);
    await approveCurrent(page);
  }
  await goTo(page, 'Approvals');
  await page.getByRole('searchbox', { name: 'Search approvals' }).fill(approved[0] ?? '');
  await expect(page.getByRole('strong').getByText('1 approval')).toBeVisible();
  await app.saveTo(testInfo.outputPath('approvals.csv'));
  await exportAs(page, 'Export CSV…');
  await expect(page.getByText('Exported approvals.csv')).toBeVisible();
  const exported = readCsv(readFileSync(testInfo.outputPath('approvals.csv'), 'utf8'));
  expect(exported.slice(1).map((record) => record[1])).toEqual(approved.slice(0, 1));
  const shown = page.locator('.detail').getByText(approved[0] ?? '');
  await expect(shown.first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search approvals' }).fill('xyzzyx');
  await expect(shown).toHaveCount(0);
});
