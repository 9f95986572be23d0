import type { Page } from '@playwright/test';
import {
  addBill,
  connectedTo,
  dayFromToday,
  readAll,
  readBill,
  search,
  show,
  signIn,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const WIDTHS = [320, 360, 768, 900, 1000, 1150, 1280, 1400, 1600];
const CURRENCIES = ['EUR', 'GBP', 'CHF', 'AUD', 'CAD', 'SEK', 'NOK'];

test('in a list of any width, the heading of a group shows each total whole or counts it, and a row its badge', async ({
  launch,
  sandbox,
}) => {
  for (const currency of CURRENCIES)
    await addBill(sandbox, {
      ...{ due_date: dayFromToday(-300), status: 'overdue', currency },
      ...{ bill_number: `QS-${currency}`, total_cents: 19_347_523 },
    });
  const { page } = await launch(connectedTo(sandbox, { locale: 'de-DE' }));
  await page.setViewportSize({ width: 1400, height: 700 });
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Rechnungen' });
  await expect(grid.getByRole('rowheader', { name: /^Überfällig/ })).toContainText('+');
  await expectWholeOrCounted(page);

  await grid.focus();
  await page.keyboard.press('Home');
  const rows = grid.getByRole('row').filter({ hasText: 'QS-' });
  for (const left of CURRENCIES.keys()) {
    await expect(rows).toHaveCount(CURRENCIES.length - left);
    await readBill(page);
    await page.keyboard.press('a');
  }
  await expect(rows).toHaveCount(0);
  await page.getByRole('link', { name: /^Von mir freigegeben/ }).click();
  const badges = grid.locator('.badge').filter({ hasText: 'Gesendet' });
  await expect(badges).toHaveCount(CURRENCIES.length);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => badges.evaluateAll(hiddenIn), `${width} px`).toEqual([]);
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Freigaben' }).click();
  await page.getByRole('tab', { name: /^Gesendet 7$/ }).click();
  await expect(page.getByRole('rowheader')).toContainText(['7 Freigaben']);
  await expectWholeOrCounted(page);
});

test('a list of any width shows each amount whole, also in a column that the user narrowed, or beside one that the user widened', async ({
  launch,
  sandbox,
}) => {
  for (const currency of ['KWD', 'EUR', 'MWK'])
    await addBill(sandbox, {
      ...{ due_date: dayFromToday(-300), status: 'overdue', currency },
      ...{ bill_number: `QS-${currency}`, total_cents: 1_919_853_332 },
    });
  const { page } = await launch(connectedTo(sandbox, { locale: 'de-DE' }));
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const amounts = page.getByRole('grid', { name: 'Rechnungen' }).locator('.bill-row__amount');
  await expect(amounts.filter({ hasText: 'KWD' })).toHaveText('19.198.533,320\u00a0KWD');
  await expectWhole();
  await page.setViewportSize({ width: 1400, height: 700 });
  await page.getByRole('separator', { name: 'Offener Betrag' }).press('Home');
  await expectWhole();
  await page.setViewportSize({ width: 1400, height: 700 });
  await page.getByRole('separator', { name: 'Lieferant' }).press('End');
  await expectWhole();

  async function expectWhole(): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => amounts.evaluateAll(cutIn), `${width} px`).toEqual([]);
    }
  }
});

/** Texts of cells that are cut off, or outside the grid. */
const cutIn = (cells: readonly Element[]): readonly string[] =>
  cells.flatMap((cell) => {
    const edgePx = cell.closest('[role=grid]')?.getBoundingClientRect().right ?? 0;
    const isOutside = cell.getBoundingClientRect().right > edgePx;
    return isOutside || cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : [];
  });

test('a heading whose currencies leave the list no longer counts them, and a list of void bills says that its sum is a total', async ({
  launch,
  sandbox,
}) => {
  const past = { due_date: dayFromToday(-300), total_cents: 19_347_523 };
  for (const currency of CURRENCIES)
    await addBill(sandbox, {
      ...{ ...past, status: 'overdue', currency, bill_number: `QS-${currency}` },
    });
  await addBill(sandbox, { ...past, status: 'void', bill_number: 'QX-1', memo: 'xylophone' });
  await addBill(sandbox, {
    ...{ due_date: dayFromToday(300), bill_number: 'QX-2', memo: 'xylophone' },
  });
  const app = await launch(connectedTo(sandbox));
  const { page } = app;
  await page.setViewportSize({ width: 1150, height: 700 });
  await signIn(page);
  await readAll(app, sandbox);
  await show(page, 'All bills');
  const heading = page.getByRole('grid', { name: 'Bills' }).getByRole('rowheader').first();
  await expect(heading).toContainText('+');
  await search(page, 'xylophone');
  await expect(heading).toContainText('1 bill');
  await expect(heading).not.toContainText('+');

  await search(page, 'QX-1');
  await page.setViewportSize({ width: 700, height: 700 });
  await expect(page.getByRole('columnheader', { name: 'Total', exact: true })).toBeVisible();
  const sums = page.getByRole('main').getByRole('status').filter({ hasText: '1 bill' });
  await expect(sums).toHaveText(/^1 bill\s*Total\s*€193,475\.23$/, { useInnerText: true });
});

/** Badges below the visible line of their cell. */
const hiddenIn = (badges: readonly Element[]): readonly Element[] =>
  badges.filter((badge) => {
    const cell = badge.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return badge.getBoundingClientRect().top > cell.bottom - 2;
  });

async function expectWholeOrCounted(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => faults(page), `${width} px`).toEqual([]);
  }
}

/** Headings of groups with a total that is cut off, or hidden and not counted. */
async function faults(page: Page): Promise<readonly string[]> {
  return page.locator('.group-row__cell:has(.totals > li)').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const list = cell.querySelector('.totals');
      const around = list?.getBoundingClientRect() ?? new DOMRect();
      const boxes = [...(list?.children ?? [])].map((each) => each.getBoundingClientRect());
      const shown = boxes.filter(({ top }) => top < around.bottom - 1);
      const more = Number(/\d+/.exec(list?.nextElementSibling?.textContent ?? '')?.[0] ?? 0);
      const isWhole = shown.every(
        ({ left, right }) => left > around.left - 1 && right < around.right + 1,
      );
      const isInCell = cell.scrollWidth <= cell.clientWidth;
      const isRight = isWhole && isInCell && shown.length + more === boxes.length;
      return isRight ? [] : (cell.textContent ?? '');
    }),
  );
}
