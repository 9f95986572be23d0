/** Node's own `fetch`, for what talks to the sandbox over a socket: the one place that names it. */
export const socketFetch = (url: string, init?: RequestInit): Promise<Response> =>
  globalThis.fetch(url, init);
