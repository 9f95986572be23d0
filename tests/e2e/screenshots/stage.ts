import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectedTo } from '../actions.ts';
import { launchApp } from '../launch.ts';
import type { LaunchedApp, LaunchOptions } from '../launched-app.ts';
import { startSandbox, scriptedBrowser, type RunningSandbox } from '../sandbox.ts';

/** Time of all pictures: a Wednesday morning. */
const PICTURED_AT = Date.parse('2026-03-18T10:00:05Z');
const WINDOW = { width: 1360, height: 800 } as const;
const ALWAYS_THE_SAME = { TZ: 'UTC', LANG: 'en_US.UTF-8' };

/** Environment of the screenshots: a service, and one start of the app after another. */
export interface Stage {
  readonly sandbox: RunningSandbox;
  readonly app: LaunchedApp;
  readonly page: Page;
  /** Starts the app with the stage's profile, instead of the running one. */
  start(options?: StartOptions): Promise<void>;
  /** From now on the browser consents by itself. Before, it gives no answer. */
  consent(): void;
  close(): Promise<void>;
}

interface StartOptions extends LaunchOptions {
  /** Starts without a configured connection, like the first start of a new user. */
  readonly asNewcomer?: boolean;
}

/** @param options command-line options of the sandbox, see `src/sandbox/process.ts` */
export async function openStage(options: Readonly<Record<string, string>>): Promise<Stage> {
  const clockOffsetMs = PICTURED_AT - Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'billfold-screenshots-'));
  const sandbox = await startSandbox(options, clockOffsetMs);
  const browser = scriptedBrowser(folder);
  let app: LaunchedApp | null = null;
  const running = (): LaunchedApp => {
    if (app === null) throw new Error('Nothing has been started on this stage.');
    return app;
  };
  return {
    sandbox,
    get app() {
      return running();
    },
    get page() {
      return running().page;
    },
    start: async ({ asNewcomer = false, ...more } = {}) => {
      await app?.kill();
      const given = {
        profileDir: join(folder, asNewcomer ? 'newcomer' : 'profile'),
        clockOffsetMs,
        locale: 'en-US',
        standInOnly: true,
        browser: browser.command,
        ...more,
        env: { ...ALWAYS_THE_SAME, ...more.env },
      };
      app = await launchApp(asNewcomer ? given : connectedTo(sandbox, given));
      await app.page.setViewportSize(WINDOW);
      await app.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    },
    consent: () => browser.tell('allow'),
    close: async () => {
      await app?.kill();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
