import { EventEmitter } from 'node:events';
import type {
  IpcMainInvokeEvent,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron';
import type { Frame, Page, Request, Route } from 'playwright';
import { isPrevented } from './app.ts';
import { standInIpcMain } from './ipc-main.ts';
import { recordIpc } from './ipc-record.ts';
import { originOf, toAppUrl, toPageUrl } from './origins.ts';
import type { PageMessage } from './page-script.ts';
import { answerProtocolRequest } from './protocol.ts';
import { askPermission, defaultSession } from './session.ts';
import { strict } from './strict.ts';
import { createCodec } from './structured-clone.ts';

type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse;

const codec = createCodec();
/** Chromium's `net::ERR_FAILED`. */
const FAILED = -2;

/** Page of a window: its messages to and from main, and its navigation. */
export class StandInWebContents extends EventEmitter {
  readonly id = 1;
  readonly session = defaultSession;
  /** Chromium gets this value when it starts. */
  webRtcPolicy = 'default';
  readonly #openAnother: () => Promise<Page>;
  #page: Page | null = null;
  #isCrashed = false;
  #isDestroyed = false;
  #openHandler: OpenHandler = () => ({ action: 'deny' });
  /** Document that listens now, messages waiting for it, and its pending request for more. */
  #documentId: string | null = null;
  #waiting: unknown[][] = [];
  #askedForMore: (() => void) | null = null;
  /** Address that main is loading: not a navigation by the page. */
  #expected: string | null = null;

  /** @param another opens a page to replace one that has crashed */
  constructor(another: () => Promise<Page>) {
    super();
    this.#openAnother = another;
  }

  attach(page: Page): void {
    this.#page = page;
    page.on('crash', () => {
      this.#isCrashed = true;
      this.#documentId = null;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.emit('did-navigate', {}, toAppUrl(frame.url()));
    });
    page.on('dialog', (dialog) => {
      // In Electron, a page that does not want to go stays, without a question, unless main prevents this.
      const goes = dialog.type() === 'beforeunload' && isPrevented(this, 'will-prevent-unload');
      void (goes ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    page.on('domcontentloaded', () => this.emit('dom-ready', {}));
    page.on('load', () => this.emit('did-finish-load'));
    page.on('console', (message) =>
      this.emit('console-message', { level: message.type(), message: message.text() }),
    );
  }
  async load(appUrl: string, isServed = true): Promise<void> {
    this.#expected = appUrl;
    this.#isCrashed = false;
    // Chromium emits no event for a scheme without a handler.
    if (!isServed) throw loadError(appUrl);
    try {
      await this.#page?.goto(toPageUrl(appUrl), { waitUntil: 'load' });
    } catch (cause) {
      // A page that closes while it loads is reported as closed, not as failed.
      if (!this.#isDestroyed && !this.#isCrashed)
        this.emit('did-fail-load', {}, FAILED, 'ERR_FAILED', appUrl, true);
      throw loadError(appUrl, cause);
    }
  }
  markDestroyed(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#page = null;
    this.emit('destroyed');
  }

  /** Answers every request of the page. No request reaches a network. */
  async route(route: Route): Promise<void> {
    const request = route.request();
    const url = toAppUrl(request.url());
    if (request.isNavigationRequest() && !this.#mayNavigate(frameAsking(request), url))
      return route.abort('aborted');
    const answer = await answerProtocolRequest({
      url,
      method: request.method(),
      headers: request.headers(),
    });
    if (answer === null) return route.abort('internetdisconnected');
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  }

  /** Takes one message of the page and returns the encoded answer. */
  async receive(frame: Frame, message: PageMessage): Promise<string> {
    recordIpc('to main', JSON.stringify(message));
    const answer = await this.#take(frame, message);
    recordIpc('to page', answer);
    return answer;
  }
  async #take(frame: Frame, message: PageMessage): Promise<string> {
    switch (message.kind) {
      case 'hello':
        this.#documentId = message.documentId;
        this.#waiting = [];
        return codec.encode(null);
      case 'next':
        return this.#nextBatch(message.documentId);
      case 'permission':
        return codec.encode(await askPermission(this.facade, message.permission));
      case 'invoke':
        return this.#answer(frame, message.channel, message.args);
      case 'send':
        standInIpcMain.emit(
          message.channel,
          this.#eventFrom(frame),
          ...(codec.decode(message.args) as unknown[]),
        );
        return codec.encode(null);
    }
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    // Copy at once: later changes in main must not reach the page.
    this.#waiting.push(codec.decode(codec.encode([channel, ...args])) as unknown[]);
    this.#askedForMore?.();
    this.#askedForMore = null;
  }
  get mainFrame(): WebFrameMain {
    const frame = this.#page?.mainFrame();
    if (frame === undefined) throw new Error('The window has no page.');
    return frameOf(frame);
  }
  getURL(): string {
    return toAppUrl(this.#page?.url() ?? '');
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }
  reload(): void {
    const reloaded = this.#isCrashed ? this.#replace() : this.#page?.reload();
    reloaded?.catch((error: unknown) => console.error(error));
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  isCrashed(): boolean {
    return this.#isCrashed;
  }
  /** Crashes the page's process, which emits the event for a lost renderer. */
  forcefullyCrashRenderer(): void {
    const page = this.#page;
    const crash = async (): Promise<void> => {
      const session = await page?.context().newCDPSession(page);
      await session?.send('Page.crash');
    };
    // The answer never comes, because its process has crashed.
    crash().catch(() => undefined);
  }
  setZoomFactor(factor: number): void {
    void this.#page?.evaluate(`document.documentElement.style.zoom = ${factor}`);
  }

  /** Playwright cannot use a crashed page again, so another one loads the same address. */
  async #replace(): Promise<void> {
    const crashed = this.#page;
    this.attach(await this.#openAnother());
    await crashed?.close();
    if (this.#expected !== null) await this.load(this.#expected);
  }
  isShowing(page: Page): boolean {
    return page === this.#page;
  }
  /** @param frame null for a window that is only opening */
  #mayNavigate(frame: Frame | null, url: string): boolean {
    const isMainFrame = frame?.parentFrame() === null;
    // This request is from another window, which is refused separately.
    if (frame === null || (isMainFrame && frame.page() !== this.#page)) return false;
    if (isMainFrame && (url === this.#expected || url === this.getURL())) return true;
    // Emitted for every frame, also the main one. If it is prevented, `will-navigate` never comes.
    if (isPrevented(this, 'will-frame-navigate', { url, isMainFrame })) return false;
    return !isMainFrame || !isPrevented(this, 'will-navigate', { url });
  }
  /** Closes a window that the page asked for. Its first request may already have been missed. */
  refuseWindow(page: Page): void {
    if (this.#openHandler({ url: page.url() }).action !== 'deny')
      throw new Error('The Electron stand-in opens no second window.');
    void page.close().catch(() => undefined);
  }
  async #nextBatch(documentId: string): Promise<string> {
    // Only one document listens at a time: release the request of an earlier one.
    this.#askedForMore?.();
    this.#askedForMore = null;
    if (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#askedForMore = resolve;
      });
    // A request from a closed document must not take the messages of the present one.
    return codec.encode(documentId === this.#documentId ? this.#waiting.splice(0) : []);
  }
  async #answer(frame: Frame, channel: string, args: string): Promise<string> {
    const answer = await standInIpcMain.answer(
      channel,
      this.#eventFrom(frame),
      codec.decode(args) as unknown[],
    );
    try {
      return codec.encode(answer);
    } catch {
      return codec.encode({ ok: false, message: 'Error: An object could not be cloned.' });
    }
  }
  #eventFrom(frame: Frame): IpcMainInvokeEvent {
    const event = { sender: this.facade, senderFrame: frame.isDetached() ? null : frameOf(frame) };
    return event as Partial<IpcMainInvokeEvent> as IpcMainInvokeEvent;
  }

  /** This page with only the supported part of `WebContents`. */
  readonly facade = asWebContents(strict('webContents', this));
}

/** The types promise all of `WebContents`; unsupported members throw on use. */
function asWebContents(contents: object): WebContents {
  return contents as WebContents;
}

function loadError(url: string, cause?: unknown): Error {
  const error = new Error(`ERR_FAILED (${FAILED}) loading '${url}'`, { cause });
  return Object.assign(error, { errno: FAILED, code: 'ERR_FAILED', url });
}

function frameAsking(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function frameOf(frame: Frame): WebFrameMain {
  const url = toAppUrl(frame.url());
  const parent = frame.parentFrame();
  const supported: Partial<WebFrameMain> = {
    url,
    origin: originOf(url),
    parent: parent === null ? null : frameOf(parent),
  };
  return strict('webFrameMain', supported) as WebFrameMain;
}
