import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

/** The repository, and this folder. */
export const root = resolve(import.meta.dirname, '..');
export const here = import.meta.dirname;
export const documentPath = resolve(root, 'docs', 'accounting-service.openapi.yaml');

export interface RunningProgram {
  /** What it had printed when it was ready. */
  readonly output: string;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

/** Nobody who was started here outlives this process, however it ends. */
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a Node program and waits until it has printed `ready`. @throws when it ends before that */
export async function startProgram(
  args: readonly string[],
  ready: RegExp,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  living.add(child);
  child.once('exit', () => living.delete(child));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  try {
    return { output: await outputUntil(child, ready), stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

function outputUntil(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((settle, reject) => {
    let output = '';
    const tooLate = setTimeout(() => reject(new Error(`Not ready:\n${output}`)), START_LIMIT_MS);
    const hear = (chunk: Buffer): void => {
      output += String(chunk);
      if (!ready.test(output)) return;
      clearTimeout(tooLate);
      settle(output);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(tooLate);
      reject(new Error(`Ended with ${code}:\n${output}`));
    });
  });
}

/** Runs a program to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { cwd = root, env = {} } = options;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program === 'npm',
  });
  living.add(child);
  child.once('exit', () => living.delete(child));
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
