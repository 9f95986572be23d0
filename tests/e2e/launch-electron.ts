import { once } from 'node:events';
import { resolve } from 'node:path';
import { _electron } from '@playwright/test';
import type { HostedApp } from './launch.ts';
import { recordElectronIpc } from './testing/record-electron-ipc.ts';
import { watchElectronNotifications } from './testing/watch-electron-notifications.ts';

const root = resolve(import.meta.dirname, '../..');

/** Starts the built app in the real runtime. */
export async function launchInElectron(
  executablePath: string,
  env: Record<string, string>,
  recordIpcTo: string | null,
): Promise<HostedApp> {
  const isRoot = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath,
    args: [root, ...(isRoot ? ['--no-sandbox'] : [])],
    env,
    cwd: root,
  });
  const main = app.process();
  let printed = '';
  for (const stream of [main.stdout, main.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const notifications = await watchElectronNotifications(app);
  if (recordIpcTo !== null) await recordElectronIpc(app, recordIpcTo);
  const ended = once(main, 'exit');
  return {
    page: await app.firstWindow(),
    power: (event) =>
      app.evaluate(({ powerMonitor }, name) => {
        powerMonitor.emit(name);
      }, event),
    chooseMenu: (id) =>
      app.evaluate(({ Menu }, name) => {
        Menu.getApplicationMenu()?.getMenuItemById(name)?.click();
      }, id),
    ...notifications,
    output: () => printed,
    crash: async () => {
      await app.evaluate(() => {
        queueMicrotask(() => {
          throw new Error('A crash made by a test');
        });
      });
      await ended;
    },
    saveTo: (path) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({
          canceled: filePath === null,
          filePath: filePath ?? '',
        });
      }, path),
    printing: (failureReason) =>
      app.evaluate(({ app: program }, reason) => {
        program.on('web-contents-created', (_event, contents) => {
          contents.print = (_options, callback) => callback?.(reason === '', reason);
        });
      }, failureReason),
    // Playwright quits the app as its menu does.
    close: () => app.close(),
    kill: async () => {
      // Electron's other processes end when the one they belong to is gone.
      main.kill('SIGKILL');
      await ended;
    },
  };
}
