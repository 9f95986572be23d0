import type { ElectronApplication } from '@playwright/test';

/** Writes every message between page and main of a real Electron to a file, from now on. */
export function recordElectronIpc(app: ElectronApplication, file: string): Promise<void> {
  return app.evaluate(({ app: electronApp, ipcMain, webContents }, path) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs');
    const record = (direction: string, message: unknown): void =>
      appendFileSync(path, `${direction} ${JSON.stringify(message)}\n`);
    type Handler = (event: unknown, ...args: unknown[]) => unknown;
    const recorded =
      (channel: string, handler: Handler): Handler =>
      async (event, ...args) => {
        record('to main', [channel, ...args]);
        const answer: unknown = await handler(event, ...args);
        record('to page', [channel, answer]);
        return answer;
      };
    // Electron keeps the handlers in a map of its own; those registered already are wrapped in place.
    const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers');
    if (!(handlers instanceof Map)) throw new Error('Electron keeps its handlers elsewhere now.');
    for (const [channel, handler] of handlers as Map<string, Handler>)
      handlers.set(channel, recorded(channel, handler));
    const watchPage = (contents: Electron.WebContents): void => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        record('to page', [channel, ...args]);
        send(channel, ...args);
      };
    };
    webContents.getAllWebContents().forEach(watchPage);
    electronApp.on('web-contents-created', (_event, contents) => watchPage(contents));
  }, file);
}
