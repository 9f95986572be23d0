/** `npm start`: runs the app in Electron, else in the stand-in; when no window can open, runs the demo. */
import { fileURLToPath } from 'node:url';
import ensureBuilt from './build.ts';
import { findElectron } from './electron-path.ts';
import { remedies } from './host-faults.ts';
import { findChromium, hasDisplay } from './hosts.ts';
import { runToEnd } from './run-to-end.ts';

const standIn = fileURLToPath(new URL('./electron-stand-in/run.ts', import.meta.url));

async function start(): Promise<number> {
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined)
    throw new Error(
      `npm start takes no options: "${unknown}" is unknown. CONTRIBUTING.md names its variables.`,
    );
  await ensureBuilt();
  if (!hasDisplay()) return playDemo('Without a display (DISPLAY is not set)');
  const electron = findElectron();
  if (electron !== null) {
    const { code, fault } = await runToEnd([electron.program, electron.app]);
    if (fault === null) return code;
    console.log(remedies[fault]);
    if (fault === 'display') return playDemo('Until then');
  }
  if (findChromium() === null)
    return playDemo(
      'For a window, install Chromium, Google Chrome or Microsoft Edge and run npm start again. Until then',
    );
  console.log(
    `${electron === null ? 'Since Electron’s runtime is not here' : 'Until then'}, Billfold opens in the installed Chromium.`,
  );
  const command = [process.execPath, standIn, 'out/main/index.js'];
  const { code, fault } = await runToEnd(command, { ...process.env, STAND_IN_VISIBLE: '1' });
  if (fault === null) return code;
  console.log(remedies[fault]);
  return playDemo('Until then');
}

async function playDemo(why: string): Promise<number> {
  console.log(`${why}, the demo plays instead.`);
  const host = await runToEnd([process.execPath, 'dev/setup-host.ts']);
  if (host.code !== 0) return host.code;
  const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
  return (await runToEnd([process.execPath, 'dev/demo.ts'], env)).code;
}

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
