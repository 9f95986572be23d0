import type { ClientRequest } from 'node:http';
import { subscribe } from 'node:diagnostics_channel';

/**
 * Playwright and Chromium would compress all they tell each other over a socket of this machine, at both of its
 * ends: a third of what a start takes. What is not offered is not agreed on.
 */
subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.path.startsWith('/devtools/')) request.removeHeader('Sec-WebSocket-Extensions');
});
