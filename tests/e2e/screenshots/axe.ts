import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that another theme alone, or forced colors, can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block', 'target-size'];

export interface AxeReport {
  /** One line per rule broken, with the elements that break it. */
  readonly violations: readonly string[];
  /** Ids of the rules that applied to any element. */
  readonly rules: readonly string[];
}

/**
 * Runs axe on the page, with all rules or only those of colors. It is injected like the browser's own tools,
 * which the page's policy does not restrict.
 */
export async function runAxe(page: Page, which: 'all' | 'colours'): Promise<AxeReport> {
  const options: RunOptions = {
    runOnly:
      which === 'all' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOUR_RULES },
    resultTypes: ['violations'],
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(async (asked) => {
    const { axe } = window as typeof window & {
      axe: { run(context: Document, asked: object): Promise<AxeResults> };
    };
    // Wait for fades, because text that fades in has no contrast yet.
    const ends = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ends.map(({ finished }) => finished));
    const { violations, passes, incomplete } = await axe.run(document, asked);
    return {
      violations: violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      })),
      rules: [...violations, ...passes, ...incomplete].map(({ id }) => id),
    };
  }, options);
  return {
    violations: found.violations.map(
      ({ id, help, where }) => `${id} (${help})\n      ${where.slice(0, 4).join('\n      ')}`,
    ),
    rules: found.rules,
  };
}
