import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, WebContents } from 'electron';
import type { Page } from 'playwright';
import { standInApp } from './app.ts';
import { startedChromium } from './chromium.ts';
import { toAppUrl, toPageUrl } from './origins.ts';
import { pdfOptions } from './pdf-options.ts';
import { answerProtocolRequest } from './protocol.ts';
import { strict } from './strict.ts';

type PrintCallback = (success: boolean, failureReason: string) => void;

/** Answer to every print dialog: canceled until a test decides otherwise. An empty string prints. */
let printAnswer = 'Print job canceled';

/** @param failureReason Electron's reason; empty after a successful print */
export function answerPrintDialogs(failureReason: string): void {
  printAnswer = failureReason;
}

/** Whether a window serves only for printing: hidden, with scripts off. */
export function isForPaper({
  show,
  webPreferences,
}: BrowserWindowConstructorOptions = {}): boolean {
  return show === false && webPreferences?.javascript === false;
}

/**
 * A hidden `BrowserWindow` whose page runs no scripts. Its page has its own browser context, without the
 * preload and the connection to main that the app's window has.
 */
export class PaperWindow extends EventEmitter {
  readonly #page: Promise<Page>;
  readonly #contents: WebContents;
  #isDestroyed = false;

  constructor({ webPreferences = {} }: BrowserWindowConstructorOptions) {
    super();
    if (webPreferences.preload !== undefined || webPreferences.sandbox !== true)
      throw new Error('A window for paper is sandboxed and has no preload.');
    this.#page = openPage();
    this.#page.catch(() => undefined);
    this.#contents = strict('webContents', new PaperContents(this.#page)) as object as WebContents;
    standInApp.emit('web-contents-created', {}, this.#contents);
    return strict('BrowserWindow', this);
  }
  get webContents(): WebContents {
    return this.#contents;
  }
  async loadURL(url: string): Promise<void> {
    const page = await this.#page;
    const answer = await page.goto(toPageUrl(url), { waitUntil: 'load' });
    if (answer?.ok() !== true) throw new Error(`ERR_FAILED (-2) loading '${url}'`);
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#page.then((page) => page.context().close()).catch(() => undefined);
    this.emit('closed');
  }
}

/** Page of a print window. */
class PaperContents extends EventEmitter {
  readonly #page: Promise<Page>;

  constructor(page: Promise<Page>) {
    super();
    this.#page = page;
  }
  /** The page has nothing that could open a window, so Electron would never call the handler. */
  setWindowOpenHandler(): void {}
  /** The page runs no scripts that could use WebRTC. */
  setWebRTCIPHandlingPolicy(): void {}

  /** Prints through Chromium's DevTools protocol, the same code that Electron calls. */
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const page = await this.#page;
    const devTools = await page.context().newCDPSession(page);
    const { data } = await devTools.send('Page.printToPDF', pdfOptions(options));
    return Buffer.from(data, 'base64');
  }
  /** There is no printer and no dialog. The console shows the options, and a test sets the answer. */
  print(options: Electron.WebContentsPrintOptions, callback: PrintCallback): void {
    void this.#ask(options, callback);
  }
  async #ask(options: Electron.WebContentsPrintOptions, callback: PrintCallback): Promise<void> {
    const page = await this.#page;
    console.error(`print dialog for "${await page.title()}": ${JSON.stringify(options)}`);
    callback(printAnswer === '', printAnswer);
  }
}

async function openPage(): Promise<Page> {
  const browser = startedChromium().context.browser();
  if (browser === null) throw new Error('The Chromium of the window is gone.');
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = toAppUrl(request.url());
    const answer = await answerProtocolRequest({ url, method: request.method(), headers: {} });
    if (answer === null) return route.abort('internetdisconnected');
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  return context.newPage();
}
