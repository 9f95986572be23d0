import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProfileLock {
  release(): void;
}

const LOCK = 'stand-in.lock';
const KNOCK = 'stand-in.knock';

/**
 * Takes the profile for this process, or notifies the process that owns it.
 * @param onKnock called in the owner with the arguments and folder of a later process
 * @returns null when another living process owns the profile
 */
export function acquireProfileLock(
  folder: string,
  onKnock: (argv: string[], directory: string) => void,
): ProfileLock | null {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOCK);
  if (!claim(path)) {
    writeFileSync(
      join(folder, KNOCK),
      JSON.stringify({ argv: process.argv, directory: process.cwd(), pid: process.pid }),
    );
    return null;
  }
  const watcher = watch(folder, (_event, name) => {
    if (name === KNOCK) answerKnock(join(folder, KNOCK), onKnock);
  });
  watcher.unref();
  return {
    release: () => {
      watcher.close();
      rmSync(path, { force: true });
    },
  };
}

function claim(path: string): boolean {
  const owner = ownerOf(path);
  if (owner !== null && owner !== process.pid && isAlive(owner)) return false;
  // A killed process left this file.
  rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch {
    return false;
  }
  return ownerOf(path) === process.pid;
}

function answerKnock(path: string, onKnock: (argv: string[], directory: string) => void): void {
  try {
    const knock = JSON.parse(readFileSync(path, 'utf8')) as { argv: string[]; directory: string };
    rmSync(path, { force: true });
    onKnock(knock.argv, knock.directory);
  } catch {
    // The file is incomplete or already answered. The next change calls this again.
  }
}

function ownerOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
