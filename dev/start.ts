/** `npm start`: the app in Electron, else in the stand-in; without a display, the demo. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.ts';
import { findElectron } from './electron-path.ts';

const root = resolve(import.meta.dirname, '..');
const standIn = fileURLToPath(new URL('./electron-stand-in/run.ts', import.meta.url));

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (process.env[name] ?? '') !== '');
}

interface Choice {
  readonly say: string | null;
  readonly command: readonly string[];
  /** The stand-in's window is to be seen; the demo has none, for want of a display. */
  readonly isVisible: boolean;
}

/** What to run, and what to tell the user first. */
function chosen(): Choice {
  const electron = findElectron();
  if (!hasDisplay())
    return {
      say: 'There is no display here (DISPLAY is not set), so the demo plays instead.',
      command: [process.execPath, 'dev/demo.ts'],
      isVisible: false,
    };
  if (electron !== null)
    return { say: null, command: [electron.program, electron.app], isVisible: true };
  return {
    say: 'Electron’s runtime is not here; Billfold opens in the installed Chromium.',
    command: [process.execPath, standIn, 'out/main/index.js'],
    isVisible: true,
  };
}

async function start(): Promise<number> {
  await ensureBuilt();
  const { say, command, isVisible } = chosen();
  if (say !== null) console.log(say);
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(isVisible ? { STAND_IN_VISIBLE: '1' } : {}) },
  });
  // The terminal sends Ctrl+C to both; this one waits until the app has put everything away.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => ended(code ?? 1));
  });
}

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
