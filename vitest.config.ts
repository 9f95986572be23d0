import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'dev/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**', 'out/**'],
    environment: 'node',
    // Modules hold no state that one file could leave to the next; a process each costs half the time.
    isolate: false,
    // By itself it leaves one core of two to nobody.
    maxWorkers: '100%',
    restoreMocks: true,
    // Far above what anything takes, so that a busy machine fails nothing.
    testTimeout: 600_000,
  },
});
