import { assertNever } from '../base/assert-never.ts';
import type { Served } from './serve.ts';

/**
 * A `fetch` whose network is the sandbox in this process. It fails like Node's: `TypeError('fetch failed')`
 * with a `cause.code`, `TypeError('terminated')` in the middle of a body, the signal's reason when aborted.
 * It returns redirects and never follows them.
 */
export function createSandboxFetch(sandbox: {
  fetch(request: Request): Promise<Response>;
}): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const answered = sandbox.fetch(request);
    const response = await untilAborted(answered, request.signal);
    if (request.redirect === 'error' && response.headers.has('location')) {
      throw fetchFailed('unexpected redirect');
    }
    return response;
  };
}

/** Turns the outcome of a request into the result or error of `fetch`. */
export function enactInProcess(served: Served): Response {
  switch (served.kind) {
    case 'answer':
      return served.response;
    case 'refused':
      throw fetchFailed(`connect ${served.code}`, served.code);
    case 'dropped':
      throw served.reset
        ? fetchFailed('read ECONNRESET', 'ECONNRESET')
        : fetchFailed('other side closed', 'UND_ERR_SOCKET');
    case 'truncated': {
      const { status, headers } = served.response;
      return new Response(cutShort(served.response, served.keepBytes), { status, headers });
    }
    default:
      return assertNever(served);
  }
}

function untilAborted<Value>(pending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function cutShort(response: Response, keepBytes: number): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull: async (controller) => {
      if (isFirst) {
        isFirst = false;
        const kept = new Uint8Array(await response.arrayBuffer()).slice(0, keepBytes);
        if (kept.length > 0) return controller.enqueue(kept);
      }
      controller.error(
        new TypeError('terminated', { cause: codedError('other side closed', 'UND_ERR_SOCKET') }),
      );
    },
  });
}

function fetchFailed(message: string, code?: string): TypeError {
  return new TypeError('fetch failed', { cause: codedError(message, code) });
}

function codedError(message: string, code: string | undefined): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
