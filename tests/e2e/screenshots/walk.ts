import { expect } from '@playwright/test';
import type { Screenshot, Scene } from './screenshot.ts';
import { arranging, long } from './scenes/arranging.ts';
import { around } from './scenes/around.ts';
import { reviewing } from './scenes/reviewing.ts';
import { start } from './scenes/start.ts';
import { trouble } from './scenes/trouble.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * Every screen and state of Billfold: the only list for `npm run screenshots`, the accessibility check and the
 * comparison of pictures.
 */
export const scenes: readonly Scene[] = [reviewing, arranging, around, trouble, start, long];

/** Goes through a scene and calls `visit` at each screenshot. */
export async function walk(
  scene: Scene,
  visit: (screenshot: Screenshot, stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = await openStage(scene.sandbox);
  try {
    await scene.open(stage);
    for (const screenshot of scene.screenshots) {
      await screenshot.reach(stage);
      await settle(screenshot, stage);
      await visit(screenshot, stage);
      await screenshot.leave?.(stage);
    }
  } finally {
    await stage.close();
  }
}

/** The pointer position after a click, and a running sync, would be visible in the picture. */
async function settle(screenshot: Screenshot, { page }: Stage): Promise<void> {
  await page.mouse.move(0, 0);
  if (screenshot.whileReading !== true) await expect(page.getByText('Syncing…')).toBeHidden();
}
