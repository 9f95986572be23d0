import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

test('every file that sleeps on the clock is listed in docs/repeats.md, and every listed file is there', () => {
  const listed = [...read('docs/repeats.md').matchAll(/^\| `(src\/[^`]+)`\s*\|/gm)].map(
    (match) => match[1] ?? '',
  );
  const sleeping = globSync('src/{main,renderer}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .filter((path) => /\.sleep\(/.test(read(path)));
  expect({
    unlisted: sleeping.filter((path) => !listed.includes(path)),
    gone: listed.filter((path) => globSync(path, { cwd: root }).length === 0),
  }).toEqual({ unlisted: [], gone: [] });
});
