import type { Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Shows the page as on a desktop with high contrast; leaves it as before. */
export async function inForcedColors(page: Page, visit: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit();
  await page.emulateMedia({ forcedColors: 'none' });
  await laidOut(page);
}

/** Waits until the page has its new layout: a menu that opens before would stand elsewhere. */
async function laidOut(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Shows the page on a light and on a dark desktop, and leaves it light. */
export async function inEachTheme(
  page: Page,
  visit: (theme: Theme) => Promise<void>,
): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await visit(theme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await laidOut(page);
}
