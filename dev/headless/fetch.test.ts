import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchHeadless, type HeadlessSource } from './fetch.ts';

const PROGRAM = '#!/bin/sh\n';
const BROTLI = 'package/bin';

let folder = '';
let registry: Server;
let answer: (archive: Buffer) => { readonly status: number; readonly body: Buffer };
let source: HeadlessSource;

beforeEach(async () => {
  // A folder with a space and umlauts, as users may have.
  folder = mkdtempSync(join(tmpdir(), 'billfold Größe '));
  const archive = makeArchive();
  answer = (body) => ({ status: 200, body });
  registry = createServer(({ url }, response) => {
    if (url === '/-/ping') return response.end('{}');
    const { status, body } = answer(archive);
    const isCut = status === 200 && body.length < archive.length;
    response.writeHead(status, { 'content-length': isCut ? archive.length : body.length });
    if (isCut) response.write(body, () => response.destroy());
    else response.end(body);
    return response;
  });
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
  const { port } = registry.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/`;
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  vi.stubEnv('npm_config_fetch_retries', '0');
  vi.stubEnv('npm_config_registry', address);
  source = { folder: join(folder, 'source'), sha256: sha256Of(PROGRAM) };
  writeLock(archive, `${address}chromium.tgz`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a Chromium is unpacked with its libraries and fonts, and no temporary files stay', async () => {
  expect(await fetched()).toEqual({ problem: null, left: ['chromium-1'] });
  const target = join(folder, 'target', 'chromium-1');
  expect(readdirSync(target).toSorted()).toEqual(['chromium', 'fonts', 'fonts.conf', 'lib']);
  expect(readFileSync(join(target, 'chromium'), 'utf8')).toBe(PROGRAM);
});

test.each([
  [
    'refuses it',
    'E403',
    (): { status: number; body: Buffer } => ({ status: 403, body: Buffer.from('no') }),
  ],
  [
    'sends half of it',
    '',
    (archive: Buffer) => ({ status: 200, body: archive.subarray(0, archive.length / 2) }),
  ],
  [
    'sends another one',
    'EINTEGRITY',
    (archive: Buffer) => ({ status: 200, body: Buffer.from(archive).fill(0, archive.length - 9) }),
  ],
])(
  'a registry that %s is reported in one sentence, and the next try is clean',
  async (_how, code, bad) => {
    answer = bad;
    const { problem, left } = await fetched();
    expect({ problem, left }).toEqual({
      problem: expect.stringMatching(
        /^npm could not fetch a Chromium \(67 MB\) from its registry \(.+\)\.$/,
      ),
      left: [],
    });
    expect(problem).toContain(code);
    answer = (body) => ({ status: 200, body });
    expect(await fetched()).toEqual({ problem: null, left: ['chromium-1'] });
  },
);

test('a Chromium whose hash differs from the locked one is deleted', async () => {
  source = { ...source, sha256: sha256Of('another') };
  expect(await fetched()).toEqual({
    problem: 'The fetched Chromium is not the one that was locked.',
    left: [],
  });
});

async function fetched(): Promise<{ readonly problem: string | null; readonly left: string[] }> {
  const target = join(folder, 'target');
  const problem = await fetchHeadless(join(target, 'chromium-1'), source);
  return { problem, left: existsSync(target) ? readdirSync(target) : [] };
}

/** A small archive with the same layout as the real package. */
function makeArchive(): Buffer {
  const bin = join(folder, BROTLI);
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(folder, 'lib'));
  mkdirSync(join(folder, 'fonts'));
  writeFileSync(join(folder, 'fonts.conf'), 'the package’s own');
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(PROGRAM));
  writeFileSync(join(bin, 'al2023.tar.br'), brotliCompressSync(tar('lib')));
  writeFileSync(join(bin, 'fonts.tar.br'), brotliCompressSync(tar('fonts.conf', 'fonts')));
  const manifest = { name: '@sparticuz/chromium', version: '1.0.0' };
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest));
  return tar('-z', 'package');
}

function tar(...args: readonly string[]): Buffer {
  return spawnSync('tar', ['-c', ...args], { cwd: folder }).stdout;
}

function writeLock(archive: Buffer, resolved: string): void {
  const dependencies = { '@sparticuz/chromium': '1.0.0' };
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const own = { name: 'headless', version: '1.0.0', dependencies };
  const locked = { version: '1.0.0', resolved, integrity };
  const packages = { '': own, 'node_modules/@sparticuz/chromium': locked };
  const lock = { name: 'headless', version: '1.0.0', lockfileVersion: 3, packages };
  mkdirSync(source.folder);
  writeFileSync(join(source.folder, 'package.json'), JSON.stringify(own));
  writeFileSync(join(source.folder, 'package-lock.json'), JSON.stringify(lock));
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
