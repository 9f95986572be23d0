import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { expectedWarning } from './dev/progress.ts';

/** Sorts files by size, with the slowest first: started last, it would run alone on one core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /tests\/(simulation|quota)\//.test(moduleId);
    // oxlint-disable-next-line unicorn/no-array-sort -- `sort` is the sequencer's method
    const bySize = await super.sort(files);
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

/** Files that have failed before, then quick ones: dev/mutate.ts stops at the first test that fails. */
class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const before = this.ctx.cache.getTestSpecificationResult(file);
      return (before?.duration ?? 0) - (before?.failed ? Number.MAX_SAFE_INTEGER : 0);
    };
    return files.toSorted((left, right) => rank(left) - rank(right));
  }
}

/** The tests that dev/mutate.ts runs, or null for all. */
const ofMutants: string[] | null = JSON.parse(process.env['BILLFOLD_TESTS'] ?? 'null');

export default defineConfig({
  // The build that ships (electron.vite.config.ts).
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  test: {
    include: ofMutants ?? ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'dev/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**', 'out/**'],
    environment: 'node',
    // A process per file would double the time. The setup resets module state that a file could leave to the next.
    isolate: false,
    setupFiles: 'src/renderer/core/testing/reset-modules.ts',
    // The default would leave one of two cores idle.
    maxWorkers: '100%',
    sequence: { sequencer: ofMutants ? LikelyFirst : LongestFirst },
    // A failure that a planted mistake causes must not be remembered.
    ...(ofMutants && { cache: false }),
    onConsoleLog: (text) => !expectedWarning.test(text),
    restoreMocks: true,
    // Far above any real duration, so that a busy machine fails no test; dev/mutate.ts plants tests that never end.
    testTimeout: ofMutants ? 15_000 : 600_000,
  },
});
