import type { Page } from '@playwright/test';

/** Window sizes in which everything has to be reachable; 200 % zoom halves the page's own pixels. */
export const sizes = [
  { name: '1024x640', width: 1024, height: 640 },
  { name: '1280x800 at 200 %', width: 640, height: 400 },
] as const;

/**
 * What cannot be reached: a page that scrolls, horizontally or instead of its parts, and controls that lie outside the
 * window or are cut off by what holds them.
 */
export async function measureOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1;
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
    // Its parts scroll; it would take all of them out of the window.
    if (root.scrollHeight > root.clientHeight)
      found.push(`the page is ${root.scrollHeight} px high in ${root.clientHeight}`);
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').slice(0, 40)}”`;
    const scrolls = (element: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth;
    const isCut = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
        // What scrolls by itself can be brought into view.
        if (scrolls(parent)) return false;
        const { overflowX } = getComputedStyle(parent);
        if (overflowX === 'visible') continue;
        const around = parent.getBoundingClientRect();
        if (box.left < around.left - SLACK_PX || box.right > around.right + SLACK_PX) return true;
      }
      return box.left < -SLACK_PX || box.right > root.clientWidth + SLACK_PX;
    };
    for (const element of document.querySelectorAll(
      'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])',
    )) {
      const box = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true }) && box.width > 2;
      // A control for screen readers alone has no place on the screen.
      const isHidden =
        element.closest('[aria-hidden=true], [inert], .visually-hidden, .skip') !== null;
      const clipped = element.closest('[style*="clip"]') !== null;
      if (isShown && !isHidden && !clipped && isCut(element))
        found.push(`cut off: ${nameOf(element)}`);
    }
    return found;
  });
}

/** Words of the screen that are cut off; data may be, in places made for it. */
export async function measureCutText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1;
    const found: string[] = [];
    const isCut = (text: Node): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      for (let parent = text.parentElement; parent !== null; parent = parent.parentElement) {
        const { overflowX } = getComputedStyle(parent);
        if (overflowX === 'auto' || overflowX === 'scroll') return false;
        if (overflowX === 'visible') continue;
        const around = parent.getBoundingClientRect();
        if (box.left < around.left - SLACK_PX || box.right > around.right + SLACK_PX) return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      const words = text.nodeValue?.trim() ?? '';
      if (parent === null || words === '' || !parent.checkVisibility()) continue;
      const isData = parent.closest('[dir=auto], bdi, .amount, .visually-hidden, .skip') !== null;
      if (!isData && isCut(text))
        found.push(`cut text: ${parent.className} “${words.slice(0, 60)}”`);
    }
    return found;
  });
}
