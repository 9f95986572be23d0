import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Screenshot } from './screenshot.ts';
import type { Stage } from './stage.ts';
import { holdStill } from './still.ts';
import { inEachTheme } from './themes.ts';

const folder = resolve(import.meta.dirname, '../../../out/screens');

/** Window sizes from `npm run screenshots -- --sizes 1280x800,1920x1080`. */
export const askedSizes = [
  ...(process.env['SCREENSHOTS_SIZES'] ?? '').matchAll(/(\d+)x(\d+)/g),
].map(([name, width, height]) => ({ name, width: Number(width), height: Number(height) }));

/** Writes pictures of a screenshot at each requested size, in both themes, into `out/screens`, for inspection. */
export async function pictureAtSizes(
  { name, whileReading }: Screenshot,
  { page }: Stage,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const usual = page.viewportSize();
  for (const { name: size, width, height } of askedSizes) {
    await page.setViewportSize({ width, height });
    await inEachTheme(page, async (theme) => {
      await holdStill(page, whileReading);
      const path = join(folder, `${name}-${size}-${theme}.png`);
      await page.screenshot({ animations: 'disabled', path });
    });
  }
  if (usual !== null) await page.setViewportSize(usual);
}
