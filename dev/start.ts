/** `npm start`: the app in Electron, else in the stand-in; without a display, the demo. */
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.ts';
import { findChromium } from './chromium-path.ts';
import { findElectron } from './electron-path.ts';
import { runToEnd } from './run-to-end.ts';

const standIn = fileURLToPath(new URL('./electron-stand-in/run.ts', import.meta.url));

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (process.env[name] ?? '') !== '');
}

async function start(): Promise<number> {
  await ensureBuilt();
  if (!hasDisplay()) {
    console.log('There is no display here (DISPLAY is not set), so the demo plays instead.');
    return (await runToEnd([process.execPath, 'dev/demo.ts'])).code;
  }
  const electron = findElectron();
  if (electron === null) return startInChromium('Since Electron’s runtime is not here');
  const { code, lacksSandbox } = await runToEnd([electron.program, electron.app]);
  if (!lacksSandbox) return code;
  console.log(wayOut());
  return findChromium() === null ? code : startInChromium('Until then');
}

async function startInChromium(why: string): Promise<number> {
  console.log(`${why}, Billfold opens in the installed Chromium.`);
  const command = [process.execPath, standIn, 'out/main/index.js'];
  return (await runToEnd(command, { ...process.env, STAND_IN_VISIBLE: '1' })).code;
}

function wayOut(): string {
  if (process.getuid?.() === 0)
    return 'Electron does not run as root with its sandbox. Run npm start as an ordinary user.';
  const helper = 'node_modules/electron/dist/chrome-sandbox';
  return [
    'This system does not let Electron’s sandbox start (Ubuntu 23.10 and later, some containers). Allow it once:',
    `  sudo chown root ${helper} && sudo chmod 4755 ${helper}`,
  ].join('\n');
}

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
