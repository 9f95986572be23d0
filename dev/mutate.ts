/**
 * `npm run mutate [-- AREA…] [--file GLOB] [--fast]`: plants small mistakes, one at a time, and runs the tests of the area.
 * Prints each mistake that no test notices and `mutants-explained.ts` does not explain. The last lines give the share that
 * is noticed or explained, of each area and of all; the exit code is 1 if an area has less than 95 %. `--file` mutates only
 * these files of one area; `--since COMMIT` only the lines changed since then; `--fast` leaves out mistakes in constants,
 * for which all tests of the area run.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { isExplained, staleExplanations } from './explained.ts';

interface Area {
  /** Globs of the files to mutate; those of tests are left out. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** Areas in which a mistake costs money or gives away a secret. */
const areas: Readonly<Record<string, Area>> = {
  governor: {
    files: ['src/main/api/governor*.ts', 'src/main/api/quota-*.ts'],
    tests: ['src/main/api/*.test.ts'],
  },
  reader: {
    files: ['src/contract/**/*.ts'],
    tests: [
      'src/contract/**/*.test.ts',
      'src/main/api/{organizations,read-lists,service-client}.test.ts',
      'src/renderer/kit/parts/fields.test.ts',
      // These tests check the words and ids of the reader's tables.
      'dev/forms.test.ts',
      'src/sandbox/dialects.test.ts',
    ],
  },
  outbox: {
    files: [
      'src/renderer/core/outbox/*.ts',
      ...[
        'apply-events',
        'approval-actions',
        'approval-pace',
        'ask-main',
        'limits',
        'plan-approval',
      ].map((name) => `src/renderer/core/approve/${name}.ts`),
      'src/renderer/core/mirror/rechecks.ts',
      'src/renderer/core/mirror/old-cursors.ts',
    ],
    tests: [
      'src/renderer/core/{outbox,approve}/*.test.ts',
      'src/renderer/core/mirror/{rechecks,old-cursors}.test.ts',
    ],
  },
  gate: { files: ['src/main/approvals/*.ts'], tests: ['src/main/approvals/*.test.ts'] },
  journal: {
    files: ['src/main/journal/*.ts', 'src/main/files/*.ts'],
    tests: [
      'src/main/{journal,files}/*.test.ts',
      'src/main/profile/{journal-attacks,restore-marks,seal-attacks}.test.ts',
    ],
  },
  settings: {
    files: ['change-settings', 'protections', 'settings', 'weakening'].map(
      (name) => `src/main/settings/${name}.ts`,
    ),
    tests: ['src/main/settings/*.test.ts', 'src/main/desktop/question-texts.test.ts'],
  },
  tokens: {
    files: ['src/main/auth/token-*.ts'],
    tests: ['src/main/auth/{token-*,session*,oauth-protocol}.test.ts'],
  },
  sealing: {
    files: ['src/main/auth/sealing.ts', 'src/main/auth/data-keys.ts'],
    tests: ['src/main/auth/{sealing,data-keys*}.test.ts', 'tests/attack/store.test.ts'],
  },
  listener: {
    files: ['loopback-listener', 'callback', 'callback-page'].map(
      (name) => `src/main/auth/${name}.ts`,
    ),
    tests: [
      'src/main/auth/{callback,loopback-listener,session}.test.ts',
      'tests/attack/loopback.test.ts',
    ],
  },
  policy: { files: ['src/main/policy/*.ts'], tests: ['src/main/policy/*.test.ts'] },
  updates: {
    files: ['src/main/updates/*.ts'],
    tests: ['tests/updates/*.test.ts', 'tests/attack/{staging,updates}.test.ts'],
  },
  network: {
    files: ['src/main/network/*.ts'],
    tests: ['src/main/network/*.test.ts', 'tests/attack/answers.test.ts'],
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' }, since: { type: 'string' }, fast: { type: 'boolean' } },
});

