import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** How an app that `npm start` started came to its end. */
export interface AppEnd {
  readonly code: number;
  /** Chromium refused to start without the sandbox that this system or user does not let it have. */
  readonly lacksSandbox: boolean;
}

const NO_SANDBOX =
  /No usable sandbox|SUID sandbox helper binary was found, but|Running as root without --no-sandbox/;

/** Runs a program with this terminal, and waits until it has put everything away. */
export function runToEnd(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<AppEnd> {
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', 'inherit', 'pipe'], env });
  let lacksSandbox = false;
  child.stderr.on('data', (chunk: Buffer) => {
    lacksSandbox ||= NO_SANDBOX.test(chunk.toString());
    process.stderr.write(chunk);
  });
  // The terminal sends Ctrl+C to both, and a second one kills Electron: here there is only waiting.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('close', (code) => ended({ code: code ?? 1, lacksSandbox }));
  });
}
