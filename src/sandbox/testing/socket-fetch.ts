/** Node's own `fetch`, for code that reaches the sandbox over a socket. The only place that names it. */
export const socketFetch = (url: string, init?: RequestInit): Promise<Response> =>
  globalThis.fetch(url, init);
