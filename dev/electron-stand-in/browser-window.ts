import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
} from 'electron';
import { isPrevented, standInApp, type OpenWindow } from './app.ts';
import { isVisible, startChromium, type RunningChromium } from './chromium.ts';
import type { ChromiumPage, PageSetup } from './chromium-page.ts';
import { nativeTheme } from './native-theme.ts';
import { askedClockOffsetMs, moveClock } from './moved-clock.ts';
import { isServed } from './protocol.ts';
import { preloadScript } from './preload-script.ts';
import { announce } from './remote-announce.ts';
import { proxyArguments } from './session.ts';
import { strict } from './strict.ts';
import { StandInWebContents } from './web-contents.ts';

type Supported = Pick<
  ElectronWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setBackgroundColor'
  | 'setOverlayIcon'
  | 'show'
>;

/** `BrowserWindow`: one window, a page of the installed Chromium. */
export class BrowserWindow extends EventEmitter implements Supported, OpenWindow {
  static getAllWindows(): BrowserWindow[] {
    return [...standInApp.windows].filter((window) => window instanceof BrowserWindow);
  }

  readonly #contents: StandInWebContents;
  readonly #chromium: Promise<RunningChromium>;
  readonly #bounds: Rectangle;
  #isDestroyed = false;
  #isMaximized = false;
  #isVisible: boolean;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    standInApp.requireReady('BrowserWindow');
    if (standInApp.windows.size > 0)
      throw new Error('The Electron stand-in has one window at a time.');
    const script = preloadScript(options);
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = options.show !== false;
    standInApp.windows.add(this);
    this.#contents = new StandInWebContents(async () => {
      const chromium = await this.#chromium;
      return this.#prepare(await chromium.newPage(this.#setup(script)));
    });
    standInApp.emit('web-contents-created', {}, this.#contents.facade);
    this.#chromium = this.#open(script);
    this.#chromium.catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      standInApp.exit(1);
    });
    return strict('BrowserWindow', this);
  }

  get webContents() {
    return this.#contents.facade;
  }
  loadURL(url: string): Promise<void> {
    // Check this now. Chromium starts more slowly than Electron, so a handler that comes too late for Electron would
    // exist by then.
    const loading = this.#load(url, isServed(url));
    // In Electron, this rejection is silent if no caller handles it.
    loading.catch(() => undefined);
    return loading;
  }
  async #load(url: string, served: boolean): Promise<void> {
    const { endpoint } = await this.#chromium;
    await this.#contents.load(url, served);
    this.emit('ready-to-show');
    if (endpoint !== null) announce({ standIn: 'window', endpoint });
  }
  close(): boolean {
    if (this.#isDestroyed) return true;
    if (isPrevented(this, 'close')) return false;
    this.destroy();
    return true;
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#contents.markDestroyed();
    this.emit('closed');
    standInApp.windowClosed(this);
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  show(): void {
    this.#isVisible = true;
    announce({ standIn: 'visible', isVisible: true });
    this.emit('show');
  }
  hide(): void {
    this.#isVisible = false;
    announce({ standIn: 'visible', isVisible: false });
    this.emit('hide');
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  focus(): void {
    this.emit('focus');
  }
  isMinimized(): boolean {
    return false;
  }
  restore(): void {}
  maximize(): void {
    this.#isMaximized = true;
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  getBounds(): Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Rectangle {
    return this.getBounds();
  }
  setBackgroundColor(): void {}
  /** Electron has this on Windows only. */
  setOverlayIcon(): void {}

  async #open(script: string): Promise<RunningChromium> {
    const folder = join(standInApp.getPath('userData'), 'chromium');
    const running = await startChromium(folder, this.#bounds, this.#network(), () =>
      this.destroy(),
    );
    standInApp.closers.push(() => running.close());
    const page = await running.firstPage(this.#setup(script));
    this.#contents.attach(await this.#prepare(page));
    running.onPopup((url) => this.#contents.refuseWindow(url));
    return running;
  }
  #setup(script: string): PageSetup {
    const offsetMs = askedClockOffsetMs(process.env);
    const movedClock = offsetMs === null ? [] : [`(${moveClock.toString()})(${offsetMs})`];
    return {
      scripts: [...movedClock, script],
      onMessage: (message) => this.#contents.receive(message),
      onRequest: (request) => this.#contents.answerRequest(request),
    };
  }
  #network(): string[] {
    const policy = this.#contents.webRtcPolicy;
    return [...proxyArguments(), `--force-webrtc-ip-handling-policy=${policy}`];
  }
  async #prepare(page: ChromiumPage): Promise<ChromiumPage> {
    if (!isVisible()) await page.fit(this.#bounds.width, this.#bounds.height);
    const showTheme = (): void => {
      const { themeSource } = nativeTheme;
      page.setColorScheme(themeSource === 'system' ? '' : themeSource);
    };
    if (nativeTheme.themeSource !== 'system') showTheme();
    nativeTheme.on('updated', showTheme);
    page.once('close', () => {
      nativeTheme.off('updated', showTheme);
      if (this.#contents.isShowing(page)) this.destroy();
    });
    return page;
  }
}
