import { globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { formFor } from '../src/renderer/core/connection/connection-form.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

test('the form, README and the documents suggest one port', () => {
  const named = ['README.md', 'docs/administering.md'].flatMap((path) =>
    [...read(path).matchAll(/127\.0\.0\.1:(\d{4,5})\b/g)].map(([, port]) => port),
  );
  expect(new Set(named)).toEqual(new Set([new URL(formFor(null).redirectUri).port]));
  expect(named.length).toBeGreaterThan(2);
});

test('every command and source file that a document names exists', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const gone = globSync(['*.md', 'docs/**/*.md', 'bench/**/README.md'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).flatMap((path) => {
    const text = read(path);
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    const files = [...text.matchAll(/`((?:src|tests|dev)\/[\w./*-]+)`/g)].map(([, at]) => at ?? '');
    return [
      ...commands.filter((name) => !(name in scripts)),
      ...files.filter((file) => globSync(`${file}*`, { cwd: root }).length === 0),
    ].map((missing) => `${path}: ${missing}`);
  });
  expect(gone).toEqual([]);
});

test('updates are looked for in every folder that pins packages, and in no other', () => {
  const ecosystems = read('.github/dependabot.yml').split('package-ecosystem: ').slice(1);
  const named = ecosystems.flatMap((entry) => {
    const [name = ''] = entry.split('\n');
    return [...entry.matchAll(/(?:- |directory: )(\/\S*)/g)].map(
      ([, folder]) => `${name} ${folder}`,
    );
  });
  const pins = { npm: 'package.json', pip: 'requirements.txt' };
  const held = Object.entries(pins).flatMap(([name, file]) =>
    globSync(`**/${file}`, { cwd: root, exclude: ['**/node_modules/**', 'out/**'] }).map(
      (path) => `${name} ${posix.resolve('/', posix.dirname(path.replaceAll('\\', '/')))}`,
    ),
  );
  expect(new Set(named)).toEqual(new Set([...held, 'github-actions /']));
});
