import type { Readable, Writable } from 'node:stream';
import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright';

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
type Ask = (sessionId: string | undefined, method: string, params: unknown) => Promise<unknown>;

/** Commands to one target of Chromium, and its events. */
export class DevToolsSession {
  readonly send: CDPSession['send'];
  readonly on: CDPSession['on'];
  readonly #events = new EventEmitter();

  constructor(ask: Ask, sessionId?: string) {
    this.send = ((method: string, params?: unknown) =>
      ask(sessionId, method, params)) as CDPSession['send'];
    this.on = ((name: string, listener: (params: unknown) => void) =>
      this.#events.on(name, listener)) as object as CDPSession['on'];
  }
  emit(name: string, params: unknown): void {
    this.#events.emit(name, params);
  }
}

/**
 * Chromium's DevTools protocol over the pipes of `--remote-debugging-pipe`: JSON, with a zero byte after each message.
 * Loading Playwright instead would take longer than main's start.
 */
export class DevTools {
  readonly browser: DevToolsSession;
  readonly #output: Writable;
  readonly #sessions = new Map<string, DevToolsSession>();
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    this.browser = new DevToolsSession(this.#ask);
    let unfinished: Buffer[] = [];
    input.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
        const text = Buffer.concat([...unfinished, chunk.subarray(start, end)]).toString();
        [unfinished, start] = [[], end + 1];
        this.#receive(JSON.parse(text) as Message);
      }
      unfinished.push(chunk.subarray(start));
    });
    input.on('close', () => {
      for (const { reject } of this.#asked.values()) reject(new Error('Chromium has ended.'));
      this.#asked.clear();
    });
    // Writing fails after Chromium has ended.
    output.on('error', () => undefined);
  }

  /** @returns the session of `Target.attachedToTarget` */
  session(sessionId: string): DevToolsSession {
    const session = new DevToolsSession(this.#ask, sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  readonly #ask: Ask = (sessionId, method, params) => {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    this.#asked.set(id, answer);
    this.#output.write(`${JSON.stringify({ id, sessionId, method, params })}\0`);
    return answer.promise;
  };
  #receive({ id, sessionId, method, params, result, error }: Message): void {
    if (id === undefined) {
      const to = sessionId === undefined ? this.browser : this.#sessions.get(sessionId);
      to?.emit(method ?? '', params);
      return;
    }
    const answer = this.#asked.get(id);
    this.#asked.delete(id);
    if (error === undefined) answer?.resolve(result);
    else answer?.reject(new Error(error.message));
  }
}
