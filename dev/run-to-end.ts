import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { hostFaultIn, type HostFault } from './host-faults.ts';

const root = resolve(import.meta.dirname, '..');

/** Result of an app that `npm start` started. */
export interface AppEnd {
  readonly code: number;
  /** Reason why this computer did not let the app start; null when it started. */
  readonly fault: HostFault | null;
}

/**
 * Runs a program in this terminal and waits until it has ended. Output after a line that names a fault of
 * this computer is left out: it is a stack trace that does not help the user.
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
  // Ignore Ctrl+C: the terminal sends it to Electron too, and a second signal would kill Electron.
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
