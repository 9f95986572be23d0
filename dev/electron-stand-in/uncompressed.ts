import type { ClientRequest } from 'node:http';
import { subscribe } from 'node:diagnostics_channel';

/**
 * Turns off compression by removing the offer. Playwright and Chromium would compress all messages over a
 * local socket, on both sides. That takes a third of the startup time.
 */
subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.path.startsWith('/devtools/')) request.removeHeader('Sec-WebSocket-Extensions');
});
