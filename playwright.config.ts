import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { OLDER_RUNTIME_VARIABLE } from './dev/electron-path.ts';
import { notInOlderElectron } from './tests/e2e/not-in-older-electron.ts';

const inOlderElectron = process.env[OLDER_RUNTIME_VARIABLE] !== undefined;
const report = inOlderElectron ? 'electron' : 'end-to-end';

// Workers and their child processes share Node's compile cache.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, 'out', 'compile-cache');

const LONGEST = 'strangers.spec.ts';

/** End-to-end tests of the built app. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './dev/build.ts',
  // Each test has its own app, profile and service. Tests mostly wait, so five at a time fill two cores.
  workers: 5,
  fullyParallel: true,
  // The tests that wait longest begin first: begun last, they would run alone.
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Far above any real duration, so that a busy machine fails no test.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  use: { actionTimeout: 60_000 },
  grepInvert: inOlderElectron ? notInOlderElectron.map(({ name }) => new RegExp(name)) : [],
  reporter: [
    ['list'],
    ['json', { outputFile: `out/reports/${report}.json` }],
    ['./tests/e2e/testing/host-reporter.ts'],
  ],
  outputDir: 'test-results',
  snapshotPathTemplate: 'docs/images/{arg}{ext}',
  // `npm run screenshots` updates them.
  updateSnapshots: 'none',
});
