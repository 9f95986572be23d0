/**
 * `npm run mutate [-- AREA…] [--file GLOB] [--fast]`: plants small mistakes, one at a time, and runs the tests of the area.
 * Prints each mistake that no test notices and `mutants-explained.ts` does not explain. The last lines give the share that
 * is noticed or explained, of each area and of all; the exit code is 1 if an area has less than 95 %. `--file` mutates only
 * these files of one area; `--fast` leaves out mistakes in constants, for which all tests of the area run.
 */
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
    files: ['src/contract/*.ts'],
    tests: [
      'src/contract/*.test.ts',
      'src/main/api/{organizations,read-lists,service-client}.test.ts',
      'src/renderer/kit/parts/fields.test.ts',
      // These tests check the words and ids of the reader's tables.
      'dev/forms.test.ts',
      'src/sandbox/dialects.test.ts',
    ],
  },
  outbox: {
    files: ['src/renderer/core/outbox/*.ts', 'src/renderer/core/mirror/{rechecks,old-cursors}.ts'],
    tests: [
      'src/renderer/core/outbox/*.test.ts',
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
    files: ['src/main/settings/{change-settings,protections,settings,weakening}.ts'],
    tests: ['src/main/settings/*.test.ts', 'src/main/desktop/question-texts.test.ts'],
  },
  tokens: {
    files: ['src/main/auth/token-*.ts'],
    tests: ['src/main/auth/{token-*,session*,oauth-protocol}.test.ts'],
  },
  sealing: {
    files: ['src/main/auth/{sealing,data-keys}.ts'],
    tests: ['src/main/auth/{sealing,data-keys*}.test.ts', 'tests/attack/store.test.ts'],
  },
  listener: {
    files: ['src/main/auth/{loopback-listener,callback,callback-page}.ts'],
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
  options: { file: { type: 'string' }, fast: { type: 'boolean' } },
});

/** Number of mistakes by result. */
interface Counts {
  readonly noticed: number;
  readonly explained: number;
  readonly missed: number;
}

/** Percent of the mistakes that tests notice or an explanation covers. */
const LEAST_SHARE = 95;

const stale = staleExplanations((file) => readFileSync(file, 'utf8'));
if (stale.length > 0) throw new Error(`explained lines that are gone:\n${stale.join('\n')}`);

const ofAreas: Counts[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const area = areas[name];
  if (!area) throw new Error(`no such area; there are ${Object.keys(areas).join(', ')}`);
  const counts = await mutate(values.file === undefined ? area : { ...area, files: [values.file] });
  console.log(`${name}: ${inWords(counts)}`);
  ofAreas.push(counts);
}
const total: Counts = {
  noticed: sum(ofAreas.map(({ noticed }) => noticed)),
  explained: sum(ofAreas.map(({ explained }) => explained)),
  missed: sum(ofAreas.map(({ missed }) => missed)),
};
console.log(`total: ${inWords(total)}`);
if (ofAreas.some((counts) => shareOf(counts) < LEAST_SHARE)) process.exitCode = 1;

async function mutate({ files, tests }: Area): Promise<Counts> {
  // For vitest.config.ts, in a process that Stryker starts.
  process.env['BILLFOLD_TESTS'] = JSON.stringify(tests);
  const stryker = new Stryker({
    mutate: [...files, '!src/**/*.test.ts'],
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
