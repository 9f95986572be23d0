import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, runProgram } from './processes.ts';

const modules = join(here, 'node_modules');
const environment = join(here, '.venv');
const scripts = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
/** What was installed last, beside what it was installed from. */
const MARK = 'installed-from';

/** Installs the reference peers that come from npm, exactly as the lock file says. @throws when it cannot */
export async function installPackages(): Promise<void> {
  await once(modules, 'package-lock.json', async () => {
    await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  });
}

/** What schemathesis runs on: 3.10 or newer. */
const NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 10))';

/**
 * Installs schemathesis into a Python environment of its own.
 * @returns where its program is, or why this machine cannot have one
 * @throws when there is a Python and the installation fails all the same
 */
export async function installSchemathesis(): Promise<{ program: string } | { missing: string }> {
  const python = process.platform === 'win32' ? 'python' : 'python3';
  const found = await runProgram(python, ['-c', NEW_ENOUGH]);
  if (found.code !== 0) return { missing: `no ${python} of version 3.10 or newer` };
  await once(environment, 'requirements.txt', async () => {
    await must(python, ['-m', 'venv', environment]);
    await must(join(scripts, 'python'), ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt']);
  });
  return { program: join(scripts, 'schemathesis') };
}

async function once(folder: string, source: string, install: () => Promise<void>): Promise<void> {
  const wanted = readFileSync(join(here, source), 'utf8');
  const mark = join(folder, MARK);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  await install();
  writeFileSync(mark, wanted);
}

async function must(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram(program, args, { cwd: here });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
}
