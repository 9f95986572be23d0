import { type Codec, createCodec } from './structured-clone.ts';

/** Name of the function that reaches main. The script removes it from the window before other code runs. */
export const HOST_BINDING = '__electronStandIn';

/** Name of the function through which main answers. */
export const HOST_ANSWER = '__electronStandInAnswer';

/** Messages from the page to main. The codec encodes their values. */
export type PageMessage =
  | { readonly kind: 'hello'; readonly documentId: string }
  | { readonly kind: 'invoke' | 'send'; readonly channel: string; readonly args: string }
  | { readonly kind: 'permission'; readonly permission: 'persistent-storage' }
  /** Waits for messages from main. The answer is the encoded list of [channel, ...args]. */
  | { readonly kind: 'next'; readonly documentId: string };

/** Main's answer to an `invoke`. */
export type InvokeAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

type PreloadFunction = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
) => void;

/**
 * Script that runs in each new document before the page's own: the built preload, with the globals of a
 * sandboxed preload. It contains the preload's text unchanged, because the page's policy forbids evaluating
 * strings.
 */
export function buildPageScript(preloadSource: string): string {
  return `(() => {
    const host = globalThis[${JSON.stringify(HOST_BINDING)}];
    delete globalThis[${JSON.stringify(HOST_BINDING)}];
    if (globalThis !== globalThis.top || location.protocol === 'about:') return;
    const preload = function (require, module, exports) {${preloadSource}\n};
    const reach = (${reachHost.toString()})(host, ${JSON.stringify(HOST_ANSWER)});
    (${runPreload.toString()})((${createCodec.toString()})(), reach, preload);
  })()`;
}

/** Adds answers to a function that only sends. Its source text runs in the page. */
function reachHost(
  send: (text: string) => void,
  answerName: string,
): (message: PageMessage) => Promise<string> {
  const waiting = new Map<number, (answer: string) => void>();
  let lastId = 0;
  Object.defineProperty(globalThis, answerName, {
    value: (id: number, answer: string) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  });
  return (message) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      send(JSON.stringify({ id, message: JSON.stringify(message) }));
    });
}

/** Runs in the page, which receives only the source text of this function. */
function runPreload(
  codec: Codec,
  host: (message: PageMessage) => Promise<string>,
  preload: PreloadFunction,
): void {
  type Listener = (event: unknown, ...args: unknown[]) => void;
  const documentId = String(performance.timeOrigin + performance.now());
  const listeners = new Map<string, Listener[]>();

  function strict<Thing extends object>(name: string, thing: Thing): Thing {
    return new Proxy(thing, {
      get: (target, key) => {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown;
        throw new Error(`The Electron stand-in does not support ${name}.${key}.`);
      },
    });
  }

  const removeListener = (channel: string, listener: Listener): unknown => {
    const known = listeners.get(channel) ?? [];
    const at = known.lastIndexOf(listener);
    if (at >= 0) listeners.set(channel, known.toSpliced(at, 1));
    return ipcRenderer;
  };
  const on = (channel: string, listener: Listener): unknown => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const ipcRenderer: object = strict('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]) => {
      const answer = codec.decode(
        await host({ kind: 'invoke', channel, args: codec.encode(args) }),
      ) as InvokeAnswer;
      if (answer.ok) return answer.value;
      throw new Error(`Error invoking remote method '${channel}': ${answer.message}`);
    },
    send: (channel: string, ...args: unknown[]) => {
      void host({ kind: 'send', channel, args: codec.encode(args) });
    },
    on,
    addListener: on,
    off: removeListener,
    removeListener,
  });

  const DEEPEST = 1_000;

  /** Converts a value as the context bridge does: copies of data, stand-ins for functions and promises. */
  function cross(value: unknown, depth = 0): unknown {
    if (depth > DEEPEST)
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    if (typeof value === 'function') {
      const call = value as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const given = args.map((arg) => crossChecked(arg));
        try {
          return cross(call(...given));
        } catch (error) {
          // Only the message of a thrown value crosses, not the value itself.
          return raise(error);
        }
      };
    }
    if (value instanceof Promise) return value.then((settled) => cross(settled), raise);
    if (value instanceof Error) return new Error(value.message);
    if (Array.isArray(value)) return value.map((item) => cross(item, depth + 1));
    if (value !== null && typeof value === 'object' && isPlain(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, cross(field, depth + 1)]),
      );
    return structuredClone(value);
  }

  /** A Proxy and `arguments` never cross. Only `structuredClone` can detect a Proxy. */
  function crossChecked(value: unknown): unknown {
    if (Object.prototype.toString.call(value) === '[object Arguments]') throw uncloneable();
    // Don't clone functions: they may cross, and a failed clone takes milliseconds.
    if (typeof value === 'function') return cross(value);
    try {
      structuredClone(value);
    } catch (error) {
      // The error names the object that it stopped at. An error about a nested function is no problem, because
      // functions cross.
      if (/#<\w+> could not be cloned/.test(String(error))) throw uncloneable();
    }
    return cross(value);
  }

  function uncloneable(): TypeError {
    return new TypeError('An object could not be cloned.');
  }

  function freeze(value: unknown): unknown {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      for (const field of Object.values(value)) freeze(field);
      Object.freeze(value);
    }
    return value;
  }

  function raise(error: unknown): never {
    throw new Error(error instanceof Error ? error.message : String(error));
  }

  function isPlain(value: object): boolean {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  }

  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (key in globalThis)
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(globalThis, key, {
        value: freeze(cross(api)),
        enumerable: true,
      });
    },
  });

  const electron = strict('electron', { contextBridge, ipcRenderer });
  const builtins = ['events', 'timers', 'url', 'node:events', 'node:timers', 'node:url'];
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    if (builtins.includes(name))
      throw new Error(`The Electron stand-in does not support ${name} in a preload.`);
    throw new Error(`module not found: ${name}`);
  };

  const listen = async (): Promise<void> => {
    for (;;) {
      const batch = codec.decode(await host({ kind: 'next', documentId })) as [
        string,
        ...unknown[],
      ][];
      for (const [channel, ...args] of batch)
        for (const listener of listeners.get(channel) ?? [])
          listener({ sender: ipcRenderer, ports: [] }, ...args);
    }
  };

  /** Removes features of an https origin that Electron's `app://` lacks. */
  function becomeAppScheme(): void {
    const refuse = (what: string) => async (): Promise<never> => {
      throw new TypeError(`${what} is not supported by the scheme of this page.`);
    };
    const replace = (owner: object, name: string, value: unknown): void => {
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    };
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
    replace(ServiceWorkerContainer.prototype, 'register', refuse('A service worker'));
    for (const name of ['put', 'add', 'addAll'])
      replace(Cache.prototype, name, refuse('The cache'));
    const request = { kind: 'permission', permission: 'persistent-storage' } as const;
    let isPersisted = false;
    replace(StorageManager.prototype, 'persist', async () => {
      isPersisted = codec.decode(await host(request)) === true;
      return isPersisted;
    });
    replace(StorageManager.prototype, 'persisted', async () => isPersisted);
  }

  becomeAppScheme();
  void host({ kind: 'hello', documentId });
  // The promise is rejected when the document closes; no code needs the messages then.
  listen().catch(() => undefined);
  const module = { exports: {} };
  preload(require, module, module.exports);
}
