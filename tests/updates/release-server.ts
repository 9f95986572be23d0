import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedBytes, type SignedText, type Target } from '../../src/main/updates/release.ts';

export type Answer = (request: IncomingMessage, answer: ServerResponse) => void;
type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** Billfold's root key, its release key and the next one, and a foreign key. */
export const root = generateKeyPairSync('ed25519');
export const makers = generateKeyPairSync('ed25519');
export const nextMakers = generateKeyPairSync('ed25519');
export const strangers = generateKeyPairSync('ed25519');
export const publicText = ({ publicKey }: Pair): string =>
  publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export const privateText = ({ privateKey }: Pair): string =>
  privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
/** The root's public key, as in a build. */
export const key = publicText(root);

const DAY_MS = 24 * 60 * 60 * 1000;

/** The release as shown to the user, and its file for an installation. */
export const offered = {
  version: '9.0.0',
  notes: ['Approvals can be printed.', 'Lists open faster.'],
  page: 'https://billfold.example/9.0.0',
};
export const target: Target = { platform: 'linux', arch: 'x64', kind: 'AppImage' };
export const fileOf = (program: Buffer, version = offered.version) => ({
  ...target,
  arch: 'universal',
  name: `Billfold-${version}.AppImage`,
  size: program.length,
  sha512: createHash('sha512').update(program).digest('base64'),
});
/** Serial, dates and revoked versions of a list signed at that time. */
export const dated = (nowMs: number, serial = 1) => ({
  serial,
  signedAt: new Date(nowMs).toISOString(),
  expiresAt: new Date(nowMs + 45 * DAY_MS).toISOString(),
  revoked: [],
});

/** A text with a signature of each key pair. */
function signText(
  kind: 'keys' | 'release',
  text: string,
  by: readonly Pair[],
  bytes = signedBytes,
): SignedText {
  const signatures = by.map(({ privateKey }) =>
    sign(null, bytes(kind, text), privateKey).toString('base64'),
  );
  return { text, signatures };
}

/** The list of release keys, signed with the root key by default. */
export function keyList(change: object = {}, by: Pair = root): SignedText {
  const keys = {
    product: 'billfold',
    serial: 1,
    expiresAt: '2100-01-01T00:00:00Z',
    keys: [publicText(makers)],
    threshold: 1,
  };
  return signText('keys', JSON.stringify({ ...keys, ...change }), [by]);
}

/** A signed release, as on the server, with the list of keys. */
export function signed(
  release: object | string,
  by: Pair | readonly Pair[] = makers,
  { keys = keyList(), bytes = signedBytes } = {},
): string {
  const text = typeof release === 'string' ? release : JSON.stringify(release);
  const pairs = 'publicKey' in by ? [by] : by;
  return JSON.stringify({ keys, release: signText('release', text, pairs, bytes) });
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

/**
 * @param program the release's file, which supports range requests
 * @param nowMs date of the signature, epoch milliseconds
 */
export async function startReleaseServer(program: Buffer, nowMs: number): Promise<ReleaseServer> {
  const http = createServer((request, answer) => {
    const { url, headers } = request;
    place.asked.push(`${url} ${headers.range ?? ''}`.trim());
    (url === '/latest.json' ? place.release : place.file)(request, answer);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  const release = { product: 'billfold', ...offered, ...dated(nowMs), files: [fileOf(program)] };
  const place: ReleaseServer = {
    feed: `http://127.0.0.1:${port}/latest.json`,
    asked: [],
    release: says(200, {}, signed(release)),
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
