import type { Page } from '@playwright/test';

/**
 * Replaces texts that differ between runs (minutes, seconds, requests left, ids, ports) on screen by fixed
 * ones, so that a picture changes only with the screenshot.
 * @param whileReading whether the screenshot is about syncing
 */
export async function holdStill(page: Page, whileReading = false): Promise<void> {
  await page.evaluate((showsReading) => {
    const moving: readonly (readonly [RegExp, string])[] = [
      [/\b(just now|\d+ (second|minute)s? ago|(in )?less than a minute( ago)?)\b/g, 'just now'],
      [/\b10:0\d(:\d\d)?\s?AM\b/g, '10:00 AM'],
      [/\b1[01]:\d\d(:\d\d)?\s?AM\b/g, '11:00 AM'],
      [/^\d+s$/g, '59s'],
      [/\b[\d,]+ (of [\d,]+ (left|remaining))/g, '950 $1'],
      [/\b[\d,]+ left for background sync/g, '250 left for background sync'],
      [/\b\d:\d\d\b/g, '4:55'],
      [/\babout .{1,20} left\b/g, 'about 1 minute left'],
      [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,23}\b/g, '00000000-0000-4000-8000-000000000000'],
      [/\b[0-9a-f]{64}\b/g, '0'.repeat(64)],
      [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:8765'],
      // A background sync may run at any time.
      ...(showsReading ? [] : [[/^Syncing…$/g, 'Synced just now'] as const]),
    ];
    const stilled = (text: string): string =>
      moving.reduce((words, [found, instead]) => words.replaceAll(found, instead), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const still = stilled(text);
      if (still !== text) node.nodeValue = still;
    }
    for (const field of document.querySelectorAll('input')) {
      const still = stilled(field.value);
      if (still !== field.value) field.value = still;
    }
    const lengths: readonly (readonly [string, 'inlineSize' | 'scale', string])[] = [
      ['.quota__fill', 'inlineSize', '95%'],
      ['.toast__bar', 'scale', '1 1'],
    ];
    for (const [selector, property, length] of lengths)
      for (const bar of document.querySelectorAll<HTMLElement>(selector))
        bar.style[property] = length;
    for (const said of document.querySelectorAll('.about dd'))
      if (said.childElementCount === 0) said.textContent = '1.0';
    for (const { textContent, nextElementSibling } of document.querySelectorAll(
      '.quota-details dt',
    ))
      if (textContent !== '' && nextElementSibling !== null) nextElementSibling.textContent = '7';
  }, whileReading);
}

/** Waits until the sidebar, which counts in idle time, has stayed the same for a while. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const QUIET_MS = 700;
    const MAX_MS = 5_000;
    const views = (): Element | null => document.querySelector('.sidebar__views');
    const said = (): string => views()?.textContent ?? '';
    const isCounted = (): boolean => views()?.querySelector('.sidebar__count') !== null;
    const begun = performance.now();
    let [before, since] = [said(), begun];
    while (performance.now() - since < QUIET_MS && performance.now() - begun < MAX_MS) {
      await new Promise((later) => setTimeout(later, 50));
      if (said() !== before || !isCounted()) [before, since] = [said(), performance.now()];
    }
  });
}
