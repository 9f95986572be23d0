import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { App, LoginItemSettings, RelaunchOptions } from 'electron';
import { acquireProfileLock, type ProfileLock } from './profile-lock.ts';
import { announce } from './remote-announce.ts';

type Supported = Pick<
  App,
  | 'commandLine'
  | 'exit'
  | 'focus'
  | 'getAppPath'
  | 'getLocale'
  | 'getLoginItemSettings'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'hasSingleInstanceLock'
  | 'isPackaged'
  | 'isReady'
  | 'enableSandbox'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>;

/** Window as the app sees it. */
export interface OpenWindow {
  /** Closes as if the user had clicked; false when the window stayed open. */
  close(): boolean;
  destroy(): void;
}

const root = resolve(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};

/** `app`: its paths, its life from `ready` to `quit`, and one instance per profile. */
class StandInApp extends EventEmitter implements Supported {
  readonly isPackaged = false;
  /** Chromium's switches are those of `chromium.ts`. */
  readonly commandLine = {
    appendSwitch: (): void => undefined,
    appendArgument: (): void => undefined,
    hasSwitch: (): boolean => false,
    getSwitchValue: (): string => '',
    removeSwitch: (): void => undefined,
  };
  readonly windows = new Set<OpenWindow>();
  /** Awaited before the process ends, so that Chromium can write its storage. */
  readonly closers: (() => Promise<void>)[] = [];
  #name = manifest.name;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #isQuitting = false;
  #next: (() => void) | null = null;
  #lock: ProfileLock | null = null;
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['appData', join(homedir(), '.config')],
    ['temp', tmpdir()],
    ['userData', join(homedir(), '.config', `${manifest.name}-stand-in`)],
  ]);

  /** Called after the entry module has finished. */
  becomeReady(): void {
    this.#isReady = true;
    this.#ready.resolve();
    this.emit('ready', {}, {});
  }
  /** @throws when the app is not ready, as Electron's modules do. */
  requireReady(what: string): void {
    if (!this.#isReady) throw new Error(`${what} can only be used after the app is ready.`);
  }

  isReady(): boolean {
    return this.#isReady;
  }
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  getName(): string {
    return this.#name;
  }
  setName(name: string): void {
    this.#name = name;
  }
  getVersion(): string {
    return manifest.version;
  }
  getLocale(): string {
    // The result equals Intl's, but creating a formatter would take 20 ms.
    return navigator.language;
  }
  getAppPath(): string {
    return root;
  }
  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`The Electron stand-in has no path "${name}".`);
    if (name === 'userData') mkdirSync(path, { recursive: true });
    return path;
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist.`);
    this.#paths.set(name, path);
  }
  setAppUserModelId(): void {}
  enableSandbox(): void {
    if (this.#isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready');
  }
  focus(): void {}
  /** Only a packaged app can open at login. */
  getLoginItemSettings(): LoginItemSettings {
    const settings: Partial<LoginItemSettings> = { openAtLogin: false, wasOpenedAtLogin: false };
    return settings as LoginItemSettings;
  }
  setBadgeCount(count = 0): boolean {
    announce({ standIn: 'badge', count });
    return true;
  }

  requestSingleInstanceLock(): boolean {
    this.#lock ??= acquireProfileLock(this.getPath('userData'), (argv, directory) =>
      this.emit('second-instance', {}, argv, directory, undefined),
    );
    return this.#lock !== null;
  }
  hasSingleInstanceLock(): boolean {
    return this.#lock !== null;
  }
  releaseSingleInstanceLock(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  quit(): void {
    if (this.#isQuitting || isPrevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    const allClosed = [...this.windows].every((window) => window.close());
    // A window that stays open cancels the quit.
    this.#isQuitting = allClosed && !isPrevented(this, 'will-quit');
    if (this.#isQuitting) this.#leave(0);
  }
  /** Starts another program after this one has ended. The stand-in cannot start itself again. */
  relaunch({ execPath, args = [] }: RelaunchOptions = {}): void {
    if (execPath === undefined) throw new Error('The Electron stand-in cannot start itself again.');
    this.#next = () => spawn(execPath, args, { stdio: 'ignore', detached: true }).unref();
  }
  /** Ends at once, without emitting before-quit or will-quit. */
  exit(code = 0): void {
    this.#isQuitting = true;
    for (const window of this.windows) window.destroy();
    this.#leave(code);
  }
  /**
   * Removes a closed window. After the last one, the app quits unless a listener handles `window-all-closed`.
   */
  windowClosed(window: OpenWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.#isQuitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }

  #leave(code: number): void {
    this.emit('quit', {}, code);
    this.releaseSingleInstanceLock();
    void Promise.allSettled(this.closers.map((close) => close())).then(() => {
      this.#next?.();
      process.exit(code);
    });
  }
}

/** Emits an event that listeners can prevent. */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  emitter.emit(name, event);
  return event.defaultPrevented;
}

export const standInApp = new StandInApp();
