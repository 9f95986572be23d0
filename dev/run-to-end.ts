import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { hostFaultIn, type HostFault } from './host-faults.ts';

const root = resolve(import.meta.dirname, '..');

/** How an app that `npm start` started came to its end. */
export interface AppEnd {
  readonly code: number;
  /** Why this computer did not let it start; null when it did. */
  readonly fault: HostFault | null;
}

/**
 * Runs a program with this terminal, and waits until it has put everything away. From the line on that names
 * a fault of this computer, what it prints is left out: a stack trace, and nothing to act on.
 */
export function runToEnd(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<AppEnd> {
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', 'inherit', 'pipe'], env });
  let fault: HostFault | null = null;
  let line = '';
  child.stderr.on('data', (chunk: Buffer) => {
    const lines = (line + chunk.toString()).split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) print(`${whole}\n`);
  });
  const print = (whole: string): void => {
    fault ??= hostFaultIn(whole);
    if (fault === null) process.stderr.write(whole);
  };
  // The terminal sends Ctrl+C to both, and a second one kills Electron: here there is only waiting.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      print(line);
      ended({ code: code ?? 1, fault });
    });
  });
}
