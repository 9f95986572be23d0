import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { startSandbox, type RunningSandbox } from './sandbox.ts';
import { launchApp } from './launch.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';

/** Longer than any test that reads today's date. */
const BEFORE_MIDNIGHT_MS = 150_000;

/**
 * `launch` starts the app and ends it with the test. For a failed test it saves a screenshot, main's log and
 * the host's name.
 */
export const test = base.extend<{
  launch: (options?: LaunchOptions) => Promise<LaunchedApp>;
  /** A service with 120 bills in its own process, for one test. */
  sandbox: RunningSandbox;
  /** For tests that start the app more than once. */
  profileDir: string;
  /** Keeps midnight out of every test: "due tomorrow" would become "due today" in its middle. */
  withinOneDay: void;
}>({
  withinOneDay: [
    async ({}, provide) => {
      const leftMs = new Date().setHours(24, 0, 0, 0) - Date.now();
      if (leftMs < BEFORE_MIDNIGHT_MS) await wait(leftMs + 1000);
      await provide();
    },
    { auto: true, timeout: 2 * BEFORE_MIDNIGHT_MS },
  ],
  profileDir: async ({}, provide, testInfo) => {
    await provide(testInfo.outputPath('profile'));
    rmSync(testInfo.outputPath('profile'), { recursive: true, force: true, maxRetries: 5 });
  },
  sandbox: async ({}, provide) => {
    const sandbox = await startSandbox({ bills: '120' });
    await provide(sandbox);
    await sandbox.close();
  },
  launch: async ({}, provide, testInfo) => {
    const launched: LaunchedApp[] = [];
    await provide(async (options) => {
      const app = await launchApp(options);
      testInfo.annotations.push({ type: 'host', description: app.runsIn });
      launched.push(app);
      return app;
    });
    const failed = testInfo.status !== testInfo.expectedStatus;
    for (const app of launched) {
      if (failed) {
        const picture = await app.page.screenshot().catch(() => null);
        if (picture !== null)
          await testInfo.attach('window', { body: picture, contentType: 'image/png' });
        await testInfo.attach('main.log', { body: app.mainLog(), contentType: 'text/plain' });
      }
      await app.kill();
    }
  },
});

export { expect } from '@playwright/test';
