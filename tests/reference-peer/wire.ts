/** The reference peer's result for a request, before its transport is decided. */
export type Answer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: HeaderValues;
      readonly body: Uint8Array<ArrayBuffer> | null;
      /** Number of body bytes before the connection ends; null to send all. */
      readonly keepBytes: number | null;
    }
  /** The connection is reset without an answer. */
  | { readonly kind: 'reset' };

export type HeaderValues = Readonly<Record<string, string>>;

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

/** @param body text as it is, anything else as JSON; undefined for none */
export function answer(status: number, body?: unknown, headers: HeaderValues = {}): Answer {
  // Answers of these statuses have no body (RFC 9110 §15).
  const isBare = body === undefined || status === 204 || status === 304;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return {
    kind: 'answer',
    status,
    headers: isBare ? headers : { ...type, ...headers },
    body: isBare ? null : bytesOf(text),
    keepBytes: null,
  };
}

/** The same with more headers; a reset has none. */
export function withHeaders(served: Answer, headers: HeaderValues): Answer {
  if (served.kind === 'reset') return served;
  return { ...served, headers: { ...served.headers, ...headers } };
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Result of `fetch` for it, an answer or an exception, as in Node. */
export function inProcess(served: Answer): Response {
  if (served.kind === 'reset') {
    const cause = Object.assign(new Error('read ECONNRESET'), {
      code: 'ECONNRESET',
      syscall: 'read',
    });
    throw new TypeError('fetch failed', { cause });
  }
  const { status, headers, body, keepBytes } = served;
  if (body === null || keepBytes === null) return new Response(body, { status, headers });
  return new Response(brokenOff(body.slice(0, keepBytes)), { status, headers });
}

/** A body whose connection ends after these bytes. */
export function brokenOff(kept: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull: (controller) => {
      if (isFirst && kept.length > 0) {
        isFirst = false;
        return controller.enqueue(kept);
      }
      const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
      return controller.error(new TypeError('terminated', { cause }));
    },
  });
}
