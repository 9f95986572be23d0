import { EventEmitter } from 'node:events';
import type { DevTools, DevToolsSession } from './devtools.ts';
import type { ChromiumPdfOptions } from './pdf-options.ts';
import { HOST_ANSWER, HOST_BINDING } from './page-script.ts';

/** Request of a page. */
export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Whether it asks for a document, of the page or of a frame in it. */
  readonly isNavigation: boolean;
  readonly isMainFrame: boolean;
}
type Failure = 'Aborted' | 'Failed' | 'InternetDisconnected';

export interface PageSetup {
  /** Answers every request of the page. No request reaches a network. */
  readonly onRequest: (request: PageRequest) => Promise<Response | Failure>;
  /** Scripts for each new document, run before its own. */
  readonly scripts?: readonly string[];
  /** Answers messages of the scripts. Without it, the page runs no scripts. */
  readonly onMessage?: (message: string) => Promise<string>;
}

interface Events {
  /** The page shows another document. */
  navigated: [];
  load: [];
  crash: [];
  close: [];
}

/** Page of Chromium. */
export class ChromiumPage extends EventEmitter<Events> {
  readonly targetId: string;
  readonly #devTools: DevTools;
  readonly #session: DevToolsSession;
  #url = 'about:blank';
  #isEnding = false;

  constructor(devTools: DevTools, session: DevToolsSession, targetId: string) {
    super();
    this.targetId = targetId;
    this.#devTools = devTools;
    this.#session = session;
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== targetId) return;
      this.#url = `${frame.url}${frame.urlFragment ?? ''}`;
      this.emit('navigated');
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === targetId) this.#url = url;
    });
    session.on('Page.loadEventFired', () => this.emit('load'));
    session.on('Inspector.targetCrashed', () => this.emit('crash'));
    devTools.browser.on('Target.targetDestroyed', (destroyed) => {
      if (destroyed.targetId === targetId) this.emit('close');
    });
  }

  /** Prepares the page before its first document runs. */
  async prepare({ onRequest, onMessage, scripts = [] }: PageSetup): Promise<void> {
    const session = this.#session;
    session.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId }) => {
      const isMainFrame = frameId === this.targetId;
      const isNavigation = resourceType === 'Document';
      void onRequest({ ...request, isNavigation, isMainFrame })
        .catch((error: unknown): Failure => {
          console.error(error);
          return 'Failed';
        })
        .then((answer) => this.#answer(requestId, answer))
        // Requests fail when their page closes.
        .catch(() => undefined);
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== HOST_BINDING || onMessage === undefined) return;
      const { id, message } = JSON.parse(payload) as { id: number; message: string };
      void onMessage(message)
        .then((answer) =>
          session.send('Runtime.callFunctionOn', {
            functionDeclaration: `(id, answer) => globalThis[${JSON.stringify(HOST_ANSWER)}](id, answer)`,
            executionContextId,
            arguments: [{ value: id }, { value: answer }],
          }),
        )
        // The document with the question may be gone.
        .catch(() => undefined);
    });
    await Promise.all([
      session.send('Page.enable'),
      session.send('Inspector.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      ...(onMessage === undefined
        ? [session.send('Emulation.setScriptExecutionDisabled', { value: true })]
        : [session.send('Runtime.enable')]),
      session.send('Runtime.addBinding', { name: HOST_BINDING }),
      ...scripts.map((source) => session.send('Page.addScriptToEvaluateOnNewDocument', { source })),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }
  async #answer(requestId: string, answer: Response | Failure): Promise<void> {
    if (typeof answer === 'string') {
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: answer });
      return;
    }
    await this.#session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    });
  }

  url(): string {
    return this.#url;
  }
  /** Loads an address completely. @throws when it fails, or the page crashes, closes, or goes elsewhere meanwhile */
  async goto(url: string): Promise<void> {
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => undefined);
    const isOver = (): void => ended.reject(new Error(`The page went while it loaded ${url}.`));
    let isThere = false;
    const onNavigated = (): void => {
      if (isThere) isOver();
      isThere = true;
    };
    const onLoad = (): void => {
      if (isThere) ended.resolve();
    };
    this.on('navigated', onNavigated).on('load', onLoad).on('crash', isOver).on('close', isOver);
    try {
      const { errorText } = await this.#session.send('Page.navigate', { url });
      // Chromium ends the navigation before it reports the crash.
      if (this.#isEnding) await ended.promise;
      if (errorText !== undefined) throw new Error(errorText);
      await ended.promise;
    } finally {
      this.off('navigated', onNavigated).off('load', onLoad).off('crash', isOver);
      this.off('close', isOver);
    }
  }
  async reload(): Promise<void> {
    await this.#session.send('Page.reload');
  }
  async evaluate(expression: string): Promise<void> {
    await this.#session.send('Runtime.evaluate', { expression });
  }
  /** Ends the page's process, even if it hangs. No other page's process is running. */
  async crash(): Promise<void> {
    this.#isEnding = true;
    const { processInfo } = await this.#devTools.browser.send('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL');
  }
  /** Answers a question of the page, such as whether to leave it. */
  onQuestion(isAccepted: (type: string) => boolean): void {
    this.#session.on('Page.javascriptDialogOpening', ({ type }) => {
      const answer = { accept: isAccepted(type) };
      this.#session.send('Page.handleJavaScriptDialog', answer).catch(() => undefined);
    });
  }
  /** @param scheme empty for the system's */
  setColorScheme(scheme: 'light' | 'dark' | ''): void {
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    this.#session.send('Emulation.setEmulatedMedia', { features }).catch(() => undefined);
  }
  /** Sizes the window so that the page fills it: even headless, Chromium subtracts its own toolbars. */
  async fit(width: number, height: number): Promise<void> {
    const { browser } = this.#devTools;
    const { targetId } = this;
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId });
    await browser.send('Browser.setContentsSize', { windowId, width, height });
  }
  async title(): Promise<string> {
    const { targetInfo } = await this.#session.send('Target.getTargetInfo');
    return targetInfo.title;
  }
  async print(options: ChromiumPdfOptions): Promise<Buffer> {
    const { data } = await this.#session.send('Page.printToPDF', options);
    return Buffer.from(data, 'base64');
  }
  async close(): Promise<void> {
    await this.#devTools.browser.send('Target.closeTarget', { targetId: this.targetId });
  }
}
