import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** A test that ran. */
export interface RanTest {
  /** Path from the root. */
  readonly file: string;
  readonly title: string;
  readonly hasPassed: boolean;
  readonly ms: number;
}

/**
 * Runs test files: those of Node with Vitest, those of the built app with Playwright, which must be built.
 * @param root absolute path of the repository
 * @param files paths from the root
 * @throws when a runner ends without a report
 */
export function runTests(root: string, files: readonly string[]): readonly RanTest[] {
  const isOfApp = (file: string): boolean => file.endsWith('.spec.ts');
  const ofNode = files.filter((file) => !isOfApp(file));
  const ofApp = files.filter(isOfApp);
  const folder = mkdtempSync(join(tmpdir(), 'security-'));
  const report = join(folder, 'report.json');
  const run = (command: string, args: readonly string[]): unknown => {
    spawnSync('npx', [command, ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    return JSON.parse(readFileSync(report, 'utf8')) as unknown;
  };
  try {
    const ran = vitestResults(
      root,
      run('vitest', ['run', '--reporter=json', `--outputFile=${report}`, ...ofNode]),
    );
    if (ofApp.length === 0) return ran;
    rmSync(report, { force: true });
    return [...ran, ...playwrightResults(run('playwright', ['test', '--reporter=json', ...ofApp]))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly duration?: number;
    }[];
  }[];
}

/** @param report of Vitest's reporter `json` */
export function vitestResults(root: string, report: unknown): readonly RanTest[] {
  return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, duration = 0 }) => ({
      file: relative(root, name),
      title,
      hasPassed: status === 'passed',
      ms: duration,
    })),
  );
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    /** Path from the folder of the tests. */
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

/** @param report of Playwright's reporter `json` */
export function playwrightResults(report: unknown): readonly RanTest[] {
  const { suites = [], specs = [] } = report as PlaywrightSuite;
  const own = specs.map(({ title, file, ok, tests }) => ({
    file: `tests/e2e/${file}`,
    title,
    hasPassed: ok,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...own, ...suites.flatMap(playwrightResults)];
}
