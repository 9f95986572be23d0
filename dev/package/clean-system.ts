/** A Debian that shares nothing with this machine: a folder with its own namespaces. Needs root. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const RELEASE = 'bookworm';
/**
 * Packages of a desktop and its user. Billfold's own dependencies are left out: its package must bring them.
 */
const DESKTOP = [
  'at-spi2-core',
  'ca-certificates',
  'dbus',
  'gir1.2-atspi-2.0',
  'gnome-keyring',
  'libglib2.0-bin',
  'openbox',
  'procps',
  'python3-gi',
  'scrot',
  'xdg-utils',
  'xdotool',
  'xvfb',
];
const USER = 'ada';
export const HOME = `/home/${USER}`;
/** Prefix of desktop.py's answers; services of the session write to the same output. */
const ANSWER = 'answer ';
/** Folder of the helper programs. */
const TOOLS = '/opt/verify';

/** Gives the system its own mounts, processes and root, because programs in a plain chroot cannot create namespaces. */
const ENTER = `root=$1; shift
mount --bind "$root" "$root" && cd "$root" && mkdir -p old
mount -t proc proc proc; mount --rbind /sys sys; mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
pivot_root . old && cd / && umount -l /old && exec "$@"`;
const enter = (root: string, ...command: readonly string[]): string[] => [
  ...['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'],
  ...['sh', '-c', ENTER, 'sh', root, ...command],
];

export interface Ran {
  readonly status: number;
  readonly said: string;
}

/** Actions of the user, in the words of desktop.py. */
export interface Desktop {
  /** Waits for a part whose name contains this text. @returns its whole name; null when it did not appear */
  see(name: string, role?: string, seconds?: number): Promise<string | null>;
  press(name: string, role?: string): Promise<boolean>;
  key(keys: string): Promise<boolean>;
  /** Saves a picture of the screen to this path outside. */
  picture(path: string): Promise<void>;
  /** Starts a program by its desktop file. */
  start(entry: string): Promise<boolean>;
  run(...command: readonly string[]): Promise<Ran>;
  /** Logs out, which ends all of the user's programs. */
  close(): Promise<void>;
}

export interface CleanSystem {
  /** Runs a command as root. */
  run(...command: readonly string[]): Ran;
  /** Copies a file to root's home. @returns its path inside */
  bring(path: string): string;
  logIn(): Promise<Desktop>;
  close(): void;
}

/** Makes the system from a copy in the user's cache. @throws when Debian cannot be downloaded or unpacked */
export function makeCleanSystem(): CleanSystem {
  const root = mkdtempSync(join(tmpdir(), 'billfold-debian-'));
  const unpacked = spawnSync('tar', ['-C', root, '-xf', archive()], { stdio: 'inherit' });
  if (unpacked.status !== 0) throw new Error('The clean Debian could not be unpacked.');
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  mkdirSync(join(root, TOOLS));
  for (const name of ['desktop.py', 'browser.py'])
    copyFileSync(join(import.meta.dirname, name), join(root, TOOLS, name));
  const run = (...command: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync('unshare', enter(root, ...command), {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
    });
    return { status: status ?? 1, said: `${stdout}${stderr}` };
  };
  run('sh', '-c', SETTLE);
  return {
    run,
    bring: (path) => {
      const inside = join('/root', path.split('/').at(-1) ?? '');
      copyFileSync(path, join(root, inside));
      return inside;
    },
    logIn: () => logIn(root),
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Creates the user, and the browser that opens links. */
const SETTLE = `useradd --create-home --shell /bin/bash ${USER}
chmod 755 ${TOOLS}/*.py
cat > /usr/share/applications/browser.desktop <<END
[Desktop Entry]
Type=Application
Name=Browser
Exec=${TOOLS}/browser.py %u
MimeType=x-scheme-handler/http;x-scheme-handler/https;
END
cat > /usr/share/applications/mimeapps.list <<END
[Default Applications]
x-scheme-handler/http=browser.desktop
x-scheme-handler/https=browser.desktop
END`;

function archive(): string {
  const name = createHash('sha256').update(DESKTOP.join()).digest('hex').slice(0, 12);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'billfold');
  const path = join(cache, `${RELEASE}-${name}.tar`);
  if (existsSync(path)) return path;
  console.log('Making a clean Debian (180 MB to fetch)…');
  mkdirSync(cache, { recursive: true });
  const options = ['--quiet', '--variant=minbase', `--include=${DESKTOP.join(',')}`];
  const made = spawnSync('mmdebstrap', [...options, RELEASE, `${path}.part.tar`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (made.status !== 0) throw new Error('The clean Debian could not be made.');
  // Rename only now, so that an archive with this name is complete.
  renameSync(`${path}.part.tar`, path);
  return path;
}

async function logIn(root: string): Promise<Desktop> {
  const variables = [`HOME=${HOME}`, `USER=${USER}`, 'PATH=/usr/bin:/bin', 'LANG=C.UTF-8'];
  const session = ['dbus-run-session', '--', 'python3', `${TOOLS}/desktop.py`];
  const user = ['runuser', '-u', USER, '--', 'env', '-i', ...variables, ...session];
  const child = spawn('unshare', enter(root, ...user), { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const order = async (what: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(what)}\n`);
    for (;;) {
      const { value, done } = await said.next();
      if (done === true) throw new Error('The desktop is gone.');
      if (value.startsWith(ANSWER)) return JSON.parse(value.slice(ANSWER.length)) as unknown;
    }
  };
  return {
    see: async (name, role, seconds = 60) =>
      (await order({ do: 'see', name, role, seconds })) as string | null,
    press: async (name, role) => (await order({ do: 'press', name, role, seconds: 30 })) === true,
    key: async (name) => (await order({ do: 'key', name })) === true,
    picture: async (path) => {
      const inside = `${HOME}/picture.png`;
      await order({ do: 'picture', name: inside });
      copyFileSync(join(root, inside), path);
    },
    start: async (name) => (await order({ do: 'start', name })) === true,
    run: async (...command) => (await order({ do: 'run', command })) as Ran,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
