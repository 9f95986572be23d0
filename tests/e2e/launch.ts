import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { CLOCK_OFFSET_VARIABLE } from '../../dev/electron-stand-in/moved-clock.ts';
import { findElectron } from '../../dev/electron-path.ts';
import { launchInChromium } from './launch-chromium.ts';
import { launchInElectron } from './launch-electron.ts';

export interface LaunchOptions {
  readonly serviceUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly redirectPort?: number;
  /** Kept afterwards when given; otherwise a temporary one, removed at the end. */
  readonly profileDir?: string;
  /** Command run with the authorization link in place of the system browser. */
  readonly browser?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Moves the clock of the app and its page so many milliseconds ahead. */
  readonly clockOffsetMs?: number;
  /** Language and region in place of the computer's, such as `ar-EG`. */
  readonly locale?: string;
  /** Pictures are the stand-in's wherever they are taken: no menu bar, the same scroll bars. */
  readonly standInOnly?: boolean;
  /** A second start comes as early as Billfold can hear of one. */
  readonly knocksEarly?: boolean;
  /** A file that gets every message between page and main. */
  readonly recordIpcTo?: string;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
}

/** What the system tells a computer's programs. */
export type PowerEvent = 'suspend' | 'resume' | 'on-battery' | 'on-ac';

/** The built app, running. */
export interface LaunchedApp {
  readonly page: Page;
  /** Real Electron, or Chromium through the stand-in. */
  readonly host: 'electron' | 'chromium';
  /** The host for people: its version, and whether the system's sandbox is on. */
  readonly runsIn: string;
  readonly profileDir: string;
  /** Main's log so far, from this start and earlier ones in the same profile. */
  mainLog(): string;
  /** Plays a power event to main. */
  power(event: PowerEvent): Promise<void>;
  /** What main has printed so far, in this start. */
  output(): string;
  /** Throws in main where nobody catches it, and waits for the end. */
  crash(): Promise<void>;
  /** Chooses an entry of the application menu by its id. */
  chooseMenu(id: string): Promise<void>;
  /** Answers every save dialog from now on, in place of the user; null cancels. */
  saveTo(path: string | null): Promise<void>;
  /** Answers every print dialog from now on with Electron's reason for not printing; an empty one prints. */
  printing(failureReason: string): Promise<void>;
  /** The system notifications shown so far, oldest first. */
  notifications(): Promise<readonly ShownNotification[]>;
  /** Clicks the notification with this title. */
  clickNotification(title: string): Promise<void>;
  /** Quits as the user does, and waits until it is over. */
  close(): Promise<void>;
  /** SIGKILL to all of it: main, windows, sample company. */
  kill(): Promise<void>;
}

/** What a host has to provide; the rest is the same for both. */
export type HostedApp = Omit<LaunchedApp, 'host' | 'mainLog' | 'profileDir'>;

/** Starts the built app (`dev/build.ts` builds it) in real Electron where present, else in the stand-in. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const given = options.profileDir;
  const base = given === undefined ? mkdtempSync(join(tmpdir(), 'billfold-')) : null;
  const profileDir = resolve(given ?? join(base ?? '', 'profile'));
  mkdirSync(profileDir, { recursive: true });
  const electron = options.standInOnly === true ? null : findElectron();
  const env = environmentFor(options, profileDir);
  const mainLog = (): string => readLogs(profileDir);
  const removeProfile = (): void => {
    if (base !== null) rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const app =
      electron === null
        ? await launchInChromium(env)
        : await launchInElectron(electron, env, options);
    const endingWith = (end: () => Promise<void>) => async (): Promise<void> => {
      await end();
      removeProfile();
    };
    return {
      ...app,
      host: electron === null ? 'chromium' : 'electron',
      profileDir,
      mainLog,
      close: endingWith(app.close),
      kill: endingWith(app.kill),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const log = mainLog();
    removeProfile();
    throw new Error(`Billfold did not start: ${reason}\n${log}`, { cause: error });
  }
}

function environmentFor(options: LaunchOptions, profileDir: string): Record<string, string> {
  const variables = {
    BILLFOLD_SERVICE_URL: options.serviceUrl,
    BILLFOLD_AUTH_URL: options.authUrl,
    BILLFOLD_CLIENT_ID: options.clientId,
    BILLFOLD_CLIENT_SECRET: options.clientSecret,
    BILLFOLD_REDIRECT_PORT: options.redirectPort?.toString(),
    BILLFOLD_BROWSER: options.browser,
    BILLFOLD_PROFILE: profileDir,
    BILLFOLD_STATE_DIR: `${profileDir}.state`,
    STAND_IN_IPC_RECORD: options.recordIpcTo,
    STAND_IN_LOCALE: options.locale,
    STAND_IN_EARLY_KNOCK: options.knocksEarly === true ? '1' : undefined,
    [CLOCK_OFFSET_VARIABLE]: options.clockOffsetMs?.toString(),
  };
  // What the developer has set for themselves must not steer the tests.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BILLFOLD_'));
  const all = [...inherited, ...Object.entries(variables), ...Object.entries(options.env ?? {})];
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function readLogs(profileDir: string): string {
  return ['main.old.log', 'main.log']
    .map((name) => {
      try {
        return readFileSync(join(profileDir, 'logs', name), 'utf8');
      } catch {
        return '';
      }
    })
    .join('');
}
