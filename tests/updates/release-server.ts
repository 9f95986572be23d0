import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedBytes, type Target } from '../../src/main/updates/release.ts';

export type Answer = (request: IncomingMessage, answer: ServerResponse) => void;

export const makers = generateKeyPairSync('ed25519');
export const strangers = generateKeyPairSync('ed25519');
/** Billfold's public key, as in a build. */
export const key = makers.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

/** The release as shown to the user, and its file for an installation. */
export const offered = {
  version: '9.0.0',
  notes: ['Approvals can be printed.', 'Lists open faster.'],
  page: 'https://billfold.example/9.0.0',
};
export const target: Target = { platform: 'linux', arch: 'x64', kind: 'AppImage' };
export const fileOf = (program: Buffer) => ({
  ...target,
  arch: 'universal',
  name: 'Billfold-9.0.0.AppImage',
  size: program.length,
  sha512: createHash('sha512').update(program).digest('base64'),
});

/** A signed release, as on the server. */
export function signed(release: object | string, by = makers, bytes = signedBytes): string {
  const text = typeof release === 'string' ? release : JSON.stringify(release);
  const signature = sign(null, bytes(text), by.privateKey).toString('base64');
  return JSON.stringify({ release: text, signature });
}

/** The server of a release: its list at /latest.json, its file beside it. Tests replace each answer. */
export interface ReleaseServer {
  readonly feed: string;
  /** Requested paths and ranges, in order. */
  readonly asked: string[];
  release: Answer;
  file: Answer;
  close(): Promise<unknown>;
}

/** @param program the release's file, which supports range requests */
export async function startReleaseServer(program: Buffer): Promise<ReleaseServer> {
  const http = createServer((request, answer) => {
    const { url, headers } = request;
    place.asked.push(`${url} ${headers.range ?? ''}`.trim());
    (url === '/latest.json' ? place.release : place.file)(request, answer);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  const files = [fileOf(program)];
  const place: ReleaseServer = {
    feed: `http://127.0.0.1:${port}/latest.json`,
    asked: [],
    release: says(200, {}, signed({ product: 'billfold', ...offered, files })),
    file: sends(program),
    close: () => {
      http.closeAllConnections();
      return new Promise((closed) => http.close(closed));
    },
  };
  return place;
}

export const says =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Answer =>
  (_request, answer) =>
    void answer.writeHead(status, headers).end(body);

export const sends =
  (program: Buffer): Answer =>
  ({ headers }, answer) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    answer.writeHead(from > 0 ? 206 : 200, { 'content-length': program.length - from });
    answer.end(program.subarray(from));
  };

/** Sends this many bytes of the answer, then calls `then` with it. */
export const sendsPart =
  (program: Buffer, bytes: number, then: (answer: ServerResponse) => void): Answer =>
  (_request, answer) => {
    answer.writeHead(200, { 'content-length': program.length });
    answer.write(program.subarray(0, bytes), () => then(answer));
  };
