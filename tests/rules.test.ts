import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** Ids of the rules in docs/rules.md. */
function idsIn(rules: string): string[] {
  return [...rules.matchAll(/^- \*\*([A-Z]-\d+)\*\*/gm)].map((match) => match[1] ?? '');
}

/** Rules without a test whose title begins with their id, and ids in titles that no rule has. */
function unmatched(rules: string, tests: readonly string[]) {
  const titles = /(?:\b(?:test|describe)|\))\(\s*[`'"]([A-Z]-\d+(?:, [A-Z]-\d+)*) /g;
  const tested = new Set(
    tests.flatMap((source) =>
      [...source.matchAll(titles)].flatMap((match) => (match[1] ?? '').split(', ')),
    ),
  );
  const ids = new Set(idsIn(rules));
  return {
    untested: [...ids].filter((id) => !tested.has(id)),
    unknown: [...tested].filter((id) => !ids.has(id)),
  };
}

test('every rule has a test whose title begins with its id, and no title has another id', () => {
  const files = globSync('{src,tests,dev}/**/*.ts{,x}', { cwd: root });
  // This file has titles with invented ids.
  const tests = files.filter((file) => !import.meta.filename.endsWith(file)).map(read);
  expect(unmatched(read('docs/rules.md'), tests)).toEqual({ untested: [], unknown: [] });
});

test('rules without such a test, and ids without a rule, are found', () => {
  const rules = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map((id) => `- **${id}** Holds.`).join('\n');
  const tests = [
    "test('A-1 holds', run);\n// A-4 is only mentioned here",
    'test.each(cases)(\n  `A-2, A-3, B-1 hold: %s`, run);\ntest("it holds, as A-5 says", run);',
  ];
  expect(unmatched(rules, tests)).toEqual({ untested: ['A-4', 'A-5'], unknown: ['B-1'] });
});

test('rule ids are unique, and there are rules', () => {
  const ids = idsIn(read('docs/rules.md'));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.length).toBeGreaterThan(40);
});
