import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

/** This folder, with the service's document. */
export const here = import.meta.dirname;
export const documentPath = resolve(here, '..', 'docs', 'accounting-service.openapi.yaml');

const START_LIMIT_MS = 30_000;

/** Ends all child processes with this process, however it ends. */
const ending = new AbortController();
process.once('exit', () => ending.abort());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts Prism, which answers from the OpenAPI document alone. @throws when it does not start */
export async function startPrism(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const prism = join(here, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
  const port = await freePort();
  const child = spawn(process.execPath, [prism, 'mock', documentPath, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: ending.signal,
  });
  await new Promise<void>((ready, failed) => {
    let output = '';
    const fail = (why: string): void => failed(new Error(`Prism ${why}:\n${output}`));
    const hear = (chunk: Buffer): void => {
      output += String(chunk);
      if (/Prism is listening/.test(output)) ready();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', failed);
    child.once('exit', (code) => fail(`ended with ${code}`));
    AbortSignal.timeout(START_LIMIT_MS).addEventListener('abort', () => fail('is not ready'));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Runs a program to its end. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: ending.signal,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  return new Promise((settle) => {
    child.once('error', (problem) => settle({ code: null, output: problem.message }));
    child.once('close', (code) => settle({ code, output }));
  });
}

/** A port on 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
