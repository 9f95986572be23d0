/**
 * What docs/adr/0005-node-fetch.md rests on, held against the runtime itself: a PATCH leaves once,
 * and the error says whether it left.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function causeOf(request: Promise<Response>): Promise<string> {
  try {
    const response = await request;
    await response.text();
    return `status ${response.status}`;
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause;
    return cause?.code ?? String(error);
  }
}

test('a PATCH on a kept-alive connection that dies before the answer leaves once', async () => {
  const seen: string[] = [];
  const url = await listen(
    createServer((request, response) => {
      seen.push(request.method ?? '');
      if (request.method === 'GET') response.end('warm');
      else request.socket.destroy();
    }),
  );
  await (await fetch(url)).text();
  const code = await causeOf(fetch(url, { method: 'PATCH' }));
  expect({ seen, code }).toEqual({ seen: ['GET', 'PATCH'], code: 'UND_ERR_SOCKET' });
});

test('a redirect is an answer, not another request', async () => {
  const seen: string[] = [];
  const url = await listen(
    createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(307, { location: '/elsewhere' }).end();
    }),
  );
  const code = await causeOf(fetch(`${url}/here`, { method: 'PATCH', redirect: 'manual' }));
  expect({ seen, code }).toEqual({ seen: ['PATCH /here'], code: 'status 307' });
});

test('nobody listening, no such name and no TLS there are told apart from a lost answer', async () => {
  const plain = createServer((_, response) => response.end('plain'));
  const url = await listen(plain);
  const free = createServer();
  const freeUrl = await listen(free);
  await new Promise((resolve) => free.close(resolve));
  expect({
    refused: await causeOf(fetch(freeUrl)),
    noName: await causeOf(fetch('http://billfold.invalid')),
    noTls: await causeOf(fetch(url.replace('http:', 'https:'))),
  }).toEqual({
    refused: 'ECONNREFUSED',
    noName: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    noTls: expect.stringMatching(/^(ERR_SSL_|EPROTO)/),
  });
});
