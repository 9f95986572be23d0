import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What of the system has to be asked; replaced in tests. */
export interface MachineParts {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The user's home, an absolute path. */
  readonly home: string;
  /** A file's text, or null when it cannot be read. */
  readonly read: (path: string) => Promise<string | null>;
  /** What a program prints, or null when it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string | null>;
}

/** Where this machine keeps what does not follow the user to others, and no backup of the profile holds. */
export function stateFolderOf({ platform, variables, home }: MachineParts): string {
  if (platform === 'win32') {
    // Unlike the profile's folder, this one does not roam.
    return join(variables['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Billfold', 'State');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Billfold State');
  const state = variables['XDG_STATE_HOME'] ?? '';
  // XDG Base Directory: a relative path is to be ignored.
  return join(isAbsolute(state) ? state : join(home, '.local', 'state'), 'billfold');
}

/** The file for what is known of a profile outside of it. @param profile its absolute path */
export function outsidePathOf(stateFolder: string, profile: string): string {
  const name = createHash('sha256').update(profile).digest('hex').slice(0, 32);
  return join(stateFolder, `profile-${name}.json`);
}

/**
 * Names this installation of the system, the same at each start; null where it has no name. Hashed, since
 * machine-id(5) asks for that.
 */
export async function readMachine(parts: MachineParts): Promise<string | null> {
  const id = await idOf(parts);
  return id === null ? null : createHmac('sha256', 'Billfold profile').update(id).digest('hex');
}

async function idOf({ platform, variables, read, run }: MachineParts): Promise<string | null> {
  if (platform === 'win32') {
    const reg = join(variables['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    const said = await run(reg, ['query', key, '/v', 'MachineGuid', '/reg:64']);
    return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(said ?? '')?.[1] ?? null;
  }
  if (platform === 'darwin') {
    const said = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return /"IOPlatformUUID" = "([^"]+)"/.exec(said ?? '')?.[1] ?? null;
  }
  const said = (await read('/etc/machine-id')) ?? (await read('/var/lib/dbus/machine-id'));
  return /^[0-9a-f]{32}$/m.exec(said ?? '')?.[0] ?? null;
}

const LONGEST_RUN_MS = 3_000;

/** The system itself. @param home the user's home, an absolute path */
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

/** The account Billfold runs under; its number where the system has no name for it, as in some containers. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
