import { defineConfig } from '@playwright/test';

/** End-to-end tests of the built app; `dev/build.ts` builds it first. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Each test has its own app, profile and service. Much of it is waiting: three at a time fill two cores.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Far above what anything takes, so that a busy machine fails nothing: waiting ends when it is there.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: 'out/reports/end-to-end.json' }]],
  outputDir: 'test-results',
});
