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

/** The page of a window: what crosses between it and main, and where it may go. */
export class StandInWebContents extends EventEmitter {
  readonly id = 1;
  readonly session = defaultSession;
  /** Chromium is started with it. */
  webRtcPolicy = 'default';
  readonly #openAnother: () => Promise<Page>;
  #page: Page | null = null;
  #isCrashed = false;
  #isDestroyed = false;
  #openHandler: OpenHandler = () => ({ action: 'deny' });
  /** The document that listens now, what waits for it, and its unanswered question for more. */
  #documentId: string | null = null;
  #waiting: unknown[][] = [];
  #askedForMore: (() => void) | null = null;
  /** Addresses main itself has asked for: these are not the page's own navigation. */
  #expected: string | null = null;

  /** @param another opens a page in place of one that has crashed */
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
    page.on('domcontentloaded', () => this.emit('dom-ready', {}));
    page.on('load', () => this.emit('did-finish-load'));
    page.on('console', (message) =>
      this.emit('console-message', { level: message.type(), message: message.text() }),
    );
  }
  async load(appUrl: string, isServed = true): Promise<void> {
    this.#expected = appUrl;
    this.#isCrashed = false;
    // A scheme nobody serves has no event of its own.
    if (!isServed) throw loadError(appUrl);
    try {
      await this.#page?.goto(toPageUrl(appUrl), { waitUntil: 'load' });
    } catch (cause) {
      // A page that goes away while it loads is told as gone, not as failed.
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

  /** Answers every request of the page. Nothing reaches a network. */
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

  /** Takes one message of the page's and gives the encoded answer. */
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
    // Copied at once: what main changes afterwards must not reach the page.
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
  /** Ends the page's process, which is then told as gone. */
  forcefullyCrashRenderer(): void {
    const page = this.#page;
    const crash = async (): Promise<void> => {
      const session = await page?.context().newCDPSession(page);
      await session?.send('Page.crash');
    };
    // Never answered: the process that would answer is gone.
    crash().catch(() => undefined);
  }
  setZoomFactor(factor: number): void {
    void this.#page?.evaluate(`document.documentElement.style.zoom = ${factor}`);
  }

  /** A page that crashed is of no use to Playwright any more: another one loads what it showed. */
  async #replace(): Promise<void> {
    const crashed = this.#page;
    this.attach(await this.#openAnother());
    await crashed?.close();
    if (this.#expected !== null) await this.load(this.#expected);
  }
  isShowing(page: Page): boolean {
    return page === this.#page;
  }
  /** @param frame null: of a window that is only opening */
  #mayNavigate(frame: Frame | null, url: string): boolean {
    const isMainFrame = frame?.parentFrame() === null;
    // Of another window, which is refused by itself.
    if (frame === null || (isMainFrame && frame.page() !== this.#page)) return false;
    if (isMainFrame && (url === this.#expected || url === this.getURL())) return true;
    // For every frame, the main one too; prevented there, `will-navigate` never comes.
    if (isPrevented(this, 'will-frame-navigate', { url, isMainFrame })) return false;
    return !isMainFrame || !isPrevented(this, 'will-navigate', { url });
  }
  /** The browser has opened a window that the page asked for; its first request may have gone by unseen. */
  refuseWindow(page: Page): void {
    if (this.#openHandler({ url: page.url() }).action !== 'deny')
      throw new Error('The Electron stand-in opens no second window.');
    void page.close().catch(() => undefined);
  }
  async #nextBatch(documentId: string): Promise<string> {
    // One document listens at a time; a question from one that went is let go.
    this.#askedForMore?.();
    this.#askedForMore = null;
    if (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#askedForMore = resolve;
      });
    // A question from a document that went must not swallow what the present one waits for.
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

  /** This page as the app gets it: with the supported part of `WebContents` alone. */
  readonly facade = asWebContents(strict('webContents', this));
}

/** The app's types know the whole of `WebContents`; what is missing throws when it is used. */
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
