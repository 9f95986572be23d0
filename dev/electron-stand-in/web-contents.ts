import { EventEmitter } from 'node:events';
import type {
  IpcMainInvokeEvent,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron';
import { isPrevented } from './app.ts';
import type { ChromiumPage, PageRequest } from './chromium-page.ts';
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
  readonly #openAnother: () => Promise<ChromiumPage>;
  #page: ChromiumPage | null = null;
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
  constructor(another: () => Promise<ChromiumPage>) {
    super();
    this.#openAnother = another;
  }

  attach(page: ChromiumPage): void {
    this.#page = page;
    page.on('crash', () => {
      this.#isCrashed = true;
      this.#documentId = null;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.on('navigated', () => this.emit('did-navigate', {}, this.getURL()));
    // In Electron, a page with a `beforeunload` handler stays without a question, unless main prevents this.
    page.onQuestion((type) => type === 'beforeunload' && isPrevented(this, 'will-prevent-unload'));
    page.on('load', () => this.emit('did-finish-load'));
  }
  async load(appUrl: string, isServed = true): Promise<void> {
    this.#expected = appUrl;
    this.#isCrashed = false;
    // Chromium emits no event for a scheme without a handler.
    if (!isServed) throw loadError(appUrl);
    try {
      await this.#page?.goto(toPageUrl(appUrl));
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

  async answerRequest(
    request: PageRequest,
  ): Promise<Response | 'Aborted' | 'InternetDisconnected'> {
    const { method, headers, isNavigation, isMainFrame } = request;
    const url = toAppUrl(request.url);
    if (isNavigation && !this.#mayNavigate(isMainFrame, url)) return 'Aborted';
    return (await answerProtocolRequest({ url, method, headers })) ?? 'InternetDisconnected';
  }

  /** Takes one message of the page and returns the encoded answer. */
  async receive(message: string): Promise<string> {
    recordIpc('to main', message);
    const answer = await this.#take(JSON.parse(message) as PageMessage);
    recordIpc('to page', answer);
    return answer;
  }
  async #take(message: PageMessage): Promise<string> {
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
        return this.#answer(message.channel, message.args);
      case 'send':
        standInIpcMain.emit(
          message.channel,
          this.#event(),
          ...(codec.decode(message.args) as unknown[]),
        );
        return codec.encode(null);
    }
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    // Copy now, because later changes in main must not reach the page.
    this.#waiting.push(codec.decode(codec.encode([channel, ...args])) as unknown[]);
    this.#askedForMore?.();
    this.#askedForMore = null;
  }
  get mainFrame(): WebFrameMain {
    if (this.#page === null) throw new Error('The window has no page.');
    const url = this.getURL();
    const supported: Partial<WebFrameMain> = { url, origin: originOf(url), parent: null };
    return strict('webFrameMain', supported) as WebFrameMain;
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
    void this.#page?.crash();
  }
  setZoomFactor(factor: number): void {
    void this.#page?.evaluate(`document.documentElement.style.zoom = ${factor}`);
  }

  /** Playwright cannot reuse a crashed page, so another one loads the same address. */
  async #replace(): Promise<void> {
    const crashed = this.#page;
    this.attach(await this.#openAnother());
    await crashed?.close();
    if (this.#expected !== null) await this.load(this.#expected);
  }
  isShowing(page: ChromiumPage): boolean {
    return page === this.#page;
  }
  #mayNavigate(isMainFrame: boolean, url: string): boolean {
    // Chromium requests no fragment.
    const isAt = (address: string | null): boolean => address?.split('#')[0] === url;
    if (isMainFrame && (isAt(this.#expected) || isAt(this.getURL()))) return true;
    // Emitted for every frame, also the main one. If it is prevented, `will-navigate` never comes.
    if (isPrevented(this, 'will-frame-navigate', { url, isMainFrame })) return false;
    return !isMainFrame || !isPrevented(this, 'will-navigate', { url });
  }
  /** @throws unless the app refuses the window that the page asked for */
  refuseWindow(url: string): void {
    if (this.#openHandler({ url }).action !== 'deny')
      throw new Error('The Electron stand-in opens no second window.');
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
  async #answer(channel: string, args: string): Promise<string> {
    const answer = await standInIpcMain.answer(
      channel,
      this.#event(),
      codec.decode(args) as unknown[],
    );
    try {
      return codec.encode(answer);
    } catch {
      return codec.encode({ ok: false, message: 'Error: An object could not be cloned.' });
    }
  }
  /** Only the page's own document has a preload, so every message is from it. */
  #event(): IpcMainInvokeEvent {
    const event = { sender: this.facade, senderFrame: this.#page === null ? null : this.mainFrame };
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
