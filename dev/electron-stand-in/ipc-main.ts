import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { InvokeAnswer } from './page-script.ts';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;
type Supported = Pick<IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>;

/** `ipcMain`: handles what pages invoke and send. */
class StandInIpcMain extends EventEmitter implements Supported {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  async answer(channel: string, event: IpcMainInvokeEvent, args: unknown[]): Promise<InvokeAnswer> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined)
      return { ok: false, message: `Error: No handler registered for '${channel}'` };
    try {
      return { ok: true, value: await handler(event, ...args) };
    } catch (error) {
      return { ok: false, message: String(error) };
    }
  }
}

export const standInIpcMain = new StandInIpcMain();
