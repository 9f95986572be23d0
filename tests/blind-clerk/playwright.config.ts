import { defineConfig } from '@playwright/test';

/** The blind clerk: a day's tasks in real Electron through the accessibility tree alone. Not in `npm test`. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  retries: 0,
  timeout: 900_000,
  outputDir: '../../test-results/blind-clerk',
  reporter: [['list']],
});
