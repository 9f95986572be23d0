import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** Ids of the rules in docs/rules.md. */
function idsIn(rules: string): string[] {
  return [...rules.matchAll(/^- \*\*([A-Z]-\d+)\*\*/gm)].map((match) => match[1] ?? '');
}

/** Rules without a test whose title begins with their id. */
function untested(rules: string, tests: readonly string[]): string[] {
  const titles = /\(\s*[`'"]([A-Z]-\d+(?:, [A-Z]-\d+)*)\b/g;
  const tested = new Set(
    tests.flatMap((source) =>
      [...source.matchAll(titles)].flatMap((match) => (match[1] ?? '').split(', ')),
    ),
  );
  return idsIn(rules).filter((id) => !tested.has(id));
}

test('every rule has a test whose title begins with its id', () => {
  const tests = globSync('{src,tests,dev}/**/*.{test,spec}.{ts,tsx}', { cwd: root }).map(read);
  expect(untested(read('docs/rules.md'), tests)).toEqual([]);
});

test('rules without such a test are found', () => {
  const rules = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map((id) => `- **${id}** Holds.`).join('\n');
  const tests = [
    "test('A-1 holds', run);\n// A-4 is only mentioned here",
    'test.each(cases)(\n  `A-2, A-3 hold: %s`, run);\ntest("it holds, as A-5 says", run);',
  ];
  expect(untested(rules, tests)).toEqual(['A-4', 'A-5']);
});

test('rule ids are unique, and there are rules', () => {
  const ids = idsIn(read('docs/rules.md'));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.length).toBeGreaterThan(40);
});
