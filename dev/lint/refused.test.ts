import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/**
 * Lints files of a tree of their own with the project's configuration.
 * @param files code by path from the tree's root
 * @returns rule and file of each problem, sorted
 */
async function lint(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const tree = await mkdtemp(join(tmpdir(), 'billfold-lint-'));
  onTestFinished(() => rm(tree, { recursive: true }));
  const config = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8'));
  // Rules that need types are off, because they read the project's own files.
  const own = { options: {}, jsPlugins: [join(root, 'dev/lint/plugin.ts')] };
  const all = { ...files, '.oxlintrc.json': JSON.stringify({ ...config, ...own }) };
  for (const [path, code] of Object.entries(all)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), code);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [oxlint, '--format', 'json'], { cwd: tree }, (_, out) => done(out));
  });
  const { diagnostics } = JSON.parse(output) as Report;
  return diagnostics.map(({ code, filename }) => `${code} ${filename}`).toSorted();
}

const value = 'export const value = 1;\n';
const importing = (path: string): string =>
  `import { value } from '${path}';\nexport const sum = value + 1;\n`;

test('the linter refuses one arrow up, one circle, one lazy circle and one comment', async () => {
  const room = 'src/renderer/core/bills';
  const problems = await lint({
    [`${room}/flags/flag-index.ts`]: value,
    [`${room}/index/bill-index.ts`]: importing('../flags/flag-index.ts'),
    'src/base/one.ts': "import { other } from './other.ts';\nexport const one = () => other;\n",
    'src/base/other.ts': "import { one } from './one.ts';\nexport const other = () => one;\n",
    'src/base/part.ts': "export const read = () => import('./lazy.ts');\n",
    'src/base/lazy.ts': "import { read } from './part.ts';\nexport const again = () => read;\n",
    'src/base/comment.ts': `/** What it is worth. */\n${value}`,
  });
  expect(problems).toEqual([
    `billfold(imports) ${room}/index/bill-index.ts`,
    'billfold(lazy-circle) src/base/part.ts',
    'billfold(plain-comment) src/base/comment.ts',
    'import(no-cycle) src/base/one.ts',
    'import(no-cycle) src/base/other.ts',
  ]);
});

test('the linter accepts arrows down and lazy imports without a circle', async () => {
  const problems = await lint({
    'src/renderer/core/bills/index/bill-index.ts': value,
    'src/renderer/core/bills/flags/flag-index.ts': importing('../index/bill-index.ts'),
    'src/base/part.ts': "export const read = () => import('./lazy.ts');\n",
    'src/base/lazy.ts': value,
  });
  expect(problems).toEqual([]);
});
