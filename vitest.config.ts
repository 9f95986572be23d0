import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files by their size, but what takes longest before all others: begun last, it would have one core to itself. */
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
    // Modules hold no state that one file could leave to the next; a process each costs half the time.
    isolate: false,
    // By itself it leaves one core of two to nobody.
    maxWorkers: '100%',
    sequence: { sequencer: ofOneRoom ? ShortestFirst : LongestFirst },
    restoreMocks: true,
    // Far above what anything takes, so that a busy machine fails nothing.
    testTimeout: 600_000,
  },
});
