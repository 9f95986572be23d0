/**
 * `npm run security`: lists Electron's checklist, every fuse and the measures of issues 15 and 38, each with the line
 * that implements it and the tests that fail without it, runs these tests, and prints their time. The exit code is not
 * 0 when one is missing or fails. `-- --look` runs nothing; `-- --node` leaves out the tests of the built app.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ensureBuilt from './build.ts';
import { bank, checklist, fuses, issue, type Claim } from './security-claims.ts';
import { runTests, type RanTest } from './security-run.ts';

const root = resolve(import.meta.dirname, '..');

export interface Finding {
  readonly name: string;
  /** `file:line` of each match, and that line's text. */
  readonly found: readonly string[];
  /** Lines and tests that are missing, and lines that must not exist. */
  readonly missing: readonly string[];
  /** Files of its tests, and the beginning of their titles. */
  readonly tests: readonly CitedTest[];
}

interface CitedTest {
  readonly file: string;
  readonly title: RegExp;
}

/** Looks a claim up. @param read returns the text of a file by its path from the root */
export function findingOf(claim: Claim, read: (path: string) => string | null): Finding {
  const found: string[] = [];
  const missing: string[] = [];
  const cited: CitedTest[] = [];
  for (const [file, pattern] of claim.lines ?? []) {
    const at = lineOf(read(file) ?? '', pattern);
    if (at === null) missing.push(`${file}: ${String(pattern)}`);
    else found.push(`${file}:${at}  ${(read(file) ?? '').split('\n')[at - 1]?.trim()}`);
  }
  for (const file of claim.absent === undefined ? [] : sources) {
    const at = lineOf(read(file) ?? '', claim.absent ?? /^/);
    if (at !== null) missing.push(`not ${String(claim.absent)}: ${file}:${at}`);
  }
  if (claim.tests.length === 0) missing.push('a test');
  for (const test of claim.tests) {
    const places = placesOfTest(test, read);
    if (places.length === 0) missing.push(`a test "${test} …"`);
    for (const { file, at } of places) {
      found.push(`${file}:${at}`);
      cited.push({ file, title: new RegExp(`^${titleOf(test)}`) });
    }
  }
  if (claim.lines === undefined && claim.absent !== undefined && missing.length === 0)
    found.unshift(`${String(claim.absent)} in none of ${sources.length} files`);
  return { name: claim.name, found, missing, tests: cited };
}

const sources = globSync('src/{main,preload,renderer}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/testing\//.test(path),
);
const tests = globSync('{src,tests,dev}/**/*.{test,spec}.{ts,tsx}', { cwd: root }).toSorted();

/** Pattern of a title that begins with the text, or with a list of rules that contains it. `%s` stands for any word. */
function titleOf(test: string): string {
  const title = test
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/%[so]/g, String.raw`\S.*?`);
  return String.raw`(?:[A-Z]-\d+, )*${title}\b`;
}

/** Finds the tests of a title, the first one of each file. */
function placesOfTest(
  test: string,
  read: (path: string) => string | null,
): readonly { readonly file: string; readonly at: number }[] {
  const begins = new RegExp(String.raw`\(\s*['"\x60]${titleOf(test)}`);
  return tests.flatMap((file) => {
    const at = lineOf(read(file) ?? '', begins);
    return at === null ? [] : [{ file, at }];
  });
}

/** Line number of the match, from 1. `^` matches the beginning of a line. */
function lineOf(text: string, pattern: RegExp): number | null {
  const match = new RegExp(pattern.source, `m${pattern.flags}`).exec(text);
  return match === null ? null : text.slice(0, match.index).split('\n').length;
}

/** Reads the repository's files, each once. */
export function createReader(): (path: string) => string | null {
  const texts = new Map<string, string | null>();
  return (path) => {
    if (!texts.has(path)) {
      try {
        texts.set(path, readFileSync(resolve(root, path), 'utf8'));
      } catch {
        texts.set(path, null);
      }
    }
    return texts.get(path) ?? null;
  };
}

const sections = {
  'Electron’s checklist': checklist,
  Fuses: fuses,
  'Issue 15': issue,
  'Issue 38': bank,
} as const;

/** @param ran results of the tests that were to run; null for none @returns the number of claims that do not hold */
function report(
  title: string,
  findings: readonly Finding[],
  ran: ReadonlyMap<string, readonly RanTest[]> | null,
): number {
  console.log(`\n${title}`);
  let failed = 0;
  for (const { name, found, missing, tests: cited } of findings) {
    const results = cited.flatMap(({ file, title: begins }) => {
      const ofFile = ran?.get(file);
      const own = ofFile?.filter((each) => begins.test(each.title)) ?? [];
      // A test that was to run and has no result counts as failed.
      const isLost = ofFile !== undefined && own.length === 0;
      return isLost ? [{ file, title: begins.source, hasPassed: false, ms: 0 }] : own;
    });
    const own = [...new Set(results)];
    const broken = own.filter(({ hasPassed }) => !hasPassed);
    const isGood = missing.length + broken.length === 0;
    const seconds = own.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
    if (!isGood) failed += 1;
    const time = own.length === 0 ? '' : `  (${own.length} tests, ${seconds.toFixed(2)} s)`;
    console.log(`  ${isGood ? '✓' : '✗'} ${name}${time}`);
    for (const place of found) console.log(`      ${place}`);
    for (const what of missing) console.log(`      missing: ${what}`);
    for (const { file, title: what } of broken) console.log(`      failed: ${file} ${what}`);
  }
  return failed;
}

async function main(options: readonly string[]): Promise<void> {
  const read = createReader();
  const findings = Object.entries(sections).map(
    ([title, claims]) => [title, claims.map((claim) => findingOf(claim, read))] as const,
  );
  const all = findings.flatMap(([, each]) => each);
  const isWanted = (file: string): boolean =>
    !options.includes('--node') || !file.endsWith('.spec.ts');
  const files = new Set(all.flatMap((each) => each.tests.map(({ file }) => file)));
  const wanted = [...files].filter(isWanted);
  const isRun = !options.includes('--look');
  if (isRun && wanted.some((file) => file.endsWith('.spec.ts'))) await ensureBuilt();
  const results = isRun ? runTests(root, wanted) : null;
  const ran =
    results && new Map(wanted.map((path) => [path, results.filter(({ file }) => file === path)]));
  let failed = 0;
  for (const [title, each] of findings) failed += report(title, each, ran);
  console.log(`\n${all.length - failed} of ${all.length} hold, ${failed} do not.`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (import.meta.main) await main(process.argv.slice(2));
