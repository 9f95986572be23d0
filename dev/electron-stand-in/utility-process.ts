import { fork as forkNode, type ChildProcess, type StdioOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { ForkOptions, UtilityProcess } from 'electron';
import { standInApp } from './app.ts';
import { strict } from './strict.ts';

type Supported = Pick<UtilityProcess, 'kill' | 'pid' | 'postMessage' | 'stderr' | 'stdout'>;

const parentPort = new URL('./utility-parent-port.ts', import.meta.url).href;

/** Child process of main in Node; it ends when main ends. */
class StandInUtilityProcess extends EventEmitter implements Supported {
  readonly #child: ChildProcess;
  #hasExited = false;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('spawn', () => this.emit('spawn'));
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code) => {
      this.#hasExited = true;
      this.emit('exit', code ?? 1);
    });
  }
  get pid(): number | undefined {
    return this.#hasExited ? undefined : this.#child.pid;
  }
  get stdout() {
    return this.#child.stdout;
  }
  get stderr() {
    return this.#child.stderr;
  }
  postMessage(message: unknown): void {
    this.#child.send(structuredClone(message) as object);
  }
  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) => {
    standInApp.requireReady('utilityProcess.fork');
    const child = forkNode(modulePath, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: (options.env ?? process.env) as NodeJS.ProcessEnv,
      execArgv: ['--import', parentPort, ...(options.execArgv ?? [])],
      serialization: 'advanced',
      stdio: stdioOf(options.stdio),
    });
    return strict('utilityProcess', new StandInUtilityProcess(child));
  },
};

function stdioOf(asked: ForkOptions['stdio'] = 'inherit'): StdioOptions {
  const [, output, errors] = typeof asked === 'string' ? [asked, asked, asked] : asked;
  const known = (mode: string | undefined): 'pipe' | 'ignore' | 'inherit' =>
    mode === 'pipe' || mode === 'ignore' ? mode : 'inherit';
  return ['ignore', known(output), known(errors), 'ipc'];
}
