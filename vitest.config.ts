import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { expectedWarning } from './dev/progress.ts';

/** Sorts files by size, with the slowest first: started last, it would run alone on one core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /tests\/(simulation|quota)\//.test(moduleId);
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, of no array
    const bySize = await super.sort(files);
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

/** Quick files first: dev/mutate.ts stops at the first test that fails. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, of no array
    return (await super.sort(files)).toReversed();
  }
}

/** Tests of one room alone, where dev/mutate.ts says so. */
const ofOneRoom: string[] | null = JSON.parse(process.env['BILLFOLD_TESTS'] ?? 'null');

export default defineConfig({
  // The build that ships (electron.vite.config.ts).
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  test: {
    include: ofOneRoom ?? ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'dev/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**', 'out/**'],
    environment: 'node',
    // No module keeps state that one file could leave to the next. A process per file would double the time.
    isolate: false,
    // The default would leave one of two cores idle.
    maxWorkers: '100%',
    sequence: { sequencer: ofOneRoom ? ShortestFirst : LongestFirst },
    onConsoleLog: (text) => !expectedWarning.test(text),
    restoreMocks: true,
    // Far above any real duration, so that a busy machine fails no test.
    testTimeout: 600_000,
  },
});
