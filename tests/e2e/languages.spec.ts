import type { Page } from '@playwright/test';
import {
  addBill,
  chooseUndo,
  connectedTo,
  dayFromToday,
  goOffline,
  readBill,
  setUndo,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { measureCutText, measureEllipses, measureOverflow } from './screenshots/overflow.ts';

const german = ['Prüfen', 'Freigaben', 'Berichte', 'Ausgangsrechnungen', 'Einstellungen'];
const english = ['Review', 'Approvals', 'Reports', 'Customer invoices', 'Settings'];

test('L-3 a German computer shows every screen in German, another language is one choice away, and longer accented words are never cut off', async ({
  launch,
  sandbox,
}) => {
  await addBill(sandbox, { due_date: dayFromToday(-250), status: 'overdue' });
  const app = await launch(connectedTo(sandbox, { locale: 'de-DE' }));
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Rechnungen' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Stand:');
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  await expect(page.getByText('Strg+K')).toBeVisible();
  const found: string[] = [];
  for (const [at, screen] of german.entries()) {
    await goToNth(page, at, screen);
    found.push(...(await misfits(page, screen)));
  }

  // The window's initial size, without the scroll bars of list and pane if they take room.
  await page.setViewportSize({ width: 1440 - 2 * 15, height: 860 - 25 });
  await goToNth(page, 0, 'Prüfen');
  const days = page.getByRole('gridcell', { name: '250 Tage überfällig' });
  await expect(days.getByText('seit 250 Tagen')).toBeVisible();
  found.push(...(await misfits(page, 'Prüfen, first size')), ...(await measureEllipses(page)));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('grid', { name: 'Rechnungen' }).press('d');
  await expect(page.getByRole('region', { name: 'Rückgängig' })).toContainText('Ausgeblendet · ');
  await goToNth(page, 4, 'Einstellungen');

  await page.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(page.getByRole('button', { name: /Language/ })).toBeFocused();
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Hidden · ');
  await undo.getByRole('button').click();
  await app.choose('Allow');
  await chooseUndo(page, 'Off');
  // The status bar has the most text offline, with a pending approval.
  await goOffline(page, sandbox);
  await page.getByRole('grid', { name: 'Bills' }).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1 approval pending');
  for (const [at, screen] of english.entries()) {
    await goToNth(page, at, screen);
    await lengthen(page);
    for (const direction of ['rtl', 'ltr']) {
      await page.evaluate((to) => (document.documentElement.dir = to), direction);
      found.push(...(await misfits(page, `${screen}, longer, ${direction}`)));
    }
  }
  expect(found).toEqual([]);
});

