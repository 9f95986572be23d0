import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, WebContents } from 'electron';
import { standInApp } from './app.ts';
import { startedChromium, type PageWithProfile } from './chromium.ts';
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
export function isForPrinting({
  show,
  webPreferences,
}: BrowserWindowConstructorOptions = {}): boolean {
  return show === false && webPreferences?.javascript === false;
}

/**
 * A hidden `BrowserWindow` whose page runs no scripts. Its page has its own profile in memory, without the
 * preload and the connection to main that the app's window has.
 */
export class PrintWindow extends EventEmitter {
  readonly #page: Promise<PageWithProfile>;
  readonly #contents: WebContents;
  #isDestroyed = false;

  constructor({ webPreferences = {} }: BrowserWindowConstructorOptions) {
    super();
    if (webPreferences.preload !== undefined || webPreferences.sandbox !== true)
      throw new Error('A window for printing is sandboxed and has no preload.');
    this.#page = openPage();
    this.#page.catch(() => undefined);
    this.#contents = strict('webContents', new PrintContents(this.#page)) as object as WebContents;
    standInApp.emit('web-contents-created', {}, this.#contents);
    return strict('BrowserWindow', this);
  }
  get webContents(): WebContents {
    return this.#contents;
  }
  async loadURL(url: string): Promise<void> {
    const { page } = await this.#page;
    await page.goto(toPageUrl(url)).catch((cause: unknown) => {
      throw new Error(`ERR_FAILED (-2) loading '${url}'`, { cause });
    });
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#page.then(({ dispose }) => dispose()).catch(() => undefined);
    this.emit('closed');
  }
}

/** Page of a print window. */
class PrintContents extends EventEmitter {
  readonly #page: Promise<PageWithProfile>;

  constructor(page: Promise<PageWithProfile>) {
    super();
    this.#page = page;
  }
  /** The page cannot open a window, so Electron would never call the handler. */
  setWindowOpenHandler(): void {}
  /** The page runs no scripts that could use WebRTC. */
  setWebRTCIPHandlingPolicy(): void {}

  /** Prints through Chromium's DevTools protocol, the same code that Electron calls. */
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { page } = await this.#page;
    return page.print(pdfOptions(options));
  }
  /** There is no printer and no dialog. The console shows the options, and a test sets the answer. */
  print(options: Electron.WebContentsPrintOptions, callback: PrintCallback): void {
    void this.#ask(options, callback);
  }
  async #ask(options: Electron.WebContentsPrintOptions, callback: PrintCallback): Promise<void> {
    const { page } = await this.#page;
    console.error(`print dialog for "${await page.title()}": ${JSON.stringify(options)}`);
    callback(printAnswer === '', printAnswer);
  }
}

function openPage(): Promise<PageWithProfile> {
  return startedChromium().newPageWithProfile({
    onRequest: async ({ url, method }) => {
      const answer = await answerProtocolRequest({ url: toAppUrl(url), method, headers: {} });
      return answer?.ok === false ? 'Failed' : (answer ?? 'InternetDisconnected');
    },
  });
}
