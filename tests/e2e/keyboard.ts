import { expect, type Page } from '@playwright/test';

const MAX_TABS = 80;

/** A user without a mouse, who has only keys. */
export interface KeyboardUser {
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab until the element has the focus. Fails when Tab does not lead there. */
  tabTo(role: Role, name: string | RegExp): Promise<void>;
  /** Number of pointer events on the page. */
  pointerUses(): Promise<number>;
}

type Role = Parameters<Page['getByRole']>[0];

/** Gives its user only the keyboard of a page. */
export async function keyboardUser(page: Page): Promise<KeyboardUser> {
  await page.evaluate(() => {
    for (const name of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
      addEventListener(name, () => (document.body.dataset['pointer'] = 'used'), { capture: true });
  });
  const isThere = (role: Role, name: string | RegExp): Promise<boolean> =>
    page
      .getByRole(role, { name })
      .evaluateAll((found) => found.some((element) => element === document.activeElement));
  return {
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    tabTo: async (role, name) => {
      await expect(page.getByRole(role, { name }).first()).toBeVisible();
      for (let tabs = 0; tabs < MAX_TABS; tabs++) {
        if (await isThere(role, name)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to the ${role} “${String(name)}”.`);
    },
    pointerUses: () =>
      page.evaluate(() => (document.body.dataset['pointer'] === undefined ? 0 : 1)),
  };
}
