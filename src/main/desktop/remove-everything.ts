import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Places of Billfold's data on this computer, as absolute paths. */
interface DataPaths {
  readonly profile: string;
  /** Path of the file outside the profile. */
  readonly outsidePath: string;
}

interface RemoveEverythingDeps {
  readonly paths: DataPaths;
  /** Whether the window is locked. The person at the computer then may neither export nor remove data. */
  readonly isLocked: () => boolean;
  readonly ask: () => Promise<'cancel' | 'export' | 'remove'>;
  /** Exports the audit log to a place the user chooses. */
  readonly exportJournal: () => Promise<unknown>;
  readonly signOut: () => Promise<void>;
  /** Removes Billfold's registrations, so that the system no longer starts it. */
  readonly leaveSystem: () => Promise<void>;
  readonly quit: () => void;
  /** Runs `last` as the last thing in this process. */
  readonly atExit: (last: () => void) => void;
}

/** File that marks an unfinished removal of all data. */
const MARK = 'remove-everything';
/** Names of the files that lock a profile for its process. */
const LOCKS = /^(Singleton|lockfile$|stand-in\.)/;

/**
 * Asks, lets the user export the audit log first, signs out, quits, and removes everything. The next start removes
 * files that the system could not delete while they were open.
 */
export async function removeEverything(deps: RemoveEverythingDeps): Promise<void> {
  if (deps.isLocked()) return;
  const { profile, outsidePath } = deps.paths;
  for (let answer = await deps.ask(); answer !== 'remove'; answer = await deps.ask()) {
    if (answer === 'cancel' || deps.isLocked()) return;
    await deps.exportJournal();
  }
  if (deps.isLocked()) return;
  // Sign out before writing the mark: if the sign-out fails, the next start must not remove newer data.
  await deps.signOut();
  await deps.leaveSystem();
  writeFileSync(join(profile, MARK), '');
  rmSync(outsidePath, { force: true });
  deps.atExit(() => {
    try {
      rmSync(outsidePath, { force: true });
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Windows does not delete open files.
      mkdirSync(profile, { recursive: true });
      writeFileSync(join(profile, MARK), '');
    }
  });
  deps.quit();
}

/**
 * Removes files that an earlier process could not remove. Call it once this process has locked the profile. The file
 * outside the profile stays: any program that can write to the profile could create the mark, and Billfold must then
 * still detect that the audit log is gone.
 */
export function finishRemoval(profile: string): void {
  if (!existsSync(join(profile, MARK))) return;
  // Remove the mark last, so that an interrupted removal continues at the next start.
  const names = readdirSync(profile).filter((name) => name !== MARK && !LOCKS.test(name));
  for (const name of [...names, MARK])
    rmSync(join(profile, name), { recursive: true, force: true, maxRetries: 3 });
}
