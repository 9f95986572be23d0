import { expect, test } from 'vitest';
import { createProgress, hideExpectedWarnings } from './progress.ts';

function printed(output: { readonly isTTY?: boolean; readonly columns?: number }, steps: number) {
  const texts: string[] = [];
  const progress = createProgress({ ...output, write: (text) => texts.push(text) });
  for (let step = 1; step <= steps; step++) progress.show(`${step} of ${steps}`);
  progress.end();
  return texts;
}

test('progress redraws one line on a terminal, no longer than its width', () => {
  const erase = '\r\u001B[2K';
  expect(printed({ isTTY: true, columns: 7 }, 12).slice(-2)).toEqual([`${erase}12 of `, erase]);
});

test('without a terminal, progress prints at most ten lines, however long it takes', () => {
  const lines = printed({}, 100_000);
  expect([lines.slice(0, 3), lines.length]).toEqual([
    ['1 of 100000\n', '2 of 100000\n', '4 of 100000\n'],
    10,
  ]);
});

test('a script hides only the expected warnings', () => {
  const warned: unknown[] = [];
  const output = { warn: (...said: unknown[]) => void warned.push(...said) };
  hideExpectedWarnings(output);
  output.warn('Dexie: Need to reopen db');
  output.warn('something else', 1);
  expect(warned).toEqual(['something else', 1]);
});