test('L-3 German screens and dialogs fit in a window 320 px wide, as at 400 % zoom', async ({
  launch,
  sandbox,
}) => {
  for (const total_cents of [2_690_635, -9_990])
    await addBill(sandbox, { due_date: dayFromToday(200), total_cents });
  // The navigation shows a count of three digits.
  for (const days of Array(100).keys())
    await addBill(sandbox, { due_date: dayFromToday(201 + days), total_cents: 10_000 + days });
  const { page } = await launch(connectedTo(sandbox, { locale: 'de-DE' }));
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const bills = page.getByRole('grid', { name: 'Rechnungen' });
  await expect(bills).toBeFocused();
  await expect(bills.locator('[aria-current=true]')).toBeVisible();
  // The toast and the group's reason stay during the test.
  await setUndo(page, 60_000);
  await readBill(page);
  await bills.press('a');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1 Freigabe');
  await page.setViewportSize({ width: 320, height: 700 });
  const found: string[] = [];
  const measure = async (place: string): Promise<void> => {
    const wide = await page
      .locator('main > * > *, .grid, .dialog__body, .dialog__body > *')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
    const cut = [
      ...(await measureOverflow(page)),
      ...(await measureEllipses(page)),
      ...(await page.evaluate(cutBrokenOrCovered)),
    ];
    found.push(
      ...cut.map((each) => `${place}: ${each}`),
      ...(wide > 0 ? [`${place} scrolls`] : []),
    );
  };
  for (const density of ['compact', 'comfortable'] as const) {
    await page.evaluate((to) => window.billfold.call('settings.change', { density: to }), density);
    await expect(page.locator('html')).toHaveAttribute('data-density', density);
    const vendors = bills.locator('.bill-row:not(:has(.badge)) > .bill-row__vendor[role=gridcell]');
    const narrowest = (): Promise<number> =>
      vendors.evaluateAll((cells) => Math.min(...cells.map((cell) => cell.clientWidth)));
    await expect.poll(narrowest, density).toBeGreaterThanOrEqual(100);
  }
  await measure('Prüfen');
  for (const [key, dialog] of [
    ['z', 'Diese Rechnung auf Wiedervorlage legen'],
    ['h', 'Diese Rechnung in Klärung geben'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await measure(dialog);
    await page.keyboard.press('Escape');
    await expect(bills).toBeFocused();
  }
  await bills.press('ControlOrMeta+a');
  await measure('Auswahl');
  await bills.press('a');
  await expect(page.getByRole('button', { name: 'Diese einschließen' })).toBeVisible();
  await measure('Hinweise');
  await page.getByRole('button', { name: 'Diese einschließen' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Gutschriften');
  await measure('freigeben?');
  await page.keyboard.press('Escape');
  await bills.press('Escape');
  for (const [part, name] of [
    ['approvals', 'Offener Betrag'],
    ['reports', 'Fälligkeitsstruktur'],
    ['reports/plan', 'Verfügbar'],
    ['settings', 'Einstellungen'],
  ] as const) {
    await page.evaluate((to) => (window.location.hash = `#/${to}`), part);
    await expect(page.getByRole('main')).toContainText(name);
    await measure(part);
  }
  expect(found).toEqual([]);
});

/** Choices cut off, words of toasts that break within, and links of the navigation that the organization covers. */
const cutBrokenOrCovered = (): readonly string[] => {
  const found: string[] = [];
  for (const choice of document.querySelectorAll('main .choice__button > span'))
    if (choice.scrollWidth > choice.clientWidth) found.push(`cut: ${choice.textContent}`);
  for (const { firstChild: text } of document.querySelectorAll('.toast__title'))
    for (const { 0: word, index } of text?.nodeValue?.matchAll(/\S+/g) ?? []) {
      const range = document.createRange();
      range.setStart(text ?? document, index);
      range.setEnd(text ?? document, index + word.length);
      if (range.getClientRects().length > 1) found.push(`breaks: ${word}`);
    }
  for (const link of document.querySelectorAll('nav a')) {
    const { right, top, height } = link.getBoundingClientRect();
    const above = document.elementFromPoint(right - 1, top + height / 2);
    if (above?.closest('.sidebar__organization')) found.push(`covered: ${link.textContent}`);
  }
  return found;
};

for (const locale of ['en-US@posix', 'und', 'C'])
  test(`a computer whose locale is ${locale} opens Billfold in English`, async ({ launch }) => {
    const { page } = await launch({ locale });
    await page.getByRole('button', { name: 'Explore with sample data' }).click();
    await expect(page.getByRole('grid', { name: 'Bills' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  });

/** Selected by position, because its label may have been lengthened. */
async function goToNth(page: Page, at: number, screen: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link').nth(at).click();
  await expect(page).toHaveTitle(new RegExp(`^${screen}`));
}

async function misfits(page: Page, where: string): Promise<readonly string[]> {
  const misfit = [...(await measureOverflow(page)), ...(await measureCutText(page))];
  return misfit.map((what) => `${where}: ${what}`);
}

/** Makes the words of the screen a third longer, with accents, like a pseudo-locale. Data stays unchanged. */
async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const accented: Readonly<Record<string, string>> = {
      a: 'áá',
      e: 'éé',
      i: 'îî',
      o: 'öö',
      u: 'ûû',
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isData = node.parentElement?.closest('[dir=auto], bdi, .amount, kbd, svg') !== null;
      const text = node.nodeValue ?? '';
      if (!isData && !/[áéîöû]{2}/.test(text))
        node.nodeValue = text.replaceAll(/[aeiou]/g, (vowel) => accented[vowel] ?? vowel);
    }
  });
}