/** Number of mistakes by result. */
interface Counts {
  readonly noticed: number;
  readonly explained: number;
  readonly missed: number;
}

/** Percent of the mistakes that tests notice or an explanation covers. */
const MIN_SHARE = 95;

const stale = staleExplanations((file) => readFileSync(file, 'utf8'));
if (stale.length > 0) throw new Error(`explained lines that are gone:\n${stale.join('\n')}`);

const ofAreas: Counts[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const area = areas[name];
  if (!area) throw new Error(`no such area; there are ${Object.keys(areas).join(', ')}`);
  const files = values.file === undefined ? area.files : [values.file];
  const { since } = values;
  const mutated = since === undefined ? files : changedLines(since, files);
  const counts = await mutate({ ...area, files: mutated });
  console.log(`${name}: ${inWords(counts)}`);
  ofAreas.push(counts);
}
const total: Counts = {
  noticed: sum(ofAreas.map(({ noticed }) => noticed)),
  explained: sum(ofAreas.map(({ explained }) => explained)),
  missed: sum(ofAreas.map(({ missed }) => missed)),
};
console.log(`total: ${inWords(total)}`);
if (ofAreas.some((counts) => shareOf(counts) < MIN_SHARE)) process.exitCode = 1;

/** Lines of the files changed since the commit, as `file:first-last`. */
function changedLines(commit: string, files: readonly string[]): readonly string[] {
  const matching = files.map((glob) => `:(glob)${glob}`);
  const args = ['diff', '--unified=0', '--no-prefix', commit, '--', ...matching, ':!*.test.ts'];
  const changed: string[] = [];
  let file = '';
  for (const line of execFileSync('git', args, { encoding: 'utf8' }).split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ '.length);
    const [, first, lines = '1'] = /^@@ [^+]*\+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
    if (first !== undefined && lines !== '0')
      changed.push(`${file}:${first}-${Number(first) + Number(lines) - 1}`);
  }
  return changed;
}

async function mutate({ files, tests }: Area): Promise<Counts> {
  if (files.length === 0) return { noticed: 0, explained: 0, missed: 0 };
  // For vitest.config.ts, in a process that Stryker starts.
  process.env['BILLFOLD_TESTS'] = JSON.stringify(tests);
  const stryker = new Stryker({
    mutate: [...files, '!src/**/*.test.ts', '!src/**/testing/**'],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: values.fast === true,
    // Only an endless loop takes this long: a test that waits forever reaches the timeout in vitest.config.ts sooner,
    // which keeps the process alive.
    timeoutMS: 20_000,
    reporters: ['progress-append-only'],
    warnings: false,
    tempDirName: 'out/mutate',
    // Profiles of end-to-end tests hold links to nothing.
    ignorePatterns: ['test-results'],
    // Stryker would rewrite the file with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
  });
  const results = await stryker.runMutationTest();
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const survived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  let explained = 0;
  for (const { fileName, location, mutatorName, replacement } of survived) {
    const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 80);
    const file = relative('.', fileName);
    const { line, column } = location.start;
    const code = readFileSync(fileName, 'utf8').split('\n')[line - 1]?.trim() ?? '';
    if (isExplained({ file, code, column, replacement: text })) explained += 1;
    else console.log(`${file}:${line}:${column} ${mutatorName}: ${text}`);
  }
  return { noticed: noticed.length, explained, missed: survived.length - explained };
}

function inWords(counts: Counts): string {
  const { noticed, explained, missed } = counts;
  const all = noticed + explained + missed;
  return `${noticed} of ${all} noticed, ${explained} explained, ${missed} missed: ${shareOf(counts).toFixed(1)} %`;
}

/** Percent; 100 where nothing was planted. */
function shareOf({ noticed, explained, missed }: Counts): number {
  const all = noticed + explained + missed;
  return all === 0 ? 100 : (100 * (noticed + explained)) / all;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}
