import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectedTo } from '../actions.ts';
import { launchApp } from '../launch.ts';
import type { LaunchedApp, LaunchOptions } from '../launched-app.ts';
import { startSandbox, toldBrowser, type RunningSandbox } from '../sandbox.ts';

/** The day and minute every picture is of: a Wednesday morning. */
const PICTURED_AT = Date.parse('2026-03-18T10:00:05Z');
const WINDOW = { width: 1360, height: 800 } as const;
const ALWAYS_THE_SAME = { TZ: 'UTC', LANG: 'en_US.UTF-8' };

/** Where screenshots are reached: a service, and one start of the app after the other. */
export interface Stage {
  readonly sandbox: RunningSandbox;
  /** The app that runs now. */
  readonly app: LaunchedApp;
  readonly page: Page;
  /** Starts the app on the stage's own profile, in place of the one that ran. */
  start(options?: StartOptions): Promise<void>;
  /** From now on the browser gives consent by itself; before, nobody answers in it. */
  consent(): void;
  close(): Promise<void>;
}

interface StartOptions extends LaunchOptions {
  /** Nothing is known of the service: a newcomer's first start. */
  readonly asNewcomer?: boolean;
}

/** @param options of the sandbox, as `src/sandbox/process.ts` takes them */
export async function openStage(options: Readonly<Record<string, string>>): Promise<Stage> {
  const clockOffsetMs = PICTURED_AT - Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'billfold-screenshots-'));
  const sandbox = await startSandbox(options, clockOffsetMs);
  const browser = toldBrowser(folder);
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
