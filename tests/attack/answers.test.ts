import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { sendRequest } from '../../src/main/api/send-request.ts';
import { createNetworkFetch } from '../../src/main/network/network-fetch.ts';

test.each([['gzip, gzip'], [['gzip', 'gzip']]])(
  'an answer with the encoding %o is refused unread, because its decompressed size would have no limit',
  async (encoding) => {
    const server = createServer((_request, answer) => {
      answer.setHeader('content-encoding', encoding);
      answer.end(gzipSync(gzipSync('{}')));
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const fetch = createNetworkFetch({ resolveProxy: async () => 'DIRECT', authorities: () => [] });
    const url = `http://127.0.0.1:${port}/`;
    const answer = await sendRequest(
      { fetch, clock: createSystemClock() },
      { method: 'GET', url, organizationId: null, token: 'token', maxBytes: 1_000 },
    );
    expect(answer).toEqual({ ok: false, error: { kind: 'answerLost', technical: 'PACKED_TWICE' } });
  },
);
