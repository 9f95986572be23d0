import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Facts and functions of the system; replaced in tests. */
export interface MachineParts {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, an absolute path. */
  readonly home: string;
  /** A file's text, or null when it cannot be read. */
  readonly read: (path: string) => Promise<string | null>;
  /** Output of a program, or null when it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string | null>;
}

/**
 * Folder for data that must stay on this machine: it neither roams with the user nor is part of the
 * profile's backups.
 */
export function stateFolderOf({ platform, variables, home }: MachineParts): string {
  if (platform === 'win32') {
    // This folder does not roam.
    return join(variables['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Billfold', 'State');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Billfold State');
  const state = variables['XDG_STATE_HOME'] ?? '';
  // The XDG Base Directory specification says to ignore a relative path.
  return join(isAbsolute(state) ? state : join(home, '.local', 'state'), 'billfold');
}

/**
 * Path of the mark outside a profile.
 * @param profile absolute path of the profile
 */
export function outsidePathOf(stateFolder: string, profile: string): string {
  const name = createHash('sha256').update(profile).digest('hex').slice(0, 32);
  return join(stateFolder, `profile-${name}.json`);
}

/**
 * Id of this installation of the system, the same at each start; null if the system has none.
 * Hashed, as machine-id(5) requires.
 */
export async function readMachine(parts: MachineParts): Promise<string | null> {
  const id = await idOf(parts);
  return id === null ? null : createHmac('sha256', 'Billfold profile').update(id).digest('hex');
}

async function idOf({ platform, variables, read, run }: MachineParts): Promise<string | null> {
  if (platform === 'win32') {
    const reg = join(variables['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    const output = await run(reg, ['query', key, '/v', 'MachineGuid', '/reg:64']);
    return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(output ?? '')?.[1] ?? null;
  }
  if (platform === 'darwin') {
    const output = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return /"IOPlatformUUID" = "([^"]+)"/.exec(output ?? '')?.[1] ?? null;
  }
  const output = (await read('/etc/machine-id')) ?? (await read('/var/lib/dbus/machine-id'));
  return /^[0-9a-f]{32}$/m.exec(output ?? '')?.[0] ?? null;
}

const LONGEST_RUN_MS = 3_000;

/**
 * The real system.
 * @param home the user's home folder, an absolute path
 */
export function createMachineParts(home: string): MachineParts {
  return {
    platform: process.platform,
    variables: process.env,
    home,
    read: (path) => readFile(path, 'utf8').catch(() => null),
    run: (program, args) =>
      new Promise((resolve) => {
        const options = { timeout: LONGEST_RUN_MS, windowsHide: true };
        execFile(program, [...args], options, (error, printed) =>
          resolve(error === null ? printed : null),
        );
      }),
  };
}

/**
 * Account that runs Billfold; its number if the system has no name for it, as in some containers.
 */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
