import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const ruleId = /[A-Z]-\d+/;

function rulesWritten(): string[] {
  const text = readFileSync(resolve(root, 'docs/rules.md'), 'utf8');
  return [...text.matchAll(/^- \*\*([A-Z]-\d+)\*\*/gm)].map((match) => match[1] ?? '');
}

function rulesTested(): Set<string> {
  const files = globSync(['{src,tests,dev}/**/*.{test,spec}.{ts,tsx}'], { cwd: root });
  const ids = files.flatMap((file) =>
    [
      ...readFileSync(resolve(root, file), 'utf8').matchAll(
        /\(\s*[`'"]([A-Z]-\d+(?:, [A-Z]-\d+)*)\b/g,
      ),
    ].flatMap((match) => (match[1] ?? '').split(', ')),
  );
  return new Set(ids);
}

test('every rule has a test, and every test that names a rule names one that is written', () => {
  const written = rulesWritten();
  const tested = rulesTested();
  expect({
    untested: written.filter((id) => !tested.has(id)),
    unwritten: [...tested].filter((id) => !written.includes(id)),
  }).toEqual({ untested: [], unwritten: [] });
});

test('rule ids are unique and there are rules at all', () => {
  const written = rulesWritten();
  expect(written.filter((id, index) => written.indexOf(id) !== index)).toEqual([]);
  expect(written.every((id) => ruleId.test(id))).toBe(true);
  expect(written.length).toBeGreaterThan(40);
});
