/** Installs system packages with the user's permission, and never by sudo unasked. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';

/** Set by `dev/setup.mjs` for the flag `--install-packages`. */
const PERMISSION_VARIABLE = 'BILLFOLD_INSTALL_PACKAGES';

interface Place {
  readonly isDebian: boolean;
  readonly isRoot: boolean;
  readonly hasPermission: boolean;
  readonly isTerminal: boolean;
}

/** Decides about missing packages: install them, ask first, or only print the command. */
export function mayInstall({ isDebian, isRoot, hasPermission, isTerminal }: Place) {
  if (!isDebian) return 'no';
  if (isRoot && hasPermission) return 'yes';
  return isTerminal ? 'ask' : 'no';
}

/** Whether the user has permitted installing packages without a question. */
export function isInstallPermitted(): boolean {
  return process.env[PERMISSION_VARIABLE] === '1';
}

/** The command as a user would type it. */
export function installCommand(packages: readonly string[], isRoot = isRootUser()): string {
  const apt = isRoot ? 'apt-get' : 'sudo apt-get';
  return `${apt} update && ${apt} install -y --no-install-recommends ${packages.join(' ')}`;
}

/** Installs Debian packages if permitted. @returns whether the installer succeeded */
export async function installPackages(packages: readonly string[]): Promise<boolean> {
  const command = installCommand(packages);
  const decision = mayInstall({
    isDebian: process.platform === 'linux' && works('apt-get', ['--version']),
    isRoot: isRootUser(),
    hasPermission: isInstallPermitted(),
    isTerminal: process.stdin.isTTY && process.stdout.isTTY,
  });
  if (decision === 'no' || (decision === 'ask' && !(await says(command)))) return false;
  console.log(`setup: ${command}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Show apt's output only to a user who was asked; otherwise its errors are enough.
  const quiet = decision === 'ask' ? 'inherit' : 'ignore';
  return spawnSync('sh', ['-c', command], { stdio: [quiet, quiet, 'inherit'], env }).status === 0;
}

async function says(command: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`setup: May this be run now?\n  ${command}\n[y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function isRootUser(): boolean {
  return process.getuid?.() === 0;
}

/** Whether the program exists and exits with 0. */
export function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
