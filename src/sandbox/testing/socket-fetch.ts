/** Node's own `fetch`, for code that reaches the sandbox over a socket. No other file may use the global. */
export const socketFetch = (url: string, init?: RequestInit): Promise<Response> =>
  globalThis.fetch(url, init);
