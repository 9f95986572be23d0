/**
 * `npm run mutate [-- ROOM…] [--file GLOB] [--fast]`: plants small mistakes, one at a time, and runs the tests of the room.
 * Prints each mistake that no test notices, and the share that is noticed. `--file` mutates only these files of one room;
 * `--fast` leaves out mistakes in constants, for which all tests of the room run.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

interface Room {
  /** Globs of the files to mutate; those of tests are left out. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** Rooms in which a mistake costs money. */
const rooms: Readonly<Record<string, Room>> = {
  governor: {
    files: ['src/main/api/governor*.ts', 'src/main/api/quota-*.ts'],
    tests: ['src/main/api/{governor,quota,request}*.test.ts'],
  },
  reader: {
    files: ['src/contract/*.ts'],
    tests: ['src/contract/*.test.ts', 'src/main/api/read-lists.test.ts'],
  },
  outbox: {
    files: ['src/renderer/core/outbox/*.ts', 'src/renderer/core/mirror/{rechecks,old-cursors}.ts'],
    tests: ['src/renderer/core/outbox/*.test.ts', 'src/renderer/core/mirror/rechecks.test.ts'],
  },
  gate: { files: ['src/main/approvals/*.ts'], tests: ['src/main/approvals/*.test.ts'] },
  journal: { files: ['src/main/journal/*.ts'], tests: ['src/main/journal/*.test.ts'] },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' }, fast: { type: 'boolean' } },
});

for (const name of positionals.length > 0 ? positionals : Object.keys(rooms)) {
  const room = rooms[name];
  if (!room) throw new Error(`no such room; there are ${Object.keys(rooms).join(', ')}`);
  await mutate(name, values.file === undefined ? room : { ...room, files: [values.file] });
}

async function mutate(name: string, { files, tests }: Room): Promise<void> {
  // For vitest.config.ts, in a process that Stryker starts.
  process.env['BILLFOLD_TESTS'] = JSON.stringify(tests);
  const stryker = new Stryker({
    mutate: [...files, '!src/**/*.test.ts'],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: values.fast === true,
    // Other work goes on beside it.
    concurrency: 1,
    reporters: ['progress-append-only'],
    warnings: false,
    tempDirName: 'out/mutate',
    // Stryker would rewrite the file with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
  });
  const results = await stryker.runMutationTest();
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const survived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { fileName, location, mutatorName, replacement } of survived) {
    const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 80);
    const { line, column } = location.start;
    const place = `${relative('.', fileName)}:${line}:${column}`;
    console.log(`${place} ${mutatorName}: ${text}`);
  }
  const share = (100 * noticed.length) / (noticed.length + survived.length);
  console.log(`${name}: ${noticed.length} noticed, ${survived.length} not: ${share.toFixed(1)} %`);
}
