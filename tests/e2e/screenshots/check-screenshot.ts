import type { Page } from '@playwright/test';
import { runAxe } from './axe.ts';
import type { Screenshot } from './screenshot.ts';
import { measureOverflow, sizes } from './overflow.ts';
import { comparePicture, fontsOf } from './pictures.ts';
import { holdStill, settle } from './still.ts';
import { inEachTheme, inForcedColors } from './themes.ts';

export interface Findings {
  readonly accessibility: string[];
  readonly overflow: string[];
  readonly pictures: string[];
  /** Screenshots in which Billfold reports a bug. */
  readonly bugs: string[];
  readonly rules: Set<string>;
  /** Runs of axe: each state in light, in dark and in forced colors. */
  checked: number;
}

export const noFindings = (): Findings => ({
  accessibility: [],
  overflow: [],
  pictures: [],
  bugs: [],
  rules: new Set(),
  checked: 0,
});

/** Checks one screenshot: axe in both themes and in forced colors, the picture in both themes, then clipping in small windows. */
export async function checkScreenshot(
  page: Page,
  { name, whileReading }: Screenshot,
  findings: Findings,
): Promise<void> {
  await settle(page);
  const fonts = await fontsOf(page);
  const bug = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  if (await bug.isVisible()) findings.bugs.push(`${name}: ${await bug.innerText()}`);
  await inEachTheme(page, async (theme) => {
    const different = await takePicture(page, whileReading, (now) =>
      comparePicture(`${name}-${theme}`, now, fonts),
    );
    if (different !== null) findings.pictures.push(`${name}-${theme}: ${different}`);
    await checkAxe(page, `${name}, ${theme}`, theme === 'light' ? 'all' : 'colours', findings);
  });
  await inForcedColors(page, () => checkAxe(page, `${name}, forced colors`, 'colours', findings));
  await checkSizes(page, name, findings);
}

async function checkAxe(
  page: Page,
  where: string,
  which: 'all' | 'colours',
  findings: Findings,
): Promise<void> {
  const { violations, rules } = await runAxe(page, which);
  findings.accessibility.push(...violations.map((found) => `${where}: ${found}`));
  for (const rule of rules) findings.rules.add(rule);
  findings.checked += 1;
}

/**
 * Returns the difference, or null. A minute may pass between freezing the page and the picture, and change a text: then
 * it tries again.
 */
async function takePicture(
  page: Page,
  whileReading: boolean | undefined,
  compare: (now: Buffer) => void,
): Promise<string | null> {
  for (let left = MAX_PICTURES; ; left--) {
    await holdStill(page, whileReading);
    const now = await page.screenshot({ animations: 'disabled' });
    try {
      compare(now);
      return null;
    } catch (difference) {
      if (left === 1) return String(difference);
    }
  }
}

const MAX_PICTURES = 3;

async function checkSizes(page: Page, name: string, findings: Findings): Promise<void> {
  const usual = page.viewportSize();
  for (const direction of ['ltr', 'rtl'] as const) {
    await page.evaluate((to) => (document.documentElement.dir = to), direction);
    for (const { name: size, width, height } of sizes) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const found = await measureOverflow(page);
      findings.overflow.push(...found.map((what) => `${name}, ${size}, ${direction}: ${what}`));
    }
  }
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  if (usual !== null) await page.setViewportSize(usual);
}

/** Popovers move to their new place a moment after the window was resized. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
      }),
  );
}
