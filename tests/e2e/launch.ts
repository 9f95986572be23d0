import type { LaunchOptions, LaunchedApp } from './launched-app.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CLOCK_OFFSET_VARIABLE } from '../../dev/electron-stand-in/moved-clock.ts';
import { findTestElectron } from '../../dev/hosts.ts';
import { launchInChromium } from './launch-chromium.ts';
import { beforeMain, launchInElectron } from './launch-electron.ts';

/** Starts the built app (from `dev/build.ts`) in real Electron if there is a display, else in the stand-in. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const given = options.profileDir;
  const base = given === undefined ? mkdtempSync(join(tmpdir(), 'billfold-')) : null;
  const profileDir = resolve(given ?? join(base ?? '', 'profile'));
  mkdirSync(profileDir, { recursive: true });
  const electron = options.standInOnly === true ? null : findTestElectron();
  const env = environmentFor(options, profileDir);
  const mainLog = (): string => readLogs(profileDir);
  const removeProfile = async (): Promise<void> => {
    if (base !== null) await removeAll(base);
  };
  try {
    const app =
      electron === null
        ? await launchInChromium(env)
        : await launchInElectron(electron, env, options);
    const endingWith = (end: () => Promise<void>) => async (): Promise<void> => {
      await end();
      await removeProfile();
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
    await removeProfile();
    throw new Error(`Billfold did not start: ${reason}\n${log}`, { cause: error });
  }
}

/** Starts an app that is expected to exit, without Playwright, which would report an error. */
export async function startExpectingExit(
  options: LaunchOptions = {},
  more: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const base = mkdtempSync(join(tmpdir(), 'billfold-'));
  const electron = findTestElectron();
  const [program, ...args] =
    electron === null
      ? [process.execPath, 'dev/electron-stand-in/run.ts', 'out/main/index.js']
      : [electron.program, '-r', beforeMain, electron.app, ...noSandboxAsRoot];
  const child = spawn(program, [...args, ...more], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...environmentFor(options, options.profileDir ?? join(base, 'profile')),
      E2E_IN_VAIN: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  await removeAll(base);
  return { code, output };
}

/** Chromium may outlive main for a moment. Files that it moves meanwhile make `rmSync` stop halfway, silently. */
async function removeAll(folder: string): Promise<void> {
  for (let tries = 0; tries < 50 && existsSync(folder); tries += 1) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    await setTimeout(100);
  }
}

const noSandboxAsRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Environment of the app's main process. */
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
  // The developer's own settings must not affect the tests.
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
