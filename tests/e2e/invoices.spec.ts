import type { Page } from '@playwright/test';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  goOffline,
  grid,
  payableBills,
  resizeTo,
  search,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import startSecondDocumentation from '../strangers/second-documentation.ts';
import { expect, test } from './fixtures.ts';
import { scriptedBrowser } from './sandbox.ts';

const invoiceGrid = (page: Page) => page.getByRole('grid', { name: 'Customer invoices' });
const offer = (page: Page) => page.getByRole('region', { name: /Allow access to invoices/ });

test('the missing scope of invoices is offered; a canceled or refused sign-in leaves session and approvals at work, and a granted one shows the list, offline and after a restart too', async ({
  launch,
  sandbox,
  profileDir,
}, testInfo) => {
  const browser = scriptedBrowser(testInfo.outputDir);
  browser.tell('allow');
  const first = await startSignedIn(launch, sandbox, { profileDir, browser: browser.command });
  const { page } = first;
  const [bill] = await payableBills(sandbox);
  await goOffline(page, sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await search(page, '');
  await page.getByRole('link', { name: 'Customer invoices' }).click();
  await expect(offer(page)).toContainText('Invoices and receivables');
  await expect(offer(page)).toContainText('1 approval is pending');
  const again = offer(page).getByRole('button', { name: 'Sign in again' });
  // The service is down, so the browser gets no answer, and the wait can only be canceled.
  await again.click();
  await expect(offer(page).getByText(/^Can’t reach /)).toBeVisible();
  await offer(page).getByRole('button', { name: 'Continue anyway' }).click();
  await offer(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(offer(page).getByText('Sign-in canceled')).toBeVisible();
  await sandbox.control.comeBack();
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });

  browser.tell('deny');
  await again.click();
  await expect(offer(page).getByText('Access denied')).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Review/ })
    .click();
  await expect(grid(page)).toBeVisible();
  await expect(statusBar(page)).toContainText('Online');
  const { requests } = await sandbox.control.ledger();
  expect(requests.filter(({ path }) => path === '/api/v1/invoices')).toEqual([]);

  browser.tell('allow');
  await grid(page).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await again.click();
  await expect(invoiceGrid(page)).toBeVisible();
  const rows = invoiceGrid(page).getByRole('row');
  await expect(rows.filter({ hasText: 'S-1014' })).toHaveCount(1);
  expect(await rows.first().getByRole('columnheader').allTextContents()).toEqual([
    'Customer',
    'Invoice no.',
    'Due date',
    'Status',
    'Total',
    'Balance',
  ]);
  const balances = async (direction: 'ascending' | 'descending'): Promise<readonly number[]> => {
    const head = rows.first().getByRole('columnheader', { name: 'Balance' });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', direction);
    // A draft has no balance.
    const cells = invoiceGrid(page).locator('[role=gridcell]:last-child').filter({ hasText: '$' });
    const texts = await cells.allInnerTexts();
    return texts.map((text) => Number(text.replaceAll(/[$,]/gu, '')));
  };
  const falling = await balances('descending');
  expect(falling[0]).toBeGreaterThan(0);
  expect(falling).toEqual(falling.toSorted((left, right) => right - left));
  expect((await balances('ascending'))[0]).toBe(0);
  await page.getByRole('button', { name: /Show$/ }).click();
  await expect(page.getByRole('option', { name: /^Overdue/ })).toBeVisible();
  await page.getByRole('option', { name: /^Paid/ }).click();
  await expect(page.getByText(/^\d+ of 15 invoices$/)).toBeVisible();
  await expect(rows.filter({ hasText: 'Sent' })).toHaveCount(0);
  await first.close();

  await sandbox.control.goUnreachable();
  const { page: later } = await launch(connectedTo(sandbox, { profileDir }));
  await expect(grid(later)).toBeVisible();
  await later.getByRole('link', { name: 'Customer invoices' }).click();
  await expect(invoiceGrid(later)).toBeVisible();
  await expect(statusBar(later)).toContainText('Offline');
  await later.getByRole('searchbox', { name: 'Search invoices' }).fill('s-1003');
  await expect(later.getByText(/^1 of \d+ invoices$/)).toBeVisible();
  await invoiceGrid(later).getByRole('row').filter({ hasText: 'S-1003' }).click();
  const detail = later.getByRole('region', { name: 'Invoice', exact: true });
  await expect(detail.getByRole('term').filter({ hasText: 'Reference' })).toBeVisible();
  await expect(detail.getByRole('heading', { level: 2 })).toBeVisible();
});

const languages = [
  {
    ...{ locale: 'de-DE', signIn: 'Anmelden', again: 'Erneut anmelden' },
    ...{ invoices: 'Ausgangsrechnungen', due: 'Offener Betrag' },
  },
  {
    ...{ locale: 'en-US', signIn: 'Sign in', again: 'Sign in again' },
    ...{ invoices: 'Customer invoices', due: 'Amount due' },
  },
];

for (const { locale, signIn, again, invoices, due } of languages) {
  test(`no heading or status of the customer invoices is cut in ${locale}, and the sum keeps its name in a narrow window`, async ({
    launch,
    profileDir,
  }) => {
    const service = await startSecondDocumentation();
    try {
      const { page } = await launch({
        ...{ serviceUrl: service.url, authUrl: service.url, locale, profileDir },
        ...{ clientId: service.clientId, clientSecret: service.clientSecret },
        browser: `"${process.execPath}" -e "fetch(process.argv[1])"`,
      });
      await page.getByRole('button', { name: signIn, exact: true }).click();
      await page.getByRole('link', { name: invoices }).click();
      await page.getByRole('button', { name: again }).click();
      const list = page.getByRole('grid', { name: invoices });
      const heading = list.getByRole('columnheader');
      await heading.first().waitFor();
      const cut: string[] = [];
      for (const width of [1600, 1440, 1100]) {
        await resizeTo(page, width, 800);
        for (const each of await heading.filter({ visible: true }).all()) {
          await each.getByRole('button').click();
          cut.push(...(await list.evaluate(cutParts)));
        }
      }
      expect(cut).toEqual([]);
      await resizeTo(page, 700, 800);
      await expect(page.locator('.list-header__sums').getByText(due)).toBeVisible();
      await expect(heading.filter({ visible: true }).last()).toHaveAccessibleName(due);
    } finally {
      await service.close();
    }
  });
}

/** Headings with their arrows, and statuses, that reach beyond their cell or end in an ellipsis. */
function cutParts(list: Element): readonly string[] {
  return [...list.querySelectorAll('.grid__sort, .grid__sort *, .badge')]
    .filter((part) => {
      const cell = part.closest('[role=columnheader], [role=gridcell]');
      const isWide =
        part.scrollWidth > part.clientWidth && getComputedStyle(part).overflow !== 'visible';
      const right = cell?.getBoundingClientRect().right ?? 0;
      return part.checkVisibility() && (isWide || part.getBoundingClientRect().right > right + 1);
    })
    .map((part) => part.textContent);
}
