import { defineConfig } from '@playwright/test';

/** Searches files and memory of the locked and of the signed-out app. Not in `npm test`. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../../dev/build.ts',
  workers: 1,
  retries: 0,
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  use: { actionTimeout: 120_000 },
  outputDir: '../../test-results/memory',
  reporter: [['list']],
});
