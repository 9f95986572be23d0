import type { Page } from '@playwright/test';

/** Window sizes in which everything has to be reachable. 200% zoom halves the page's own pixels. */
export const sizes = [
  { name: '1024x640', width: 1024, height: 640 },
  { name: '1280x800 at 200 %', width: 640, height: 400 },
] as const;

/**
 * Parts that cannot be reached: a page that scrolls horizontally or as a whole, and controls that are outside
 * the window or clipped by their container.
 */
export async function measureOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1;
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
    // Only its parts may scroll: scrolling the page would move all of them out of the window.
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
        // A container that scrolls can bring it into view.
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
      // A control for screen readers only has no place on screen.
      const isHidden =
        element.closest('[aria-hidden=true], [inert], .visually-hidden, .skip') !== null;
      const clipped = element.closest('[style*="clip"]') !== null;
      if (isShown && !isHidden && !clipped && isCut(element))
        found.push(`cut off: ${nameOf(element)}`);
    }
    return found;
  });
}

/** Text that ends in an ellipsis. Only names and memos may, which others write in any length. */
export async function measureEllipses(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isFree = (element: Element): boolean =>
      !element.matches('.bill-row__number') &&
      (element.matches('[dir=auto], bdi') || element.querySelector('[dir=auto], bdi') !== null);
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth &&
          getComputedStyle(element).textOverflow === 'ellipsis' &&
          element.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(element).clipPath === 'none' &&
          !isFree(element),
      )
      .map((element) => `ellipsis: ${element.className} “${element.innerText.slice(0, 40)}”`);
  });
}

/** Words of the screen that are cut off. Data may be, in places made for it. */
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
      // Words for screen readers alone are clipped.
      const isUnseen = getComputedStyle(parent).clipPath !== 'none';
      if (!isData && !isUnseen && isCut(text))
        found.push(`cut text: ${parent.className} “${words.slice(0, 60)}”`);
    }
    return found;
  });
}
