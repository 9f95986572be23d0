import type { Locator, Page } from '@playwright/test';
import { goTo, grid, startSignedIn } from './actions.ts';
import { expect, test } from './fixtures.ts';

const DRAWN = [
  'backgroundColor',
  'borderBlockEndColor',
  'borderTopColor',
  'fill',
  'outlineColor',
  'outlineStyle',
] as const;

/** Computed colors of an element, as the browser draws it. */
async function drawn(element: Locator): Promise<Record<string, string>> {
  return element.evaluate(
    (shown, names) => {
      const style = getComputedStyle(shown);
      return Object.fromEntries(names.map((name) => [name, style[name]]));
    },
    [...DRAWN],
  );
}

async function expectDifferent(one: Locator, other: Locator): Promise<void> {
  expect(await drawn(one)).not.toEqual(await drawn(other));
}

const part = (page: Page, toggle: string, name: 'track' | 'knob'): Locator =>
  page.locator('.toggle', { hasText: toggle }).locator(`.toggle__${name}`);

test('L-10 in forced colors every state is drawn: switches, tabs, the current screen, charts, meter, slider, primary button, column edges', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await goTo(page, 'Review');
    await expect(grid(page)).toBeVisible();
    await expectDifferent(
      page.locator('.sidebar__link[aria-current]'),
      page.locator('.sidebar__link:not([aria-current])').first(),
    );
    await expectDifferent(
      page.locator('.button--primary').first(),
      page.locator('.detail .button--plain').first(),
    );
    await expectDifferent(page.locator('.quota'), page.locator('.quota__fill'));
    const rows = grid(page).locator('[role=row][aria-selected]');
    await grid(page).focus();
    await page.keyboard.press('x');
    await expectDifferent(
      grid(page).locator('[aria-selected=true] .bill-row__check > span').first(),
      rows.nth(2).locator('.bill-row__check > span'),
    );
    await page.keyboard.press('Escape');
    // At rest an edge is transparent, on the header it is a line of one pixel.
    const edge = grid(page).locator('.grid__edge').first();
    const line = (): Promise<string> =>
      edge.evaluate((shown) => {
        const { backgroundColor, borderLeftColor } = getComputedStyle(shown);
        return `${shown.clientWidth} ${backgroundColor} ${borderLeftColor}`;
      });
    const clear = 'rgba(0, 0, 0, 0)';
    await page.mouse.move(0, 0);
    expect(await line()).toBe(`1 ${clear} ${clear}`);
    await grid(page).locator('.grid__head').hover();
    await expect
      .poll(line)
      .toMatch(new RegExp(`^1 rgb\\(\\d+, \\d+, \\d+\\) rgba\\(0, 0, 0, 0\\)$`));

    await goTo(page, 'Approvals');
    await expectDifferent(
      page.getByRole('tab', { selected: true }),
      page.getByRole('tab', { selected: false }).first(),
    );

    await page.getByRole('link', { name: /^Reports/ }).click();
    const tabs = page.getByRole('tab');
    await expect(page.getByRole('heading', { name: 'Payables reports' })).toBeVisible();
    if ((await tabs.count()) > 1)
      await expectDifferent(
        page.getByRole('tab', { selected: true }).first(),
        page.getByRole('tab', { selected: false }).first(),
      );
    const ages = await page
      .locator('.legend')
      .first()
      .locator('.age')
      .evaluateAll((keys) => keys.map((key) => getComputedStyle(key).fill));
    expect(ages.length).toBe(5);
    expect(new Set(ages).size).toBe(5);

    await goTo(page, 'Settings');
    const on = part(page, 'Queued approvals sent', 'track');
    await expectDifferent(on, part(page, 'Automatically resend', 'track'));
    await expectDifferent(on, part(page, 'Queued approvals sent', 'knob'));
    const thumb = await drawn(page.locator('.slider__thumb'));
    const card = await drawn(page.locator('.settings__card').first());
    expect(thumb['backgroundColor']).not.toBe(card['backgroundColor']);
  }
});
