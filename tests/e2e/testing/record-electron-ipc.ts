import type { ElectronApplication } from '@playwright/test';

/** Writes every message between page and main of real Electron to a file. Call it before main is ready. */
export function recordElectronIpc(app: ElectronApplication, file: string): Promise<void> {
  return app.evaluate(({ app: electronApp, ipcMain }, path) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs');
    const record = (direction: string, message: unknown): void =>
      appendFileSync(path, `${direction} ${JSON.stringify(message)}\n`);
    const handle = ipcMain.handle.bind(ipcMain);
    ipcMain.handle = (channel, handler) =>
      handle(channel, async (event, ...args: unknown[]) => {
        record('to main', [channel, ...args]);
        const answer: unknown = await handler(event, ...args);
        record('to page', [channel, answer]);
        return answer;
      });
    electronApp.on('web-contents-created', (_event, contents) => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        record('to page', [channel, ...args]);
        send(channel, ...args);
      };
    });
  }, file);
}
